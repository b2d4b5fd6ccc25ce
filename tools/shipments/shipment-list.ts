import { daysBetween, todayIn } from '../../src/domain/kit/dates.ts';
import { localText } from '../../src/domain/places/local-time.ts';
import { percentOf, fromCents } from '../../src/domain/money/money.ts';
import type { ListColumn, ListRow } from '../../src/mcp/results/list-result.ts';
import type { ListOptions } from '../arguments/list-view.ts';
import { centsOf } from '../records/amounts.ts';
import { column, countColumn, moneyColumn, percentColumn, textColumn } from '../records/columns.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import type { Groupings } from '../records/row-groups.ts';
import type { RowOrders } from '../records/row-order.ts';
import { describeRoute } from '../records/stop-places.ts';
import { billingBlockers } from './shipment-billing.ts';
import { lateText, liveOrders, progressOf, stopsOf } from './shipment-progress.ts';
import { activeCarriers, type AskedException, exceptionText, type Listed } from './shipment-watch.ts';
import { windowOfStop } from '../../src/domain/freight/judged-stop.ts';
import { requestText, stopName, type StopRecord, windowText } from './stop-text.ts';

/** Where and when a list is read. */
interface ReadAt {
  readonly timeZone: string;
  readonly now: string;
}

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
): ListOptions<Listed> => ({
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
  orders: ordersOf(at),
  groupings,
  measures: [
    {
      key: 'revenue',
      title: 'Revenue',
      cents: ({ shipment }) => (isCanceled(shipment) ? null : centsOf(shipment.totalRevenue)),
    },
    { key: 'cost', title: 'Cost', cents: ({ shipment }) => costCents(shipment) },
    { key: 'margin', title: 'Margin', cents: ({ shipment }) => marginCents(shipment) },
  ],
  ratios: [
    {
      key: 'marginPercent',
      title: 'Margin %',
      part: ({ shipment }) => marginCents(shipment),
      whole: ({ shipment }) => centsOf(shipment.totalRevenue),
    },
  ],
  currencyOf: ({ shipment }) => shipment.currency,
  rowOf: (listed) => rowOf(listed, at),
});

/** What says nothing in the answer: a load without a carrier waits at its pickup, is not late, and is not billed. */
const leftOut = (exception: AskedException | undefined): readonly string[] =>
  exception === undefined
    ? ['exceptions']
    : exception === 'uncovered'
      ? ['carrier', 'nextStop', 'window', 'late', 'billingStatus']
      : [];

const isCanceled = ({ status }: ShipmentRecord) => status === 'CANCELED';

/** Null while nobody is booked: no cost is not a cost of nothing. */
const costCents = (shipment: ShipmentRecord): number | null =>
  shipment.totalCost === null || shipment.totalCost === 0 || isCanceled(shipment) ? null : centsOf(shipment.totalCost);

function marginCents(shipment: ShipmentRecord): number | null {
  const [revenue, cost] = [centsOf(shipment.totalRevenue), costCents(shipment)];
  return revenue === null || cost === null ? null : revenue - cost;
}

const marginPercentOf = (shipment: ShipmentRecord): number | null => {
  const [margin, revenue] = [marginCents(shipment), centsOf(shipment.totalRevenue)];
  return margin === null || revenue === null ? null : percentOf(margin, revenue);
};

const ordersOf = (at: ReadAt): RowOrders<Listed> => ({
  pickup: { by: ({ shipment }) => pickupStart(shipment), first: 'low', shows: ['pickup'] },
  delivery: { by: ({ shipment }) => deliveryEnd(shipment), first: 'low', shows: ['delivery'] },
  created: { by: ({ shipment }) => shipment.createdAt, first: 'high' },
  revenue: { by: ({ shipment }) => shipment.totalRevenue, first: 'high' },
  margin: { by: ({ shipment }) => marginCents(shipment), first: 'high', shows: moneyShown },
  marginPercent: { by: ({ shipment }) => marginPercentOf(shipment), first: 'high', shows: moneyShown },
  age: { by: ({ shipment }) => ageOf(shipment, at), first: 'high', shows: ['age'] },
  late: { by: ({ shipment }) => progressOf(shipment, at.now).minutesLate, first: 'high' },
});

export const moneyShown = ['cost', 'margin', 'marginPercent'] as const;

const pickOf = (shipment: ShipmentRecord): StopRecord | undefined =>
  stopsOf(shipment).find(({ type }) => type === 'PICK');
const dropOf = (shipment: ShipmentRecord): StopRecord | undefined =>
  stopsOf(shipment).findLast(({ type }) => type === 'DROP');

