import type { z } from 'zod';
import { type User, users } from '../../contract/users.ts';
import { fieldError } from '../../errors.ts';
import type { Row } from '../../store/schema.ts';
import { blankRow } from '../blank-row.ts';
import type { ServiceContext } from '../context.ts';
import { defined, fieldMap, readJson } from '../fields.ts';
import { plainColumns } from '../filter-columns.ts';
import { filterPage } from '../page.ts';
import { changeRecord, deleteRecord, newRecord, optionalId, requireRecord } from '../records.ts';
import { shownStamps } from '../references.ts';
import { type Handlers, notImplemented } from '../route.ts';

type ShownUser = z.output<typeof User>;

const fields = fieldMap<Row<'user_account'>>()({
  email: 'plain',
  name: 'plain',
  phone: 'plain',
  phoneExt: 'plain',
  datUsername: 'plain',
  mcpUsername: 'plain',
});

const source = {
  table: 'user_account',
  fields: users.filter.filter,
  columns: plainColumns(users.filter.filter),
} as const;

export const userHandlers: Handlers<typeof users> = {
  ...notImplemented(users),

  async filter(ctx, input) {
    const { rows, page, problems } = await filterPage(ctx, source, input);
    return { data: rows.map(toUser), pagination: page, ...problems };
  },

  async create(ctx, input) {
    const row: Row<'user_account'> = {
      ...blankRow('user_account'),
      ...(await columnsOf(ctx, input)),
      ...newRecord(ctx, input.key),
      email: input.email,
      status: input.status,
      roles: JSON.stringify(input.roles),
    };
    await ctx.db.insertInto('user_account').values(row).execute();
    return toUser(row);
  },

  async get(ctx, input) {
    return toUser(await requireRecord(ctx, 'user_account', 'user', input));
  },

  async update(ctx, input) {
    const row = await requireRecord(ctx, 'user_account', 'user', input);
    const change = defined({
      ...(await columnsOf(ctx, input)),
      key: input.key,
      status: input.status,
      roles: input.roles && JSON.stringify(input.roles),
    });
    return toUser(await changeRecord(ctx, 'user_account', row, change));
  },

  delete: (ctx, input) => deleteRecord(ctx, 'user_account', 'user', input),
};

interface Details {
  readonly avatarId?: string | null | undefined;
  readonly teams?: readonly unknown[] | undefined;
}

/** Columns of the fields that the input names, apart from key, status and roles. */
async function columnsOf(ctx: ServiceContext, input: Details) {
  // No team can exist as long as teams are not served, so none can be named.
  if (input.teams?.length) throw fieldError('VALIDATION_ERROR', 'teams.0', 'names a record that does not exist');
  const avatarId = await optionalId(ctx, 'document', 'avatarId', input.avatarId);
  return defined({ ...fields.toRow(input), avatar_id: avatarId });
}

function toUser(row: Row<'user_account'>): ShownUser {
  return {
    object: 'USER',
    ...shownStamps(row),
    ...fields.toWire(row),
    // The columns hold only statuses and roles that the contract declares.
    status: row.status as ShownUser['status'],
    roles: readJson<ShownUser['roles']>(row.roles) ?? [],
    avatarId: row.avatar_id,
    teams: [],
  };
}
