import type { BillStatus } from '../domain/money/bill.ts';
import type { Carrier } from './carriers.ts';
import { day, hour, inOfficeHours, isoOf, minute } from './clock.ts';
import { writeDocument } from './documents.ts';
import { loadStatusAt, lastMoveAt } from './freight-progress.ts';
import { personName, phoneOf } from './names.ts';
import { writeCharges } from './orders.ts';
import { type Owed, type Payable, settle } from './payables.ts';
import type { DroppedCarrier } from './plan.ts';
import { type ChargeLine, costLines, flatLine, totalOf } from './pricing.ts';
import type { FurtherBill } from './script.ts';
import type { Written } from './shipments.ts';

/** One truck, or two that share the freight. */
export function writeLoads(written: Written): void {
  const { desk, plan } = written;
  const shares = plan.isSplit ? [0.54, 0.46] : [1];
  for (const [index, share] of shares.entries()) {
    const loadId = desk.world.newId(plan.createdAt);
    writeLoad(written, loadId);
    if (index === 0 && plan.dropped) writeDropped(written, loadId, plan.dropped);
    const carrier = index === 0 ? plan.carrier : secondCarrier(written);
    if (!carrier || plan.trip.bookedAt === null) continue;
    const payable = writeAssignment(written, { loadId, carrier, share, isFirst: index === 0 });
    for (const further of plan.script?.furtherBills ?? [])
      writeFurther(written, { loadId, carrier, further, first: payable });
  }
}

function writeLoad({ desk, plan, shipmentId, stops }: Written, loadId: string): void {
  const { world } = desk;
  const { trip, canceledAt } = plan;
  const status = loadStatusAt(trip, world.now);
  const [pick] = plan.stops;
  const seen = (at: number | null) => (plan.carrier && at !== null && at <= world.now ? isoOf(at) : null);
  const movedAt = canceledAt ?? lastMoveAt(trip, world.now);
  world.write('load', plan.createdAt, {
    id: loadId,
    shipment_id: shipmentId,
    mode: 'TL',
    status: canceledAt === null ? status : 'CANCELED',
    status_before_cancel: canceledAt === null ? null : 'SOURCING',
    picked_up_at: seen(pick?.departure ?? null),
    delivered_at: seen(plan.deliveredAt),
    updated_at: movedAt === null ? null : isoOf(movedAt),
  });
  for (const [index, { id }] of stops.entries()) {
    world.write('load_stop', plan.createdAt, { load_id: loadId, stop_id: id, sequence: index + 1 });
  }
}

function secondCarrier({ desk, plan }: Written): Carrier | null {
  const { bookedAt } = plan.trip;
  if (bookedAt === null || plan.carrier === null) return null;
  const { from, to } = plan.customerLane;
  return desk.world.carriers.book(desk.random, {
    lane: `${from.id} ${to.id}`,
    equipment: plan.haul.equipment.carrierClass,
    bookedAt,
    deliveredAt: plan.deliveredAt ?? bookedAt,
  });
}

interface Assignment {
  readonly loadId: string;
  readonly carrier: Carrier;
  readonly share: number;
  readonly isFirst: boolean;
}

function writeAssignment(written: Written, { loadId, carrier, share, isFirst }: Assignment): Payable {
  const { desk, plan, isDelivered, podAt, shipmentId } = written;
  const { world, random } = desk;
  const at = plan.trip.bookedAt ?? plan.createdAt;
  const loadCarrierId = world.newId(at);
  const extras = isFirst ? plan.extras.filter(({ code }) => isDelivered || code === 'STOPOFF' || code === 'TARP') : [];
  const lines = costLines(plan.price, extras, share);
  const { dispatchedAt } = plan.trip;
  const isDispatched = dispatchedAt !== null && dispatchedAt <= world.now;
  const payable = settleCarrier(written, {
    loadId,
    loadCarrierId,
    carrier,
    lines,
    billAt: isDelivered ? billTime(written, podAt) : null,
  });
  world.write('load_carrier', at, {
    ...carrierColumns(written, loadId, carrier),
    id: loadCarrierId,
    status: 'ACTIVE',
    billing_status: payable.status,
    booked_at: isoOf(at),
    dispatched_at: isDispatched ? isoOf(dispatchedAt) : null,
    ...(isDispatched ? driverOf(written, carrier) : {}),
    updated_at: isoOf(Math.max(at, payable.lastAt ?? 0, lastMoveAt(plan.trip, world.now) ?? 0)),
  });
  writeCharges(world, at, 'LOAD_CARRIER', loadCarrierId, lines);
  const links = { shipmentId, loadId };
  writeDocument(world, {
    type: 'RATE_CON',
    at: at + random.int(6, 40) * minute,
    name: `rate-con-${loadId.slice(-6)}`,
    links,
  });
  return payable;
}

function carrierColumns({ shipmentId }: Written, loadId: string, carrier: Carrier) {
  return {
    load_id: loadId,
    shipment_id: shipmentId,
    carrier_id: carrier.id,
    contact_id: carrier.contactId,
    currency: 'USD',
  };
}

