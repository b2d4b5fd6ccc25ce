import { criterionSchemas } from '../../contract/kit/criteria.ts';
import type { Criterion, ParsedSearch } from './parsed-search.ts';
import type { CriterionKind, SearchDeclaration, SearchFields } from '../../contract/kit/search-fields.ts';
import type { ReferenceInput, SearchState } from '../../contract/types.ts';
import { fieldError } from '../../errors.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';
import { readJson } from '../shared/fields.ts';
import { requireReference } from '../shared/records.ts';

export type ShownSearchState = SearchState;

/**
 * Callers are API clients, not people: what one saves belongs to that client and has no user. Another client of the
 * organization finds it only when it is public. A search without any owner is the organization's: each of its clients
 * owns it.
 */
export const ownsSearch = (ctx: ServiceContext, row: Row<'saved_search'>): boolean =>
  row.owner_client_id === ctx.clientId || (row.owner_client_id === null && row.owned_by_user_id === null);

export const findsSearch = (ctx: ServiceContext, row: Row<'saved_search'>): boolean =>
  row.is_public === 1 || ownsSearch(ctx, row);

/** What a search request's `savedSearch` names; 422 when the caller finds none, or one that searches something else. */
export async function findSavedSearch(
  ctx: ServiceContext,
  reference: ReferenceInput,
  preferenceType: SearchDeclaration['preference'],
): Promise<ShownSearchState> {
  const row = await requireReference(ctx, 'saved_search', 'savedSearch', reference);
  if (!findsSearch(ctx, row)) throw fieldError('VALIDATION_ERROR', 'savedSearch', 'names a record that does not exist');
  if (row.preference_type !== preferenceType)
    throw fieldError('VALIDATION_ERROR', 'savedSearch', `is for ${row.preference_type}, not for ${preferenceType}`);
  return searchStateOf(row);
}

export const searchStateOf = (row: Row<'saved_search'>): ShownSearchState =>
  readJson<ShownSearchState>(row.json_value) ?? {};

type Declared<Fields extends SearchFields> = Pick<SearchDeclaration<Fields>, 'fields' | 'preference'>;

const sortsMax = 3;

/** The request with the criteria and the order of the saved search that it names; what the request itself says wins. */
export async function withSavedSearch<Fields extends SearchFields>(
  ctx: ServiceContext,
  { fields, preference }: Declared<Fields>,
  request: ParsedSearch<Fields>,
): Promise<ParsedSearch<Fields>> {
  if (!request.savedSearch) return request;
  const state = await findSavedSearch(ctx, request.savedSearch, preference);
  // Every name and operand of the saved ones was checked against `fields`.
  const criteria = { ...savedCriteria(fields, state), ...request.criteria } as ParsedSearch<Fields>['criteria'];
  return { ...request, criteria, sort: request.sort ?? savedSort(fields, state) };
}

/** A saved search keeps what a screen once sent: it is checked when it is used. */
function savedCriteria(fields: SearchFields, { searchCriteria }: ShownSearchState): Record<string, Criterion> {
  const saved = searchCriteria?.filters ?? [];
  return Object.fromEntries(
    saved.map(({ field, searchCriteria: criterion }) => [
      field,
      checkCriterion(field, kindOf(fields, field), criterion),
    ]),
  );
}

function checkCriterion(field: string, kind: CriterionKind, criterion: object): Criterion {
  const parsed = criterionSchemas[kind].safeParse(criterion);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw unusable(
    `has a criterion on ${field} that does not fit: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
  );
}

function savedSort<Fields extends SearchFields>(
  fields: Fields,
  { sorting = [] }: ShownSearchState,
): ParsedSearch<Fields>['sort'] {
  if (sorting.length > sortsMax) throw unusable(`sorts by more than ${sortsMax} fields`);
  return sorting.map(({ id, desc }) => {
    kindOf(fields, id);
    return { field: id, order: desc ? 'desc' : 'asc' };
  });
}

function kindOf(fields: SearchFields, name: string): CriterionKind {
  const kind = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!kind) throw unusable(`names ${name}, which this search does not have`);
  return kind;
}

const unusable = (problem: string) => fieldError('VALIDATION_ERROR', 'savedSearch', problem);
