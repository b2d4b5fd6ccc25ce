import { unbouncedAssignment } from '../../domain/freight/load.ts';
import { wonQuote } from '../../domain/quotes/quote.ts';
import { notCanceled } from '../../domain/freight/shipment.ts';
import { openInvoice } from '../../domain/money/invoice.ts';
import { printRule } from '../../domain/rules/rule-sql.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { customers } from '../../contract/parties/customers.ts';
import type { customerCriteria } from '../../contract/parties/customer-search.ts';
import type { CustomerSearchRow, Operations } from '../../contract/types.ts';
import { findRecords } from '../../store/records.ts';
import type { ServiceContext } from '../shared/context.ts';
import { showCustomers } from './customer-view.ts';
import { listHitIds, search, searchRows } from '../search/search.ts';
import type { SearchPart } from '../search/search-part.ts';
import { selectJsonText, selectMoney, noRelated, noText, toRef, translateCodes } from '../search/columns.ts';

export async function searchCustomers(
  ctx: ServiceContext,
  request: Operations['customers']['search']['parsed'],
): Promise<Operations['customers']['search']['output']> {
  const part = buildCustomerPart(ctx);
  const { hits, pagination, totalResults } = await search(ctx, { ...customers.search.search, parts: [part], request });
  const ids = listHitIds(hits);
  const customersById =
    request.format === 'full' ? await readFullCustomers(ctx, ids) : await readFlatRows(ctx, part, ids);
  return { data: ids.flatMap((id) => customersById.get(id) ?? []), pagination, totalResults };
}

async function readFullCustomers(ctx: ServiceContext, ids: readonly string[]) {
  const rows = await findRecords(ctx, 'customer', ids);
  return new Map((await showCustomers(ctx, [...rows.values()])).map((customer) => [customer.id, customer]));
}

async function readFlatRows(ctx: ServiceContext, part: ReturnType<typeof buildCustomerPart>, ids: readonly string[]) {
  const rows = await searchRows(ctx, part, ids);
  return new Map(
    [...rows].map(([id, row]): [string, CustomerSearchRow] => [
      id,
      { ...row, object: 'CUSTOMER_SEARCH_ROW', userIds: [], userNames: [], tags: [] },
    ]),
  );
}

/** The stages of a customer's record, as search rows name them. */
const rowStatuses = {
  NEW: 'PENDING',
  CONTACTED: 'PENDING',
  QUALIFIED: 'PENDING',
  QUOTED: 'PENDING',
  NURTURING: 'PENDING',
  PENDING: 'PENDING',
  ACTIVE: 'ACTIVE',
  INACTIVE: 'INACTIVE',
  BLOCKED: 'SUSPENDED',
  CLOSED: 'ARCHIVED',
} as const;

/** Fields that this service has no source for. */
const absent = {
  teamName: noText,
  userIds: noRelated,
  userNames: noRelated,
  accountOwnerId: noText,
  accountOwnerName: noText,
  operatedById: noText,
  operatedByName: noText,
  yearsInBusiness: noText,
  sic: noText,
  nextFollowUp: noText,
  lastOutreach: noText,
  tags: noRelated,
} as const;

/** Selects a column of the primary contact, or else the first. */
const selectPrimaryContact = (column: 'name' | 'email' | 'phone_number') => sql<
  string | null
>`(select ${toRef(`k.${column}`)}
  from customer_contact as k where k.organization_id = c.organization_id and k.customer_id = c.id and k.deleted_at is null order by k.is_primary desc, k.id limit 1)`;

const shipments = sql`shipment as s where s.organization_id = c.organization_id and s.customer_id = c.id
  and s.deleted_at is null and ${sql.raw(printRule(notCanceled, 's'))}`;

const revenue = sql`(select sum(h.total_cents) from freight_order as o
  join charge as h on h.organization_id = o.organization_id and h.owner_id = o.id and h.owner_type = 'ORDER'
  where o.deleted_at is null and o.organization_id = c.organization_id and o.shipment_id in (select s.id from ${shipments}))`;

