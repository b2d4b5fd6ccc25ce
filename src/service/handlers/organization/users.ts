import type { z } from 'zod';
import { type User, users } from '../../../contract/organization/users.ts';
import type { Row } from '../../../store/schema.ts';
import { blankRow } from '../../shared/blank-row.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { defined } from '../../shared/fields.ts';
import { plainColumns } from '../../filter/columns.ts';
import { replaceMemberships, requireReferences, showUsers } from '../../organization/memberships.ts';
import { filterPage } from '../../filter/page.ts';
import { userFields } from '../../organization/people.ts';
import { changeRecord, deleteRecord, newRecord, optionalId, requireRecord } from '../../shared/records.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { searchUsers } from '../../organization/user-search.ts';

type ShownUser = z.output<typeof User>;

const source = {
  table: 'user_account',
  fields: users.filter.filter,
  columns: plainColumns(users.filter.filter),
} as const;

export const userHandlers: Handlers<typeof users> = {
  async filter(ctx, input) {
    const { rows, page, problems } = await filterPage(ctx, source, input);
    return { data: await showUsers(ctx, rows), pagination: page, ...problems };
  },

  search: searchUsers,

  async create(ctx, input) {
    const teamIds = await requireReferences(ctx, 'team', 'teams', input.teams ?? []);
    const row: Row<'user_account'> = {
      ...blankRow('user_account'),
      ...(await columnsOf(ctx, input)),
      ...newRecord(ctx, input.key),
      email: input.email,
      status: input.status,
      roles: JSON.stringify(input.roles),
    };
    await ctx.db.insertInto('user_account').values(row).execute();
    await replaceMemberships(ctx, 'user_id', row.id, teamIds);
    return showUser(ctx, row);
  },

  async get(ctx, input) {
    return showUser(ctx, await requireRecord(ctx, 'user_account', 'user', input));
  },

  async update(ctx, input) {
    const row = await requireRecord(ctx, 'user_account', 'user', input);
    const teamIds = input.teams && (await requireReferences(ctx, 'team', 'teams', input.teams));
    const change = defined({
      ...(await columnsOf(ctx, input)),
      key: input.key,
      status: input.status,
      roles: input.roles && JSON.stringify(input.roles),
    });
    const changed = await changeRecord(ctx, 'user_account', row, change);
    if (teamIds) await replaceMemberships(ctx, 'user_id', row.id, teamIds);
    return showUser(ctx, changed);
  },

  delete: (ctx, input) => deleteRecord(ctx, 'user_account', 'user', input),
};

interface Details {
  readonly avatarId?: string | null | undefined;
}

/** Columns of the fields that the input names, apart from key, status and roles. */
async function columnsOf(ctx: ServiceContext, input: Details) {
  const avatarId = await optionalId(ctx, 'document', 'avatarId', input.avatarId);
  return defined({ ...userFields.toRow(input), avatar_id: avatarId });
}

async function showUser(ctx: ServiceContext, row: Row<'user_account'>): Promise<ShownUser> {
  const [user] = await showUsers(ctx, [row]);
  if (!user) throw new Error('one row makes one user');
  return user;
}
