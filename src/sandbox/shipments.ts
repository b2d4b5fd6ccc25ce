import type { LoadStatus } from '../domain/freight/load.ts';
import { followLoads, type ShipmentStatus } from '../domain/freight/shipment.ts';
import { dateOf, day, hour, isoOf, minute } from './clock.ts';
import { writeDocument } from './documents.ts';
import { lastMoveAt, loadStatusAt } from './freight-progress.ts';
import { writeLoads } from './loads.ts';
import { writeCharges, writeOrder, writeStop } from './orders.ts';
import type { PayRuns } from './pay-runs.ts';
import type { ShipmentPlan } from './plan.ts';
import { type ChargeLine, flatLine, sellLines, totalOf } from './pricing.ts';
import { writeWonQuote } from './quotes.ts';
import type { Random } from './random.ts';
import { collect, type Receivable } from './receivables.ts';
import { type References, writeReferences } from './references.ts';
import type { RouteStop } from './route.ts';
import type { Extra } from './script.ts';
import { serviceExtras, writeService } from './services.ts';
import type { World } from './world.ts';

/** What the writing of shipments shares. */
export interface Desk {
  readonly world: World;
  readonly random: Random;
  readonly payRuns: PayRuns;
  readonly references: References;
}

/** A plan with the ids of its records and how far it has come. */
export interface Written {
  readonly desk: Desk;
  readonly plan: ShipmentPlan;
  readonly shipmentId: string;
  readonly quoteId: string | null;
  readonly orders: readonly OrderPart[];
  readonly stops: readonly PlacedStop[];
  readonly loadStatus: LoadStatus;
  readonly status: ShipmentStatus;
  readonly isDelivered: boolean;
  /** Null while the proof of delivery is missing and no day for it is known. */
  readonly podAt: number | null;
}

interface PlacedStop extends RouteStop {
  readonly id: string;
  readonly orderIds: readonly string[];
}

interface OrderPart {
  readonly id: string;
  readonly lines: readonly ChargeLine[];
}

/** Known before the truck moves; everything else is charged when it has happened. */
const agreedAtBooking: ReadonlySet<string> = new Set(['STOPOFF', 'TARP', 'STORAGE', 'DRAY', 'CUSTOMS', 'SCALE']);

export function writeShipment(desk: Desk, plan: ShipmentPlan): void {
  const { world } = desk;
  if (plan.createdAt > world.now) return;
  const loadStatus = loadStatusAt(plan.trip, world.now);
  const isCanceled = plan.canceledAt !== null;
  const orderIds = Array.from({ length: plan.hasSecondOrder ? 2 : 1 }, () =>
    world.newId(plan.quotedAt ?? plan.createdAt),
  );
  const isDelivered = loadStatus === 'DELIVERED';
  const written: Written = {
    desk,
    plan,
    shipmentId: world.newId(plan.createdAt),
    quoteId: plan.quotedAt === null ? null : world.newId(plan.quotedAt),
    orders: ordersOf(plan, orderIds, extrasSoFar(plan, isDelivered)),
    stops: placed(desk, plan, orderIds),
    loadStatus,
    status: isCanceled ? 'CANCELED' : followLoads('PLANNING', [loadStatus]),
    isDelivered,
    podAt: podTime(desk, plan),
  };
  const receivable = collectFor(written);
  writeShipmentRow(written, receivable);
  writeOrders(written, receivable);
  writeQuoteOf(written);
  writeLoads(written);
  writeService(written);
  writePapers(written);
  expose(written, receivable);
}

function extrasSoFar(plan: ShipmentPlan, isDelivered: boolean): Extra[] {
  const all = [...plan.extras, ...serviceExtras(plan)];
  return isDelivered ? all : all.filter(({ code }) => agreedAtBooking.has(code));
}

