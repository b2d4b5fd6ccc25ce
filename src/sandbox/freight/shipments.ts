import type { LoadStatus } from '../../domain/freight/load.ts';
import { followLoads } from '../../domain/freight/shipment.ts';
import { formatDate, day, hour, formatInstant, minute } from '../kit/clock.ts';
import { createNamedId } from '../kit/ids.ts';
import type { Random } from '../kit/random.ts';
import type { Extra } from '../kit/script.ts';
import { writeDocument } from '../money/documents.ts';
import { type Receivable, writeReceivable } from '../money/receivables.ts';
import type { TimelineWorld } from '../parties/world.ts';
import { computeLoadStatus } from './freight-progress.ts';
import type { CustomerExposure } from './timeline.ts';
import { writeLoads } from './loads.ts';
import { writeCharges, writeOrder, writeStop } from './orders.ts';
import type { ShipmentPlan } from './plan.ts';
import { buildFlatLine, listSellLines, sumLines } from './pricing.ts';
import { writeWonQuote } from './quotes.ts';
import { type ReferenceEntry, writeReferences } from './references.ts';
import { listServiceExtras, computeServiceTime, writeService } from './services.ts';
import type { OrderPart, ShipmentStop, ShipmentState } from './shipment-state.ts';

export interface ShipmentDraft {
  readonly plan: ShipmentPlan;
  readonly random: Random;
  /** The numbers that customer and carriers use for it. */
  readonly references: readonly ReferenceEntry[];
}

/** Known before the truck moves; everything else is charged when it has happened. */
const agreedAtBooking: ReadonlySet<string> = new Set(['STOPOFF', 'TARP', 'STORAGE', 'DRAY', 'CUSTOMS', 'SCALE']);

/**
 * Creates the id of a shipment. It doesn't need the plan, so that a few shipments can be found without planning all of
 * them.
 */
export const createShipmentId = (random: Random, createdAt: number): string =>
  createNamedId(random, 'shipment', createdAt);

/**
 * Writes a shipment as it is at the instant, or only its quote before the order. Returns what it adds to the customer's
 * debt.
 */
export function writeShipment(world: TimelineWorld, draft: ShipmentDraft): CustomerExposure | null {
  const state = buildState(world, draft);
  const { plan, shipmentId, orders } = state;
  if (!world.isPast(plan.createdAt)) {
    if (world.isPast(plan.quotedAt)) writeRequest(state, draft.references);
    return null;
  }
  const receivable = writeReceivable({
    world: world.for('customer'),
    random: draft.random.fork('receivable'),
    script: plan.script,
    customer: plan.customer,
    shipmentId,
    orderId: orders[0]?.id ?? '',
    revenueCents: sumRevenue(state),
    podAt: state.isDelivered ? state.podAt : null,
  });
  writeShipmentRow(state, receivable);
  writeOrders(state, receivable);
  writeFreight(state, draft.references);
  for (const order of orders) writeOrderCharges(state, order);
  writeShipmentQuote(state);
  writeLoads(state);
  writeService(state);
  writePapers(state);
  return computeExposure(state, receivable);
}

function buildState(world: TimelineWorld, { plan, random }: ShipmentDraft): ShipmentState {
  const isCanceled = world.isPast(plan.canceledAt);
  const loadStatus = computeStatus(world, plan);
  const isDelivered = loadStatus === 'DELIVERED';
  const orderIds = Array.from({ length: plan.hasSecondOrder ? 2 : 1 }, (_, place) =>
    world.idOf(`order ${place}`, plan.quotedAt ?? plan.createdAt, place),
  );
  return {
    world,
    random,
    plan,
    shipmentId: createShipmentId(random, plan.createdAt),
    quoteId: plan.quotedAt === null ? null : world.idOf('quote', plan.quotedAt),
    orders: splitOrders(plan, orderIds, isDelivered),
    stops: placeStops(world, plan, orderIds),
    loadStatus,
    status: isCanceled ? 'CANCELED' : followLoads('PLANNING', [loadStatus]),
    isCanceled,
    isDelivered,
    podAt: drawPodTime(random.fork('proof'), plan),
    movedAt: findLastMove(world, plan),
  };
}

/** Computes the status of the load. A carrier that cancels later has the load until then. */
function computeStatus({ isPast }: TimelineWorld, { trip, bookings }: ShipmentPlan): LoadStatus {
  const status = computeLoadStatus(trip, isPast);
  const isBooked = bookings.some(({ bookedAt, removal }) => isPast(bookedAt) && removal && !isPast(removal.at));
  return status === 'SOURCING' && isBooked ? 'BOOKED' : status;
}