/** By the clock where the stop has one, else by its date. */
export const pickupStart = (shipment: ShipmentRecord): string | null => {
  const stop = pickOf(shipment);
  return (stop && windowOfStop(stop)?.start) ?? shipment.pickUpDate;
};
export const deliveryEnd = (shipment: ShipmentRecord): string | null => {
  const stop = dropOf(shipment);
  return (stop && windowOfStop(stop)?.start) ?? shipment.deliveryDate;
};

const groupings: Groupings<Listed> = {
  customer: { column: textColumn('customer', 'Customer'), of: ({ shipment }) => named(shipment.customer) },
  carrier: {
    column: textColumn('carrier', 'Carrier'),
    of: ({ shipment }) => activeCarriers(shipment).map(({ carrier }) => named(carrier)),
  },
  rep: { column: textColumn('rep', 'Rep'), of: ({ shipment }) => repOf(shipment) },
  status: { column: column('status', 'Status'), of: ({ shipment }) => shipment.status },
  lane: { column: textColumn('lane', 'Lane'), of: ({ shipment }) => describeRoute(stopsOf(shipment)) },
  equipment: { column: textColumn('equipment', 'Equipment'), of: ({ shipment }) => equipmentOf(shipment) },
  pickupDay: { column: column('day', 'Pickup day'), of: ({ shipment }) => shipment.pickUpDate, isOrdered: true },
  blocked: { column: column('blocked', 'Why not invoiced'), of: (listed) => blockersOf(listed) },
};

const named = ({ name, friendlyId }: { readonly name: string; readonly friendlyId: string }) =>
  `${name} (${friendlyId})`;

const repOf = ({ customerRep }: ShipmentRecord): string | null =>
  customerRep && (customerRep.name ?? customerRep.email);

const equipmentOf = (shipment: ShipmentRecord): string =>
  [...new Set(liveOrders(shipment).flatMap(({ equipment }) => equipment.map(({ name }) => name)))].join(' or ');

/** Since the delivery, else since it was entered. */
function ageOf({ deliveredAt, createdAt }: ShipmentRecord, { timeZone, now }: ReadAt): number {
  return daysBetween(todayIn(timeZone, deliveredAt ?? createdAt), todayIn(timeZone, now));
}

const blockersOf = ({ shipment, pod }: Listed): readonly string[] =>
  pod === undefined ? [] : billingBlockers({ shipment, pod, invoices: [] });

function rowOf(listed: Listed, at: ReadAt): ListRow {
  const { shipment, exceptions } = listed;
  const { stop, isThere, late, minutesLate } = progressOf(shipment, at.now);
  return {
    friendlyId: shipment.friendlyId,
    status: shipment.status,
    customer: shipment.customer.name,
    lane: describeRoute(stopsOf(shipment)),
    carrier: [...new Set(activeCarriers(shipment).map(({ carrier }) => carrier.name))].join(', ') || null,
    nextStop: stop ? `${stopName(stop)}${isThere ? ' (there now)' : ''}` : null,
    window: stop ? windowText(stop) : null,
    late,
    minutesLate,
    exceptions: exceptions.map(exceptionText).join('; ') || null,
    billingStatus: shipment.billingStatus,
    revenue: shipment.totalRevenue,
    currency: shipment.currency,
    pickUpDate: shipment.pickUpDate,
    deliveryDate: shipment.deliveryDate,
    ...furtherMembers(listed, at),
  };
}

function furtherMembers(listed: Listed, at: ReadAt): ListRow {
  const { shipment } = listed;
  const [pick, drop, cost, margin] = [pickOf(shipment), dropOf(shipment), costCents(shipment), marginCents(shipment)];
  const orders = liveOrders(shipment);
  return {
    pickup: pick ? requestText(pick) : null,
    delivery: drop ? requestText(drop) : null,
    delivered: shipment.deliveredAt && localText(shipment.deliveredAt, at.timeZone),
    equipment: equipmentOf(shipment) || null,
    weight: sumOf(orders.map(({ freight }) => freight?.weight)),
    miles: sumOf(orders.map(({ mileage }) => mileage)),
    rep: repOf(shipment),
    cost: cost === null ? null : fromCents(cost),
    margin: margin === null ? null : fromCents(margin),
    marginPercent: marginPercentOf(shipment),
    age: ageOf(shipment, at),
    blocked: blockersOf(listed).join('; ') || null,
    contact: contactsOf(shipment) || null,
    references:
      [...new Set(orders.flatMap(({ references }) => references.map(({ value }) => value)))].join(', ') || null,
  };
}

const contactsOf = (shipment: ShipmentRecord): string =>
  [...new Set(activeCarriers(shipment).map(({ carrier }) => carrier.phoneNumber ?? carrier.email))]
    .filter(Boolean)
    .join(', ');

/** Null where it is known of none. */
function sumOf(numbers: readonly (number | null | undefined)[]): number | null {
  const known = numbers.filter((number) => typeof number === 'number');
  return known.length === 0 ? null : known.reduce((sum, number) => sum + number, 0);
}
