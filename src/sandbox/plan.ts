import type { Carrier } from './carriers.ts';
import { businessDays, day, dayOf, hour, minute, nextWeekday } from './clock.ts';
import type { Customer, CustomerLane } from './customers.ts';
import { type Haul, haulOf } from './equipment-mix.ts';
import type { Trip } from './freight-progress.ts';
import { extrasOf, type Price, priceOf } from './pricing.ts';
import type { Random } from './random.ts';
import { endOf, type RouteStop, routeOf } from './route.ts';
import type { Extra, ShipmentScript } from './script.ts';
import type { Vendor } from './vendors.ts';
import type { World } from './world.ts';

/** A shipment's whole life, decided at its birth; what lies beyond `now` is simply not written down. */
export interface ShipmentPlan {
  readonly script: ShipmentScript | undefined;
  readonly customer: Customer;
  readonly customerLane: CustomerLane;
  readonly haul: Haul;
  readonly price: Price;
  readonly extras: readonly Extra[];
  readonly createdAt: number;
  /** Null for freight that came without a quote. */
  readonly quotedAt: number | null;
  readonly stops: readonly RouteStop[];
  readonly trip: Trip;
  readonly carrier: Carrier | null;
  readonly deliveredAt: number | null;
  readonly dropped: DroppedCarrier | null;
  readonly canceledAt: number | null;
  readonly service: ServicePlan | null;
  readonly isSplit: boolean;
  readonly hasSecondOrder: boolean;
}

/** Work of a vendor on the shipment; passed on to the customer with a little on top. */
export interface ServicePlan {
  readonly vendor: Vendor;
  readonly costCents: number;
  readonly doneAt: number;
  readonly isBilled: boolean;
}

/** A carrier that was booked and did not run the load. */
export interface DroppedCarrier {
  readonly carrier: Carrier;
  readonly bookedAt: number;
  readonly at: number;
  /** Paid for coming in vain; 0: it fell off by itself and is paid nothing. */
  readonly tonuCents: number;
}

export interface PlanNeeds {
  readonly world: World;
  readonly random: Random;
  readonly createdAt: number;
  readonly customer: Customer;
  readonly script?: ShipmentScript;
}

const cancelShare = 0.025;
const tonuShareOfCanceled = 0.5;
const bounceShare = 0.03;

export function planShipment(needs: PlanNeeds): ShipmentPlan {
  const { world, random, createdAt, customer, script } = needs;
  const isSpot = script ? false : !random.chance(customer.contractShare);
  const customerLane = laneOf(needs);
  const haul = haulOf(random, customerLane.lane.equipment, script?.equipment);
  const hasExtraStop = script === undefined && random.chance(0.08);
  const extras = script?.extras ?? (script ? [] : extrasOf(random, haul.kind, hasExtraStop));
  const price = priceOf(
    random,
    { customerLane, kind: haul.kind, at: createdAt, marginMean: customer.marginMean },
    script,
  );
  const stops = routeOf({
    random,
    customerLane,
    createdAt,
    pickDay: pickDayOf(needs, isSpot),
    now: world.now,
    detentionHours: detentionHours(extras),
    hasExtraStop,
    script,
  });
  const booking = bookingOf(needs, { stops, haul, customerLane, isSpot });
  const canceledAt = cancellationOf(needs, stops);
  const dropped = droppedOf(needs, { ...booking, canceledAt, customerLane, haul });
  const runs = canceledAt === null && booking.carrier !== null;
  const trip: Trip = { ...booking.trip, ...(runs ? {} : { bookedAt: null, dispatchedAt: null }) };
  return {
    script,
    customer,
    customerLane,
    haul,
    price,
    extras,
    createdAt,
    quotedAt: isSpot ? Math.max(createdAt - random.int(12, 210) * minute, dayOf(createdAt) * day + 14 * hour) : null,
    stops,
    trip,
    carrier: runs ? booking.carrier : null,
    deliveredAt: runs ? (stops.at(-1)?.departure ?? null) : null,
    dropped,
    canceledAt,
    service: canceledAt === null ? serviceOf(needs, stops) : null,
    isSplit: script === undefined && random.chance(0.03),
    hasSecondOrder: script?.sharesPickup ?? (script === undefined && random.chance(0.05)),
  };
}

const serviceShare = 0.08;

function serviceOf({ world, random, script, createdAt }: PlanNeeds, stops: readonly RouteStop[]): ServicePlan | null {
  if (script ? !script.service : !random.chance(serviceShare)) return null;
  const vendor = random.pick(world.vendors);
  const done = script?.service ? world.now - script.service.doneDaysAgo * day : stops[0]?.departure;
  return {
    vendor,
    costCents: Math.round((vendor.priceCents * (0.9 + random.unit() * 0.3)) / 100) * 100,
    doneAt: done ?? createdAt + day,
    isBilled: script?.service?.isBilled ?? true,
  };
}

function laneOf({ random, customer, script }: PlanNeeds): CustomerLane {
  const scripted = script ? customer.lanes[script.lane ?? 0] : undefined;
  return scripted ?? random.pickBy(customer.lanes, customer.laneWeights);
}

