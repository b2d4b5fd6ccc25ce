import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { unbouncedAssignment } from '../../domain/freight/load.ts';
import { wonQuote } from '../../domain/quotes/quote.ts';
import { notCanceled } from '../../domain/freight/shipment.ts';
import { printRule } from '../../domain/rules/rule-sql.ts';
import { users } from '../../contract/organization/users.ts';
import type { Operations, User, UserSearchRow } from '../../contract/types.ts';
import { findRecords } from '../../store/records.ts';
import type { ServiceContext } from '../shared/context.ts';
import { showUsers } from './memberships.ts';
import { listHitIds, search, searchRows } from '../search/search.ts';
import type { SearchPart } from '../search/search-part.ts';
import { selectMoney, noText, toRef, translateCodes } from '../search/columns.ts';

const declared = users.search.search;

export async function searchUsers(
  ctx: ServiceContext,
  request: Operations['users']['search']['parsed'],
): Promise<Operations['users']['search']['output']> {
  const part = buildUserPart(ctx);
  const { hits, pagination, totalResults } = await search(ctx, { ...declared, parts: [part], request });
  const ids = listHitIds(hits);
  const full = await readFullUsers(ctx, ids);
  const usersById = request.format === 'full' ? full : await readFlatRows(ctx, part, full);
  return { data: ids.flatMap((id) => usersById.get(id) ?? []), pagination, totalResults };
}

async function readFullUsers(ctx: ServiceContext, ids: readonly string[]): Promise<ReadonlyMap<string, User>> {
  const rows = await findRecords(ctx, 'user_account', ids);
  return new Map((await showUsers(ctx, [...rows.values()])).map((user) => [user.id, user]));
}

async function readFlatRows(
  ctx: ServiceContext,
  part: ReturnType<typeof buildUserPart>,
  full: ReadonlyMap<string, User>,
): Promise<ReadonlyMap<string, UserSearchRow>> {
  const rows = await searchRows(ctx, part, [...full.keys()]);
  return new Map(
    [...rows].map(([id, row]) => [
      id,
      {
        ...row,
        object: 'USER_SEARCH_ROW',
        emailVerified: row.emailVerified === 1,
        roles: full.get(id)?.roles ?? [],
        visibility: null,
        teamIds: full.get(id)?.teams.map((team) => team.id) ?? [],
        teamNames: full.get(id)?.teams.map((team) => team.name) ?? [],
      },
    ]),
  );
}

/** Statuses of a user, as rows name them. */
const rowStatuses = { PENDING: 'pending', ACTIVE: 'active', INACTIVE: 'inactive' } as const;

/** Shipments whose customer representative is the user. */
const shipments = sql`shipment as s where s.organization_id = u.organization_id and s.customer_rep_id = u.id
  and s.deleted_at is null and ${sql.raw(printRule(notCanceled, 's'))}`;
const ownShipments = sql`(select s.id from ${shipments})`;
const shipmentsCount = sql`(select count(*) from ${shipments})`;

const revenue = sql`coalesce((select sum(h.total_cents) from freight_order as o
  join charge as h on h.organization_id = o.organization_id and h.owner_id = o.id and h.owner_type = 'ORDER'
  where o.organization_id = u.organization_id and o.deleted_at is null and ${sql.raw(printRule(notCanceled, 'o'))}
    and o.shipment_id in ${ownShipments}), 0)`;

const carriersOnLoads = sql`load_carrier as lc where lc.organization_id = u.organization_id
  and lc.deleted_at is null and ${sql.raw(printRule(unbouncedAssignment, 'lc'))} and lc.shipment_id in ${ownShipments}`;

/** Cost of these shipments: the charges of carriers and vendors. */
const cost = sql`(coalesce((select sum(h.total_cents) from charge as h
  where h.organization_id = u.organization_id and h.owner_type = 'LOAD_CARRIER'
    and h.owner_id in (select lc.id from ${carriersOnLoads})), 0)
  + coalesce((select sum(h.total_cents) from service as v
  join charge as h on h.organization_id = v.organization_id and h.owner_id = v.id and h.owner_type = 'SERVICE'
  where v.organization_id = u.organization_id and v.deleted_at is null and ${sql.raw(printRule(notCanceled, 'v'))}
    and v.shipment_id in ${ownShipments}), 0))`;

const quotes = sql`quote as q where q.organization_id = u.organization_id and q.assignee_id = u.id and q.deleted_at is null`;

const buildTeamField = (column: 'id' | 'name') => ({
  related: (test: (value: RawBuilder<unknown>) => RawBuilder<SqlBool>) => sql<SqlBool>`exists (select 1
    from team_member as m join team as t on t.id = m.team_id and t.organization_id = m.organization_id
    where m.organization_id = u.organization_id and m.user_id = u.id and t.deleted_at is null
      and ${test(toRef(`t.${column}`))})`,
});

const toMoney = (cents: RawBuilder<unknown>) => sql<number>`${selectMoney(cents)}`;

function buildUserPart({ organizationId }: ServiceContext) {
  const id = sql<string>`u.id`;
  return {
    from: sql`user_account as u`,
    visible: sql<SqlBool>`u.organization_id = ${organizationId} and u.deleted_at is null`,
    id,
    scope: { organizationId, kind: 'user' },
    columns: {
      id,
      name: sql<string>`coalesce(u.name, u.email)`,
      email: sql<string>`u.email`,
      // Who is pending was invited and has not answered yet.
      emailVerified: sql<number>`case when u.status = 'PENDING' then 0 else 1 end`,
      phone: sql<string | null>`u.phone`,
      status: translateCodes(toRef('u.status'), rowStatuses),
      roles: { list: sql<string>`u.roles` },
      visibility: noText,
      teamIds: buildTeamField('id'),
      teamNames: buildTeamField('name'),
      customersCount: sql<number>`(select count(distinct s.customer_id) from ${shipments})`,
      quotesCount: sql<number>`(select count(*) from ${quotes})`,
      quotesWon: sql<number>`(select count(*) from ${quotes} and ${sql.raw(printRule(wonQuote, 'q'))})`,
      quoteWinRate: sql<
        number | null
      >`(select round(100.0 * sum(case when ${sql.raw(printRule(wonQuote, 'q'))} then 1 else 0 end)
        / nullif(count(*), 0), 1) from ${quotes})`,
      ordersCount: sql<number>`${shipmentsCount}`,
      ordersTotalRevenue: toMoney(revenue),
      ordersTotalTransportationCost: toMoney(cost),
      ordersTotalGrossProfit: toMoney(sql`(${revenue} - ${cost})`),
      averageGrossProfitPerOrder: sql<number | null>`(round((${revenue} - ${cost}) * 1.0
        / nullif(${shipmentsCount}, 0)) / 100)`,
      carriersCount: sql<number>`(select count(distinct lc.carrier_id) from ${carriersOnLoads})`,
      createdAt: sql<string>`u.created_at`,
      lastInvitedAt: noText,
    },
  } satisfies SearchPart<typeof declared.fields>;
}
