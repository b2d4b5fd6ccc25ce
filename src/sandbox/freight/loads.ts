import { day, hour, moveToOfficeHours, formatInstant, minute } from '../kit/clock.ts';
import { drawPersonName, buildPhoneNumber } from '../kit/names.ts';
import type { Random } from '../kit/random.ts';
import type { FurtherBill } from '../kit/script.ts';
import { writeDocument } from '../money/documents.ts';
import { notBilled, type Owed, type WrittenBill, writeBill } from '../money/payables.ts';
import type { SandboxCarrier } from '../parties/party.ts';
import { writeCharges } from './orders.ts';
import type { CarrierBooking, CarrierRemoval } from './plan.ts';
import { type ChargeDraft, listCostLines, buildFlatLine, sumLines } from './pricing.ts';
import type { ShipmentState } from './shipment-state.ts';

/** Charges of a carrier that are agreed when it is booked; the rest happens on the way. */
const agreedAtBooking: ReadonlySet<string> = new Set(['STOPOFF', 'TARP']);

/** Writes the loads of a shipment: one truck, or two that share the freight. */
export function writeLoads(state: ShipmentState): void {
  const { plan, random } = state;
  const shares = plan.isSplit ? [0.54, 0.46] : [1];
  for (const [place, share] of shares.entries()) {
    const loadId = state.world.idOf(`load ${place}`, plan.createdAt, place);
    writeLoad(state, loadId);
    const bookings = place === 0 ? plan.bookings : drawSecondBooking(state, random.fork('second truck'));
    for (const [index, booking] of bookings.entries()) {
      const stream = random.fork(`truck ${place}/${index}`);
      writeAssignment(state, {
        loadId,
        booking,
        share,
        isFirst: place === 0,
        random: stream,
        leg: 2 * place + index,
      });
    }
  }
}

function writeLoad(
  { world, plan, stops, isCanceled, loadStatus, movedAt, shipmentId }: ShipmentState,
  loadId: string,
): void {
  const [pick] = plan.stops;
  const formatIfPast = (at: number | null) => (plan.canceledAt === null && world.isPast(at) ? formatInstant(at) : null);
  const lastAt = isCanceled ? plan.canceledAt : movedAt;
  world.write('load', plan.createdAt, {
    id: loadId,
    shipment_id: shipmentId,
    mode: 'TL',
    status: isCanceled ? 'CANCELED' : loadStatus,
    status_before_cancel: isCanceled ? 'SOURCING' : null,
    picked_up_at: formatIfPast(pick?.departure ?? null),
    delivered_at: formatIfPast(plan.deliveredAt),
    updated_at: lastAt === null ? null : formatInstant(lastAt),
  });
  for (const [index, { id }] of stops.entries()) {
    world.write('load_stop', plan.createdAt, { load_id: loadId, stop_id: id, sequence: index + 1 });
  }
}

/**
 * Draws the booking of the second truck. It is booked at the same time as the first one and for as long, and is
 * canceled without a fee.
 */
function drawSecondBooking({ world, plan }: ShipmentState, random: Random): CarrierBooking[] {
  const last = plan.bookings.at(-1);
  if (!last) return [];
  const { from, to } = plan.customerLane;
  const carrier = world.carriers.book(random, {
    lane: `${from.id} ${to.id}`,
    equipment: plan.haul.equipment.carrierClass,
    bookedAt: last.bookedAt,
    deliveredAt: plan.deliveredAt ?? last.bookedAt,
  });
  return [{ ...last, carrier, removal: last.removal && { ...last.removal, tonuCents: 0 } }];
}

interface LoadAssignment {
  readonly loadId: string;
  readonly booking: CarrierBooking;
  readonly share: number;
  readonly isFirst: boolean;
  readonly random: Random;
  /** Tells the invoices of one shipment's carriers apart. */
  readonly leg: number;
}

