import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { activeAssignment } from '../../domain/freight/load.ts';
import { printRule } from '../../domain/rules/rule-sql.ts';
import type { carrierCriteria } from '../../contract/parties/carrier-search.ts';
import type { ServiceContext } from '../shared/context.ts';
import type { SearchPart } from '../search/search-part.ts';
import {
  selectJsonText,
  selectMoney,
  countMonthsSince,
  noNumber,
  noRelated,
  noText,
  toRef,
  translateCodes,
} from '../search/columns.ts';

const rowTypes = {
  TRUCKLOAD: 'TL',
  LTL: 'LTL',
  LINEHAUL: 'LINEHAUL',
  CARTAGE: 'CARTAGE',
  AIR: 'AIR',
  OCEAN: 'OCEAN',
  RAIL: 'RAIL',
} as const;

const rowStatuses = { PENDING: 'pending', ACTIVE: 'active', INACTIVE: 'inactive', DO_NOT_USE: 'doNotUse' } as const;

/** Vetting and accounting figures that this service has no source for. */
const absent = {
  accountOwnerId: noText,
  accountOwnerName: noText,
  zone: noText,
  highwayId: noText,
  highwayRulesAssessment: noText,
  rmisId: noText,
  rmisInvitationStatus: noRelated,
  rmisOperatingStatus: noText,
  mcpStatus: noRelated,
  mcpReviewStatus: noRelated,
  quickbooksVendorId: noText,
} as const;

/** Selects a column of a carrier's primary contact, which is its first. */
const selectFirstContact = (column: 'name' | 'email' | 'phone_number') => sql<
  string | null
>`(select ${toRef(`k.${column}`)}
  from carrier_contact as k where k.organization_id = c.organization_id and k.carrier_id = c.id and k.deleted_at is null order by k.id limit 1)`;

const selectAuthorityStatus = (column: RawBuilder<unknown>) => sql<
  'active' | 'inactive' | null
>`case when ${column} is null then null
  when lower(replace(replace(${column}, ' ', ''), '_', '')) in ('authorized', 'active') then 'active' else 'inactive' end`;

/** Loads that the carrier delivered. */
const delivered = sql`load_carrier as lc join load as l on l.id = lc.load_id
  where lc.organization_id = c.organization_id and lc.carrier_id = c.id and ${sql.raw(printRule(activeAssignment, 'lc'))} and lc.deleted_at is null and l.delivered_at is not null`;

const cost = sql`(select sum(h.total_cents) from load_carrier as lc join load as l on l.id = lc.load_id
  join charge as h on h.organization_id = lc.organization_id and h.owner_id = lc.id and h.owner_type = 'LOAD_CARRIER'
  where lc.organization_id = c.organization_id and lc.carrier_id = c.id and ${sql.raw(printRule(activeAssignment, 'lc'))} and lc.deleted_at is null and l.delivered_at is not null)`;

const revenue = sql`(select sum(h.total_cents) from freight_order as o
  join charge as h on h.organization_id = o.organization_id and h.owner_id = o.id and h.owner_type = 'ORDER'
  where o.deleted_at is null and o.organization_id = c.organization_id and o.shipment_id in (select lc.shipment_id from ${delivered}))`;

const miles = sql<number | null>`(select sum(o.mileage) from freight_order as o
  where o.deleted_at is null and o.organization_id = c.organization_id and o.shipment_id in (select lc.shipment_id from ${delivered}))`;

/** Id of the registry's row of an onboarded carrier. */
const registryId = sql`coalesce(c.golden_carrier_id,
  (select min(i.id) from registry_carrier as i where i.dot_number = c.dot_number),
  (select min(i.id) from registry_carrier as i where i.mc_number = c.mc_number))`;

/** Selects what the public registry lists of an onboarded carrier. */
export const selectRegistryValue = <Value>(column: 'name' | 'operating_ability' | 'rating' | 'authority_date') =>
  sql<Value | null>`(select ${toRef(`r.${column}`)} from registry_carrier as r where r.id = ${registryId})`;

/** Selects a column of the carrier or, where it has no value, what the registry lists. */
const selectWithRegistry = (column: string, listed: Parameters<typeof selectRegistryValue>[0]) =>
  sql<string | null>`coalesce(${toRef(column)}, ${selectRegistryValue<string>(listed)})`;

