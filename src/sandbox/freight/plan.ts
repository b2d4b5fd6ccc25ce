import { businessDays, day, toDayNumber, hour, minute, findWeekday } from '../kit/clock.ts';
import type { Random } from '../kit/random.ts';
import type { Extra, ShipmentScript } from '../kit/script.ts';
import type { SandboxCarrier, SandboxCustomer, CustomerLane, SandboxVendor } from '../parties/party.ts';
import type { SandboxBrokerage } from '../parties/world.ts';
import { type PlannedHaul, drawHaul } from './equipment-mix.ts';
import { listMilestones, type TripTimes, type StopTimes } from './freight-progress.ts';
import type { StatusChange } from './timeline.ts';
import { drawExtras, type FreightPrice, drawPrice } from './pricing.ts';
import { approachMs } from './punctuality.ts';
import { computeSlotEnd, drawRoute, type PlannedStop } from './route.ts';

/** Everything that happens to a shipment, decided when it is created. Records are written up to the present only. */
export interface ShipmentPlan {
  readonly script: ShipmentScript | undefined;
  readonly customer: SandboxCustomer;
  readonly customerLane: CustomerLane;
  readonly haul: PlannedHaul;
  readonly price: FreightPrice;
  readonly extras: readonly Extra[];
  readonly createdAt: number;
  /** Null for freight without a quote. */
  readonly quotedAt: number | null;
  readonly stops: readonly PlannedStop[];
  readonly trip: TripTimes;
  /** The booked carriers in the order of booking; all but the last were removed again. */
  readonly bookings: readonly CarrierBooking[];
  readonly deliveredAt: number | null;
  readonly canceledAt: number | null;
  readonly service: ServicePlan | null;
  readonly isSplit: boolean;
  readonly hasSecondOrder: boolean;
  /** Serial number that the numbers of payees' invoices are built from. It is unique for each shipment. */
  readonly serial: number;
}

/** Work of a vendor on the shipment; passed on to the customer with a little on top. */
export interface ServicePlan {
  readonly vendor: SandboxVendor;
  readonly costCents: number;
  readonly doneAt: number;
  readonly isBilled: boolean;
}

export interface CarrierBooking {
  readonly carrier: SandboxCarrier;
  readonly bookedAt: number;
  /** Null: it runs the load. */
  readonly removal: CarrierRemoval | null;
}

/** A carrier that was booked and did not run the load. */
export interface CarrierRemoval {
  readonly at: number;
  /** Fee for a truck that was not used; 0: the carrier canceled and is paid nothing. */
  readonly tonuCents: number;
}

export interface PlanNeeds {
  readonly brokerage: SandboxBrokerage;
  readonly random: Random;
  readonly createdAt: number;
  readonly customer: SandboxCustomer;
  readonly serial: number;
  readonly script?: ShipmentScript | undefined;
  /** The instant that the hours and days of the script are counted from. */
  readonly anchor: number;
}

const cancelShare = 0.025;
const tonuShareOfCanceled = 0.5;
const bounceShare = 0.03;

export function planShipment(needs: PlanNeeds): ShipmentPlan {
  const { random, createdAt, customer, script, anchor, serial } = needs;
  const isSpot = script ? false : !random.drawChance(customer.contractShare);
  const customerLane = drawLane(needs);
  const haul = drawHaul(random, customerLane.lane.equipment, script?.equipment);
  const hasExtraStop = script === undefined && random.drawChance(0.08);
  const extras = script?.extras ?? (script ? [] : drawExtras(random, haul.kind, hasExtraStop));
  const price = drawPrice(
    random,
    { customerLane, kind: haul.kind, at: createdAt, marginMean: customer.marginMean },
    script,
  );
  const stops = drawRoute({
    random,
    customerLane,
    createdAt,
    pickDay: drawPickDay(needs, isSpot),
    anchor,
    waitingHours: drawWaitingHours(random, extras),
    hasExtraStop,
    script,
  });
  const first = drawFirstBooking(needs, { stops, haul, customerLane, isSpot });
  const canceledAt = drawCancellation(needs, stops);
  const bookings = drawBookings(needs, { first, canceledAt, customerLane, haul, stops });
  const runs = canceledAt === null;
  return {
    script,
    customer,
    customerLane,
    haul,
    price,
    extras,
    createdAt,
    quotedAt: isSpot
      ? Math.max(createdAt - random.drawInt(12, 210) * minute, toDayNumber(createdAt) * day + 14 * hour)
      : null,
    stops,
    trip: buildTrip(first, runs ? stops : stops.map(buildNeverVisited), bookings),
    bookings,
    deliveredAt: runs ? (stops.at(-1)?.departure ?? null) : null,
    canceledAt,
    service: runs ? drawService(needs, stops) : null,
    isSplit: script === undefined && random.drawChance(0.03),
    hasSecondOrder: script?.sharesPickup ?? (script === undefined && random.drawChance(0.05)),
    serial,
  };
}

