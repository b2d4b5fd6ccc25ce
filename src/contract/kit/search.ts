import * as z from 'zod';
import { criterionSchemas } from './criteria.ts';
import type { SearchDeclaration, SearchFields } from './search-fields.ts';
import type { Operation } from './operation.ts';
import { ReferenceInput } from './shapes.ts';

/** Searches are numbered by page and have no cursor. */
export const SearchPagination = z.strictObject({
  pageNumber: z.int().min(1).default(1),
  pageSize: z.int().min(1).max(250).default(50),
});

/** `pageSize` is the number of rows on this page. */
export const SearchPage = z
  .object({ pageNumber: z.int(), pageSize: z.int(), totalPages: z.int() })
  .meta({ id: 'SearchPage' });

export const SearchText = z.string().max(400);

function searchRequest(name: string, fields: SearchFields): z.ZodObject {
  const criteria = Object.entries(fields).map(([field, kind]) => [field, criterionSchemas[kind].optional()]);
  return z
    .strictObject({
      criteria: z
        .strictObject(Object.fromEntries(criteria))
        .meta({ id: `${name}SearchCriteria` })
        .optional(),
      query: SearchText.optional(),
      pagination: SearchPagination.prefault({}),
      sort: z
        .array(z.strictObject({ field: z.enum(Object.keys(fields)), order: z.enum(['asc', 'desc']) }))
        .max(3)
        .optional(),
      savedSearch: ReferenceInput.optional(),
      format: z.enum(['flat', 'full']).default('flat'),
    })
    .meta({ id: `${name}SearchRequest` });
}

interface DeclaredSearch<Fields extends SearchFields> extends SearchDeclaration<Fields> {
  /** Singular resource name, PascalCase; names the request schema in the document. */
  readonly name: string;
  readonly path: `/${string}/search`;
  readonly summary: string;
  /** Returned for `format: flat`. */
  readonly row: z.ZodType;
  /** Returned for `format: full`; rows without a record of the organization stay rows. */
  readonly full: z.ZodType;
}

/** Keeps the literal types of its fields, for the queries that follow from them. */
interface SearchOperation<Fields extends SearchFields> extends Operation {
  readonly search: SearchDeclaration<Fields>;
}

/** Declares `POST /<collection>/search`. */
export function searchOperation<const Fields extends SearchFields>(
  declared: DeclaredSearch<Fields>,
): SearchOperation<Fields> {
  return {
    method: 'POST',
    path: declared.path,
    summary: declared.summary,
    effect: 'read',
    body: searchRequest(declared.name, declared.fields),
    bodyOptional: true,
    status: 200,
    response: z.object({
      data: z.array(z.union([declared.row, declared.full])),
      pagination: SearchPage,
      totalResults: z.int(),
    }),
    errors: ['BAD_REQUEST', 'VALIDATION_ERROR'],
    search: { fields: declared.fields, preference: declared.preference },
  };
}
