import { matchRule, toExpression } from '../../src/copy-tables/conditions.ts';
import { deliveredShipment } from '../../src/domain/freight/shipment.ts';
import { getToday } from '../../src/domain/kit/dates.ts';
import type { ListColumn, ListRow } from '../../src/mcp/results/list-result.ts';
import type { ListOptions } from '../arguments/list-view.ts';
import { shownMargin } from '../copied/copied-shipments.ts';
import { expandDeskSql, type OnDay } from '../copied/measure-sql.ts';
import { ofShipment } from '../copied/shipment-scope.ts';
import {
  codeColumn,
  column,
  dateColumn,
  countColumn,
  moneyColumn,
  percentColumn,
  textColumn,
} from '../records/columns.ts';
import type { Groupings } from '../records/row-groups.ts';
import { formatLate } from '../stops/shipment-progress.ts';
import { type ListedShipment, type ListReadTime, buildShipmentRow } from './shipment-row.ts';
import type { RequestedException } from './shipment-watch.ts';
import {
  type CountedShipments,
  type LateMinutes,
  selectLateMinutes,
  type StoredShipmentOrder,
} from './stored-shipments.ts';

/** Those that a model is told of; an order by any other name of `ordersOf` works too. */
export const shipmentOrders = ['pickup', 'margin', 'age'];
export const shipmentGroupings = ['customer', 'carrier', 'rep', 'status', 'lane', 'equipment', 'pickupDay', 'blocked'];

const columns: readonly ListColumn[] = [
  column('friendlyId', 'Shipment'),
  codeColumn('status', 'Status'),
  textColumn('customer', 'Customer'),
  textColumn('lane', 'Lane'),
  textColumn('carrier', 'Carrier'),
  textColumn('nextStop', 'Next stop'),
  column('window', 'Window (local)'),
  { key: 'late', title: 'Late', text: formatLate },
  column('exceptions', 'Exceptions'),
  codeColumn('billingStatus', 'Billing'),
  moneyColumn('revenue', 'Revenue'),
];

/** Returns the reason why a margin is unknown. */
const describeGap = ({ marginUnknown }: ListRow): string => (typeof marginUnknown === 'string' ? marginUnknown : '-');

const further: readonly ListColumn[] = [
  column('pickup', 'Pickup (local)'),
  column('delivery', 'Delivery (local)'),
  column('delivered', 'Delivered'),
  textColumn('equipment', 'Equipment'),
  countColumn('weight', 'Weight (lb)'),
  countColumn('miles', 'Miles'),
  textColumn('rep', 'Rep'),
  moneyColumn('carrierPay', 'Carrier pay'),
  moneyColumn('services', 'Services'),
  moneyColumn('tonu', 'TONU'),
  moneyColumn('cost', 'Cost'),
  { ...moneyColumn('margin', 'Margin'), none: describeGap },
  percentColumn('marginPercent', 'Margin %'),
  countColumn('age', 'Age (days)'),
  column('blocked', 'Why not invoiced'),
  textColumn('contact', 'Carrier contact'),
  textColumn('references', 'References'),
];

/**
 * Builds the options of a list of shipments. `shownKeys` are extra columns that the question is about. `blocked` is
 * known only for rows whose papers were read.
 */
export const buildShipmentListOptions = (
  at: ListReadTime,
  shownKeys: readonly string[],
  exception: RequestedException | undefined,
): ListOptions<CountedShipments, ListedShipment, StoredShipmentOrder> => ({
  columns: [
    ...columns.filter(({ key }) => !listHiddenColumns(exception).includes(key)),
    ...further.filter(({ key }) => shownKeys.includes(key)),
  ],
  further: [
    ...columns.filter(({ key }) => listHiddenColumns(exception).includes(key)),
    ...further.filter(({ key }) => !shownKeys.includes(key)),
  ],
  hidden: ['currency', 'minutesLate', 'marginUnknown'],
  onRequest: ['pickUpDate', 'deliveryDate'],
  orders: createOrders({ today: getToday(at.timeZone, at.now), timeZone: at.timeZone }),
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
  buildRow: (listed, keys) => buildShipmentRow(listed, at, keys),
});

/**
 * Lists columns that mean nothing in the answer: a load without a carrier waits at its pickup, is not late, and is not
 * billed.
 */
const listHiddenColumns = (exception: RequestedException | undefined): readonly string[] =>
  exception === undefined
    ? ['exceptions']
    : exception === 'uncovered'
      ? ['carrier', 'nextStop', 'window', 'late', 'billingStatus']
      : [];

const createOrders = (onDay: OnDay): Readonly<Record<string, StoredShipmentOrder>> => ({
  pickup: { ...dueOrders.pickup, shows: ['pickup'] },
  delivery: { ...dueOrders.delivery, shows: ['delivery'] },
  created: { by: () => ofShipment.ref('s.created_at'), first: 'high' },
  revenue: { by: () => ofShipment.ref('s.revenue_cents'), first: 'high' },
  margin: { by: () => shownMargin, first: 'high', shows: moneyShown },
  marginPercent: { by: () => toExpression(marginPercentSql), first: 'high', shows: moneyShown },
  age: {
    by: () => toExpression({ text: expandDeskSql(startDaySql, onDay), values: [] }),
    isInverted: true,
    first: 'high',
    shows: ['age'],
  },
  late: { by: selectLate, first: 'high' },
});

/** Orders by the time of a stop if it has one, else by its date. */
export const dueOrders = {
  pickup: { by: () => ofShipment.ref('f.pickup_due'), first: 'low' },
  delivery: { by: () => ofShipment.ref('f.delivery_due'), first: 'low' },
} as const satisfies Record<string, StoredShipmentOrder>;

/** SQL of the margin percent as it is shown, with one decimal. */
const marginPercentSql = {
  text: 'round(f.margin_cents * 1000.0 / nullif(f.revenue_cents, 0))',
  values: [],
};

/** The day of the delivery, else that on which it was entered. */
const startDaySql = 'case when s.delivered_at is null then day(s.created_at) else day(s.delivered_at) end';

/**
 * Selects the minutes late: at the stop where a shipment under way is expected or stands, or at the last drop once it
 * is delivered.
 */
const selectLate = (late: LateMinutes) =>
  ofShipment.fn.coalesce(
    selectLateMinutes(late),
    ofShipment
      .case()
      .when(ofShipment.and([matchRule(deliveredShipment, 's'), ofShipment('f.delivery_late_minutes', '>', 0)]))
      .then(ofShipment.ref('f.delivery_late_minutes'))
      .end(),
  );

/** Costs by their kind, of which lists leave out those that none of their rows has. */
const costParts = ['carrierPay', 'services', 'tonu'] as const;

export const moneyShown = [...costParts, 'margin', 'marginPercent'] as const;

const getKey = ({ key }: CountedShipments) => key;

const groupings: Groupings<CountedShipments> = {
  customer: { column: textColumn('customer', 'Customer'), of: getKey },
  carrier: { column: textColumn('carrier', 'Carrier'), of: getKey },
  rep: { column: textColumn('rep', 'Rep'), of: getKey },
  status: { column: codeColumn('status', 'Status'), of: getKey },
  lane: { column: textColumn('lane', 'Lane'), of: getKey },
  equipment: { column: textColumn('equipment', 'Equipment'), of: getKey },
  pickupDay: { column: dateColumn('day', 'Pickup day'), of: getKey, isOrdered: true },
  blocked: { column: column('blocked', 'Why not invoiced'), of: getKey },
};
