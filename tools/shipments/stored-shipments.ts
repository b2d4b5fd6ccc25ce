import { type Expression, sql } from 'kysely';
import { isAmongValues, matchRule, toNumberTable } from '../../src/copy-tables/conditions.ts';
import type { PodState } from '../../src/domain/freight/pod.ts';
import { notCanceled } from '../../src/domain/freight/shipment.ts';
import type { CopiedRecords, RecordsDatabase } from '../../src/mcp/tool/records-copy.ts';
import { selectShipments, type ShipmentOrder, shownMargin } from '../copied/copied-shipments.ts';
import { findNames, type NamedKind } from '../copied/group-names.ts';
import { hasFactColumns, ofShipment, type ShipmentCondition } from '../copied/shipment-scope.ts';
import type { Chosen, NamedOrder } from '../records/row-order.ts';
import { listBlockerTexts } from './shipment-billing.ts';

/** Minutes late by shipment id, at the stop where a shipment is expected or stands. */
export type LateMinutes = readonly (readonly [id: string, minutes: number])[];

/** An order of the list, as an expression on a shipment `s` and its facts `f`. */
export interface StoredShipmentOrder extends NamedOrder {
  readonly by: (late: LateMinutes) => Expression<unknown>;
  /** True if the expression is smaller the more there is of it. */
  readonly isInverted?: true;
}

export function toShipmentOrder(
  { by, first, isInverted }: Pick<Chosen<StoredShipmentOrder>, 'by' | 'first' | 'isInverted'>,
  late: LateMinutes = [],
): ShipmentOrder {
  const isAscending = (first === 'low') !== (isInverted === true);
  return { by: by(late), direction: isAscending ? 'asc' : 'desc' };
}

/** Builds the minutes of those shipments that are late; the others have none. */
export const selectLateMinutes = (late: LateMinutes): Expression<number | null> =>
  ofShipment
    .case()
    .when(
      isAmongValues(
        's.id',
        late.map(([id]) => id),
      ),
    )
    .then(
      ofShipment
        .selectFrom(toNumberTable(late).as('late'))
        .select('late.number')
        .whereRef('late.id', '=', 's.id')
        .$asScalar(),
    )
    .end();

/** Shipments of one group, summed where they are stored. */
export interface CountedShipments {
  /** Key of the group. Null is no group; shipments with several keys count under each. */
  readonly key: string | null | readonly string[];
  readonly currency: string;
  readonly count: number;
  readonly revenueCents: number | null;
  readonly costCents: number | null;
  readonly marginCents: number | null;
  /** Revenue of those whose margin is known. */
  readonly marginRevenueCents: number | null;
}

/** SQL of the revenue. Canceled shipments are counted and have none. */
const revenue = ofShipment.case().when(matchRule(notCanceled, 's')).then(ofShipment.ref('s.revenue_cents')).end();

const countGap = (gap: 'no_cost' | 'currencies') =>
  ofShipment.fn.count<number>(ofShipment.case().when('f.margin_gap', '=', gap).then(1).end());

/** Builds the query for the booked revenue by currency, in alphabetical order, and for margins that aren't known. */
export const selectBookedRevenue = (db: RecordsDatabase, condition: ShipmentCondition, hasMargins: boolean) =>
  db
    .selectFrom('shipment as s')
    .$if(hasMargins || hasFactColumns(condition), (query) => query.leftJoin('shipment_fact as f', 'f.id', 's.id'))
    .where(condition)
    .select((eb) => [
      's.currency',
      eb.fn.countAll<number>().as('count'),
      eb.fn.count<number>(revenue).as('booked'),
      eb.fn.sum<number | null>(revenue).as('cents'),
    ])
    .$if(hasMargins, (query) =>
      query.select([countGap('no_cost').as('withoutCost'), countGap('currencies').as('inSeveralCurrencies')]),
    )
    // The plus keeps SQLite from reading every shipment in the order of their currencies.
    .groupBy(sql`+s.currency`)
    .orderBy('s.currency');

/** Revenue that is booked, in one currency. */
export interface BookedRevenue {
  readonly currency: string;
  readonly count: number;
  /** Number of shipments with revenue. */
  readonly booked: number;
  readonly cents: number | null;
  /**
   * Number of shipments without a margin because a cost is missing, or because of several currencies; undefined if no
   * margin is shown.
   */
  readonly withoutCost?: number | undefined;
  readonly inSeveralCurrencies?: number | undefined;
}

