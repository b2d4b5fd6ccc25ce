import { fieldError } from '../../errors.ts';
import { findRecords } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import { selectIn } from '../../store/select-in.ts';
import type { ServiceContext } from '../shared/context.ts';
import { showTeam, showTeamMember } from './people.ts';
import { deleters, showReference } from '../shared/references.ts';
import type { ReferenceInput, TeamMember, User, UserTeam } from '../../contract/types.ts';

/** Which users are in which teams; both sides show each other and either may replace its whole list. */
type Side = 'team_id' | 'user_id';

type ShownMember = TeamMember;
type ShownTeam = UserTeam;

/** Live members of each team, by team. */
export async function membersOf(ctx: ServiceContext, teamIds: readonly string[]): Promise<Map<string, ShownMember[]>> {
  const links = await linksOf(ctx, 'team_id', teamIds);
  const users = await findRecords(
    ctx,
    'user_account',
    links.map((link) => link.user_id),
  );
  return othersOf(links, 'team_id', (link) => live(users.get(link.user_id), showTeamMember));
}

/** Users as the API shows them, with their teams. */
export async function showUsers(ctx: ServiceContext, rows: readonly Row<'user_account'>[]): Promise<User[]> {
  const teams = await teamsOf(
    ctx,
    rows.map(({ id }) => id),
  );
  const users = await deleters(ctx, rows);
  return rows.map((row) => ({
    ...showTeamMember(row),
    teams: teams.get(row.id) ?? [],
    deletedBy: showReference(users, row.deleted_by_id),
  }));
}

/** Live teams of each user, by user. */
async function teamsOf(ctx: ServiceContext, userIds: readonly string[]): Promise<Map<string, ShownTeam[]>> {
  const links = await linksOf(ctx, 'user_id', userIds);
  const teams = await findRecords(
    ctx,
    'team',
    links.map((link) => link.team_id),
  );
  return othersOf(links, 'user_id', (link) => live(teams.get(link.team_id), showTeam));
}

/** Ids of the live records that a list names, each once; 422 naming the first that does not exist. */
export async function requireReferences(
  ctx: ServiceContext,
  table: 'team' | 'user_account',
  field: string,
  references: readonly ReferenceInput[],
): Promise<string[]> {
  const byId = await addressesOf(ctx, table, 'id', references);
  const byKey = await addressesOf(ctx, table, 'key', references);
  const ids = references.map((reference, index) => {
    const id = 'id' in reference ? byId.get(reference.id.toLowerCase()) : byKey.get(reference.key);
    if (id === undefined)
      throw fieldError('VALIDATION_ERROR', `${field}.${index}`, 'names a record that does not exist');
    return id;
  });
  return [...new Set(ids)];
}

/** Replaces everything the record on one side is linked to. Its row must have been written in this transaction before. */
export async function replaceMemberships(
  ctx: ServiceContext,
  side: Side,
  id: string,
  others: readonly string[],
): Promise<void> {
  await ctx.db
    .deleteFrom('team_member')
    .where('organization_id', '=', ctx.organizationId)
    .where(side, '=', id)
    .execute();
  if (others.length === 0) return;
  const rows = others.map((other) => ({
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

const linksOf = (ctx: ServiceContext, side: Side, ids: readonly string[]): Promise<Row<'team_member'>[]> =>
  memberLinks[side](ctx, ids);

const linksBy = (side: Side) =>
  selectIn((db, { organizationId, ids }) =>
    db
      .selectFrom('team_member')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where(side, 'in', ids)
      .orderBy('team_id')
      .orderBy('user_id'),
  );

const memberLinks: Readonly<Record<Side, ReturnType<typeof linksBy>>> = {
  team_id: linksBy('team_id'),
  user_id: linksBy('user_id'),
};

function othersOf<Other>(
  links: readonly Row<'team_member'>[],
  side: Side,
  show: (link: Row<'team_member'>) => Other | undefined,
): Map<string, Other[]> {
  const others = new Map<string, Other[]>();
  for (const link of links) {
    const other = show(link);
    if (other !== undefined) others.set(link[side], [...(others.get(link[side]) ?? []), other]);
  }
  return others;
}

function live<Found extends { readonly deleted_at: string | null }, Shown>(
  row: Found | undefined,
  show: (row: Found) => Shown,
): Shown | undefined {
  return row && row.deleted_at === null ? show(row) : undefined;
}

async function addressesOf(
  ctx: ServiceContext,
  table: 'team' | 'user_account',
  column: 'id' | 'key',
  references: readonly ReferenceInput[],
): Promise<Map<string | null, string>> {
  const wanted = references.flatMap((reference) => {
    if (column === 'id') return 'id' in reference ? [reference.id.toLowerCase()] : [];
    return 'key' in reference ? [reference.key] : [];
  });
  const rows = await liveAddresses[table][column](ctx, wanted);
  return new Map(rows.map((row) => [row[column], row.id]));
}

const addressesBy = (table: 'team' | 'user_account', column: 'id' | 'key') =>
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
  team: { id: addressesBy('team', 'id'), key: addressesBy('team', 'key') },
  user_account: { id: addressesBy('user_account', 'id'), key: addressesBy('user_account', 'key') },
} as const;
