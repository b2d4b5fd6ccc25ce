import type { z } from 'zod';
import { type Team, teams } from '../../../contract/organization/teams.ts';
import type { Row } from '../../../store/schema.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { defined } from '../../shared/fields.ts';
import { plainColumns } from '../../filter/columns.ts';
import { membersOf, replaceMemberships, requireReferences } from '../../organization/memberships.ts';
import { filterPage } from '../../filter/page.ts';
import { toTeam } from '../../organization/people.ts';
import { changeRecord, deleteRecord, newRecord, requireRecord } from '../../shared/records.ts';
import { deleters, shown } from '../../shared/references.ts';
import type { Handlers } from '../../shared/handlers.ts';

type ShownTeam = z.output<typeof Team>;

const source = {
  table: 'team',
  fields: teams.filter.filter,
  columns: plainColumns(teams.filter.filter),
} as const;

export const teamHandlers: Handlers<typeof teams> = {
  async filter(ctx, input) {
    const { rows, page, problems } = await filterPage(ctx, source, input);
    return { data: await showTeams(ctx, rows), pagination: page, ...problems };
  },

  async create(ctx, input) {
    const userIds = await requireReferences(ctx, 'user_account', 'users', input.users ?? []);
    const row: Row<'team'> = { ...newRecord(ctx, input.key), name: input.name };
    await ctx.db.insertInto('team').values(row).execute();
    await replaceMemberships(ctx, 'team_id', row.id, userIds);
    return showTeam(ctx, row);
  },

  get: async (ctx, input) => showTeam(ctx, await requireRecord(ctx, 'team', 'team', input)),

  async update(ctx, input) {
    const row = await requireRecord(ctx, 'team', 'team', input);
    const userIds = input.users && (await requireReferences(ctx, 'user_account', 'users', input.users));
    const changed = await changeRecord(ctx, 'team', row, defined({ name: input.name, key: input.key }));
    if (userIds) await replaceMemberships(ctx, 'team_id', row.id, userIds);
    return showTeam(ctx, changed);
  },

  delete: (ctx, input) => deleteRecord(ctx, 'team', 'team', input),
};

async function showTeams(ctx: ServiceContext, rows: readonly Row<'team'>[]): Promise<ShownTeam[]> {
  const members = await membersOf(
    ctx,
    rows.map(({ id }) => id),
  );
  const users = await deleters(ctx, rows);
  return rows.map((row) => ({
    ...toTeam(row),
    users: members.get(row.id) ?? [],
    deletedBy: shown(users, row.deleted_by_id),
  }));
}

async function showTeam(ctx: ServiceContext, row: Row<'team'>): Promise<ShownTeam> {
  const [team] = await showTeams(ctx, [row]);
  if (!team) throw new Error('one row makes one team');
  return team;
}