/** Builds the query for the sums of shipments; each group adds its key. */
const selectSums = (db: RecordsDatabase, condition: ShipmentCondition) =>
  selectShipments(db, { condition })
    .select((eb) => [
      's.currency',
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number | null>(revenue).as('revenueCents'),
      eb.fn.sum<number | null>(eb.fn('nullif', ['f.cost_cents', eb.val(0)])).as('costCents'),
      eb.fn.sum<number | null>(shownMargin).as('marginCents'),
      eb.fn
        .sum<number | null>(eb.case().when(shownMargin, 'is not', null).then(eb.ref('f.revenue_cents')).end())
        .as('marginRevenueCents'),
    ])
    .groupBy('s.currency')
    .orderBy((eb) => eb.fn.max('s.created_at'), 'desc');

type ShipmentSums = ReturnType<typeof selectSums>;

/** Groups by a column without its index. Sorting the shipments is faster than reading each one by an index. */
const groupByColumn = (
  sums: ShipmentSums,
  column: 's.customer_id' | 's.customer_rep_id' | 's.status' | 's.pick_up_date' | 'f.route' | 'f.equipment_asked',
) =>
  sums.select((eb) => eb.fn.coalesce(column, eb.val('')).as('key')).groupBy((eb) => eb.fn.coalesce(column, eb.val('')));

/** Groups by carrier. A carrier on several loads of a shipment counts once. */
const groupByCarrier = (sums: ShipmentSums) =>
  sums
    .leftJoin('haul_fact as h', (join) =>
      join
        .onRef('h.shipment_id', '=', 's.id')
        .on('h.is_live', '=', 1)
        .on((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('haul_fact as o')
                .select('o.id')
                .whereRef('o.shipment_id', '=', 'h.shipment_id')
                .whereRef('o.carrier_id', '=', 'h.carrier_id')
                .whereRef('o.id', '<', 'h.id')
                .where('o.is_live', '=', 1),
            ),
          ),
        ),
    )
    .select((eb) => eb.fn.coalesce('h.carrier_id', eb.val('')).as('key'))
    .groupBy('h.carrier_id');

/** Sums of what has the same key in a grouping; the group with the newest first. */
export async function countShipments(
  records: CopiedRecords,
  condition: ShipmentCondition,
  grouping: string,
): Promise<readonly CountedShipments[]> {
  const sums = selectSums(records.db, condition);
  switch (grouping) {
    case 'customer':
      return replaceKeys(records, 'customer', await groupByColumn(sums, 's.customer_id').execute());
    case 'carrier':
      return replaceKeys(records, 'carrier', await groupByCarrier(sums).execute());
    case 'rep':
      return replaceKeys(records, 'person', await groupByColumn(sums, 's.customer_rep_id').execute());
    case 'blocked':
      return countBlocked(sums);
    default:
      return groupByColumn(sums, groupColumns[grouping] ?? 's.status').execute();
  }
}

const groupColumns: Readonly<Record<string, 's.status' | 's.pick_up_date' | 'f.route' | 'f.equipment_asked'>> = {
  status: 's.status',
  pickupDay: 's.pick_up_date',
  lane: 'f.route',
  equipment: 'f.equipment_asked',
};

async function replaceKeys<Group extends { readonly key: string | null }>(
  { db }: CopiedRecords,
  kind: NamedKind,
  groups: readonly Group[],
): Promise<readonly (Omit<Group, 'key'> & { readonly key: string | null })[]> {
  const ids = groups.flatMap(({ key }) => key ?? []);
  const toName = await findNames(db, kind, ids);
  return groups.map((group) => ({ ...group, key: toName(group.key ?? '') }));
}

async function countBlocked(sums: ShipmentSums): Promise<readonly CountedShipments[]> {
  const isFree = ofShipment.case().when('s.revenue_cents', '=', 0).then(1).else(0).end();
  const groups = await sums
    .select(['s.status', 's.billing_status as billingStatus', 'f.pod', isFree.as('isFree')])
    .groupBy(['s.status', 's.billing_status', 'f.pod', isFree])
    .execute();
  return groups.map(({ status, billingStatus, pod, isFree: free, ...group }) => {
    const state: PodState = pod ?? 'unknown';
    const shipment = { status, billingStatus, totalRevenue: free === 1 ? 0 : null };
    return { ...group, key: listBlockerTexts({ shipment, pod: state, invoices: [] }) };
  });
}
