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

/** Where and when a list is read. */
export interface ReadAt {
  readonly timeZone: string;
  readonly now: string;
}

/** A shipment as a list shows it. */
export function shipmentRow(listed: Listed, at: ReadAt): ListRow {
  const { shipment, exceptions } = listed;
  const { stop, isThere, late, minutesLate } = progressOf(shipment, at.now);
  return {
    friendlyId: shipment.friendlyId,
    status: shipment.status,
    customer: shipment.customer.name,
    lane: describeRoute(stopsOf(shipment)),
    carrier: [...new Set(activeCarriers(shipment).map(({ carrier }) => carrier.name))].join(', ') || null,
    nextStop: stop ? `${stopName(stop)}${isThere ? ' (there now)' : ''}` : null,
    window: stop ? windowText(stop) : null,
    late,
    minutesLate,
    exceptions: exceptions.map(exceptionText).join('; ') || null,
    billingStatus: shipment.billingStatus,
    revenue: shipment.totalRevenue,
    currency: shipment.currency,
    pickUpDate: shipment.pickUpDate,
    deliveryDate: shipment.deliveryDate,
    ...furtherMembers(listed, at),
  };
}

function furtherMembers(listed: Listed, at: ReadAt): ListRow {
  const { shipment } = listed;
  const [pick, drop] = [pickOf(shipment), dropOf(shipment)];
  const { cost, margin, marginPercent } = moneyOf(shipment);
  const orders = liveOrders(shipment);
  return {
    pickup: pick ? requestText(pick) : null,
    delivery: drop ? requestText(drop) : null,
    delivered: shipment.deliveredAt && localText(shipment.deliveredAt, at.timeZone),
    equipment: equipmentText(orders.flatMap(({ equipment }) => equipment.map(({ name }) => name))) || null,
    weight: sumOf(orders.map(({ freight }) => freight?.weight)),
    miles: sumOf(orders.map(({ mileage }) => mileage)),
    rep: shipment.customerRep && (shipment.customerRep.name ?? shipment.customerRep.email),
    cost,
    margin,
    marginPercent,
    age: ageOf(shipment, at),
    blocked: blockersOf(listed).join('; ') || null,
    contact: contactsOf(shipment) || null,
    references:
      [...new Set(orders.flatMap(({ references }) => references.map(({ value }) => value)))].join(', ') || null,
  };
}

const contactsOf = (shipment: ShipmentRecord): string =>
  [...new Set(activeCarriers(shipment).map(({ carrier }) => carrier.phoneNumber ?? carrier.email))]
    .filter(Boolean)
    .join(', ');

/** Null where it is known of none. */
function sumOf(numbers: readonly (number | null | undefined)[]): number | null {
  const known = numbers.filter((number) => typeof number === 'number');
  return known.length === 0 ? null : known.reduce((sum, number) => sum + number, 0);
}

const pickOf = (shipment: ShipmentRecord): StopRecord | undefined =>
  stopsOf(shipment).find(({ type }) => type === 'PICK');
const dropOf = (shipment: ShipmentRecord): StopRecord | undefined =>
  stopsOf(shipment).findLast(({ type }) => type === 'DROP');

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