function findLastMove(
  { isPast }: TimelineWorld,
  { trip: { dispatchedAt, visits }, bookings }: ShipmentPlan,
): number | null {
  const moves = [
    dispatchedAt,
    ...bookings.flatMap(({ bookedAt, removal }) => [bookedAt, removal?.at ?? null]),
    ...visits.flatMap(({ arrival, departure }) => [arrival, departure]),
  ];
  const past = moves.filter(isPast);
  return past.length === 0 ? null : Math.max(...past);
}

/** Splits the charges over the orders. Two orders share the freight seven to three, and extras are on the first. */
function splitOrders(plan: ShipmentPlan, ids: readonly string[], isDelivered: boolean): OrderPart[] {
  const [first, second] = ids;
  const all = [...plan.extras, ...listServiceExtras(plan)];
  const lines = listSellLines(
    plan.price,
    all.filter(({ code }) => agreedAtBooking.has(code)),
  );
  const later = isDelivered ? listExtraLines(all) : [];
  if (first === undefined) return [];
  if (second === undefined) return [{ id: first, lines, later }];
  const [freight, ...rest] = lines;
  const secondCents = Math.round(((freight?.amountCents ?? 0) * 0.3) / 100) * 100;
  const firstCents = (freight?.amountCents ?? 0) - secondCents;
  return [
    { id: first, lines: [buildFlatLine('LINEHAUL', firstCents), ...rest], later },
    { id: second, lines: [buildFlatLine('LINEHAUL', secondCents)], later: [] },
  ];
}

const listExtraLines = (extras: readonly Extra[]) =>
  extras
    .filter(({ code, billCents }) => !agreedAtBooking.has(code) && billCents > 0)
    .map(({ code, billCents }) => buildFlatLine(code, billCents));

/**
 * Builds the stops of the orders. A second order is picked up at the same dock (at the same stop if the script says so)
 * and dropped beside the first.
 */
function placeStops(world: TimelineWorld, plan: ShipmentPlan, orderIds: readonly string[]): ShipmentStop[] {
  const at = plan.quotedAt ?? plan.createdAt;
  const [first = '', second] = orderIds;
  const sharesPickup = plan.script?.sharesPickup === true;
  return plan.stops.flatMap((stop, index) => {
    const isEnd = index === 0 || index === plan.stops.length - 1;
    const toOrderStop = (place: number, orderIds: readonly string[]) => ({
      ...stop,
      id: world.idOf(`stop ${place}`, at, place),
      orderIds,
    });
    if (second === undefined || !isEnd) return [toOrderStop(2 * index, [first])];
    if (index === 0 && sharesPickup) return [toOrderStop(0, [first, second])];
    return [toOrderStop(2 * index, [first]), toOrderStop(2 * index + 1, [second])];
  });
}

function drawPodTime(random: Random, { deliveredAt, script }: ShipmentPlan): number | null {
  const after = script?.podAfterDays;
  if (deliveredAt === null || after === null || script?.isPodPending) return null;
  const days = after ?? (random.drawChance(0.1) ? random.drawInt(40, 75) / 10 : random.drawInt(4, 26) / 10);
  return deliveredAt + days * day;
}

const sumRevenue = ({ orders }: ShipmentState): number =>
  orders.reduce((sum, { lines, later }) => sum + sumLines(lines) + sumLines(later), 0);

function writeShipmentRow(state: ShipmentState, receivable: Receivable): void {
  const { world, plan, shipmentId, quoteId, status, isCanceled, isDelivered, stops, podAt, movedAt } = state;
  const [first] = stops;
  const last = stops.at(-1);
  const canceledAt = isCanceled ? plan.canceledAt : null;
  const podSeen = world.isPast(podAt) ? podAt : null;
  const serviced = world.isPast(computeServiceTime(plan)) ? computeServiceTime(plan) : null;
  const changes = [movedAt, serviced, canceledAt, podSeen, receivable.lastAt].filter((at) => at !== null);
  world.write('shipment', plan.createdAt, {
    id: shipmentId,
    status,
    status_before_cancel: isCanceled ? 'PLANNING' : null,
    cancel_reason: isCanceled ? 'Customer canceled the order.' : null,
    canceled_at: canceledAt === null ? null : formatInstant(canceledAt),
    customer_id: plan.customer.id,
    customer_rep_id: plan.customer.repId,
    quote_id: quoteId,
    delivered_at: isDelivered && plan.deliveredAt !== null ? formatInstant(plan.deliveredAt) : null,
    currency: 'USD',
    billing_status: receivable.status,
    pick_up_date: formatStopDate(first),
    delivery_date: formatStopDate(last),
    origin_city: first?.place.city.name ?? null,
    origin_state: first?.place.city.state ?? null,
    origin_postal_code: first?.place.zipCode ?? null,
    destination_city: last?.place.city.name ?? null,
    destination_state: last?.place.city.state ?? null,
    destination_postal_code: last?.place.zipCode ?? null,
    updated_at: changes.length === 0 ? null : formatInstant(Math.max(...changes)),
  });
}