/** Cost of these shipments: the charges of carriers and vendors. */
const cost = sql`(coalesce((select sum(h.total_cents) from load_carrier as lc
  join charge as h on h.organization_id = lc.organization_id and h.owner_id = lc.id and h.owner_type = 'LOAD_CARRIER'
  where lc.deleted_at is null and ${sql.raw(printRule(unbouncedAssignment, 'lc'))} and lc.organization_id = c.organization_id and lc.shipment_id in (select s.id from ${shipments})), 0)
  + coalesce((select sum(h.total_cents) from service as v
  join charge as h on h.organization_id = v.organization_id and h.owner_id = v.id and h.owner_type = 'SERVICE'
  where v.deleted_at is null and ${sql.raw(printRule(notCanceled, 'v'))} and v.organization_id = c.organization_id and v.shipment_id in (select s.id from ${shipments})), 0))`;

const outstanding = sql`(select sum(i.owed_cents) from invoice as i where i.organization_id = c.organization_id
  and i.customer_id = c.id and i.deleted_at is null and ${sql.raw(printRule(openInvoice, 'i'))})`;

const quotes = sql`quote as q where q.organization_id = c.organization_id and q.customer_id = c.id and q.deleted_at is null`;

function buildCustomerPart({ organizationId, kind }: ServiceContext) {
  const id = sql<string>`c.id`;
  const selectAddressField = (name: string): RawBuilder<string | null> =>
    selectJsonText(kind, sql`coalesce(c.corporate_address, c.billing_address)`, name);
  const toUpper = (text: RawBuilder<unknown>) => sql<string | null>`upper(${text})`;
  const selectColumn = (column: string) => sql<string | null>`${toRef(`c.${column}`)}`;
  return {
    from: sql`customer as c left join payment_term as t on t.id = c.payment_term_id`,
    visible: sql<SqlBool>`c.organization_id = ${organizationId} and c.deleted_at is null`,
    id,
    scope: { organizationId, kind: 'customer' },
    columns: {
      ...absent,
      id,
      friendlyId: sql<string>`c.friendly_id`,
      name: sql<string>`c.name`,
      dbaName: selectColumn('dba_name'),
      status: translateCodes(toRef('c.status'), rowStatuses),
      city: selectAddressField('city'),
      state: toUpper(selectAddressField('state')),
      location: sql<
        string | null
      >`(${selectAddressField('city')} || coalesce(', ' || ${toUpper(selectAddressField('state'))}, ''))`,
      zip: selectAddressField('zipCode'),
      country: toUpper(selectAddressField('country')),
      teamId: selectColumn('group_id'),
      primaryContactName: selectPrimaryContact('name'),
      primaryContactEmail: selectPrimaryContact('email'),
      primaryContactPhone: selectPrimaryContact('phone_number'),
      serviceTier: selectColumn('service_tier'),
      numberOfEmployees: selectColumn('number_of_employees'),
      industry: selectColumn('industry'),
      naics: selectColumn('naics'),
      paymentTermName: sql<string | null>`t.name`,
      creditLimit: selectMoney(toRef('c.credit_limit_cents')),
      outstandingBalance: selectMoney(sql`coalesce(${outstanding}, 0)`),
      totalRevenue: selectMoney(sql`coalesce(${revenue}, 0)`),
      totalTransportationCost: selectMoney(cost),
      totalGrossProfit: selectMoney(sql`(coalesce(${revenue}, 0) - ${cost})`),
      ordersCount: sql<number | null>`(select count(*) from ${shipments})`,
      quotesCount: sql<number | null>`(select count(*) from ${quotes})`,
      quotesWon: sql<number | null>`(select count(*) from ${quotes} and ${sql.raw(printRule(wonQuote, 'q'))})`,
      quoteWinRate: sql<
        number | null
      >`(select round(100.0 * sum(case when ${sql.raw(printRule(wonQuote, 'q'))} then 1 else 0 end)
        / nullif(count(*), 0), 1) from ${quotes})`,
      mostRecentOrderCreationAt: sql<string | null>`(select max(s.created_at) from ${shipments})`,
      quickbooksCustomerId: selectColumn('qbo_customer_id'),
      createdAt: sql<string>`c.created_at`,
      updatedAt: selectColumn('updated_at'),
    },
  } satisfies SearchPart<typeof customerCriteria>;
}
