import { builtInRules } from '../kit/desk-rules.ts';
import { computeDwell } from '../stops/dwell.ts';
import type { PodState } from './pod.ts';
import { findNextStop, type RouteStop } from '../stops/route.ts';
import { isMet } from '../rules/rule.ts';
import { liveShipment, type ShipmentStatus } from './shipment.ts';
import { computePunctuality, type StopWindow } from '../stops/stop-window.ts';

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
  /** True if a date is requested. A window can also be missing because the time zone is unknown. */
  readonly hasDate: boolean;
}

export interface WatchedShipment {
  readonly status: string;
  readonly pod: PodState;
  readonly deliveredAt: string | null;
  readonly stops: readonly WatchedStop[];
  /** One entry per load: true if it has an ACTIVE carrier. Empty before there is a load. */
  readonly loadsCovered: readonly boolean[];
}

export interface ShipmentException {
  readonly kind: ExceptionKind;
  readonly stopId: string | null;
  /** Minutes since the exception began. Negative for a future pickup; null if there is no start. */
  readonly minutes: number | null;
}

export const exceptionThresholds = {
  /** A stop this near without a clock time needs a call. */
  appointmentHours: 48,
} as const;

interface ShipmentCheckInput {
  readonly shipment: WatchedShipment;
  readonly now: string;
  /** Free time at a dock before detention starts. */
  readonly freeTimeMinutes: number;
}

const notExpected = [
  'DRAFT',
  'TENDER_PENDING',
  'TENDER_REJECTED',
  'ON_HOLD',
] as const satisfies readonly ShipmentStatus[];

/** Statuses that need no carrier: freight that isn't ready, or is on hold. */
const notToCover: readonly string[] = ['DRAFT', 'ON_HOLD'];

const checks = {
  late: checkPendingStop,
  uncovered: checkCoverage,
  dwelling: checkDwell,
  arrived_late: checkArrival,
  no_appointment: stopWithoutAppointment,
  missing_pod: checkPod,
} as const satisfies Record<ExceptionKind, (watch: ShipmentCheckInput) => Omit<ShipmentException, 'kind'> | null>;

/** Lists the exceptions of a shipment that a dispatcher has to handle, in the order of `exceptionKinds`. */
export function listShipmentExceptions(
  shipment: WatchedShipment,
  now: string,
  { freeTimeMinutes }: { readonly freeTimeMinutes: number } = builtInRules,
): ShipmentException[] {
  return exceptionKinds.flatMap((kind) => {
    const details = checks[kind]({ shipment, now, freeTimeMinutes });
    return details ? [{ kind, ...details }] : [];
  });
}

/** Finds a truck that is late and hasn't arrived: the consignee has to be called. */
function checkPendingStop(watch: ShipmentCheckInput) {
  return checkWindow(watch, { isThere: false });
}

/** Finds a truck that arrived late and is still at the dock: its next stop may be late too. */
function checkArrival(watch: ShipmentCheckInput) {
  return checkWindow(watch, { isThere: true });
}

function checkWindow({ shipment, now }: ShipmentCheckInput, { isThere }: { readonly isThere: boolean }) {
  const next = canBeLate(shipment.status) ? findNextStop(shipment.stops) : null;
  if (!next || next.isThere !== isThere) return null;
  const { status, minutesLate } = computePunctuality(next.stop.window, next.stop.actualArrival ?? null, now);
  return status === 'late' ? { stopId: next.stop.id, minutes: minutesLate } : null;
}

function checkCoverage({ shipment, now }: ShipmentCheckInput) {
  const { loadsCovered, stops, status } = shipment;
  if (!isLive(shipment) || notToCover.includes(status)) return null;
  if (loadsCovered.length > 0 && loadsCovered.every(Boolean)) return null;
  const pickup = findNextStop(stops)?.stop;
  return { stopId: pickup?.id ?? null, minutes: pickup?.window ? countMinutesBetween(pickup.window.start, now) : null };
}

function checkDwell({ shipment, now, freeTimeMinutes }: ShipmentCheckInput) {
  const next = isLive(shipment) ? findNextStop(shipment.stops) : null;
  const dwell = next?.isThere ? computeDwell(next.stop, now) : null;
  return next && dwell && dwell.minutes > freeTimeMinutes ? { stopId: next.stop.id, minutes: dwell.minutes } : null;
}

function stopWithoutAppointment({ shipment, now }: ShipmentCheckInput) {
  const next = isLive(shipment) ? findNextStop(shipment.stops) : null;
  if (!next || next.isThere) return null;
  const { id, window, hasDate } = next.stop;
  if (!hasDate) return { stopId: id, minutes: null };
  if (window?.kind !== 'day') return null;
  const minutes = countMinutesBetween(window.start, now);
  return minutes >= -60 * exceptionThresholds.appointmentHours ? { stopId: id, minutes } : null;
}

function checkPod({ shipment, now }: ShipmentCheckInput) {
  if (shipment.pod !== 'missing' && shipment.pod !== 'upload_pending') return null;
  return { stopId: null, minutes: shipment.deliveredAt ? countMinutesBetween(shipment.deliveredAt, now) : null };
}

const isLive = (shipment: WatchedShipment): boolean => isMet(liveShipment, shipment);

/** Checks whether a truck is expected. Drafts, pending tenders and freight on hold can't be late. */
export const canBeLate = (status: string): boolean =>
  isMet(liveShipment, { status }) && !notExpected.some((waiting) => waiting === status);

function countMinutesBetween(from: string, to: string): number {
  return Math.floor((Date.parse(to) - Date.parse(from)) / 60_000);
}