const formatStopDate = (stop: ShipmentStop | undefined): string | null =>
  stop === undefined || stop.dayNumber === null ? null : formatDate(stop.dayNumber);

function writeOrders(
  { world, plan, orders, shipmentId, status, isCanceled, movedAt }: ShipmentState,
  billing: Receivable,
) {
  const takenAt = plan.quotedAt === null ? null : plan.createdAt;
  const canceledAt = isCanceled ? plan.canceledAt : null;
  const changes = [takenAt, canceledAt, movedAt, billing.lastAt].filter((at) => at !== null);
  for (const [position, order] of orders.entries()) {
    writeOrder(world, {
      ...buildOrder(plan, order.id, position),
      shipmentId,
      status: billing.isInvoiced ? 'DELIVERED_UNPAID' : status,
      statusBeforeCancel: isCanceled ? 'PLANNING' : null,
      billingStatus: billing.status,
      updatedAt: changes.length === 0 ? null : Math.max(...changes),
    });
  }
}

const buildOrder = (plan: ShipmentPlan, id: string, position: number) => ({
  id,
  at: plan.quotedAt ?? plan.createdAt,
  customerId: plan.customer.id,
  position,
  haul: plan.haul,
  miles: plan.customerLane.lane.miles,
});

/** Writes the freight and its stops, both of which exist from the quote request on. */
function writeFreight({ world, plan, orders, stops }: ShipmentState, references: readonly ReferenceEntry[]): void {
  const at = plan.quotedAt ?? plan.createdAt;
  for (const [position, order] of orders.entries())
    writeReferences(world, at, order.id, position === 0 ? references : references.slice(0, 1));
  const isRun = plan.canceledAt === null;
  for (const stop of stops) writeStop(world, at, { ...stop, orderId: stop.orderIds[0] ?? '', isRun });
  for (const order of orders) {
    const visited = stops.filter(({ orderIds }) => orderIds.includes(order.id));
    for (const [index, stop] of visited.entries()) {
      world.write('order_stop', at, { order_id: order.id, stop_id: stop.id, sequence: index + 1 });
    }
  }
}

function writeOrderCharges({ world, plan }: ShipmentState, { id, lines, later }: OrderPart): void {
  writeCharges(world, plan.createdAt, { type: 'ORDER', id, from: 0 }, lines);
  if (plan.deliveredAt !== null)
    writeCharges(world, plan.deliveredAt, { type: 'ORDER', id, from: lines.length }, later);
}

/** Writes freight before its order: a quote is requested, then answered. */
function writeRequest(state: ShipmentState, references: readonly ReferenceEntry[]): void {
  const { world, plan, orders } = state;
  for (const [position, order] of orders.entries()) {
    writeOrder(world, {
      ...buildOrder(plan, order.id, position),
      shipmentId: null,
      status: 'DRAFT',
      statusBeforeCancel: null,
      billingStatus: 'DOCS_NEEDED',
      updatedAt: null,
    });
  }
  writeFreight(state, references);
  writeShipmentQuote(state);
}

function writeShipmentQuote({ world, plan, quoteId, orders, shipmentId }: ShipmentState): void {
  if (plan.quotedAt === null || quoteId === null) return;
  writeWonQuote(world, {
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

/** Writes the documents of the trip: bill of lading, proof of delivery, and the lumper's receipt. */
function writePapers({ world, plan, shipmentId, isDelivered, podAt }: ShipmentState): void {
  const [pick] = plan.stops;
  const links = { shipmentId };
  const tail = shipmentId.slice(-6);
  const { script } = plan;
  if (plan.deliveredAt === null) return;
  if (pick)
    writeDocument(world, { type: 'BILL_OF_LADING', at: pick.departure + 10 * minute, name: `bol-${tail}`, links });
  if (!isDelivered) return;
  const pod = { type: 'PROOF_OF_DELIVERY', name: `pod-${tail}`, fileName: script?.podFileName, links } as const;
  if (script?.isPodPending) writeDocument(world, { ...pod, at: plan.deliveredAt + 6 * hour, isPending: true });
  if (podAt === null) return;
  writeDocument(world, { ...pod, at: podAt });
  const hasLumper = plan.extras.some(({ code }) => code === 'LUMPER');
  if (hasLumper) writeDocument(world, { type: 'LUMPER_RECEIPT', at: podAt + minute, name: `lumper-${tail}`, links });
}

/** Computes the customer's exposure: open invoices, delivered freight, and freight under way. */
function computeExposure(state: ShipmentState, { isInvoiced, openCents }: Receivable): CustomerExposure | null {
  const { plan, status } = state;
  if (status === 'CANCELED' || status === 'PLANNING') return null;
  return { customerId: plan.customer.id, cents: isInvoiced ? openCents : sumRevenue(state) };
}