export function buildOnboardedPart({ organizationId, kind, today }: ServiceContext) {
  const id = sql<string>`c.id`;
  return {
    from: sql`carrier as c left join payment_term as t on t.id = c.payment_term_id`,
    visible: sql<SqlBool>`c.organization_id = ${organizationId} and c.deleted_at is null`,
    id,
    scope: { organizationId, kind: 'carrier' },
    columns: {
      ...absent,
      id,
      carrierProfileId: sql<string | null>`c.id`,
      goldenCarrierId: sql<string>`coalesce(${registryId}, c.id)`,
      friendlyId: sql<string | null>`c.friendly_id`,
      name: sql<string>`c.name`,
      carrierStatus: translateCodes(toRef('c.status'), rowStatuses),
      type: translateCodes(sql`coalesce(c.type, 'TRUCKLOAD')`, rowTypes),
      city: selectJsonText(kind, toRef('c.corporate_address'), 'city'),
      market: selectJsonText(kind, toRef('c.corporate_address'), 'market'),
      primaryContactName: selectFirstContact('name'),
      primaryContactPhone: selectFirstContact('phone_number'),
      primaryContactEmail: selectFirstContact('email'),
      fmcsaStatus: selectAuthorityStatus(selectWithRegistry('c.operating_ability', 'operating_ability')),
      mcNumber: sql<string | null>`c.mc_number`,
      dotNumber: sql<string | null>`c.dot_number`,
      einNumber: sql<string | null>`c.ein_number`,
      safetyRating: selectWithRegistry('c.rating', 'rating'),
      equipments: { list: sql<string>`c.equipments` },
      powerUnits: sql<number | null>`c.power_units`,
      trucks: sql<number | null>`c.trucks`,
      monthsActiveAuthority: countMonthsSince(
        selectWithRegistry('c.insurance_authority_date', 'authority_date'),
        today,
      ),
      factorBankNames: {
        related: (test: (value: RawBuilder<unknown>) => RawBuilder<SqlBool>) => sql<SqlBool>`exists (select 1
          from carrier_payment_method as m join carrier_factor as f on f.id = m.carrier_factor_id
          where m.organization_id = c.organization_id and m.carrier_id = c.id and m.deleted_at is null and ${test(sql`f.company_name`)})`,
      },
      paymentTermName: sql<string | null>`t.name`,
      quickPayFee: sql<number | null>`t.quick_pay_fee`,
      loadsCount: sql<number | null>`(select count(*) from ${delivered})`,
      totalMiles: miles,
      totalRevenue: selectMoney(revenue),
      totalCostOfGoodsSold: selectMoney(cost),
      ratePerMile: sql<number | null>`(${selectMoney(cost)} / nullif(${miles}, 0))`,
      quotesCount: sql<
        number | null
      >`(select count(*) from quote as q where q.organization_id = c.organization_id and q.carrier_id = c.id and q.deleted_at is null)`,
      createdAt: sql<string | null>`c.created_at`,
    },
  } satisfies SearchPart<typeof carrierCriteria>;
}

/**
 * Builds the condition that a registry carrier isn't onboarded: no carrier of the organization names it or has its DOT
 * or MC number.
 */
function buildNotOnboarded(organizationId: string): RawBuilder<SqlBool> {
  const ways = [
    ['golden_carrier_id', 'id'],
    ['dot_number', 'dot_number'],
    ['mc_number', 'mc_number'],
  ] as const;
  const tests = ways.map(
    ([
      carrierColumn,
      registryColumn,
    ]) => sql`not exists (select 1 from carrier as o where o.organization_id = ${organizationId}
      and ${toRef(`o.${carrierColumn}`)} = ${toRef(`r.${registryColumn}`)} and o.deleted_at is null)`,
  );
  return sql`${sql.join(tests, sql` and `)}`;
}

export function buildRegistryPart({ organizationId, today }: ServiceContext) {
  const id = sql<string>`r.id`;
  return {
    from: sql`registry_carrier as r`,
    visible: buildNotOnboarded(organizationId),
    id,
    scope: {
      organizationId: '',
      kind: 'registry_carrier',
      only: { join: sql`join registry_carrier as r on r.id = e.record_id`, where: buildNotOnboarded(organizationId) },
    },
    columns: {
      ...absent,
      id,
      carrierProfileId: noText,
      goldenCarrierId: id,
      friendlyId: noText,
      name: sql<string>`r.name`,
      carrierStatus: sql<null>`cast(null as text)`,
      type: sql<'TL'>`'TL'`,
      city: sql<string | null>`r.city`,
      market: noText,
      primaryContactName: noText,
      primaryContactPhone: noText,
      primaryContactEmail: noText,
      fmcsaStatus: selectAuthorityStatus(toRef('r.operating_ability')),
      mcNumber: sql<string | null>`r.mc_number`,
      dotNumber: sql<string | null>`r.dot_number`,
      einNumber: noText,
      safetyRating: sql<string | null>`r.rating`,
      equipments: { list: sql<string>`r.equipments` },
      powerUnits: sql<number | null>`r.power_units`,
      trucks: sql<number | null>`r.trucks`,
      monthsActiveAuthority: countMonthsSince(toRef('r.authority_date'), today),
      factorBankNames: noRelated,
      paymentTermName: noText,
      quickPayFee: noNumber,
      loadsCount: noNumber,
      totalMiles: noNumber,
      totalRevenue: noNumber,
      totalCostOfGoodsSold: noNumber,
      ratePerMile: noNumber,
      quotesCount: noNumber,
      createdAt: noText,
    },
  } satisfies SearchPart<typeof carrierCriteria>;
}
