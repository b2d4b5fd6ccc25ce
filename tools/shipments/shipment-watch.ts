import { todayIn } from '../../src/domain/kit/dates.ts';
import {
  type DeskExceptionKind,
  deskExceptions,
  type DeskShipment,
  dispatchHours,
} from '../../src/domain/freight/desk-exceptions.ts';
import { travelPace } from '../../src/domain/freight/travel-time.ts';
import {
  type ExceptionKind,
  shipmentExceptions,
  type WatchedStop,
} from '../../src/domain/freight/shipment-exceptions.ts';
import { percentText } from '../../src/domain/money/money.ts';
import type { PodState, PodStatuses } from '../../src/domain/freight/pod.ts';
import { centsOf } from '../records/amounts.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { liveOrders } from './shipment-progress.ts';
import { windowOfStop } from '../../src/domain/freight/judged-stop.ts';
import { durationText, hasDate, type OrderRecord, type StopRecord } from './stop-text.ts';

/** Most pressing first. */
export const watchKinds = [
  'late',
  'uncovered',
  'at_risk',
  'dwelling',
  'arrived_late',
  'not_dispatched',
  'insurance',
  'no_appointment',
  'low_margin',
  'missing_pod',
  'unbilled',
] as const satisfies readonly (ExceptionKind | DeskExceptionKind)[];
export type WatchKind = (typeof watchKinds)[number];

export interface WatchException {
  readonly kind: WatchKind;
  readonly minutes: number | null;
  readonly note?: string;
}

/** What a shipment is watched with. */
export interface WatchFacts {
  readonly now: string;
  readonly timeZone: string;
  readonly marginFloor: number;
  readonly freeTimeMinutes: number;
  readonly podStatuses: PodStatuses;
  /** The day on which the cover of each carrier ends; undefined where nobody looked. */
  readonly coverEnds?: ReadonlyMap<string, string | null> | undefined;
}

/** What a dispatcher has to look at, worst order first where there are several: each is a route of its own. */
export function exceptionsOf(shipment: ShipmentRecord, facts: WatchFacts): WatchException[] {
  const orders = liveOrders(shipment).filter(({ status }) => status !== 'DELIVERED');
  const routes: readonly (OrderRecord | undefined)[] = orders.length > 0 ? orders : [undefined];
  const found = routes.flatMap((order): readonly WatchException[] => [
    ...shipmentExceptions(toWatchedShipment(shipment, order?.stops ?? [], facts.podStatuses), facts.now, facts),
    ...deskExceptions(toDeskShipment(shipment, order, facts), facts.now),
  ]);
  return watchKinds.flatMap((kind) => worstFirst(found.filter((exception) => exception.kind === kind)).slice(0, 1));
}

/** Longest first; what has no duration comes last. */
export function worstFirst<Item extends { readonly minutes: number | null }>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => (b.minutes ?? Number.MIN_SAFE_INTEGER) - (a.minutes ?? Number.MIN_SAFE_INTEGER));
}

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

/** What an exception means here; free time and margin floor are those of the policy. */
export function definitionOf(
  kind: WatchKind,
  { freeTimeMinutes, marginFloor }: Pick<WatchFacts, 'freeTimeMinutes' | 'marginFloor'>,
): string {
  if (kind === 'dwelling') return `${definitions.dwelling} ${freeTimeMinutes} min`;
  return kind === 'low_margin' ? `${definitions.low_margin} of ${percentText(marginFloor)}` : definitions[kind];
}

