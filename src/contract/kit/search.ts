import * as z from 'zod';
import { type Criterion, criterionSchemas } from './criteria.ts';
import type { SearchDeclaration, SearchFields } from './search-fields.ts';
import { operation } from './operation.ts';
import { ReferenceInput } from './shapes.ts';

type CriteriaOf<Fields extends SearchFields> = { readonly [Name in keyof Fields]?: Criterion<Fields[Name]> };

/** What a caller sends; nothing is required. */
export interface SearchRequest<Fields extends SearchFields> {
  readonly criteria?: CriteriaOf<Fields> | undefined;
  /** Full text over the row's texts, tolerant of prefixes and typing errors. */
  readonly query?: string | undefined;
  readonly pagination?: z.input<typeof SearchPagination> | undefined;
  readonly sort?: readonly { readonly field: keyof Fields & string; readonly order: 'asc' | 'desc' }[] | undefined;
  readonly savedSearch?: ReferenceInput | undefined;
  readonly format?: 'flat' | 'full' | undefined;
}

/** The same after validation and defaults. */
export interface ParsedSearch<Fields extends SearchFields = SearchFields> extends SearchRequest<Fields> {
  readonly pagination: z.output<typeof SearchPagination>;
  readonly format: 'flat' | 'full';
}

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

function searchRequest<Fields extends SearchFields>(name: string, fields: Fields) {
  const criteria = Object.entries(fields).map(([field, kind]) => [field, criterionSchemas[kind].optional()]);
  const body = z
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
  // The criteria and the sortable names come from `fields`, whose keys Object.entries loses.
  return body as unknown as z.ZodType<ParsedSearch<Fields>, SearchRequest<Fields>>;
}

interface SearchOperation<
  Fields extends SearchFields,
  Row extends z.ZodType,
  Full extends z.ZodType,
> extends SearchDeclaration<Fields> {
  /** Singular resource name, PascalCase; names the request schema in the document. */
  readonly name: string;
  readonly path: `/${string}/search`;
  readonly summary: string;
  /** Returned for `format: flat`. */
  readonly row: Row;
  /** Returned for `format: full`; rows without a record of the organization stay rows. */
  readonly full: Full;
}

/** Declares `POST /<collection>/search`. */
export function searchOperation<const Fields extends SearchFields, Row extends z.ZodType, Full extends z.ZodType>(
  declared: SearchOperation<Fields, Row, Full>,
) {
  return operation({
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
  });
}
