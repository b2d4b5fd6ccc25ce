import { createFieldError } from '../../errors.ts';
import { findRecords } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import { selectIn } from '../../store/select-in.ts';
import type { ServiceContext } from '../shared/context.ts';
import { showTeam, showTeamMember } from './people.ts';
import { loadDeleters, showReference } from '../identifiers/references.ts';
import type { ReferenceInput, TeamMember, User, UserTeam } from '../../contract/types.ts';

/**
 * Column of one side of the links between teams and users. Both sides show each other, and either may replace its whole
 * list.
 */
type Side = 'team_id' | 'user_id';

/** Reads the live members of each team. */
export async function readMembers(ctx: ServiceContext, teamIds: readonly string[]): Promise<Map<string, TeamMember[]>> {
  const links = await readLinks(ctx, 'team_id', teamIds);
  const users = await findRecords(
    ctx,
    'user_account',
    links.map((link) => link.user_id),
  );
  return groupShown(links, 'team_id', (link) => showIfLive(users.get(link.user_id), showTeamMember));
}

/** Users as the API shows them, with their teams. */
export async function showUsers(ctx: ServiceContext, rows: readonly Row<'user_account'>[]): Promise<User[]> {
  const teams = await readTeams(
    ctx,
    rows.map(({ id }) => id),
  );
  const users = await loadDeleters(ctx, rows);
  return rows.map((row) => ({
    ...showTeamMember(row),
    teams: teams.get(row.id) ?? [],
    deletedBy: showReference(users, row.deleted_by_id),
  }));
}

/** Reads the live teams of each user. */
async function readTeams(ctx: ServiceContext, userIds: readonly string[]): Promise<Map<string, UserTeam[]>> {
  const links = await readLinks(ctx, 'user_id', userIds);
  const teams = await findRecords(
    ctx,
    'team',
    links.map((link) => link.team_id),
  );
  return groupShown(links, 'user_id', (link) => showIfLive(teams.get(link.team_id), showTeam));
}

/** Resolves the ids of the live records that a list names, each once; 422 with the first that doesn't exist. */
export async function requireReferences(
  ctx: ServiceContext,
  table: 'team' | 'user_account',
  field: string,
  references: readonly ReferenceInput[],
): Promise<string[]> {
  const byId = await readAddresses(ctx, table, 'id', references);
  const byKey = await readAddresses(ctx, table, 'key', references);
  const ids = references.map((reference, index) => {
    const id = 'id' in reference ? byId.get(reference.id.toLowerCase()) : byKey.get(reference.key);
    if (id === undefined)
      throw createFieldError('VALIDATION_ERROR', `${field}.${index}`, 'names a record that does not exist');
    return id;
  });
  return [...new Set(ids)];
}

/** Replaces everything the record on one side is linked to. Its row must have been written in this transaction before. */
export async function replaceMemberships(
  ctx: ServiceContext,
  side: Side,
  id: string,
  otherIds: readonly string[],
): Promise<void> {
  await ctx.db
    .deleteFrom('team_member')
    .where('organization_id', '=', ctx.organizationId)
    .where(side, '=', id)
    .execute();
  if (otherIds.length === 0) return;
  const rows = otherIds.map((other) => ({
    organization_id: ctx.organizationId,
    ...(side === 'team_id' ? { team_id: id, user_id: other } : { team_id: other, user_id: id }),
  }));
  // The other side may be adding the same membership at this moment.
  await ctx.db
    .insertInto('team_member')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const readLinks = (ctx: ServiceContext, side: Side, ids: readonly string[]): Promise<Row<'team_member'>[]> =>
  memberLinks[side](ctx, ids);

const selectLinks = (side: Side) =>
  selectIn((db, { organizationId, ids }) =>
    db
      .selectFrom('team_member')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where(side, 'in', ids)
      .orderBy('team_id')
      .orderBy('user_id'),
  );

const memberLinks: Readonly<Record<Side, ReturnType<typeof selectLinks>>> = {
  team_id: selectLinks('team_id'),
  user_id: selectLinks('user_id'),
};

function groupShown<Other>(
  links: readonly Row<'team_member'>[],
  side: Side,
  show: (link: Row<'team_member'>) => Other | undefined,
): Map<string, Other[]> {
  const shownBySide = new Map<string, Other[]>();
  for (const link of links) {
    const other = show(link);
    if (other !== undefined) shownBySide.set(link[side], [...(shownBySide.get(link[side]) ?? []), other]);
  }
  return shownBySide;
}

function showIfLive<Found extends { readonly deleted_at: string | null }, Shown>(
  row: Found | undefined,
  show: (row: Found) => Shown,
): Shown | undefined {
  return row && row.deleted_at === null ? show(row) : undefined;
}

async function readAddresses(
  ctx: ServiceContext,
  table: 'team' | 'user_account',
  column: 'id' | 'key',
  references: readonly ReferenceInput[],
): Promise<Map<string | null, string>> {
  const requestedKeys = references.flatMap((reference) => {
    if (column === 'id') return 'id' in reference ? [reference.id.toLowerCase()] : [];
    return 'key' in reference ? [reference.key] : [];
  });
  const rows = await liveAddresses[table][column](ctx, requestedKeys);
  return new Map(rows.map((row) => [row[column], row.id]));
}

const selectAddresses = (table: 'team' | 'user_account', column: 'id' | 'key') =>
  selectIn((db, { organizationId, ids }) =>
    db
      // Both tables have the columns used here; the union of their types is too much for the query builder.
      .selectFrom(table as 'team')
      .select(['id', 'key'])
      .where('organization_id', '=', organizationId)
      .where(column, 'in', ids)
      .where('deleted_at', 'is', null),
  );

const liveAddresses = {
  team: { id: selectAddresses('team', 'id'), key: selectAddresses('team', 'key') },
  user_account: { id: selectAddresses('user_account', 'id'), key: selectAddresses('user_account', 'key') },
} as const;