const buildNeverVisited = ({ type }: PlannedStop): StopTimes => ({
  type,
  arrival: Number.POSITIVE_INFINITY,
  departure: Number.POSITIVE_INFINITY,
});

/** Builds the trip of the last booking's truck. Without a booking there is no trip. */
function buildTrip(
  { dispatchedAt }: FirstBooking,
  visits: readonly StopTimes[],
  bookings: readonly CarrierBooking[],
): TripTimes {
  const last = bookings.at(-1);
  return last ? { bookedAt: last.bookedAt, dispatchedAt, visits } : { bookedAt: null, dispatchedAt: null, visits };
}

const serviceShare = 0.08;

function drawService(
  { brokerage, random, script, createdAt, anchor }: PlanNeeds,
  stops: readonly PlannedStop[],
): ServicePlan | null {
  if (script ? !script.service : !random.drawChance(serviceShare)) return null;
  const vendor = random.pick(brokerage.vendors);
  const done = script?.service ? anchor - script.service.doneDaysAgo * day : stops[0]?.departure;
  return {
    vendor,
    costCents: Math.round((vendor.priceCents * (0.9 + random.drawUnit() * 0.3)) / 100) * 100,
    doneAt: done ?? createdAt + day,
    isBilled: script?.service?.isBilled ?? true,
  };
}

function drawLane({ random, customer, script }: PlanNeeds): CustomerLane {
  const scripted = script ? customer.lanes[script.lane ?? 0] : undefined;
  return scripted ?? random.pickBy(customer.lanes, customer.laneWeights);
}

function drawPickDay({ random, createdAt, script, anchor }: PlanNeeds, isSpot: boolean): number {
  if (script) return toDayNumber(anchor) + (script.pickInDays ?? 0);
  // Spot freight moves today or tomorrow; contract freight is known for up to a week.
  const lead = isSpot ? (random.drawChance(0.3) ? 0 : random.drawInt(1, 3)) : random.drawInt(1, 7);
  return findWeekday(toDayNumber(createdAt) + lead, businessDays);
}

/** Draws the hours that the truck waited, to match the detention that its carrier is paid. A layover lasts a night. */
function drawWaitingHours(random: Random, extras: readonly Extra[]): number {
  const detained = extras.find(({ code }) => code === 'DET')?.payCents ?? 0;
  const stayed = extras.some(({ code }) => code === 'LAYOVER') ? random.drawInt(10, 18) : 0;
  return Math.round(detained / 5_000) + stayed;
}

type PlannedFreight = Pick<ShipmentPlan, 'haul' | 'customerLane' | 'stops'>;

interface FirstBooking {
  readonly carrier: SandboxCarrier;
  readonly bookedAt: number;
  readonly dispatchedAt: number;
}

/** Draws the carrier and time of the first booking, before cancellations and removals. */
function drawFirstBooking(needs: PlanNeeds, freight: PlannedFreight & { isSpot: boolean }): FirstBooking {
  const { random, createdAt, script, brokerage, anchor } = needs;
  const { stops, isSpot } = freight;
  const pickup = stops[0]?.arrival ?? createdAt + day;
  const preferredAt = isSpot ? createdAt + random.drawInt(20, 480) * minute : pickup - random.drawInt(6, 46) * hour;
  const usual = Math.max(createdAt + 10 * minute, Math.min(preferredAt, pickup - approachMs));
  const bookedAt = script?.bookedInHours === undefined ? usual : anchor + script.bookedInHours * hour;
  const dispatchedAt = Math.max(bookedAt + 5 * minute, pickup - random.drawInt(90, 700) * minute);
  const carrier = drawCarrier(needs, freight, { bookedAt, deliveredAt: stops.at(-1)?.departure ?? pickup });
  const scripted = script?.carrier === undefined ? undefined : brokerage.carriers.byKey.get(script.carrier);
  return { carrier: scripted ?? carrier, bookedAt, dispatchedAt };
}

