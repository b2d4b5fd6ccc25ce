import { builtInRules } from '../kit/desk-rules.ts';
import { dwellOf } from './dwell.ts';
import type { PodState } from './pod.ts';
import { nextStop, type RouteStop } from './route.ts';
import { isMet } from '../rules/rule.ts';
import { liveShipment, type ShipmentStatus } from './shipment.ts';
import { isLate, type StopWindow } from './stop-window.ts';

export const exceptionKinds = [
  'late',
  'uncovered',
  'dwelling',
  'arrived_late',
  'no_appointment',
  'missing_pod',
] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];

/** A stop with its window already placed in its zone; null when it asks for nothing or its zone is unknown. */
export interface WatchedStop extends RouteStop {
  readonly id: string;
  readonly window: StopWindow | null;
  /** A trailer that is dropped may stand as long as the shipper likes. Null where the API does not say it. */
  readonly dropTrailer: boolean | null;
  /** Whether any date is requested at all: a window can also be missing for want of a zone. */
  readonly hasDate: boolean;
}

export interface WatchedShipment {
  readonly status: string;
  readonly pod: PodState;
  readonly deliveredAt: string | null;
  readonly stops: readonly WatchedStop[];
  /** Whether each load has an ACTIVE carrier; empty when there is no load yet. */
  readonly loadsCovered: readonly boolean[];
}

export interface ShipmentException {
  readonly kind: ExceptionKind;
  readonly stopId: string | null;
  /** How long it has lasted; negative for a pickup still ahead; null when there is nothing to count from. */
  readonly minutes: number | null;
}

export const exceptionThresholds = {
  /** A stop this near without a clock time needs a call. */
  appointmentHours: 48,
} as const;

interface Watch {
  readonly shipment: WatchedShipment;
  readonly now: string;
  /** Free time at a dock. */
  readonly freeTimeMinutes: number;
}

const notExpected = [
  'DRAFT',
  'TENDER_PENDING',
  'TENDER_REJECTED',
  'ON_HOLD',
] as const satisfies readonly ShipmentStatus[];

/** Nobody looks for a truck yet, or freight is held on purpose. */
const notToCover: readonly string[] = ['DRAFT', 'ON_HOLD'];

const checks = {
  late: lateStop,
  uncovered: uncoveredLoad,
  dwelling: dwellingTruck,
  arrived_late: lateArrival,
  no_appointment: stopWithoutAppointment,
  missing_pod: missingPod,
} as const satisfies Record<ExceptionKind, (watch: Watch) => Omit<ShipmentException, 'kind'> | null>;

/** What a dispatcher has to look at on one shipment, in the order of `exceptionKinds`. */
export function shipmentExceptions(
  shipment: WatchedShipment,
  now: string,
  { freeTimeMinutes }: { readonly freeTimeMinutes: number } = builtInRules,
): ShipmentException[] {
  return exceptionKinds.flatMap((kind) => {
    const found = checks[kind]({ shipment, now, freeTimeMinutes });
    return found ? [{ kind, ...found }] : [];
  });
}

/** A truck that has not come yet: whoever waits for it has to be called. */
function lateStop(watch: Watch) {
  return pastWindow(watch, { isThere: false });
}

/** A truck that came late and stands at the dock now: nobody can hurry it, the next stop may suffer. */
function lateArrival(watch: Watch) {
  return pastWindow(watch, { isThere: true });
}

function pastWindow({ shipment, now }: Watch, { isThere }: { readonly isThere: boolean }) {
  const next = canBeLate(shipment.status) ? nextStop(shipment.stops) : null;
  if (!next || next.isThere !== isThere) return null;
  const { status, minutesLate } = isLate(next.stop.window, next.stop.actualArrival ?? null, now);
  return status === 'late' ? { stopId: next.stop.id, minutes: minutesLate } : null;
}

function uncoveredLoad({ shipment, now }: Watch) {
  const { loadsCovered, stops, status } = shipment;
  if (!isLive(shipment) || notToCover.includes(status)) return null;
  if (loadsCovered.length > 0 && loadsCovered.every(Boolean)) return null;
  const pickup = nextStop(stops)?.stop;
  return { stopId: pickup?.id ?? null, minutes: pickup?.window ? minutesBetween(pickup.window.start, now) : null };
}

function dwellingTruck({ shipment, now, freeTimeMinutes }: Watch) {
  const next = isLive(shipment) ? nextStop(shipment.stops) : null;
  const dwell = next?.isThere ? dwellOf(next.stop, now) : null;
  return next && dwell && dwell.minutes > freeTimeMinutes ? { stopId: next.stop.id, minutes: dwell.minutes } : null;
}

function stopWithoutAppointment({ shipment, now }: Watch) {
  const next = isLive(shipment) ? nextStop(shipment.stops) : null;
  if (!next || next.isThere) return null;
  const { id, window, hasDate } = next.stop;
  if (!hasDate) return { stopId: id, minutes: null };
  if (window?.kind !== 'day') return null;
  const minutes = minutesBetween(window.start, now);
  return minutes >= -60 * exceptionThresholds.appointmentHours ? { stopId: id, minutes } : null;
}

function missingPod({ shipment, now }: Watch) {
  if (shipment.pod !== 'missing' && shipment.pod !== 'upload_pending') return null;
  return { stopId: null, minutes: shipment.deliveredAt ? minutesBetween(shipment.deliveredAt, now) : null };
}

const isLive = (shipment: WatchedShipment): boolean => isMet(liveShipment, shipment);

/** Whether a truck is expected at all: nobody waits for a draft, a tender that is not taken, or freight on hold. */
export const canBeLate = (status: string): boolean =>
  isMet(liveShipment, { status }) && !notExpected.some((waiting) => waiting === status);

function minutesBetween(from: string, to: string): number {
  return Math.floor((Date.parse(to) - Date.parse(from)) / 60_000);
}
