import { daysBetween, todayIn } from '../../src/domain/kit/dates.ts';
import { localText } from '../../src/domain/places/local-time.ts';
import { percentOf, fromCents } from '../../src/domain/money/money.ts';
import type { ListColumn, ListRow } from '../../src/mcp/results/list-result.ts';
import { describeRoute } from '../../src/domain/places/stop-place.ts';
import type { ListAsked, ListOptions } from '../arguments/list-view.ts';
import { centsOf } from '../records/amounts.ts';
import { column, countColumn, moneyColumn, percentColumn, textColumn } from '../records/columns.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import type { Groupings } from '../records/row-groups.ts';
import type { RowOrders } from '../records/row-order.ts';
import { blockersOf, type CountedShipment, equipmentOf, repOf, type ShipmentParts } from './copied-shipments.ts';
import { lateText, liveOrders, progressOf, stopsOf } from './shipment-progress.ts';
import { activeCarriers, type AskedException, exceptionText, type Listed } from './shipment-watch.ts';
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
): ListOptions<CountedShipment, Listed> => ({
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
      cents: (shipment) => (isCanceled(shipment) ? null : shipment.revenueCents),
    },
    { key: 'cost', title: 'Cost', cents: costOf },
    { key: 'margin', title: 'Margin', cents: marginOf },
  ],
  ratios: [
    {
      key: 'marginPercent',
      title: 'Margin %',
      part: marginOf,
      whole: ({ revenueCents }) => revenueCents,
    },
  ],
  currencyOf: ({ currency }) => currency,
  rowOf: (listed) => rowOf(listed, at),
});

/** What says nothing in the answer: a load without a carrier waits at its pickup, is not late, and is not billed. */
const leftOut = (exception: AskedException | undefined): readonly string[] =>
  exception === undefined
    ? ['exceptions']
    : exception === 'uncovered'
      ? ['carrier', 'nextStop', 'window', 'late', 'billingStatus']
      : [];

interface Money extends Pick<CountedShipment, 'status' | 'revenueCents' | 'costCents'> {}

const isCanceled = ({ status }: Pick<Money, 'status'>) => status === 'CANCELED';

/** Null while nobody is booked: no cost is not a cost of nothing. */
const costOf = (shipment: Money): number | null => (isCanceled(shipment) ? null : shipment.costCents || null);

function marginOf(shipment: Money): number | null {
  const [revenue, cost] = [shipment.revenueCents, costOf(shipment)];
  return revenue === null || cost === null ? null : revenue - cost;
}

const marginPercentOf = (shipment: Money): number | null => {
  const [margin, revenue] = [marginOf(shipment), shipment.revenueCents];
  return margin === null || revenue === null ? null : percentOf(margin, revenue);
};

const ordersOf = (at: ReadAt): RowOrders<CountedShipment> => ({
  pickup: { by: ({ pickup }) => pickup, first: 'low', shows: ['pickup'] },
  delivery: { by: ({ delivery }) => delivery, first: 'low', shows: ['delivery'] },
  created: { by: ({ createdAt }) => createdAt, first: 'high' },
  revenue: { by: ({ revenueCents }) => revenueCents, first: 'high' },
  margin: { by: marginOf, first: 'high', shows: moneyShown },
  marginPercent: { by: marginPercentOf, first: 'high', shows: moneyShown },
  age: { by: (shipment) => ageOf(shipment, at), first: 'high', shows: ['age'] },
  late: { by: ({ minutesLate }) => minutesLate, first: 'high' },
});

export const moneyShown = ['cost', 'margin', 'marginPercent'] as const;

const pickOf = (shipment: ShipmentRecord): StopRecord | undefined =>
  stopsOf(shipment).find(({ type }) => type === 'PICK');
const dropOf = (shipment: ShipmentRecord): StopRecord | undefined =>
  stopsOf(shipment).findLast(({ type }) => type === 'DROP');

const groupings: Groupings<CountedShipment> = {
  customer: { column: textColumn('customer', 'Customer'), of: ({ customer }) => customer },
  carrier: { column: textColumn('carrier', 'Carrier'), of: ({ carriers }) => carriers },
  rep: { column: textColumn('rep', 'Rep'), of: ({ rep }) => rep },
  status: { column: column('status', 'Status'), of: ({ status }) => status },
  lane: { column: textColumn('lane', 'Lane'), of: ({ lane }) => lane },
  equipment: { column: textColumn('equipment', 'Equipment'), of: ({ equipment }) => equipment },
  pickupDay: { column: column('day', 'Pickup day'), of: ({ pickUpDate }) => pickUpDate, isOrdered: true },
  blocked: { column: column('blocked', 'Why not invoiced'), of: ({ blockers }) => blockers },
};

/** What of the copy an order or a group is by. */
export const partsFor = ({ sort = '', groupBy }: ListAsked): ShipmentParts => ({
  route: groupBy === 'lane' || groupBy === 'equipment' || /pickup|delivery/i.test(sort),
  carriers: groupBy === 'carrier',
  names: groupBy === 'customer' || groupBy === 'rep',
  papers: groupBy === 'blocked',
});

/** Since the delivery, else since it was entered. */
function ageOf(
  { deliveredAt, createdAt }: Pick<CountedShipment, 'deliveredAt' | 'createdAt'>,
  { timeZone, now }: ReadAt,
): number {
  return daysBetween(todayIn(timeZone, deliveredAt ?? createdAt), todayIn(timeZone, now));
}

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
  const [pick, drop] = [pickOf(shipment), dropOf(shipment)];
  const counted = {
    status: shipment.status,
    revenueCents: centsOf(shipment.totalRevenue),
    costCents: centsOf(shipment.totalCost),
  };
  const [cost, margin] = [costOf(counted), marginOf(counted)];
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
    marginPercent: marginPercentOf(counted),
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
