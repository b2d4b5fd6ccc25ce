import type { z } from 'zod';
import type { SearchState } from '../../contract/search/saved-searches.ts';
import type { SearchDeclaration } from '../../contract/kit/search-fields.ts';
import type { ReferenceInput } from '../../contract/kit/shapes.ts';
import { fieldError } from '../../errors.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';
import { readJson } from '../shared/fields.ts';
import { requireReference } from '../shared/records.ts';

export type ShownSearchState = z.output<typeof SearchState>;

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