function drawCarrier(
  { brokerage, random }: PlanNeeds,
  freight: PlannedFreight,
  times: { bookedAt: number; deliveredAt: number },
): SandboxCarrier {
  const { from, to } = freight.customerLane;
  return brokerage.carriers.book(random, {
    lane: `${from.id} ${to.id}`,
    equipment: freight.haul.equipment.carrierClass,
    ...times,
  });
}

/** Draws the instant at which the customer cancels, or null. That is before anything is loaded, so no truck comes. */
function drawCancellation({ random, createdAt, script }: PlanNeeds, stops: readonly PlannedStop[]): number | null {
  const isCanceled = script ? script.canceledBeforeHours !== undefined : random.drawChance(cancelShare);
  if (!isCanceled) return null;
  const [pick] = stops;
  const pickEnd =
    pick && pick.dayNumber !== null
      ? computeSlotEnd(pick.place, { dayNumber: pick.dayNumber, window: pick.window })
      : createdAt + day;
  return Math.max(createdAt + 50 * minute, pickEnd - (script?.canceledBeforeHours ?? random.drawInt(2, 20)) * hour);
}

interface BookingNeeds extends PlannedFreight {
  readonly first: FirstBooking;
  readonly canceledAt: number | null;
}

/**
 * Draws the bookings of a load. Canceled freight releases its carrier, sometimes for a fee, and a few carriers of other
 * freight cancel.
 */
function drawBookings(needs: PlanNeeds, booking: BookingNeeds): CarrierBooking[] {
  const { carrier, bookedAt } = booking.first;
  if (booking.canceledAt === null) {
    const bounced = drawBouncedBooking(needs, booking);
    return [...(bounced ? [bounced] : []), { carrier, bookedAt, removal: null }];
  }
  if (bookedAt + 20 * minute > booking.canceledAt) return [];
  const { random, script } = needs;
  const owed = script
    ? (script.tonuCents ?? 0)
    : random.drawChance(tonuShareOfCanceled)
      ? random.drawInt(15, 25) * 1_000
      : 0;
  return [{ carrier, bookedAt, removal: { at: booking.canceledAt - 10 * minute, tonuCents: owed } }];
}

function drawBouncedBooking(needs: PlanNeeds, booking: BookingNeeds): CarrierBooking | null {
  const { random, script, createdAt } = needs;
  const { bookedAt } = booking.first;
  const hasTime = bookedAt - createdAt > 3 * hour;
  if (script || !hasTime || !random.drawChance(bounceShare)) return null;
  const earlier = createdAt + hour;
  const carrier = drawCarrier(needs, booking, {
    bookedAt: earlier,
    deliveredAt: booking.stops.at(-1)?.departure ?? bookedAt,
  });
  const removal = { at: bookedAt - 40 * minute, tonuCents: 0 };
  return carrier === booking.first.carrier ? null : { carrier, bookedAt: earlier, removal };
}

export function listStatusChanges({ createdAt, bookings, trip, canceledAt }: ShipmentPlan): StatusChange[] {
  const booked = bookings.flatMap(({ bookedAt, removal }): StatusChange[] => [
    { status: 'BOOKED', at: bookedAt },
    ...(removal === null || canceledAt !== null ? [] : [{ status: 'PLANNING', at: removal.at } as const]),
  ]);
  const driven = trip.bookedAt === null ? [] : listMilestones(trip).filter(({ at }) => at < (canceledAt ?? Infinity));
  const canceled: StatusChange[] = canceledAt === null ? [] : [{ status: 'CANCELED', at: canceledAt }];
  return [{ status: 'CREATED', at: createdAt }, ...booked, ...(driven as StatusChange[]), ...canceled];
}

/** The longest lane takes six days. */
const transitHoursMax = 144;

/**
 * Computes the instant at which the desk takes a scripted order: some days ahead of its pickup, in the middle of the
 * morning.
 */
export function computeScriptedCreation(anchor: number, script: ShipmentScript): number {
  const today = toDayNumber(anchor);
  const hoursAway =
    script.pickEndsInHours ??
    (script.dropEndsInHours === undefined ? undefined : script.dropEndsInHours - transitHoursMax);
  const pickDay = hoursAway === undefined ? today + (script.pickInDays ?? 0) : toDayNumber(anchor + hoursAway * hour);
  // One after the other within the hour, in an order that depends on the key alone.
  const seconds = Array.from(script.key).reduce(
    (sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 3_000,
    7,
  );
  return (Math.min(pickDay, today) - (script.leadDays ?? 2)) * day + 15 * hour + seconds * 1_000;
}
