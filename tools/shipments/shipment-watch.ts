import { activeAssignment } from '../../src/domain/freight/load.ts';
import { notCanceled } from '../../src/domain/freight/shipment.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import { dispatchHours } from '../../src/domain/freight/desk-exceptions.ts';
import { travelPace } from '../../src/domain/stops/travel-time.ts';
import type { WatchException, WatchKind, WatchLimits } from '../../src/domain/shipments/watched-freight.ts';
import { formatPercent } from '../../src/domain/money/money.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { formatDuration } from '../stops/stop-text.ts';

const { milesPerHour, drivingHours } = travelPace;

const definitions: Readonly<Record<WatchKind, string>> = {
  late: 'late = not yet at the next stop and past the end of its window (local time, no grace; drafts, tenders and holds are never late)',
  uncovered: 'uncovered = a load without an active carrier',
  at_risk: `at risk = left the stop before too late to make the window at ${milesPerHour} mph, ${drivingHours} h driving a day (routes of two stops with known miles)`,
  dwelling: 'dwelling = at a stop for longer than the free time of',
  arrived_late: 'arrived late = at the stop now, came after its window',
  not_dispatched: `not dispatched = carrier booked, not dispatched, pickup within ${dispatchHours} h`,
  insurance:
    'insurance = an active carrier whose cover has ended, ends by the day of the last delivery, or is not on record',
  no_appointment: 'no appointment = next stop within 48 h without a clock time, or without a date',
  low_margin: 'low margin = booked revenue less agreed cost below the floor',
  missing_pod: 'missing POD = delivered, not invoiced, no uploaded proof of delivery tied to shipment, order or load',
  unbilled: 'unbilled = delivered and not invoiced',
};

/** Returns the definition of an exception. Free time and margin floor come from the policy. */
export function describeDefinition(
  kind: WatchKind,
  { freeTimeMinutes, marginFloor }: Pick<WatchLimits, 'freeTimeMinutes' | 'marginFloor'>,
): string {
  if (kind === 'dwelling') return `${definitions.dwelling} ${freeTimeMinutes} min`;
  return kind === 'low_margin' ? `${definitions.low_margin} of ${formatPercent(marginFloor)}` : definitions[kind];
}

const phrases = {
  late: (minutes) => `late by ${formatDuration(minutes)}`,
  uncovered: (minutes) =>
    minutes < 0
      ? `uncovered, pickup in ${formatDuration(minutes)}`
      : `uncovered, pickup was due ${formatDuration(minutes)} ago`,
  at_risk: (minutes) => `at risk, will come ${formatDuration(minutes)} late at best`,
  dwelling: (minutes) => `at the stop for ${formatDuration(minutes)}`,
  arrived_late: (minutes) => `at the stop, came ${formatDuration(minutes)} late`,
  not_dispatched: (minutes) =>
    minutes < 0
      ? `not dispatched, pickup in ${formatDuration(minutes)}`
      : `not dispatched, pickup was due ${formatDuration(minutes)} ago`,
  insurance: () => 'insurance',
  no_appointment: (minutes) =>
    minutes < 0 ? `no appointment, due in ${formatDuration(minutes)}` : 'no appointment, due today or earlier',
  low_margin: () => 'low margin',
  missing_pod: (minutes) => `POD missing, delivered ${formatDuration(minutes)} ago`,
  unbilled: (minutes) => `unbilled, delivered ${formatDuration(minutes)} ago`,
} as const satisfies Record<WatchKind, (minutes: number) => string>;

export function formatException({ kind, minutes, note }: WatchException): string {
  if (minutes !== null) return phrases[kind](minutes);
  return `${formatKind(kind)}${note === undefined ? '' : ` ${note}`}`;
}

/** Formats a kind of exception in words: "missing POD". */
export const formatKind = (kind: string): string => formatCode(kind.toUpperCase());

/** Lists the carriers that are on the shipment now. */
export const listActiveCarriers = ({ loads }: ShipmentRecord) =>
  loads
    .flatMap((load) => (isMet(notCanceled, load) ? load.carriers : []))
    .filter((carrier) => isMet(activeAssignment, carrier));

/** The value that requests shipments with any kind of exception. */
export const anyException = 'any';
export type RequestedException = WatchKind | typeof anyException;
