import { deliveredShipment } from '../../src/domain/freight/shipment.ts';
import { printRule } from '../../src/domain/rules/rule-sql.ts';
import { todayIn } from '../../src/domain/kit/dates.ts';
import type { ListColumn } from '../../src/mcp/results/list-result.ts';
import type { ListOptions } from '../arguments/list-view.ts';
import { deskSql, type OnDay } from '../copied/measure-sql.ts';
import type { StoredOrder } from '../copied/stored-order.ts';
import { column, countColumn, moneyColumn, percentColumn, textColumn } from '../records/columns.ts';
import type { Groupings } from '../records/row-groups.ts';
import { lateText } from './shipment-progress.ts';
import { type ReadAt, shipmentRow } from './shipment-row.ts';
import type { AskedException, Listed } from './shipment-watch.ts';
import { type CountedShipments, marginSql, rankedLateSql } from './stored-shipments.ts';

/** Those that a model is told of; an order by any other name of `ordersOf` works too. */
export const shipmentOrders = ['pickup', 'margin', 'age'];
export const shipmentGroupings = ['customer', 'carrier', 'rep', 'status', 'lane', 'equipment', 'pickupDay', 'blocked'];

const columns: readonly ListColumn[] = [
  column('friendlyId', 'Shipment'),
  column('status', 'Status'),
  textColumn('customer', 'Customer'),
  textColumn('lane', 'Lane'),
  textColumn('carrier', 'Carrier'),
  textColumn('nextStop', 'Next stop'),
  column('window', 'Window (local)'),
  { key: 'late', title: 'Late', text: lateText },
  column('exceptions', 'Exceptions'),
  column('billingStatus', 'Billing'),
  moneyColumn('revenue', 'Revenue'),
];

const further: readonly ListColumn[] = [
  column('pickup', 'Pickup (local)'),
  column('delivery', 'Delivery (local)'),
  column('delivered', 'Delivered'),
  textColumn('equipment', 'Equipment'),
  countColumn('weight', 'Weight (lb)'),
  countColumn('miles', 'Miles'),
  textColumn('rep', 'Rep'),
  moneyColumn('cost', 'Cost'),
  moneyColumn('margin', 'Margin'),
  percentColumn('marginPercent', 'Margin %'),
  countColumn('age', 'Age (days)'),
  column('blocked', 'Why not invoiced'),
  textColumn('contact', 'Carrier contact'),
  textColumn('references', 'References'),
];

/** `shown`: further columns that the question is about; `blocked` is known only of rows whose papers were looked for. */
export const shipmentListOptions = (
  at: ReadAt,
  shown: readonly string[],
  exception: AskedException | undefined,
): ListOptions<CountedShipments, Listed, StoredOrder> => ({
  columns: [
    ...columns.filter(({ key }) => !leftOut(exception).includes(key)),
    ...further.filter(({ key }) => shown.includes(key)),
  ],
  further: [
    ...columns.filter(({ key }) => leftOut(exception).includes(key)),
    ...further.filter(({ key }) => !shown.includes(key)),
  ],
  hidden: ['currency', 'minutesLate'],
  onRequest: ['pickUpDate', 'deliveryDate'],
  orders: ordersOf({ today: todayIn(at.timeZone, at.now), timeZone: at.timeZone }),
  groupings,
  measures: [
    { key: 'revenue', title: 'Revenue', cents: ({ revenueCents }) => revenueCents },
    { key: 'cost', title: 'Cost', cents: ({ costCents }) => costCents },
    { key: 'margin', title: 'Margin', cents: ({ marginCents }) => marginCents },
  ],
  ratios: [
    {
      key: 'marginPercent',
      title: 'Margin %',
      part: ({ marginCents }) => marginCents,
      whole: ({ marginRevenueCents }) => marginRevenueCents,
    },
  ],
  countOf: ({ count }) => count,
  currencyOf: ({ currency }) => currency,
  rowOf: (listed, keys) => shipmentRow(listed, at, keys),
});

/** What says nothing in the answer: a load without a carrier waits at its pickup, is not late, and is not billed. */
const leftOut = (exception: AskedException | undefined): readonly string[] =>
  exception === undefined
    ? ['exceptions']
    : exception === 'uncovered'
      ? ['carrier', 'nextStop', 'window', 'late', 'billingStatus']
      : [];

/** Orders of shipments `s` with their facts `f`. */
const ordersOf = (onDay: OnDay): Readonly<Record<string, StoredOrder>> => ({
  pickup: { by: dueSql('pickup'), first: 'low', shows: ['pickup'], tables: ['freight_order'] },
  delivery: { by: dueSql('delivery'), first: 'low', shows: ['delivery'], tables: ['freight_order'] },
  created: { by: 's.created_at', first: 'high' },
  revenue: { by: 's.revenue_cents', first: 'high' },
  margin: { by: marginSql, first: 'high', shows: moneyShown },
  marginPercent: { by: `round(${marginSql} * 1000.0 / s.revenue_cents)`, first: 'high', shows: moneyShown },
  age: { by: deskSql(ageSql, onDay), first: 'high', shows: ['age'] },
  late: { by: lateSql, first: 'high', tables: ['freight_order'] },
});

/** By the clock where they have one, else by their date. */
export const dueSql = (end: 'pickup' | 'delivery'): string => `f.${end}_due`;

/** Since the delivery, else since it was entered. */
const ageSql = `julianday($today) - julianday(case when s.delivered_at is null then day(s.created_at) else day(s.delivered_at) end)`;

/** Of what is under way, where it is waited for or stands; once delivered, of the last drop. */
const lateSql = `coalesce(${rankedLateSql},
  case when ${printRule(deliveredShipment, 's')} and f.delivery_late_minutes > 0 then f.delivery_late_minutes end)`;

export const moneyShown = ['cost', 'margin', 'marginPercent'] as const;

const keyOf = ({ key }: CountedShipments) => key;

const groupings: Groupings<CountedShipments> = {
  customer: { column: textColumn('customer', 'Customer'), of: keyOf },
  carrier: { column: textColumn('carrier', 'Carrier'), of: keyOf },
  rep: { column: textColumn('rep', 'Rep'), of: keyOf },
  status: { column: column('status', 'Status'), of: keyOf },
  lane: { column: textColumn('lane', 'Lane'), of: keyOf },
  equipment: { column: textColumn('equipment', 'Equipment'), of: keyOf },
  pickupDay: { column: column('day', 'Pickup day'), of: keyOf, isOrdered: true },
  blocked: { column: column('blocked', 'Why not invoiced'), of: keyOf },
};