function driverOf({ desk: { random } }: Written, carrier: Carrier) {
  return {
    driver_name: personName(random),
    driver_phone: phoneOf(carrier.index * 7 + random.int(0, 99)),
    truck_number: String(random.int(100, 999)),
    trailer_number: `T${random.int(1_000, 9_999)}`,
  };
}

/** The carrier sends its invoice with the proof of delivery, or a few days after the delivery, whichever is later. */
function billTime({ desk, plan }: Written, podAt: number | null): number | null {
  const after = plan.script?.billAfterDays;
  if (after === null || plan.deliveredAt === null) return null;
  if (after !== undefined) return plan.deliveredAt + after * day;
  if (podAt === null) return null;
  return inOfficeHours(Math.max(podAt + 5 * minute, plan.deliveredAt + desk.random.int(24, 144) * hour));
}

interface CarrierWork {
  readonly loadId: string;
  readonly loadCarrierId: string;
  readonly carrier: Carrier;
  readonly lines: readonly ChargeLine[];
  readonly billAt: number | null;
}

function settleCarrier(written: Written, work: CarrierWork): Payable {
  const { plan } = written;
  return settle({
    ...owedFor(written, work),
    key: plan.script ? `${plan.script.key}-bill` : null,
    agreedCents: totalOf(work.lines),
    billAt: work.billAt,
    doneAt: plan.deliveredAt ?? work.billAt ?? 0,
  });
}

type CommonOwed = Omit<Owed, 'key' | 'agreedCents' | 'billAt' | 'doneAt'>;

function owedFor(
  { desk, plan, shipmentId }: Written,
  { loadId, loadCarrierId, carrier }: Omit<CarrierWork, 'lines' | 'billAt'>,
): CommonOwed {
  const { world, payRuns, random } = desk;
  return {
    world,
    payRuns,
    random,
    script: plan.script,
    shipmentId,
    loadId,
    loadCarrierId,
    serviceId: null,
    payee: { carrierId: carrier.id, vendorId: null, factorId: carrier.factor?.id ?? null },
    payeeIndex: carrier.index,
    invoices: carrier.invoices,
    term: carrier.term,
  };
}

/** A carrier that fell off is owed nothing; one whose truck came in vain is owed for coming. */
function writeDropped(written: Written, loadId: string, dropped: DroppedCarrier): void {
  const { desk, plan } = written;
  const { world, random } = desk;
  const loadCarrierId = world.newId(dropped.bookedAt);
  const isTonu = dropped.tonuCents > 0;
  const lines = isTonu ? [flatLine('TONU', dropped.tonuCents)] : [];
  const billAt = isTonu ? inOfficeHours(dropped.at + random.int(40, 120) * hour) : null;
  const work = { loadId, loadCarrierId, carrier: dropped.carrier };
  const key = plan.script ? `${plan.script.key}-bill` : null;
  const status: BillStatus = isTonu
    ? settle({ ...owedFor(written, work), key, agreedCents: dropped.tonuCents, billAt, doneAt: dropped.at }).status
    : 'AWAITING_INVOICE';
  world.write('load_carrier', dropped.bookedAt, {
    ...carrierColumns(written, loadId, dropped.carrier),
    id: loadCarrierId,
    status: isTonu ? 'TONU' : 'BOUNCED',
    billing_status: status,
    booked_at: isoOf(dropped.bookedAt),
    removal_reason: isTonu ? 'TONU' : plan.canceledAt === null ? 'EQUIPMENT_ISSUE' : 'OTHER',
    removal_text: plan.canceledAt === null ? 'Truck broke down before the pickup.' : 'Customer canceled the order.',
    updated_at: isoOf(dropped.at),
  });
  writeCharges(world, dropped.at, 'LOAD_CARRIER', loadCarrierId, lines);
}

interface Further {
  readonly loadId: string;
  readonly carrier: Carrier;
  readonly further: FurtherBill;
  readonly first: Payable;
}

/** One more bill on the same load, on an assignment that nobody agreed a cost for. */
function writeFurther(written: Written, { loadId, carrier: booked, further, first }: Further): void {
  const { desk, plan } = written;
  const { world } = desk;
  const named = further.carrier === undefined ? booked : (world.carriers.byKey.get(further.carrier) ?? booked);
  const carrier = further.toFactor ? { ...named, factor: world.factors[0] ?? null } : named;
  const at = (plan.trip.bookedAt ?? plan.createdAt) + hour;
  const loadCarrierId = world.newId(at);
  const deliveredAt = plan.deliveredAt ?? at;
  const billAt = deliveredAt + further.afterDays * day;
  const payable = settle({
    ...owedFor(written, { loadId, loadCarrierId, carrier }),
    script: plan.script && { ...plan.script, approveAfterDays: null },
    key: further.key,
    agreedCents: 0,
    amountCents: further.amountCents ?? totalOf(costLines(plan.price, plan.extras)),
    billAt,
    doneAt: deliveredAt,
    ...(further.suffix === undefined || first.reference === null
      ? {}
      : { reference: `${first.reference}${further.suffix}` }),
  });
  world.write('load_carrier', at, {
    ...carrierColumns(written, loadId, carrier),
    id: loadCarrierId,
    status: 'ACTIVE',
    billing_status: payable.status,
    booked_at: isoOf(at),
    updated_at: payable.lastAt === null ? null : isoOf(payable.lastAt),
  });
}
