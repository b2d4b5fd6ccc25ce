import { criterionSchemas } from '../../contract/kit/criteria.ts';
import type { Criterion, ParsedSearch } from './parsed-search.ts';
import type { CriterionKind, SearchDeclaration, SearchFields } from '../../contract/kit/search-fields.ts';
import type { ReferenceInput, SearchState } from '../../contract/types.ts';
import { createFieldError } from '../../errors.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';
import { readJson } from '../shared/fields.ts';
import { requireReference } from '../shared/records.ts';

export type ShownSearchState = SearchState;

/**
 * Returns true if the caller owns a saved search. Callers are API clients, not people, so a saved search belongs to a
 * client and has no user. Other clients of the organization find it only if it is public. A search without an owner
 * belongs to all clients of the organization.
 */
export const isOwner = (ctx: ServiceContext, row: Row<'saved_search'>): boolean =>
  row.owner_client_id === ctx.clientId || (row.owner_client_id === null && row.owned_by_user_id === null);

export const canFindSearch = (ctx: ServiceContext, row: Row<'saved_search'>): boolean =>
  row.is_public === 1 || isOwner(ctx, row);

/** Finds the saved search that a request names; 422 if the caller can't find it, or it searches something else. */
export async function findSavedSearch(
  ctx: ServiceContext,
  reference: ReferenceInput,
  preferenceType: SearchDeclaration['preference'],
): Promise<ShownSearchState> {
  const row = await requireReference(ctx, 'saved_search', 'savedSearch', reference);
  if (!canFindSearch(ctx, row))
    throw createFieldError('VALIDATION_ERROR', 'savedSearch', 'names a record that does not exist');
  if (row.preference_type !== preferenceType)
    throw createFieldError(
      'VALIDATION_ERROR',
      'savedSearch',
      `is for ${row.preference_type}, not for ${preferenceType}`,
    );
  return readSearchState(row);
}

export const readSearchState = (row: Row<'saved_search'>): ShownSearchState =>
  readJson<ShownSearchState>(row.json_value) ?? {};

type SearchableFields<Fields extends SearchFields> = Pick<SearchDeclaration<Fields>, 'fields' | 'preference'>;

const sortsMax = 3;

/** Adds the criteria and the order of the saved search that a request names. The request's own values win. */
export async function withSavedSearch<Fields extends SearchFields>(
  ctx: ServiceContext,
  { fields, preference }: SearchableFields<Fields>,
  request: ParsedSearch<Fields>,
): Promise<ParsedSearch<Fields>> {
  if (!request.savedSearch) return request;
  const state = await findSavedSearch(ctx, request.savedSearch, preference);
  // Every name and operand of the saved ones was checked against `fields`.
  const criteria = { ...readSavedCriteria(fields, state), ...request.criteria } as ParsedSearch<Fields>['criteria'];
  return { ...request, criteria, sort: request.sort ?? readSavedSort(fields, state) };
}

/**
 * Reads the criteria of a saved search. They were stored as a screen sent them, so they are checked when they are used.
 */
function readSavedCriteria(fields: SearchFields, { searchCriteria }: ShownSearchState): Record<string, Criterion> {
  const saved = searchCriteria?.filters ?? [];
  return Object.fromEntries(
    saved.map(({ field, searchCriteria: criterion }) => [
      field,
      checkCriterion(field, requireKind(fields, field), criterion),
    ]),
  );
}

function checkCriterion(field: string, kind: CriterionKind, criterion: object): Criterion {
  const parsed = criterionSchemas[kind].safeParse(criterion);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw buildUnusableError(
    `has a criterion on ${field} that does not fit: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
  );
}

function readSavedSort<Fields extends SearchFields>(
  fields: Fields,
  { sorting = [] }: ShownSearchState,
): ParsedSearch<Fields>['sort'] {
  if (sorting.length > sortsMax) throw buildUnusableError(`sorts by more than ${sortsMax} fields`);
  return sorting.map(({ id, desc }) => {
    requireKind(fields, id);
    return { field: id, order: desc ? 'desc' : 'asc' };
  });
}

function requireKind(fields: SearchFields, name: string): CriterionKind {
  const kind = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!kind) throw buildUnusableError(`names ${name}, which this search does not have`);
  return kind;
}

const buildUnusableError = (problem: string) => createFieldError('VALIDATION_ERROR', 'savedSearch', problem);
