import { activeAssignment } from '../../domain/freight/load.ts';
import { deliveredShipment, notCanceled } from '../../domain/freight/shipment.ts';
import { isMet } from '../../domain/rules/rule.ts';
import { getTruckMiles } from '../../domain/shipments/progress.ts';
import { findFirstPickup, findLastDrop } from '../../domain/stops/route.ts';
import { getToday } from '../../domain/kit/dates.ts';
import { isOwedNothing } from '../../domain/shipments/shipment-money.ts';
import { createLane } from '../kit/lane.ts';
import type { LoadCarrierParts, LoadParts, OrderStop, Part, ShipmentParts } from './parts.ts';
import type { HaulFact, ShipmentFact } from '../../copy-tables/facts.ts';
import { buildVisitFacts } from './visits.ts';

/** Builds one row for each carrier that was assigned to a load, even if it did not move it. */
export function buildHaulFacts(parts: ShipmentParts, fact: ShipmentFact): readonly HaulFact[] {
  const live = parts.loads.flatMap(({ load, carriers }) => carriers.filter((carrier) => isLive(carrier, load))).length;
  return parts.loads.flatMap((load) => {
    if (load.carriers.length === 0) return [];
    const trip = buildTripFacts(parts, load, fact);
    return load.carriers.map((carrier) => buildHaulFact({ parts, load, carrier, trip, fact, isOnly: live === 1 }));
  });
}

const isLive = ({ carrier }: LoadCarrierParts, load: Part<'load'>): boolean =>
  isMet(activeAssignment, carrier) && isMet(notCanceled, load);

interface Haul {
  readonly parts: ShipmentParts;
  readonly load: LoadParts;
  readonly carrier: LoadCarrierParts;
  readonly trip: ReturnType<typeof buildTripFacts>;
  readonly fact: ShipmentFact;
  readonly isOnly: boolean;
}

function buildHaulFact({ parts, load: { load, stops }, carrier: carrierParts, trip, fact, isOnly }: Haul): HaulFact {
  const { carrier } = carrierParts;
  const isMoving = isLive(carrierParts, load);
  const isShared = isMoving && isOnly && carrier.currency === fact.currency;
  return {
    id: carrier.id,
    load_id: load.id,
    load_friendly_id: load.friendly_id,
    shipment_id: fact.id,
    shipment_friendly_id: fact.friendly_id,
    carrier_id: carrier.carrier_id,
    customer_id: fact.customer_id,
    customer_rep_id: fact.customer_rep_id,
    status: carrier.status,
    load_status: load.status,
    billing_status: carrier.billing_status,
    removal_reason: carrier.removal_reason,
    created_at: carrier.created_at,
    booked_at: carrier.booked_at,
    is_live: isMoving ? 1 : 0,
    is_delivered: isMoving && isMet(deliveredShipment, load) ? 1 : 0,
    mode: load.mode,
    equipment: load.equipment ?? fact.equipment,
    ...trip,
    currency: carrier.currency,
    cost_cents: isOwedNothing(carrier, load) ? 0 : (carrier.cost_cents ?? 0),
    billed_cents: sumBills(parts, carrier),
    billed_day: findBilledDay(parts, carrier),
    revenue_cents: isShared ? fact.revenue_cents : null,
    ...buildCarrierVisitFacts(isMoving ? stops : []),
  };
}

/** Builds the facts that are the same for every carrier of a load. */
function buildTripFacts({ shipment, orders }: ShipmentParts, { stops }: LoadParts, fact: ShipmentFact) {
  const [pick, drop] = [findFirstPickup(stops), findLastDrop(stops)];
  const route = orders[0]?.stops ?? [];
  const visited = new Set(stops.map((stop) => stop.stop_id));
  const isFullyHauled = (orderStops: readonly OrderStop[]) =>
    [findFirstPickup(orderStops), findLastDrop(orderStops)].every(
      (stop) => stop !== undefined && visited.has(stop.stop_id),
    );
  const hauled = orders.filter(({ stops: orderStops }) => isFullyHauled(orderStops)).map(({ order }) => order);
  const isSame = (stop: OrderStop | undefined, other: OrderStop | undefined) =>
    stop !== undefined && stop.stop_id === other?.stop_id;
  return {
    ...createLane(pick, drop),
    pickup_day: isSame(pick, findFirstPickup(route)) ? shipment.pick_up_date : computePickupDay(pick),
    delivery_day: isSame(drop, findLastDrop(route)) ? shipment.delivery_date : computeDeliveryDay(drop),
    miles: fact.is_canceled === 1 ? null : getTruckMiles(hauled),
  };
}

const computePickupDay = (stop: OrderStop | undefined): string | null =>
  toLocalDay(stop, stop?.actual_departure ?? stop?.actual_arrival ?? stop?.window_start);

const computeDeliveryDay = (stop: OrderStop | undefined): string | null =>
  toLocalDay(stop, stop?.actual_arrival ?? stop?.window_end);

function toLocalDay(stop: OrderStop | undefined, instant: string | null | undefined): string | null {
  const zone = stop?.time_zone;
  return zone && instant ? getToday(zone, instant) : null;
}

function sumBills({ bills }: ShipmentParts, { id, currency }: Part<'load_carrier'>): number | null {
  const carrierBills = bills.filter((bill) => bill.load_carrier_id === id && bill.currency === currency);
  return carrierBills.length === 0 ? null : carrierBills.reduce((sum, { amount_cents: cents }) => sum + cents, 0);
}

function findBilledDay({ bills }: ShipmentParts, { id }: Part<'load_carrier'>): string | null {
  const days = bills.filter((bill) => bill.load_carrier_id === id).map(getBillDay);
  return days.toSorted()[0] ?? null;
}

const getBillDay = ({ invoice_date: date, created_at: createdAt }: Part<'bill'>): string =>
  date ?? createdAt.slice(0, 'YYYY-MM-DD'.length);

/** Builds the visit facts of the carrier that moved the freight. */
function buildCarrierVisitFacts(stops: readonly OrderStop[]) {
  const [pick, drop] = [findFirstPickup(stops), findLastDrop(stops)];
  const visits = buildVisitFacts({ picks: pick ? [pick] : [], drops: drop ? [drop] : [], all: stops });
  return { ...visits, transit_minutes: computeMinutesBetween(pick?.actual_departure, drop?.actual_arrival) };
}

function computeMinutesBetween(from: string | null | undefined, to: string | null | undefined): number | null {
  return from && to ? Math.round((Date.parse(to) - Date.parse(from)) / 60_000) : null;
}
