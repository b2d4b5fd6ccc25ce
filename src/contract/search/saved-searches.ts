import { preferenceTypes } from '../../domain/kit/saved-search.ts';
import * as z from 'zod';
import { fieldGates } from '../kit/field-gates.ts';
import { filterOperation } from '../kit/filter.ts';
import { boolField, datetimeField, stringField, uuidField } from '../kit/filter-fields.ts';
import { createOperation, deleteOperation, getOperation, updateOperation } from '../kit/record.ts';
import { relativeUnits } from '../kit/criteria.ts';
import { ClientKey, each, Instant, NameInput, RecordName, Uuid } from '../kit/shapes.ts';

const FieldName = z.string().min(1).max(100);
const Operand = z.union([z.string().max(512), z.number(), z.boolean()]);
const RangeLimit = z.union([z.string().max(64), z.number()]);
const RelativeAmount = z.int();
const RelativeUnit = z.enum(relativeUnits);

/** Any operator of any criterion: it is checked against its field when the saved search is used. */
const SavedCriterion = z
  .strictObject({
    operator: z.string().max(40),
    values: z.array(Operand).max(100).optional(),
    value: Operand.optional(),
    ...each(RangeLimit.optional(), 'min', 'max'),
    ...each(RelativeAmount.optional(), 'valueRelative', 'minRelative', 'maxRelative'),
    ...each(RelativeUnit.optional(), 'valueRelativeUnit', 'minRelativeUnit', 'maxRelativeUnit'),
  })
  .meta({ id: 'SavedCriterion' });

/** Criteria of a search, and the layout of its results. */
export const SearchState = z
  .strictObject({
    searchCriteria: z
      .strictObject({
        filters: z.array(z.strictObject({ field: FieldName, searchCriteria: SavedCriterion })).max(100),
      })
      .optional(),
    sorting: z
      .array(z.strictObject({ id: FieldName, desc: z.boolean() }))
      .max(10)
      .optional(),
    columnVisibility: z.record(FieldName, z.boolean()).optional(),
    columnOrder: z.array(FieldName).max(200).optional(),
  })
  .meta({ id: 'SearchState' });

const PreferenceType = z.enum(preferenceTypes);

export const SavedSearch = z
  .object({
    object: z.literal('SAVED_SEARCH'),
    id: Uuid,
    key: z.string().nullish(),
    name: RecordName,
    preferenceType: PreferenceType,
    jsonValue: SearchState,
    /** Otherwise only its owner finds it. */
    isPublic: z.boolean().nullable(),
    /** Null: the organization's. */
    ownedByUser: Uuid.nullable(),
    groupId: Uuid.nullable(),
    createdAt: Instant,
    updatedAt: Instant.nullable(),
  })
  .meta({ id: 'SavedSearch' });

export const SavedSearchInput = z
  .strictObject({
    name: NameInput,
    preferenceType: PreferenceType,
    jsonValue: SearchState,
    isPublic: z.boolean().default(false),
    groupId: Uuid.optional(),
    key: ClientKey.optional(),
  })
  .meta({ id: 'SavedSearchInput' });

export const SavedSearchPatch = z
  .strictObject({
    name: NameInput.optional(),
    jsonValue: SearchState.optional(),
    isPublic: z.boolean().nullish(),
    groupId: Uuid.nullish(),
    key: ClientKey.nullish(),
  })
  .meta({ id: 'SavedSearchPatch' });

export const savedSearches = {
  filter: filterOperation({
    name: 'SavedSearch',
    path: '/saved-searches/filter',
    summary: 'List own and public saved searches that match a filter, newest first',
    fields: {
      id: uuidField,
      ...each(stringField, 'name', 'preferenceType'),
      isPublic: boolField,
      ...each(datetimeField, 'createdAt', 'updatedAt'),
    },
    item: SavedSearch,
    page: 'pagination',
  }),
  create: createOperation({
    path: '/saved-searches',
    summary: 'Save a search',
    fieldGates: fieldGates['savedSearches.create'],
    body: SavedSearchInput,
    response: SavedSearch,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  get: getOperation({ path: '/saved-searches/{id}', summary: 'Read one saved search', response: SavedSearch }),
  update: updateOperation({
    path: '/saved-searches/{id}',
    summary: 'Change an own saved search',
    fieldGates: fieldGates['savedSearches.update'],
    body: SavedSearchPatch,
    response: SavedSearch,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  delete: deleteOperation({ path: '/saved-searches/{id}', summary: 'Delete an own saved search for good' }),
};
