import { isUncoveredOn } from '../kit/insurance-cover.ts';
import { uninvoiced } from '../money/order-billing.ts';
import { isMet } from '../rules/rule.ts';
import { percentOf } from '../money/money.ts';
import { marginText } from '../money/margin.ts';
import { travelMinutes } from './travel-time.ts';
import { canBeLate, type WatchedStop } from './shipment-exceptions.ts';
import { nextStop } from './route.ts';
import { liveShipment } from './shipment.ts';

/** What a desk looks at beside the road: booking, papers, money. */
export const deskExceptionKinds = ['at_risk', 'not_dispatched', 'insurance', 'low_margin', 'unbilled'] as const;
export type DeskExceptionKind = (typeof deskExceptionKinds)[number];

export interface DeskShipment {
  readonly status: string;
  readonly billingStatus: string | null;
  readonly deliveredAt: string | null;
  readonly stops: readonly WatchedStop[];
  /** Of the leg to the next stop; null where nobody measured it. */
  readonly legMiles: number | null;
  /** Whether each load with a carrier has been dispatched. */
  readonly dispatched: readonly boolean[];
  /** Null while the margin isn't known. */
  readonly money: { readonly revenueCents: number; readonly marginCents: number } | null;
  /** Fraction of revenue. */
  readonly marginFloor: number;
  /** Civil dates on which the cover of its carriers ends, null for none on record; carriers that nobody looked up are left out. */
  readonly coverEnds: readonly (string | null)[];
  readonly lastDeliveryDay: string | null;
  readonly today: string;
}

export interface DeskException {
  readonly kind: DeskExceptionKind;
  /** How long it has lasted, or will be too late; negative for what is still ahead; null where nothing is counted. */
  readonly minutes: number | null;
  /** A date or a percentage that it is about. */
  readonly note?: string;
  /** Orders exceptions of a kind that have no minutes: the higher, the worse. */
  readonly weight?: number;
}

/** A carrier is told to go a day before at the latest. */
export const dispatchHours = 24;

interface Watch {
  readonly shipment: DeskShipment;
  readonly now: string;
}

const checks = {
  at_risk: willBeLate,
  not_dispatched: notDispatched,
  insurance: coverEndsEarly,
  low_margin: lowMargin,
  unbilled,
} as const satisfies Record<DeskExceptionKind, (watch: Watch) => Omit<DeskException, 'kind'> | null>;

export function deskExceptions(shipment: DeskShipment, now: string): DeskException[] {
  return deskExceptionKinds.flatMap((kind) => {
    const found = checks[kind]({ shipment, now });
    return found ? [{ kind, ...found }] : [];
  });
}

/** It left the stop before too late to come in time, however well it drives. */
function willBeLate({ shipment, now }: Watch) {
  const { stops, legMiles, status } = shipment;
  const next = canBeLate(status) ? nextStop(stops) : null;
  const left = next && departureBefore(stops, next.stop);
  if (!next || next.isThere || !left || legMiles === null || !next.stop.window) return null;
  const arrival = Math.max(Date.parse(left) + travelMinutes(legMiles) * minute, Date.parse(now));
  const end = Date.parse(next.stop.window.end);
  return Date.parse(now) <= end && arrival > end ? { minutes: Math.ceil((arrival - end) / minute) } : null;
}

const departureBefore = (stops: readonly WatchedStop[], { sequence }: WatchedStop): string | null | undefined =>
  stops.toSorted((a, b) => a.sequence - b.sequence).findLast((stop) => stop.sequence < sequence)?.actualDeparture;

function notDispatched({ shipment, now }: Watch) {
  const { stops, dispatched, status } = shipment;
  const next = canBeLate(status) ? nextStop(stops) : null;
  if (dispatched.every(Boolean) || !next?.stop.window || stops.some(isReached)) return null;
  const minutes = Math.floor((Date.parse(now) - Date.parse(next.stop.window.start)) / minute);
  return minutes >= -60 * dispatchHours ? { minutes } : null;
}

const isReached = ({ actualArrival, actualDeparture }: WatchedStop) => Boolean(actualArrival ?? actualDeparture);

/** Cover that has ended comes first, today included, then cover that isn't on record, then cover that will end, the soonest first. */
function coverEndsEarly({ shipment: { status, coverEnds, lastDeliveryDay, today } }: Watch) {
  if (!isMet(liveShipment, { status })) return null;
  const [first] = coverEnds.filter((day) => day !== null).toSorted();
  const hasEnded = first !== undefined && isUncoveredOn(today, first);
  if (!hasEnded && coverEnds.includes(null))
    return { minutes: null, note: 'none on record', weight: -dayNumber(today) - 0.5 };
  if (first === undefined) return null;
  const isShort = hasEnded || (lastDeliveryDay !== null && isUncoveredOn(lastDeliveryDay, first));
  if (!isShort) return null;
  return { minutes: null, note: `${hasEnded ? 'ended' : 'ends'} ${first}`, weight: -dayNumber(first) };
}

const dayNumber = (day: string): number => Date.parse(day) / (24 * 60 * minute);

/** The lowest margin first; a cost without revenue comes before all of them. */
function lowMargin({ shipment: { status, money, marginFloor } }: Watch) {
  if (money === null || status === 'CANCELED') return null;
  const { revenueCents, marginCents } = money;
  if (revenueCents > 0 && marginCents >= revenueCents * marginFloor) return null;
  return {
    minutes: null,
    note: marginText(percentOf(marginCents, revenueCents)),
    weight: revenueCents > 0 ? -marginCents / revenueCents : Number.MAX_SAFE_INTEGER,
  };
}

function unbilled({ shipment: { status, billingStatus, deliveredAt }, now }: Watch) {
  if (status !== 'DELIVERED' || !isMet(uninvoiced, { billingStatus })) return null;
  return { minutes: deliveredAt === null ? null : Math.floor((Date.parse(now) - Date.parse(deliveredAt)) / minute) };
}

const minute = 60_000;