function pickDayOf({ world, random, createdAt, script }: PlanNeeds, isSpot: boolean): number {
  if (script) return world.today + (script.pickInDays ?? 0);
  // Spot freight moves today or tomorrow; contract freight is known for up to a week.
  const lead = isSpot ? (random.chance(0.3) ? 0 : random.int(1, 3)) : random.int(1, 7);
  return nextWeekday(dayOf(createdAt) + lead, businessDays);
}

function detentionHours(extras: readonly Extra[]): number {
  const paid = extras.find(({ code }) => code === 'DET')?.payCents ?? 0;
  return Math.round(paid / 5_000);
}

interface Booked {
  readonly carrier: Carrier | null;
  readonly trip: Trip;
}

type Freight = Pick<ShipmentPlan, 'haul' | 'customerLane'>;

function bookingOf(needs: PlanNeeds, freight: Freight & Pick<ShipmentPlan, 'stops'> & { isSpot: boolean }): Booked {
  const { random, createdAt, script, world } = needs;
  const { stops, isSpot } = freight;
  const pickup = stops[0]?.arrival ?? createdAt + day;
  const wanted = isSpot ? createdAt + random.int(20, 480) * minute : pickup - random.int(6, 46) * hour;
  const bookedAt = Math.max(createdAt + 10 * minute, Math.min(wanted, pickup - 100 * minute));
  const dispatchedAt = Math.max(bookedAt + 5 * minute, pickup - random.int(90, 700) * minute);
  if (script?.carrier === null) return { carrier: null, trip: { bookedAt: null, dispatchedAt: null, visits: stops } };
  const carrier = carrierFor(needs, freight, { bookedAt, deliveredAt: stops.at(-1)?.departure ?? pickup });
  const named = script?.carrier === undefined ? undefined : world.carriers.byKey.get(script.carrier);
  return { carrier: named ?? carrier, trip: { bookedAt, dispatchedAt, visits: stops } };
}

function carrierFor(
  { world, random }: PlanNeeds,
  freight: Freight,
  times: { bookedAt: number; deliveredAt: number },
): Carrier {
  const { from, to } = freight.customerLane;
  return world.carriers.book(random, {
    lane: `${from.id} ${to.id}`,
    equipment: freight.haul.equipment.carrierClass,
    ...times,
  });
}

/** Cancellations that are still to come are left out: until then the freight runs like any other. */
function cancellationOf({ world, random, createdAt, script }: PlanNeeds, stops: readonly RouteStop[]): number | null {
  const isCanceled = script ? script.canceledBeforeHours !== undefined : random.chance(cancelShare);
  if (!isCanceled) return null;
  const [pick] = stops;
  const pickEnd =
    pick && pick.dayNumber !== null
      ? endOf(pick.place, { dayNumber: pick.dayNumber, window: pick.window })
      : createdAt + day;
  const at = Math.max(createdAt + 50 * minute, pickEnd - (script?.canceledBeforeHours ?? random.int(2, 20)) * hour);
  return at < world.now ? at : null;
}

interface Fall extends Booked, Freight {
  readonly canceledAt: number | null;
}

/** Canceled freight lets its carrier go, half of the time against money; of the rest a few carriers fall off. */
function droppedOf(needs: PlanNeeds, fall: Fall): DroppedCarrier | null {
  const { random, script, createdAt } = needs;
  const { bookedAt } = fall.trip;
  if (fall.carrier === null || bookedAt === null) return null;
  if (fall.canceledAt !== null) {
    if (bookedAt + 20 * minute > fall.canceledAt) return null;
    const owed = script ? (script.tonuCents ?? 0) : random.chance(tonuShareOfCanceled) ? random.int(15, 25) * 1_000 : 0;
    return { carrier: fall.carrier, bookedAt, at: fall.canceledAt - 10 * minute, tonuCents: owed };
  }
  const hasTime = bookedAt - createdAt > 3 * hour;
  if (script || !hasTime || !random.chance(bounceShare)) return null;
  const earlier = createdAt + hour;
  const carrier = carrierFor(needs, fall, {
    bookedAt: earlier,
    deliveredAt: fall.trip.visits.at(-1)?.departure ?? bookedAt,
  });
  const at = bookedAt - 40 * minute;
  return carrier === fall.carrier || at > needs.world.now ? null : { carrier, bookedAt: earlier, at, tonuCents: 0 };
}

/** The longest lane takes six days. */
const transitHoursMax = 144;

/** The moment at which the desk takes a scripted order: some days ahead of its pickup, in the middle of the morning. */
export function scriptedCreation(world: Pick<World, 'now' | 'today'>, script: ShipmentScript): number {
  const hoursAway =
    script.pickEndsInHours ??
    (script.dropEndsInHours === undefined ? undefined : script.dropEndsInHours - transitHoursMax);
  const pickDay =
    hoursAway === undefined ? world.today + (script.pickInDays ?? 0) : dayOf(world.now + hoursAway * hour);
  // One after the other within the hour, in an order that depends on the key alone.
  const seconds = Array.from(script.key).reduce(
    (sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 3_000,
    7,
  );
  return (Math.min(pickDay, world.today) - (script.leadDays ?? 2)) * day + 15 * hour + seconds * 1_000;
}