const phrases = {
  late: (minutes) => `late by ${durationText(minutes)}`,
  uncovered: (minutes) =>
    minutes < 0
      ? `uncovered, pickup in ${durationText(minutes)}`
      : `uncovered, pickup was due ${durationText(minutes)} ago`,
  at_risk: (minutes) => `at risk, will come ${durationText(minutes)} late at best`,
  dwelling: (minutes) => `at the stop for ${durationText(minutes)}`,
  arrived_late: (minutes) => `at the stop, came ${durationText(minutes)} late`,
  not_dispatched: (minutes) =>
    minutes < 0
      ? `not dispatched, pickup in ${durationText(minutes)}`
      : `not dispatched, pickup was due ${durationText(minutes)} ago`,
  insurance: () => 'insurance',
  no_appointment: (minutes) =>
    minutes < 0 ? `no appointment, due in ${durationText(minutes)}` : 'no appointment, due today or earlier',
  low_margin: () => 'low margin',
  missing_pod: (minutes) => `POD missing, delivered ${durationText(minutes)} ago`,
  unbilled: (minutes) => `unbilled, delivered ${durationText(minutes)} ago`,
} as const satisfies Record<WatchKind, (minutes: number) => string>;

export function exceptionText({ kind, minutes, note }: WatchException): string {
  if (minutes !== null) return phrases[kind](minutes);
  return `${kind.replaceAll('_', ' ')}${note === undefined ? '' : ` ${note}`}`;
}

/** Carriers that are on the shipment now. */
export const activeCarriers = ({ loads }: ShipmentRecord) =>
  loads
    .flatMap((load) => (load.status === 'CANCELED' ? [] : load.carriers))
    .filter(({ status }) => status === 'ACTIVE');

function toDeskShipment(shipment: ShipmentRecord, order: OrderRecord | undefined, facts: WatchFacts): DeskShipment {
  const { totalRevenue, totalCost } = shipment;
  const { coverEnds, marginFloor, now, timeZone } = facts;
  const stops = (order?.stops ?? []).map(toWatchedStop);
  return {
    status: shipment.status,
    billingStatus: shipment.billingStatus,
    deliveredAt: shipment.deliveredAt,
    stops,
    legMiles: stops.length === 2 ? (order?.mileage ?? null) : null,
    dispatched: activeCarriers(shipment).map(({ dispatchedAt }) => dispatchedAt !== null),
    // A cost of nothing is a truck that nobody has booked yet.
    money:
      totalRevenue === null || !totalCost
        ? null
        : { revenueCents: centsOf(totalRevenue), costCents: centsOf(totalCost) },
    marginFloor,
    coverEnds:
      coverEnds &&
      activeCarriers(shipment).flatMap(({ carrier }) => coverEnds.get(carrier.id) ?? coverGap(coverEnds, carrier)),
    lastDeliveryDay: shipment.deliveryDate,
    today: todayIn(timeZone, now),
  };
}

/** Null: a carrier that ought to have cover has none on record. Others are not asked. */
const coverGap = (ends: ReadonlyMap<string, string | null>, { id }: { readonly id: string }) =>
  ends.has(id) ? [null] : [];

function toWatchedShipment(shipment: ShipmentRecord, stops: readonly StopRecord[], podStatuses: PodStatuses) {
  return {
    status: shipment.status,
    deliveredAt: shipment.deliveredAt,
    billingStatus: shipment.billingStatus,
    podStatuses,
    stops: stops.map(toWatchedStop),
    loadsCovered: shipment.loads
      .filter(({ status }) => status !== 'CANCELED')
      .map(({ carriers }) => carriers.some(({ status }) => status === 'ACTIVE')),
  };
}

function toWatchedStop(stop: StopRecord): WatchedStop {
  const { id, sequence, actualArrival, actualDeparture, dropTrailer } = stop;
  return {
    id,
    sequence,
    actualArrival,
    actualDeparture,
    dropTrailer,
    window: windowOfStop(stop),
    hasDate: hasDate(stop),
  };
}

/** What a list can be asked for: one kind of trouble, or any. */
export const anyException = 'any';
export type AskedException = WatchKind | typeof anyException;

/** A shipment as a list shows it. */
export interface Listed {
  readonly shipment: ShipmentRecord;
  readonly exceptions: readonly WatchException[];
  /** Undefined where nobody looked for it. */
  readonly pod: PodState | undefined;
}
