import { type SqlBool, sql } from 'kysely';
import { savedSearches } from '../../../contract/search/saved-searches.ts';
import type { Operations, SavedSearch } from '../../../contract/types.ts';
import { WaybillError } from '../../../errors.ts';
import type { Row } from '../../../store/schema.ts';
import { buildBlankRow } from '../../shared/blank-row.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { dropUndefined, createFieldMap } from '../../shared/fields.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { filterPage } from '../../filter/page.ts';
import { type RecordAddress, changeRecord, buildNewRecord, requireRecord } from '../../shared/records.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { canFindSearch, isOwner, readSearchState } from '../../search/saved-searches.ts';

const fields = createFieldMap<Row<'saved_search'>>()({ name: 'plain', isPublic: 'bool', groupId: 'plain' });

const source = {
  table: 'saved_search',
  fields: savedSearches.filter.filter,
  columns: listPlainColumns(savedSearches.filter.filter),
} as const;

export const savedSearchHandlers: Handlers<Operations['savedSearches']> = {
  async filter(ctx, input) {
    const { rows, page, problems } = await filterPage(ctx, { ...source, visible: buildFindable(ctx) }, input);
    return { data: rows.map(showSavedSearch), pagination: page, ...problems };
  },

  async create(ctx, input) {
    const row: Row<'saved_search'> = {
      ...buildBlankRow('saved_search'),
      ...dropUndefined(fields.toRow(input)),
      ...buildNewRecord(ctx, input.key),
      name: input.name,
      preference_type: input.preferenceType,
      json_value: JSON.stringify(input.jsonValue),
      owner_client_id: ctx.clientId,
    };
    await ctx.db.insertInto('saved_search').values(row).execute();
    return showSavedSearch(row);
  },

  get: async (ctx, input) => showSavedSearch(await requireSearch(ctx, input, canFindSearch)),

  async update(ctx, input) {
    const row = await requireSearch(ctx, input, isOwner);
    const change = dropUndefined({
      ...dropUndefined(fields.toRow(input)),
      key: input.key,
      json_value: input.jsonValue && JSON.stringify(input.jsonValue),
    });
    return showSavedSearch(await changeRecord(ctx, 'saved_search', row, change));
  },

  async delete(ctx, input) {
    const { id } = await requireSearch(ctx, input, isOwner);
    await ctx.db
      .deleteFrom('saved_search')
      .where('organization_id', '=', ctx.organizationId)
      .where('id', '=', id)
      .execute();
  },
};

/** Builds the condition of the saved searches that the caller may find, the same as canFindSearch. */
const buildFindable = ({ clientId }: ServiceContext) => sql<SqlBool>`(is_public = 1 or owner_client_id = ${clientId}
  or (owner_client_id is null and owned_by_user_id is null))`;

/** Resolves the search that a path names; 404 for a caller who may not access it. */
async function requireSearch(
  ctx: ServiceContext,
  addressed: RecordAddress,
  mayUse: (ctx: ServiceContext, row: Row<'saved_search'>) => boolean,
): Promise<Row<'saved_search'>> {
  const row = await requireRecord(ctx, 'saved_search', 'saved search', addressed);
  if (mayUse(ctx, row)) return row;
  const kind = canFindSearch(ctx, row) ? 'saved search of your own called' : 'saved search';
  throw new WaybillError('NOT_FOUND', `There is no ${kind} ${JSON.stringify(addressed.id.slice(0, 100))}.`);
}

function showSavedSearch(row: Row<'saved_search'>): SavedSearch {
  return {
    object: 'SAVED_SEARCH',
    id: row.id,
    key: row.key,
    ...fields.toWire(row),
    preferenceType: row.preference_type,
    jsonValue: readSearchState(row),
    ownedByUser: row.owned_by_user_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