/** Two orders share the freight seven to three. */
function ordersOf({ price, canceledAt }: ShipmentPlan, ids: readonly string[], extras: readonly Extra[]): OrderPart[] {
  const [first, second] = ids;
  const lines = sellLines(price, canceledAt === null ? extras : []);
  if (first === undefined) return [];
  if (second === undefined) return [{ id: first, lines }];
  const [freight, ...rest] = lines;
  const secondCents = Math.round(((freight?.amountCents ?? 0) * 0.3) / 100) * 100;
  const firstCents = (freight?.amountCents ?? 0) - secondCents;
  return [
    { id: first, lines: [flatLine('LINEHAUL', firstCents), ...rest] },
    { id: second, lines: [flatLine('LINEHAUL', secondCents)] },
  ];
}

/** A second order is picked up at the same dock (the very same stop, where a script says so) and dropped beside the first. */
function placed({ world }: Desk, plan: ShipmentPlan, orderIds: readonly string[]): PlacedStop[] {
  const at = plan.quotedAt ?? plan.createdAt;
  const [first = '', second] = orderIds;
  const sharesPickup = plan.script?.sharesPickup === true;
  return plan.stops.flatMap((stop, index) => {
    const isEnd = index === 0 || index === plan.stops.length - 1;
    const own = (orderIds: readonly string[]) => ({ ...stop, id: world.newId(at), orderIds });
    if (second === undefined || !isEnd) return [own([first])];
    return index === 0 && sharesPickup ? [own([first, second])] : [own([first]), own([second])];
  });
}

function podTime({ random }: Desk, { deliveredAt, script }: ShipmentPlan): number | null {
  const after = script?.podAfterDays;
  if (deliveredAt === null || after === null || script?.isPodPending) return null;
  const days = after ?? (random.chance(0.1) ? random.int(40, 75) / 10 : random.int(4, 26) / 10);
  return deliveredAt + days * day;
}

function collectFor({ desk, plan, isDelivered, shipmentId, orders, podAt }: Written): Receivable {
  const { world, random, payRuns } = desk;
  const revenueCents = orders.reduce((sum, { lines }) => sum + totalOf(lines), 0);
  const { customer, script } = plan;
  const orderId = orders[0]?.id ?? '';
  const needs = { world, random, payRuns, script, customer, shipmentId, orderId, revenueCents };
  return collect({ ...needs, podAt: isDelivered ? podAt : null });
}

function writeShipmentRow(written: Written, receivable: Receivable): void {
  const { desk, plan, shipmentId, quoteId, status, isDelivered, stops, podAt } = written;
  const { world } = desk;
  const [first] = stops;
  const last = stops.at(-1);
  const podSeen = podAt !== null && podAt <= world.now ? podAt : null;
  const changes = [lastMoveAt(plan.trip, world.now), plan.canceledAt, podSeen, receivable.lastAt].filter(
    (at) => at !== null,
  );
  world.write('shipment', plan.createdAt, {
    id: shipmentId,
    key: plan.script?.key ?? null,
    status,
    status_before_cancel: plan.canceledAt === null ? null : 'PLANNING',
    cancel_reason: plan.canceledAt === null ? null : 'Customer canceled the order.',
    canceled_at: plan.canceledAt === null ? null : isoOf(plan.canceledAt),
    customer_id: plan.customer.id,
    customer_rep_id: plan.customer.repId,
    quote_id: quoteId,
    delivered_at: isDelivered && plan.deliveredAt !== null ? isoOf(plan.deliveredAt) : null,
    currency: 'USD',
    billing_status: receivable.status,
    pick_up_date: dateIn(first),
    delivery_date: dateIn(last),
    origin_city: first?.place.city.name ?? null,
    origin_state: first?.place.city.state ?? null,
    origin_postal_code: first?.place.zipCode ?? null,
    destination_city: last?.place.city.name ?? null,
    destination_state: last?.place.city.state ?? null,
    destination_postal_code: last?.place.zipCode ?? null,
    updated_at: changes.length === 0 ? null : isoOf(Math.max(...changes)),
  });
}

