import { teams } from '../../../contract/organization/teams.ts';
import type { Operations, Team } from '../../../contract/types.ts';
import type { Row } from '../../../store/schema.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { dropUndefined } from '../../shared/fields.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { readMembers, replaceMemberships, requireReferences } from '../../organization/memberships.ts';
import { showTeam } from '../../organization/people.ts';
import { changeRecord, buildNewRecord } from '../../shared/records.ts';
import { loadDeleters, showReference } from '../../identifiers/references.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { createRecordHandlers } from '../kit/record-handlers.ts';

const record = createRecordHandlers({
  table: 'team',
  kind: 'team',
  fields: teams.filter.filter,
  columns: listPlainColumns(teams.filter.filter),
  show: showTeams,
  page: (pagination) => ({ pagination }),
});

export const teamHandlers: Handlers<Operations['teams']> = {
  filter: record.filter,
  get: record.get,
  delete: record.delete,

  async create(ctx, input) {
    const userIds = await requireReferences(ctx, 'user_account', 'users', input.users ?? []);
    const row: Row<'team'> = { ...buildNewRecord(ctx, input.key), name: input.name };
    await ctx.db.insertInto('team').values(row).execute();
    await replaceMemberships(ctx, 'team_id', row.id, userIds);
    return record.show(ctx, row);
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    const userIds = input.users && (await requireReferences(ctx, 'user_account', 'users', input.users));
    const changed = await changeRecord(ctx, 'team', row, dropUndefined({ name: input.name, key: input.key }));
    if (userIds) await replaceMemberships(ctx, 'team_id', row.id, userIds);
    return record.show(ctx, changed);
  },
};

async function showTeams(ctx: ServiceContext, rows: readonly Row<'team'>[]): Promise<Team[]> {
  const members = await readMembers(
    ctx,
    rows.map(({ id }) => id),
  );
  const users = await loadDeleters(ctx, rows);
  return rows.map((row) => ({
    ...showTeam(row),
    users: members.get(row.id) ?? [],
    deletedBy: showReference(users, row.deleted_by_id),
  }));
}
