import { notCanceled } from '../../src/domain/freight/shipment.ts';
import { printRule } from '../../src/domain/rules/rule-sql.ts';
import type { CollectionName } from '../../src/copy-tables/index.ts';
import type { PodState } from '../../src/domain/freight/pod.ts';
import type { Span } from '../arguments/list-view.ts';
import { allOf, type Condition } from '../copied/conditions.ts';
import { groupNames, readNames } from '../copied/group-names.ts';
import { measureSql, type OnDay } from '../copied/measure-sql.ts';
import { liesIn } from '../copied/places.ts';
import { type Reader, rowsOf } from '../copied/rows.ts';
import { orderSql, type StoredOrder } from '../copied/stored-order.ts';
import type { Chosen } from '../records/row-order.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { billingBlockers } from './shipment-billing.ts';
import type { ShipmentFilter } from './shipment-filter.ts';

/** Shipments of the copy that are meant. */
export interface MeantShipments {
  /** On a shipment `s`. */
  readonly condition: Condition;
  /** Only these, in this order, or some of those that are meant. */
  readonly ranked: readonly RankedShipment[];
  readonly isOnlyRanked: boolean;
  /** What they are ordered by where nobody asked, before the newest first. */
  readonly usual: Pick<StoredOrder, 'by' | 'first'> | undefined;
}

export interface RankedShipment {
  readonly id: string;
  /** Where it is waited for, or stands. */
  readonly minutesLate: number | null;
}

/** Shipments of one group, summed where they are stored. */
export interface CountedShipments {
  /** Of the grouping; null: none of any, several: they count under each. */
  readonly key: string | null | readonly string[];
  readonly currency: string;
  readonly count: number;
  readonly revenueCents: number | null;
  readonly costCents: number | null;
  readonly marginCents: number | null;
  /** Revenue of those whose margin is known. */
  readonly marginRevenueCents: number | null;
}

/** Revenue that is booked, in one currency. */
export interface BookedRevenue {
  readonly currency: string;
  readonly count: number;
  /** How many have revenue. */
  readonly booked: number;
  readonly cents: number | null;
}

const isLive = printRule(notCanceled, 's');
const revenue = `case when ${isLive} then s.revenue_cents end`;
/** Null while nobody is booked: no cost is not a cost of nothing. */
const cost = `case when ${isLive} then nullif(s.cost_cents, 0) end`;
export const marginSql = `(s.revenue_cents - ${cost})`;

const joins = {
  f: 'left join shipment_fact f on f.id = s.id',
  // A carrier on several loads of a shipment stands there once.
  h: `left join haul_fact h on h.shipment_id = s.id and h.is_live = 1 and not exists (select 1 from haul_fact o
    where o.shipment_id = h.shipment_id and o.carrier_id = h.carrier_id and o.is_live = 1 and o.rowid < h.rowid)`,
} as const;

/** Shipments `s` with what the query reads of their facts `f` and of the carriers `h` that are on them. */
function selectSql(columns: string, { condition, ranked, isOnlyRanked }: MeantShipments, end: string): Condition {
  const needed = Object.entries(joins).filter(([alias]) => new RegExp(`\\b${alias}\\.`).test(`${columns} ${end}`));
  const shipments = isOnlyRanked ? 'ranked r cross join shipment s on s.id = r.id' : 'shipment s';
  return {
    text: `with ranked (id, place, minutes_late) as materialized
      (select value ->> 0, key, value ->> 1 from json_each(?))
    select ${columns} from ${shipments} ${needed.map(([, join]) => join).join(' ')} where ${condition.text} ${end}`,
    values: [JSON.stringify(ranked.map(({ id, minutesLate }) => [id, minutesLate])), ...condition.values],
  };
}

/** SQL of how late a ranked shipment is; joined to every other one it would be looked for again and again. */
export const rankedLateSql = `case when s.id in (select id from ranked)
  then (select minutes_late from ranked where ranked.id = s.id) end`;

/** The condition of a question, its places included. */
export async function conditionOf(read: Reader, { condition, origin, destination }: ShipmentFilter) {
  const ends = [
    ...(origin ? [await liesIn(read, 'from', origin)] : []),
    ...(destination ? [await liesIn(read, 'to', destination)] : []),
  ];
  return allOf([condition, ...ends]);
}

/** By currency, in alphabetical order; what is canceled is counted and has no revenue. */
export function bookedRevenue(read: Reader, meant: MeantShipments): Promise<readonly BookedRevenue[]> {
  const { text, values } = selectSql(
    `s.currency, count(*) as count, count(${revenue}) as booked, sum(${revenue}) as cents`,
    meant,
    'group by s.currency order by s.currency',
  );
  return rowsOf<BookedRevenue>(read, text, values);
}

