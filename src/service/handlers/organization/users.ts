import { users } from '../../../contract/organization/users.ts';
import type { Operations } from '../../../contract/types.ts';
import type { Row } from '../../../store/schema.ts';
import { buildBlankRow } from '../../shared/blank-row.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { dropUndefined } from '../../shared/fields.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { replaceMemberships, requireReferences, showUsers } from '../../organization/memberships.ts';
import { userFields } from '../../organization/people.ts';
import { changeRecord, buildNewRecord, resolveOptionalId } from '../../shared/records.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { createRecordHandlers } from '../kit/record-handlers.ts';
import { searchUsers } from '../../organization/user-search.ts';

const record = createRecordHandlers({
  table: 'user_account',
  kind: 'user',
  fields: users.filter.filter,
  columns: listPlainColumns(users.filter.filter),
  show: showUsers,
  page: (pagination) => ({ pagination }),
});

export const userHandlers: Handlers<Operations['users']> = {
  filter: record.filter,
  get: record.get,
  delete: record.delete,

  search: searchUsers,

  async create(ctx, input) {
    const teamIds = await requireReferences(ctx, 'team', 'teams', input.teams ?? []);
    const row: Row<'user_account'> = {
      ...buildBlankRow('user_account'),
      ...(await buildColumns(ctx, input)),
      ...buildNewRecord(ctx, input.key),
      email: input.email,
      status: input.status,
      roles: JSON.stringify(input.roles),
    };
    await ctx.db.insertInto('user_account').values(row).execute();
    await replaceMemberships(ctx, 'user_id', row.id, teamIds);
    return record.show(ctx, row);
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    const teamIds = input.teams && (await requireReferences(ctx, 'team', 'teams', input.teams));
    const change = dropUndefined({
      ...(await buildColumns(ctx, input)),
      key: input.key,
      status: input.status,
      roles: input.roles && JSON.stringify(input.roles),
    });
    const changed = await changeRecord(ctx, 'user_account', row, change);
    if (teamIds) await replaceMemberships(ctx, 'user_id', row.id, teamIds);
    return record.show(ctx, changed);
  },
};

interface UserDetails {
  readonly avatarId?: string | null | undefined;
}

/** Builds the columns of the fields that the input names, except key, status and roles. */
async function buildColumns(ctx: ServiceContext, input: UserDetails) {
  const avatarId = await resolveOptionalId(ctx, 'document', 'avatarId', input.avatarId);
  return dropUndefined({ ...userFields.toRow(input), avatar_id: avatarId });
}