const dateIn = (stop: PlacedStop | undefined): string | null =>
  stop === undefined || stop.dayNumber === null ? null : dateOf(stop.dayNumber);

function writeOrders(
  { desk, plan, orders, stops, shipmentId, status, isDelivered }: Written,
  receivable: Receivable,
): void {
  const { world, references } = desk;
  const at = plan.quotedAt ?? plan.createdAt;
  const numbers = references.for(plan);
  for (const [position, order] of orders.entries()) {
    writeOrder(world, {
      id: order.id,
      at,
      shipmentId,
      customerId: plan.customer.id,
      position,
      status: receivable.isInvoiced ? 'DELIVERED_UNPAID' : status,
      statusBeforeCancel: plan.canceledAt === null ? null : 'PLANNING',
      billingStatus: receivable.status,
      haul: plan.haul,
      miles: plan.customerLane.lane.miles,
      updatedAt: receivable.lastAt ?? lastMoveAt(plan.trip, world.now),
    });
    writeReferences(world, at, order.id, position === 0 ? numbers : numbers.slice(0, 1));
    writeCharges(world, plan.createdAt, 'ORDER', order.id, order.lines);
  }
  for (const stop of stops) writePlacedStop(desk, at, stop, isDelivered || plan.carrier !== null);
  for (const order of orders) {
    const visited = stops.filter(({ orderIds }) => orderIds.includes(order.id));
    for (const [index, stop] of visited.entries()) {
      world.write('order_stop', at, { order_id: order.id, stop_id: stop.id, sequence: index + 1 });
    }
  }
}

function writePlacedStop({ world }: Desk, at: number, stop: PlacedStop, isRun: boolean): void {
  writeStop(world, at, { ...stop, orderId: stop.orderIds[0] ?? '', isRun });
}

function writeQuoteOf({ desk, plan, quoteId, orders, shipmentId }: Written): void {
  if (plan.quotedAt === null || quoteId === null) return;
  writeWonQuote(desk.world, {
    id: quoteId,
    at: plan.quotedAt,
    customer: plan.customer,
    orderId: orders[0]?.id ?? '',
    shipmentId,
    sellCents: plan.price.sellCents,
    costCents: plan.price.costCents,
    convertedAt: plan.createdAt,
  });
}

/** The papers of the trip: bill of lading, proof of delivery, and the lumper's receipt. */
function writePapers({ desk, plan, shipmentId, isDelivered, podAt }: Written): void {
  const { world } = desk;
  const [pick] = plan.stops;
  const links = { shipmentId };
  const tail = shipmentId.slice(-6);
  const { script } = plan;
  if (plan.carrier === null) return;
  if (pick)
    writeDocument(world, { type: 'BILL_OF_LADING', at: pick.departure + 10 * minute, name: `bol-${tail}`, links });
  if (!isDelivered || plan.deliveredAt === null) return;
  const key = script ? `${script.key}-pod` : null;
  const pod = { key, type: 'PROOF_OF_DELIVERY', name: `pod-${tail}`, fileName: script?.podFileName, links } as const;
  if (script?.isPodPending) writeDocument(world, { ...pod, at: plan.deliveredAt + 6 * hour, isPending: true });
  if (podAt === null) return;
  writeDocument(world, { ...pod, at: podAt });
  const hasLumper = plan.extras.some(({ code }) => code === 'LUMPER');
  if (hasLumper) writeDocument(world, { type: 'LUMPER_RECEIPT', at: podAt + minute, name: `lumper-${tail}`, links });
}

/** What the customer owes or will owe for it: open invoices, delivered freight, and freight under way. */
function expose({ plan, status, orders }: Written, receivable: Receivable): void {
  if (status === 'CANCELED' || status === 'PLANNING') return;
  const revenueCents = orders.reduce((sum, { lines }) => sum + totalOf(lines), 0);
  plan.customer.exposure.cents += receivable.isInvoiced ? receivable.openCents : revenueCents;
}