/** Ids of the shipments of a page. */
export async function shipmentIds(
  read: Reader,
  meant: MeantShipments,
  { skip, limit }: Span,
  order: Chosen<StoredOrder> | undefined,
): Promise<readonly string[]> {
  const orders = [order, meant.usual].flatMap((one) => (one ? [orderSql(one)] : []));
  const by = [...orders, 's.created_at desc', 's.id desc'].join(', ');
  const { text, values } = selectSql('s.id', meant, `order by ${by} limit ? offset ?`);
  const rows = await rowsOf<{ readonly id: string }>(read, text, [...values, limit, skip]);
  return rows.map(({ id }) => id);
}

/** How many have loads and nobody on them yet: their revenue is in the sums, and no cost. */
export async function uncoveredCount(read: Reader, meant: MeantShipments, onDay: OnDay): Promise<number> {
  const { where } = measureSql('uncovered_shipments', onDay);
  const { text, values } = selectSql('count(*) as count', meant, `and ${where}`);
  const [row] = await rowsOf<{ readonly count: number }>(read, text, values);
  return row?.count ?? 0;
}

interface StoredGrouping {
  /** SQL of what tells its groups apart. */
  readonly keys: readonly string[];
  /** What it reads beside the shipments. */
  readonly tables: readonly CollectionName[];
  /** Where names of its keys are. */
  readonly names?: string;
}

/** `+` keeps SQLite from reading every shipment in the order of an index, one by one: sorting them is quicker. */
const groupings: Readonly<Record<string, StoredGrouping>> = {
  customer: { keys: ['+s.customer_id as key'], tables: ['customer'], names: groupNames.customer },
  carrier: { keys: ['h.carrier_id as key'], tables: ['carrier'], names: groupNames.carrier },
  rep: { keys: ['+s.customer_rep_id as key'], tables: ['user_account'], names: groupNames.person },
  status: { keys: ['+s.status as key'], tables: [] },
  lane: { keys: ['f.route as key'], tables: ['freight_order'] },
  equipment: { keys: ['f.equipment_asked as key'], tables: ['freight_order'] },
  pickupDay: { keys: ['+s.pick_up_date as key'], tables: [] },
  blocked: {
    keys: ['+s.status as status', 's.billing_status as billingStatus', 'f.pod as pod', 's.revenue_cents = 0 as isFree'],
    tables: ['freight_order', 'document'],
  },
};

function groupingNamed(name: string): StoredGrouping {
  const grouping = groupings[name];
  if (grouping === undefined) throw new Error(`no grouping ${name}`);
  return grouping;
}

/** What has to be up to date for it; who is without a carrier is counted beside every grouping. */
export const groupingTables = (name: string): readonly CollectionName[] => ['load', ...groupingNamed(name).tables];

/** Sums of what has the same key in a grouping; the group with the newest first. */
export async function countedShipments(
  read: Reader,
  meant: MeantShipments,
  name: string,
): Promise<readonly CountedShipments[]> {
  const { keys, names } = groupingNamed(name);
  const places = keys.map((_, at) => at + 1);
  const { text, values } = selectSql(
    `${keys.join(', ')}, s.currency, count(*) as count, sum(${revenue}) as revenueCents, sum(${cost}) as costCents,
      sum(${marginSql}) as marginCents,
      sum(case when ${marginSql} is not null then s.revenue_cents end) as marginRevenueCents`,
    meant,
    `group by ${places.join(', ')}, s.currency order by max(s.created_at) desc`,
  );
  if (name === 'blocked') return (await rowsOf<BlockedRow>(read, text, values)).map(withBlockers);
  const rows = await rowsOf<CountedShipments & { readonly key: string | null }>(read, text, values);
  if (names === undefined) return rows;
  const known = await readNames(read, names);
  return rows.map((row) => ({ ...row, key: known.get(row.key ?? '') ?? null }));
}

interface BlockedRow extends Omit<CountedShipments, 'key'> {
  readonly status: ShipmentRecord['status'];
  readonly billingStatus: ShipmentRecord['billingStatus'];
  readonly pod: PodState;
  /** 1: its revenue is known and nothing. */
  readonly isFree: number | null;
}

function withBlockers({ status, billingStatus, pod, isFree, ...sums }: BlockedRow): CountedShipments {
  const shipment = { status, billingStatus, totalRevenue: isFree === 1 ? 0 : null };
  return { ...sums, key: billingBlockers({ shipment, pod, invoices: [] }) };
}