function writeAssignment(state: ShipmentState, assignment: LoadAssignment): void {
  const { world, plan, movedAt } = state;
  const { loadId, booking, random, leg } = assignment;
  const { bookedAt: at, carrier, removal } = booking;
  if (!world.isPast(at)) return;
  const loadCarrierId = world.idOf(`carrier ${loadId} ${leg}`, at, leg);
  const isRemoved = removal !== null && world.isPast(removal.at);
  const payable = isRemoved
    ? writeRemovalBill(state, { ...assignment, loadCarrierId }, removal)
    : writeTripBill(state, { ...assignment, loadCarrierId });
  const { dispatchedAt } = plan.trip;
  const isDispatched = removal === null && world.isPast(dispatchedAt);
  const movedTo = isRemoved ? removal.at : (movedAt ?? 0);
  world.write('load_carrier', at, {
    ...buildCarrierColumns(state, loadId, carrier),
    id: loadCarrierId,
    ...(isRemoved ? buildRemovalColumns(state, removal) : { status: 'ACTIVE' as const }),
    billing_status: payable.status,
    booked_at: formatInstant(at),
    dispatched_at: isDispatched ? formatInstant(dispatchedAt) : null,
    ...(isDispatched ? drawDriver(random.fork('driver'), carrier) : {}),
    updated_at: formatInstant(Math.max(at, payable.lastAt ?? 0, movedTo)),
  });
  const links = { shipmentId: state.shipmentId, loadId };
  const sentAt = at + random.fork('paper').drawInt(6, 40) * minute;
  writeDocument(world, { type: 'RATE_CON', at: sentAt, name: `rate-con-${loadId.slice(-6)}`, links });
  if (isRemoved) return;
  for (const [index, further] of (plan.script?.furtherBills ?? []).entries())
    writeFurther(state, { ...assignment, leg: leg + 5 + index, loadCarrierId }, { further, first: payable });
}

const buildRemovalColumns = ({ plan }: ShipmentState, { tonuCents }: CarrierRemoval) =>
  ({
    status: tonuCents > 0 ? 'TONU' : 'BOUNCED',
    removal_reason: tonuCents > 0 ? 'TONU' : plan.canceledAt === null ? 'EQUIPMENT_ISSUE' : 'OTHER',
    removal_text: plan.canceledAt === null ? 'Truck broke down before the pickup.' : 'Customer canceled the order.',
  }) as const;

const buildCarrierColumns = ({ shipmentId }: ShipmentState, loadId: string, carrier: SandboxCarrier) => ({
  load_id: loadId,
  shipment_id: shipmentId,
  carrier_id: carrier.id,
  contact_id: carrier.contactId,
  currency: 'USD',
});

const drawDriver = (random: Random, carrier: SandboxCarrier) => ({
  driver_name: drawPersonName(random),
  driver_phone: buildPhoneNumber(carrier.index * 7 + random.drawInt(0, 99)),
  truck_number: String(random.drawInt(100, 999)),
  trailer_number: `T${random.drawInt(1_000, 9_999)}`,
});

interface CarrierWork extends LoadAssignment {
  readonly loadCarrierId: string;
}

/** Writes the carrier's charges and, once the freight is delivered, its bill. */
function writeTripBill(state: ShipmentState, work: CarrierWork): WrittenBill {
  const { plan, world, isDelivered, podAt } = state;
  const { booking, loadCarrierId, share, isFirst } = work;
  const extras = isFirst ? plan.extras : [];
  const lines = listCostLines(
    plan.price,
    extras.filter(({ code }) => agreedAtBooking.has(code)),
    share,
  );
  const later = isDelivered ? listExtraLines(extras) : [];
  const owner = { type: 'LOAD_CARRIER', id: loadCarrierId } as const;
  writeCharges(world, booking.bookedAt, { ...owner, from: 0 }, lines);
  if (plan.deliveredAt !== null) writeCharges(world, plan.deliveredAt, { ...owner, from: lines.length }, later);
  const billAt = isDelivered && booking.removal === null ? billTime(state, podAt, work.random.fork('bill')) : null;
  return writeBill({
    ...buildOwed(state, work),
    agreedCents: sumLines(lines) + sumLines(later),
    billAt,
    doneAt: plan.deliveredAt ?? billAt ?? 0,
  });
}

