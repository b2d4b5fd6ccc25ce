import { isUncoveredOn } from '../kit/insurance-cover.ts';
import { uninvoiced } from '../money/order-billing.ts';
import { isMet } from '../rules/rule.ts';
import { computePercent } from '../money/money.ts';
import { formatMargin } from '../money/margin.ts';
import { formatDate } from '../places/local-time.ts';
import { computeTravelMinutes } from '../stops/travel-time.ts';
import { canBeLate, type WatchedStop } from './shipment-exceptions.ts';
import { findNextStop } from '../stops/route.ts';
import { liveShipment } from './shipment.ts';

/** Exceptions in booking, papers and money; those on the road are in `shipment-exceptions.ts`. */
export const deskExceptionKinds = ['at_risk', 'not_dispatched', 'insurance', 'low_margin', 'unbilled'] as const;
export type DeskExceptionKind = (typeof deskExceptionKinds)[number];

export interface DeskShipment {
  readonly status: string;
  readonly billingStatus: string | null;
  readonly deliveredAt: string | null;
  readonly stops: readonly WatchedStop[];
  /** Miles to the next stop; null if unknown. */
  readonly legMiles: number | null;
  /** One entry for each load with a carrier: true if it is dispatched. */
  readonly dispatched: readonly boolean[];
  /** Null if the margin is unknown. */
  readonly money: { readonly revenueCents: number; readonly marginCents: number } | null;
  /** Fraction of revenue. */
  readonly marginFloor: number;
  /** Civil dates on which its carriers' insurance ends, null for none on record. Carriers that weren't read are left out. */
  readonly coverEnds: readonly (string | null)[];
  readonly lastDeliveryDay: string | null;
  readonly today: string;
}

export interface DeskException {
  readonly kind: DeskExceptionKind;
  /** Minutes since the exception began, or minutes of the expected delay. Negative before it begins; null if it has no time. */
  readonly minutes: number | null;
  /** The date or percentage behind the exception. */
  readonly note?: string;
  /** Orders exceptions of a kind that have no minutes: the higher, the worse. */
  readonly weight?: number;
}

/** Hours before the pickup by which a carrier has to be dispatched. */
export const dispatchHours = 24;

interface DeskCheckInput {
  readonly shipment: DeskShipment;
  readonly now: string;
}

const checks = {
  at_risk: checkArrival,
  not_dispatched: checkDispatch,
  insurance: checkInsurance,
  low_margin: checkMargin,
  unbilled: checkBilling,
} as const satisfies Record<DeskExceptionKind, (watch: DeskCheckInput) => Omit<DeskException, 'kind'> | null>;

export function listDeskExceptions(shipment: DeskShipment, now: string): DeskException[] {
  return deskExceptionKinds.flatMap((kind) => {
    const details = checks[kind]({ shipment, now });
    return details ? [{ kind, ...details }] : [];
  });
}

/** Finds a truck that left the previous stop too late to reach the next one in time. */
function checkArrival({ shipment, now }: DeskCheckInput) {
  const { stops, legMiles, status } = shipment;
  const next = canBeLate(status) ? findNextStop(stops) : null;
  const departure = next && findPreviousDeparture(stops, next.stop);
  if (!next || next.isThere || !departure || legMiles === null || !next.stop.window) return null;
  const arrival = Math.max(Date.parse(departure) + computeTravelMinutes(legMiles) * minute, Date.parse(now));
  const end = Date.parse(next.stop.window.end);
  return Date.parse(now) <= end && arrival > end ? { minutes: Math.ceil((arrival - end) / minute) } : null;
}

const findPreviousDeparture = (stops: readonly WatchedStop[], { sequence }: WatchedStop): string | null | undefined =>
  stops.toSorted((a, b) => a.sequence - b.sequence).findLast((stop) => stop.sequence < sequence)?.actualDeparture;

function checkDispatch({ shipment, now }: DeskCheckInput) {
  const { stops, dispatched, status } = shipment;
  const next = canBeLate(status) ? findNextStop(stops) : null;
  if (dispatched.every(Boolean) || !next?.stop.window || stops.some(isReached)) return null;
  const minutes = Math.floor((Date.parse(now) - Date.parse(next.stop.window.start)) / minute);
  return minutes >= -60 * dispatchHours ? { minutes } : null;
}

const isReached = ({ actualArrival, actualDeparture }: WatchedStop) => Boolean(actualArrival ?? actualDeparture);

/**
 * Finds missing insurance. Worst first: insurance that has ended (today included), none on record, insurance that ends
 * before delivery.
 */
function checkInsurance({ shipment: { status, coverEnds, lastDeliveryDay, today } }: DeskCheckInput) {
  if (!isMet(liveShipment, { status })) return null;
  const [first] = coverEnds.filter((day) => day !== null).toSorted();
  const hasEnded = first !== undefined && isUncoveredOn(today, first);
  if (!hasEnded && coverEnds.includes(null))
    return { minutes: null, note: 'none on record', weight: -toDayNumber(today) - 0.5 };
  if (first === undefined) return null;
  const isShort = hasEnded || (lastDeliveryDay !== null && isUncoveredOn(lastDeliveryDay, first));
  if (!isShort) return null;
  return { minutes: null, note: `${hasEnded ? 'ended' : 'ends'} ${formatDate(first)}`, weight: -toDayNumber(first) };
}

const toDayNumber = (day: string): number => Date.parse(day) / (24 * 60 * minute);

/** Finds a margin below the floor. Worst first: cost without revenue, then the lowest margin. */
function checkMargin({ shipment: { status, money, marginFloor } }: DeskCheckInput) {
  if (money === null || status === 'CANCELED') return null;
  const { revenueCents, marginCents } = money;
  if (revenueCents > 0 && marginCents >= revenueCents * marginFloor) return null;
  return {
    minutes: null,
    note: formatMargin(computePercent(marginCents, revenueCents)),
    weight: revenueCents > 0 ? -marginCents / revenueCents : Number.MAX_SAFE_INTEGER,
  };
}

function checkBilling({ shipment: { status, billingStatus, deliveredAt }, now }: DeskCheckInput) {
  if (status !== 'DELIVERED' || !isMet(uninvoiced, { billingStatus })) return null;
  return { minutes: deliveredAt === null ? null : Math.floor((Date.parse(now) - Date.parse(deliveredAt)) / minute) };
}

const minute = 60_000;
