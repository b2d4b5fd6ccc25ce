import { businessDays, hour, toInstant, minute, findWeekday, toWallClock } from '../kit/clock.ts';
import { toCityPlace, type SandboxPlace } from '../kit/places.ts';
import type { Random } from '../kit/random.ts';
import type { ShipmentScript, WindowScript } from '../kit/script.ts';
import type { CustomerLane } from '../parties/party.ts';
import type { StopTimes } from './freight-progress.ts';
import { approachMs, drawArrival, computeDrivingMs, onTimeShare, drawStayMs } from './punctuality.ts';

/** A stop with the requested time and the visit of the truck. */
export interface PlannedStop extends StopTimes {
  readonly place: SandboxPlace;
  /** Civil day at the place; null: no day was requested. */
  readonly dayNumber: number | null;
  /** Null: any time of the day. */
  readonly window: WindowScript | null;
  readonly notes: string | null;
}

export interface RouteNeeds {
  readonly random: Random;
  readonly customerLane: CustomerLane;
  readonly createdAt: number;
  /** Civil day of the pickup, unless the script names another moment. */
  readonly pickDay: number;
  /** The instant that the hours of the script are counted from. */
  readonly anchor: number;
  /** At the last dock. */
  readonly waitingHours: number;
  readonly hasExtraStop: boolean;
  readonly script: ShipmentScript | undefined;
}

const milesPerDay = 500;
const loadingHoursMax = 7;
const opening = { from: 8 * 60, to: 15 * 60 } as const;

/** Draws the stops of a route in order, with windows, arrivals and departures. */
export function drawRoute(needs: RouteNeeds): PlannedStop[] {
  const { random, customerLane, script, hasExtraStop } = needs;
  const { destination, lane } = customerLane;
  const anchor = findDropAnchor(needs);
  const pick = drawPickup(needs, anchor);
  const readyAt = pick.departure + computeDrivingMs(lane.miles);
  const slot =
    anchor ?? drawDropWindow(needs, { place: destination, pickDay: pick.dayNumber ?? needs.pickDay, readyAt });
  const middle = hasExtraStop ? [drawExtraStop(needs, slot.dayNumber, readyAt)] : [];
  const earliest = (middle[0]?.departure ?? readyAt) + 30 * minute * middle.length;
  const arrival = drawArrivalAt(random, {
    place: destination,
    ...slot,
    earliest,
    isOnTime: random.drawChance(onTimeShare.DROP),
    lateMinutes: script?.dropLateMinutes,
  });
  const stay =
    script?.dropStayMinutes === undefined
      ? drawStayMs(random, 'DROP') + needs.waitingHours * hour
      : script.dropStayMinutes * minute;
  const drop: PlannedStop = {
    type: 'DROP',
    place: destination,
    ...slot,
    arrival,
    departure: arrival + stay,
    notes: script?.dropNotes ?? (random.drawChance(0.08) ? 'Call receiving two hours ahead.' : null),
  };
  return [pick, ...middle, drop];
}

interface Slot {
  readonly dayNumber: number;
  readonly window: WindowScript | null;
}

const computeTransitDays = (miles: number): number => Math.floor(miles / milesPerDay) + (miles > 250 ? 1 : 0);

/** Builds a two-hour window that ends at an instant, rounded to a quarter of an hour. */
function buildWindowEnding(place: SandboxPlace, at: number): Slot {
  const { dayNumber, minutes } = toWallClock(place.city.timeZone, at);
  const to = Math.max(120, Math.round(minutes / 15) * 15);
  return { dayNumber, window: { from: to - 120, to: Math.min(to, 1_439) } };
}

function findDropAnchor({ customerLane, script, anchor }: RouteNeeds): Slot | null {
  const hours = script?.dropEndsInHours;
  return hours === undefined ? null : buildWindowEnding(customerLane.destination, anchor + hours * hour);
}

function drawPickup(needs: RouteNeeds, drop: Slot | null): PlannedStop {
  const { random, customerLane, script, createdAt, anchor } = needs;
  const bookedInHours = script?.bookedInHours;
  const place = customerLane.origin;
  const window = script?.pickWindow ?? drawWindow(random, place);
  const slot = drop ? findSlotBefore(needs, drop, window) : pickSlot(needs, window);
  const arrival = drawArrivalAt(random, {
    place,
    ...slot,
    earliest: bookedInHours === undefined ? createdAt + 2 * hour : anchor + bookedInHours * hour + approachMs,
    isOnTime: script !== undefined || random.drawChance(onTimeShare.PICK),
    lateMinutes: script?.pickLateMinutes,
  });
  return { type: 'PICK', place, ...slot, arrival, departure: arrival + drawStayMs(random, 'PICK'), notes: null };
}