const listExtraLines = (extras: ShipmentState['plan']['extras']): ChargeDraft[] =>
  extras
    .filter(({ code, payCents }) => !agreedAtBooking.has(code) && payCents > 0)
    .map(({ code, payCents }) => buildFlatLine(code, payCents));

/**
 * Writes the bill of a removed carrier. A carrier that canceled is owed nothing. A carrier whose truck was not used is
 * owed a fee.
 */
function writeRemovalBill(state: ShipmentState, work: CarrierWork, { at, tonuCents }: CarrierRemoval): WrittenBill {
  if (tonuCents === 0) return notBilled;
  const owner = { type: 'LOAD_CARRIER', id: work.loadCarrierId, from: 0 } as const;
  writeCharges(state.world, at, owner, [buildFlatLine('TONU', tonuCents)]);
  const billAt = moveToOfficeHours(at + work.random.fork('bill').drawInt(40, 120) * hour);
  return writeBill({ ...buildOwed(state, work), agreedCents: tonuCents, billAt, doneAt: at });
}

/**
 * Draws the instant of the carrier's invoice: with the proof of delivery, or a few days after the delivery, whichever
 * is later.
 */
function billTime({ plan }: ShipmentState, podAt: number | null, random: Random): number | null {
  const after = plan.script?.billAfterDays;
  if (after === null || plan.deliveredAt === null) return null;
  if (after !== undefined) return plan.deliveredAt + after * day;
  if (podAt === null) return null;
  return moveToOfficeHours(Math.max(podAt + 5 * minute, plan.deliveredAt + random.drawInt(24, 144) * hour));
}

function buildOwed(
  { world, plan, shipmentId }: ShipmentState,
  { loadId, loadCarrierId, booking: { carrier }, random, leg }: CarrierWork,
): Omit<Owed, 'agreedCents' | 'billAt' | 'doneAt'> {
  return {
    world: world.for(`payee ${loadCarrierId}`),
    random: random.fork('settlement'),
    script: plan.script,
    shipmentId,
    loadId,
    loadCarrierId,
    serviceId: null,
    payee: { carrierId: carrier.id, vendorId: null, factorId: carrier.factor?.id ?? null },
    invoices: carrier.invoices,
    serial: plan.serial + leg,
    term: carrier.term,
  };
}

/** Writes another bill on the same load, for an assignment without an agreed cost. */
function writeFurther(
  state: ShipmentState,
  work: CarrierWork,
  { further, first }: { readonly further: FurtherBill; readonly first: WrittenBill },
): void {
  const { world, plan } = state;
  const { loadId, booking, leg } = work;
  const scripted = further.carrier === undefined ? undefined : world.carriers.byKey.get(further.carrier);
  const payee = scripted ?? booking.carrier;
  const carrier = further.toFactor ? { ...payee, factor: world.factors[0] ?? null } : payee;
  const at = booking.bookedAt + hour;
  const loadCarrierId = world.idOf(`carrier ${loadId} ${leg}`, at, leg);
  const deliveredAt = plan.deliveredAt ?? at;
  const payable = writeBill({
    ...buildOwed(state, { ...work, loadCarrierId, booking: { ...booking, carrier } }),
    script: plan.script && { ...plan.script, approveAfterDays: null },
    agreedCents: 0,
    amountCents: further.amountCents ?? first.amountCents,
    billAt: deliveredAt + further.afterDays * day,
    doneAt: deliveredAt,
    ...(further.suffix === undefined || first.reference === null
      ? {}
      : { reference: `${first.reference}${further.suffix}` }),
  });
  world.write('load_carrier', at, {
    ...buildCarrierColumns(state, loadId, carrier),
    id: loadCarrierId,
    status: 'ACTIVE',
    billing_status: payable.status,
    booked_at: formatInstant(at),
    updated_at: payable.lastAt === null ? null : formatInstant(payable.lastAt),
  });
}
