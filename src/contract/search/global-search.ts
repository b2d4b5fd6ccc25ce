import * as z from 'zod';
import { defineOperation } from '../kit/operation.ts';
import { SearchPage, SearchPagination, SearchText } from '../kit/search.ts';
import { Uuid } from '../kit/shapes.ts';

/** In the order in which results come. */
export const searchedObjects = ['SHIPMENT', 'CUSTOMER', 'CARRIER', 'USER', 'VENDOR'] as const;

const SearchedObject = z.enum(searchedObjects);

export const GlobalSearchInput = z
  .strictObject({
    /** `carrier:acme` asks for one type only. */
    query: SearchText.min(1),
    objects: z.array(SearchedObject).min(1).max(searchedObjects.length).optional(),
    pagination: SearchPagination.prefault({}),
  })
  .meta({ id: 'GlobalSearchInput' });

export const GlobalSearchRow = z
  .object({
    object: SearchedObject,
    id: Uuid,
    key: z.string().nullable(),
    /** The type's internal name: SHIPPER_PROFILE for customers. */
    entityName: z.string(),
    /** Name or friendly id. */
    title: z.string(),
    subtitle: z.string().nullable(),
    /** Label of the field that matched. */
    field: z.string(),
    /** The match, wrapped in `<em>`. */
    highlight: z.string().nullable(),
  })
  .meta({ id: 'GlobalSearchRow' });

export const globalSearch = {
  run: defineOperation({
    method: 'POST',
    path: '/global-search',
    summary: 'Search shipments, customers, carriers, users and vendors at once',
    effect: 'read',
    body: GlobalSearchInput,
    status: 200,
    response: z.object({ data: z.array(GlobalSearchRow), pagination: SearchPage, totalResults: z.int() }),
    errors: ['BAD_REQUEST'],
  }),
};