function pickSlot(
  { customerLane: { origin }, script, createdAt, pickDay, anchor }: RouteNeeds,
  window: WindowScript | null,
): Slot {
  const ends = script?.pickEndsInHours;
  if (ends !== undefined) return buildWindowEnding(origin, anchor + ends * hour);
  return moveToPossibleDay(origin, { dayNumber: pickDay, window }, createdAt);
}

/** Finds the latest pickup slot that is early enough for an on-time drop. */
function findSlotBefore({ customerLane }: RouteNeeds, drop: Slot, window: WindowScript | null): Slot {
  const { origin, destination, lane } = customerLane;
  const latest = computeSlotEnd(destination, drop) - computeDrivingMs(lane.miles) - loadingHoursMax * hour;
  let dayNumber = drop.dayNumber - computeTransitDays(lane.miles);
  while (computeSlotEnd(origin, { dayNumber, window }) > latest) dayNumber -= 1;
  return { dayNumber, window };
}

/**
 * Moves a slot to the first weekday that leaves four hours after the order: freight that is ordered at noon can't be
 * picked up in the morning.
 */
function moveToPossibleDay(place: SandboxPlace, slot: Slot, createdAt: number): Slot {
  let { dayNumber } = slot;
  while (computeSlotEnd(place, { ...slot, dayNumber }) < createdAt + 4 * hour)
    dayNumber = findWeekday(dayNumber + 1, businessDays);
  return { ...slot, dayNumber };
}

/** Draws the window of a place: an appointment, opening hours, or sometimes only a day (null). */
function drawWindow(random: Random, place: SandboxPlace): WindowScript | null {
  if (place.needsAppointment) {
    const at = random.drawInt(12, 32) * 30;
    return { from: at, to: at };
  }
  if (random.drawChance(0.05)) return null;
  return { from: opening.from - random.drawInt(0, 2) * 60, to: opening.to + random.drawInt(0, 3) * 60 };
}

function drawDropWindow(
  needs: RouteNeeds,
  { place, pickDay, readyAt }: { place: SandboxPlace; pickDay: number; readyAt: number },
): Slot {
  const { random, customerLane } = needs;
  const window = drawWindow(random, place);
  const planned = pickDay + computeTransitDays(customerLane.lane.miles);
  // Three receivers in four are closed on weekends.
  let dayNumber = random.drawChance(0.75) ? findWeekday(planned, businessDays) : planned;
  while (computeSlotEnd(place, { dayNumber, window }) < readyAt) dayNumber += 1;
  return { dayNumber, window };
}

function drawExtraStop({ random, customerLane }: RouteNeeds, dayNumber: number, readyAt: number): PlannedStop {
  const place = toCityPlace(customerLane.to);
  const window = { from: 6 * 60, to: 13 * 60 };
  const end = computeSlotEnd(place, { dayNumber, window });
  const arrival = Math.max(readyAt, end - random.drawInt(30, 240) * minute);
  return {
    type: 'DROP',
    place,
    dayNumber,
    window,
    arrival,
    departure: arrival + random.drawInt(30, 60) * minute,
    notes: null,
  };
}

interface ArrivalNeeds extends Slot {
  readonly place: SandboxPlace;
  readonly earliest: number;
  readonly isOnTime: boolean;
  readonly lateMinutes: number | undefined;
}

function drawArrivalAt(random: Random, { earliest, isOnTime, lateMinutes, place, ...slot }: ArrivalNeeds): number {
  const end = computeSlotEnd(place, slot);
  if (lateMinutes !== undefined) return end + lateMinutes * minute;
  const windowMinutes = slot.window && slot.window.to - slot.window.from;
  return drawArrival(random, { end, windowMinutes, earliest, isOnTime });
}

/** Computes the last instant that counts as on time. */
export function computeSlotEnd(place: SandboxPlace, { dayNumber, window }: Slot): number {
  return toInstant(place.city.timeZone, dayNumber, window?.to ?? 1_439);
}
