import type { OrderStatus } from '../freight/order.ts';
import { getToday } from '../kit/dates.ts';
import { isMet, isNotAmong } from '../rules/rule.ts';
import { type DeskExceptionKind, listDeskExceptions, type DeskShipment } from '../freight/desk-exceptions.ts';
import { liveShipment } from '../freight/shipment.ts';
import type { PodState } from '../freight/pod.ts';
import {
  type ExceptionKind,
  listShipmentExceptions,
  type WatchedShipment,
  type WatchedStop,
} from '../freight/shipment-exceptions.ts';
import { isUnbilled } from './to-bill.ts';

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
  /** Orders exceptions of a kind that have no minutes: the higher, the worse. */
  readonly weight?: number;
}

/** A shipment as a dispatcher watches it, wherever it was read. */
export interface WatchedFreight {
  readonly status: string;
  readonly billingStatus: string | null;
  readonly deliveredAt: string | null;
  readonly lastDeliveryDay: string | null;
  readonly revenueCents: number | null;
  /** Null while it isn't known. */
  readonly marginCents: number | null;
  readonly pod: PodState;
  /** An order that joined later waits for its invoice, but its shipment has its one invoice. */
  readonly hasInvoice: boolean;
  /** Routes of the orders that are under way. */
  readonly routes: readonly WatchedRoute[];
  /** Current carriers of each load that isn't canceled. */
  readonly loads: readonly (readonly WatchedCarrier[])[];
}

export interface WatchedRoute {
  readonly stops: readonly WatchedStop[];
  readonly miles: number | null;
}

export interface WatchedCarrier {
  readonly dispatchedAt: string | null;
  /** Civil date; null: none on record, undefined: it is not asked for one, or nobody looked. */
  readonly coverEnd: string | null | undefined;
}

/** Inputs of the checks. Margin floor and free time come from the policy. */
export interface WatchLimits {
  readonly now: string;
  readonly timeZone: string;
  readonly marginFloor: number;
  readonly freeTimeMinutes: number;
}

/** Checks whether an order is under way. Each such order has its own route. */
export const isUnderWay = ({ status }: { readonly status: string }): boolean => isMet(orderUnderWay, { status });

export const orderUnderWay = isNotAmong('status', ['CANCELED', 'DELIVERED'] satisfies readonly OrderStatus[]);

const noRoute: WatchedRoute = { stops: [], miles: null };

/** Lists the exceptions that a dispatcher has to handle. Each kind appears once, with the worst of all routes. */
export function listExceptions(freight: WatchedFreight, limits: WatchLimits): WatchException[] {
  // Nobody watches what is canceled, or delivered and invoiced.
  if (!isMet(liveShipment, freight) && !isUnbilled(freight, freight.hasInvoice)) return [];
  const routes = freight.routes.length > 0 ? freight.routes : [noRoute];
  const exceptions = routes.flatMap((route): readonly WatchException[] => [
    ...listShipmentExceptions(toWatchedShipment(freight, route), limits.now, limits),
    ...listDeskExceptions(toDeskShipment(freight, route, limits), limits.now),
  ]);
  return watchKinds.flatMap((kind) =>
    sortWorstFirst(exceptions.filter((exception) => exception.kind === kind)).slice(0, 1),
  );
}

/** Returns the minutes by which the shipment is late at its next or current stop, or null if it isn't. */
export function getMinutesLate(exceptions: readonly WatchException[]): number | null {
  const [worst] = sortWorstFirst(exceptions.filter(({ kind }) => kind === 'late' || kind === 'arrived_late'));
  return worst?.minutes ?? null;
}

/** Returns by what an exception comes before others of its kind: the higher, the worse. */
export const getSeverity = ({ weight, minutes }: Pick<WatchException, 'weight' | 'minutes'>): number =>
  weight ?? minutes ?? Number.MIN_SAFE_INTEGER;

const sortWorstFirst = (items: readonly WatchException[]): WatchException[] =>
  items.toSorted((a, b) => getSeverity(b) - getSeverity(a));

const toWatchedShipment = (freight: WatchedFreight, { stops }: WatchedRoute): WatchedShipment => ({
  status: freight.status,
  deliveredAt: freight.deliveredAt,
  pod: freight.pod,
  stops,
  loadsCovered: freight.loads.map((carriers) => carriers.length > 0),
});

function toDeskShipment(freight: WatchedFreight, { stops, miles }: WatchedRoute, limits: WatchLimits): DeskShipment {
  const { revenueCents, marginCents, loads } = freight;
  const carriers = loads.flat();
  return {
    status: freight.status,
    billingStatus: freight.billingStatus,
    deliveredAt: freight.deliveredAt,
    stops,
    legMiles: stops.length === 2 ? miles : null,
    dispatched: carriers.map(({ dispatchedAt }) => dispatchedAt !== null),
    money: revenueCents === null || marginCents === null ? null : { revenueCents, marginCents },
    marginFloor: limits.marginFloor,
    coverEnds: carriers.flatMap(({ coverEnd }) => (coverEnd === undefined ? [] : [coverEnd])),
    lastDeliveryDay: freight.lastDeliveryDay,
    today: getToday(limits.timeZone, limits.now),
  };
}
