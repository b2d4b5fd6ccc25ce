import { countDaysBetween, getToday } from '../../src/domain/kit/dates.ts';
import { formatLocalTime } from '../../src/domain/places/local-time.ts';
import { fromCents, computePercent } from '../../src/domain/money/money.ts';
import type { MarginGap } from '../../src/domain/money/margin.ts';
import { findProgress, getTruckMiles, listRouteStops } from '../../src/domain/shipments/progress.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import type { ListRow } from '../../src/mcp/results/list-result.ts';
import {
  type CopiedAssignment,
  type CopiedShipment,
  listCopiedOrders,
  type RequestedParts,
} from '../copied/copied-shipments.ts';
import { unsentCarrier } from '../records/parties.ts';
import { listBlockerTexts } from './shipment-billing.ts';
import type { TroubledShipment } from './shipment-troubles.ts';
import { formatException } from './shipment-watch.ts';

/** Time zone and time in which a list is read. */
export interface ListReadTime {
  readonly timeZone: string;
  readonly now: string;
}

/** A shipment as a list shows it. */
export interface ListedShipment extends Pick<TroubledShipment, 'shipment' | 'exceptions'> {
  /** Numbers of its invoices, where the list shows what keeps it from being invoiced. */
  readonly invoices?: readonly string[];
}

/** Builds the row of a shipment. Computed fields are included only if one of `keys` shows them. */
export function buildShipmentRow(listed: ListedShipment, at: ListReadTime, keys: ReadonlySet<string>): ListRow {
  const { shipment, exceptions } = listed;
  return {
    friendlyId: shipment.friendlyId,
    status: shipment.status,
    customer: shipment.customerName,
    lane: shipment.route,
    carrier: formatCarriers(shipment.carriers),
    ...(progressKeys.some((key) => keys.has(key)) && buildProgressMembers(shipment, at.now)),
    exceptions: exceptions.map(formatException).join('; ') || null,
    billingStatus: shipment.billingStatus,
    revenue: toAmount(shipment.revenueCents),
    currency: shipment.currency,
    pickUpDate: shipment.pickUpDate,
    deliveryDate: shipment.lastDeliveryDay,
    ...Object.fromEntries(
      Object.entries(furtherMembers).flatMap(([key, compute]) => (keys.has(key) ? [[key, compute(listed, at)]] : [])),
    ),
    ...(moneyKeys.some((key) => keys.has(key)) &&
      shipment.marginGap && { marginUnknown: marginGapWords[shipment.marginGap] }),
  };
}

/** Tells which parts of shipments the columns of a list show. */
export const findShownParts = (keys: ReadonlySet<string>): RequestedParts => ({
  hasPod: ['blocked', 'exceptions'].some((key) => keys.has(key)),
  hasMoney: ['exceptions', 'carrierPay', 'services', 'tonu', 'cost', ...moneyKeys].some((key) => keys.has(key)),
  hasRep: keys.has('rep'),
});

const progressKeys = ['nextStop', 'window', 'late', 'minutesLate'];
const moneyKeys = ['margin', 'marginPercent'];

export const marginGapWords: Readonly<Record<MarginGap, string>> = {
  currencies: 'several currencies',
  no_cost: 'no carrier or cost yet',
};

function buildProgressMembers(shipment: CopiedShipment, now: string): ListRow {
  const { stop, isThere, late, minutesLate } = findProgress(shipment, now);
  return {
    nextStop: stop ? `${formatCode(stop.type)} ${stop.place}${isThere ? ' (there now)' : ''}` : null,
    window: stop ? stop.windowText : null,
    late,
    minutesLate,
  };
}

const toAmount = (cents: number | null): number | null => (cents === null ? null : fromCents(cents));

/** Returns an amount that is there; nothing paid for is no amount. */
const toPart = (cents: number | null | undefined): number | null => (cents ? toAmount(cents) : null);

const furtherMembers: Readonly<Record<string, (listed: ListedShipment, at: ListReadTime) => unknown>> = {
  pickup: ({ shipment }) => listRouteStops(shipment).find(({ type }) => type === 'PICK')?.requestText ?? null,
  delivery: ({ shipment }) => listRouteStops(shipment).findLast(({ type }) => type === 'DROP')?.requestText ?? null,
  delivered: ({ shipment }, at) => shipment.deliveredAt && formatLocalTime(shipment.deliveredAt, at.timeZone),
  equipment: ({ shipment }) => shipment.equipment || null,
  weight: ({ shipment }) => shipment.weight,
  miles: ({ shipment }) => getTruckMiles(listCopiedOrders(shipment)),
  rep: ({ shipment }) => shipment.rep ?? null,
  carrierPay: ({ shipment }) => toPart(shipment.carrierPayCents),
  services: ({ shipment }) => toPart(shipment.serviceCents),
  tonu: ({ shipment }) => toPart(shipment.tonuCents),
  cost: ({ shipment }) => toPart(shipment.costCents),
  margin: ({ shipment }) => toAmount(shipment.marginCents),
  marginPercent: ({ shipment: { marginCents, revenueCents } }) =>
    marginCents === null || revenueCents === null ? null : computePercent(marginCents, revenueCents),
  age: ({ shipment }, at) => countDays(shipment, at),
  blocked: (listed) => listBlockers(listed).join('; ') || null,
  contact: ({ shipment }) => formatContacts(shipment.carriers),
  references: ({ shipment }) =>
    [...new Set(listCopiedOrders(shipment).flatMap(({ references }) => references ?? []))].join(', ') || null,
};

const formatCarriers = (carriers: readonly CopiedAssignment[]): string | null =>
  [...new Set(carriers.map(formatCarrier))].join(', ') || null;

function formatCarrier({ carrierId, name }: CopiedAssignment): string {
  if (carrierId === null) return unsentCarrier;
  return name ?? 'carrier not loaded yet';
}

/** Lists how the carriers that are on the shipment are reached. */
const formatContacts = (carriers: readonly CopiedAssignment[]): string | null =>
  [...new Set(carriers.flatMap(({ phone, email }) => phone ?? email ?? []))].join(', ') || null;

/** Counts the days since the delivery, else since it was entered. */
const countDays = ({ deliveredAt, createdAt }: CopiedShipment, { timeZone, now }: ListReadTime): number =>
  countDaysBetween(getToday(timeZone, deliveredAt ?? createdAt), getToday(timeZone, now));

function listBlockers({ shipment, invoices = [] }: ListedShipment): readonly string[] {
  const { status, billingStatus, revenueCents, pod } = shipment;
  return listBlockerTexts({
    shipment: { status, billingStatus, totalRevenue: toAmount(revenueCents) },
    pod,
    invoices: invoices.map((friendlyId) => ({ friendlyId })),
  });
}
