import { daysBetween, todayIn } from '../../src/domain/kit/dates.ts';
import { equipmentText } from '../../src/domain/freight/equipment.ts';
import { localText } from '../../src/domain/places/local-time.ts';
import { percentOf, fromCents } from '../../src/domain/money/money.ts';
import type { ListRow } from '../../src/mcp/results/list-result.ts';
import { describeRoute } from '../../src/domain/places/stop-place.ts';
import { centsOf } from '../records/amounts.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { billingBlockers } from './shipment-billing.ts';
import { liveOrders, progressOf, stopsOf } from './shipment-progress.ts';
import { activeCarriers, exceptionText, type Listed } from './shipment-watch.ts';
import { requestText, stopName, type StopRecord, windowText } from './stop-text.ts';
import { formatContact, unsentCarrier } from '../records/parties.ts';

/** Where and when a list is read. */
export interface ReadAt {
  readonly timeZone: string;
  readonly now: string;
}

/** A shipment as a list shows it, with what takes a computation only where one of `keys` shows it. */
export function shipmentRow(listed: Listed, at: ReadAt, keys: ReadonlySet<string>): ListRow {
  const { shipment, exceptions } = listed;
  return {
    friendlyId: shipment.friendlyId,
    status: shipment.status,
    customer: shipment.customer?.name ?? null,
    lane: describeRoute(stopsOf(shipment)),
    carrier:
      [...new Set(activeCarriers(shipment).map(({ carrier }) => carrier?.name ?? unsentCarrier))].join(', ') || null,
    ...(progressKeys.some((key) => keys.has(key)) && buildProgressMembers(shipment, at.now)),
    exceptions: exceptions.map(exceptionText).join('; ') || null,
    billingStatus: shipment.billingStatus,
    revenue: shipment.totalRevenue,
    currency: shipment.currency,
    pickUpDate: shipment.pickUpDate,
    deliveryDate: shipment.deliveryDate,
    ...Object.fromEntries(
      Object.entries(furtherMembers).flatMap(([key, compute]) => (keys.has(key) ? [[key, compute(listed, at)]] : [])),
    ),
  };
}

const progressKeys = ['nextStop', 'window', 'late', 'minutesLate'];

function buildProgressMembers(shipment: ShipmentRecord, now: string): ListRow {
  const { stop, isThere, late, minutesLate } = progressOf(shipment, now);
  return {
    nextStop: stop ? `${stopName(stop)}${isThere ? ' (there now)' : ''}` : null,
    window: stop ? windowText(stop) : null,
    late,
    minutesLate,
  };
}

const furtherMembers: Readonly<Record<string, (listed: Listed, at: ReadAt) => unknown>> = {
  pickup: ({ shipment }) => describeRequest(stopsOf(shipment).find(({ type }) => type === 'PICK')),
  delivery: ({ shipment }) => describeRequest(stopsOf(shipment).findLast(({ type }) => type === 'DROP')),
  delivered: ({ shipment }, at) => shipment.deliveredAt && localText(shipment.deliveredAt, at.timeZone),
  equipment: ({ shipment }) =>
    equipmentText(liveOrders(shipment).flatMap(({ equipment }) => equipment.map(({ name }) => name))) || null,
  weight: ({ shipment }) => sumOf(liveOrders(shipment).map(({ freight }) => freight?.weight)),
  miles: ({ shipment }) => sumOf(liveOrders(shipment).map(({ mileage }) => mileage)),
  rep: ({ shipment }) => shipment.customerRep && (shipment.customerRep.name ?? shipment.customerRep.email),
  cost: ({ shipment }) => moneyOf(shipment).cost,
  margin: ({ shipment }) => moneyOf(shipment).margin,
  marginPercent: ({ shipment }) => moneyOf(shipment).marginPercent,
  age: ({ shipment }, at) => ageOf(shipment, at),
  blocked: (listed) => blockersOf(listed).join('; ') || null,
  contact: ({ shipment }) => contactsOf(shipment) || null,
  references: ({ shipment }) =>
    [...new Set(liveOrders(shipment).flatMap(({ references }) => references.map(({ value }) => value)))].join(', ') ||
    null,
};

const describeRequest = (stop: StopRecord | undefined): string | null => (stop ? requestText(stop) : null);

const contactsOf = (shipment: ShipmentRecord): string =>
  [...new Set(activeCarriers(shipment).map(({ carrier }) => formatContact(carrier, '')))].filter(Boolean).join(', ');

/** Null where it is known of none. */
function sumOf(numbers: readonly (number | null | undefined)[]): number | null {
  const known = numbers.filter((number) => typeof number === 'number');
  return known.length === 0 ? null : known.reduce((sum, number) => sum + number, 0);
}

/** Null while nobody is booked: no cost is not a cost of nothing. */
function moneyOf({ status, totalRevenue, totalCost }: ShipmentRecord) {
  const revenueCents = centsOf(totalRevenue);
  const costCents = (status === 'CANCELED' ? null : centsOf(totalCost)) || null;
  const marginCents = revenueCents === null || costCents === null ? null : revenueCents - costCents;
  return {
    cost: costCents === null ? null : fromCents(costCents),
    margin: marginCents === null ? null : fromCents(marginCents),
    marginPercent: marginCents === null || revenueCents === null ? null : percentOf(marginCents, revenueCents),
  };
}

/** Days since the delivery, else since it was entered. */
const ageOf = ({ deliveredAt, createdAt }: ShipmentRecord, { timeZone, now }: ReadAt): number =>
  daysBetween(todayIn(timeZone, deliveredAt ?? createdAt), todayIn(timeZone, now));

const blockersOf = ({ shipment, pod }: Listed): readonly string[] =>
  pod === undefined ? [] : billingBlockers({ shipment, pod, invoices: [] });
