import { activeAssignment, bouncedAssignment, unusedTruck } from '../../domain/freight/load.ts';
import { deliveredShipment, notCanceled } from '../../domain/freight/shipment.ts';
import { isMet } from '../../domain/rules/rule.ts';
import { tonuCode } from '../../domain/charges/charge-codes.ts';
import { computePodState } from '../../domain/freight/pod.ts';
import { formatEquipment } from '../../domain/freight/equipment.ts';
import { findFirstPickup, findLastDrop } from '../../domain/stops/route.ts';
import { type Margin, computeMargin } from '../../domain/money/margin.ts';
import { routeBetween } from '../../domain/places/stop-place.ts';
import { listLeakedCharges } from '../../domain/shipments/pass-through.ts';
import {
  type CostedLoad,
  isLiveOrder,
  isOwedNothing,
  buildMoneyLines,
  type OwedAmount,
} from '../../domain/shipments/shipment-money.ts';
import { isUnbilled } from '../../domain/shipments/to-bill.ts';
import { getTruckMiles } from '../../domain/shipments/progress.ts';
import { decodeNames } from '../kit/values.ts';
import { type CopiedLane, createLane } from '../kit/lane.ts';
import { sumIn } from './amounts.ts';
import type { LoadParts, OrderParts, Part, ShipmentParts } from './parts.ts';
import type { RouteFacts, ShipmentFact } from '../../copy-tables/facts.ts';
import { buildVisitFacts } from './visits.ts';

/** Computes the figures of a shipment from the rows that belong to it. */
export function buildShipmentFact(parts: ShipmentParts): ShipmentFact {
  const { shipment } = parts;
  return {
    id: shipment.id,
    friendly_id: shipment.friendly_id,
    created_at: shipment.created_at,
    customer_id: shipment.customer_id,
    customer_rep_id: shipment.customer_rep_id,
    status: shipment.status,
    billing_status: shipment.billing_status,
    is_canceled: toFlag(!isMet(notCanceled, shipment)),
    is_delivered: toFlag(isMet(deliveredShipment, shipment)),
    currency: shipment.currency,
    pickup_day: shipment.pick_up_date,
    delivery_day: shipment.delivery_date,
    delivered_at: shipment.delivered_at,
    ...buildFreightFacts(parts),
    ...routeFacts(parts),
    ...buildCarrierFacts(parts),
    ...buildMoneyFacts(parts),
    ...buildRouteVisitFacts(parts),
    ...buildPaperFacts(parts),
  };
}

const toFlag = (value: boolean): number => (value ? 1 : 0);

const listLiveOrders = ({ shipment, orders }: ShipmentParts): readonly OrderParts[] =>
  orders.filter(({ order }) => isLiveOrder(shipment, order));

function buildFreightFacts(parts: ShipmentParts) {
  const orders = listLiveOrders(parts);
  const loads = parts.loads.filter(({ load }) => isMet(notCanceled, load));
  // Of a canceled shipment, what it would have moved.
  const first = (orders[0] ?? parts.orders[0])?.order;
  const weights = orders.flatMap(({ order }) => order.weight ?? []);
  return {
    orders: orders.length,
    loads: loads.length,
    services: parts.services.filter((service) => isMet(notCanceled, service)).length,
    mode: first?.mode ?? null,
    equipment: first?.equipment ?? parts.loads[0]?.load.equipment ?? null,
    ...toLane(first),
    miles: getTruckMiles(orders.map(({ order }) => order)),
    weight: weights.length === 0 ? null : weights.reduce((sum, weight) => sum + weight, 0),
  };
}

function routeFacts(parts: ShipmentParts): RouteFacts {
  const { shipment } = parts;
  const orders = isMet(notCanceled, shipment) ? listLiveOrders(parts) : parts.orders;
  const stops = orders.flatMap((order) => order.stops);
  const [first, last] = [stops[0], stops.at(-1)];
  const [pick, drop] = [findFirstPickup(stops), findLastDrop(stops)];
  return {
    route: routeBetween(stops.map(({ place }) => place)),
    from_city: first?.city ?? null,
    from_state: first?.state ?? null,
    to_city: last?.city ?? null,
    to_state: last?.state ?? null,
    pickup_due: (pick?.type === 'PICK' ? pick.window_start : null) ?? shipment.pick_up_date,
    delivery_due: (drop?.type === 'DROP' ? drop.window_start : null) ?? shipment.delivery_date,
    equipment_asked: formatEquipment(orders.flatMap(({ order }) => decodeNames(order.equipment_names))),
  };
}

/** Returns the lane of the order, or an empty one if there is no order. */
const toLane = (order: Part<'freight_order'> | undefined): CopiedLane => {
  const row = order ?? createLane();
  return {
    origin_city: row.origin_city,
    origin_state: row.origin_state,
    origin_postal_code: row.origin_postal_code,
    origin_market: row.origin_market,
    origin_place: row.origin_place,
    destination_city: row.destination_city,
    destination_state: row.destination_state,
    destination_postal_code: row.destination_postal_code,
    destination_market: row.destination_market,
    destination_place: row.destination_place,
    lane: row.lane,
  };
};

function buildCarrierFacts({ loads }: ShipmentParts) {
  const live = loads
    .filter(({ load }) => isMet(notCanceled, load))
    .flatMap(({ carriers }) => carriers.filter(({ carrier }) => isMet(activeAssignment, carrier)));
  const ids = new Set(live.map(({ carrier }) => carrier.carrier_id));
  const [only = null] = ids;
  const all = loads.flatMap(({ carriers }) => carriers.map(({ carrier }) => carrier));
  const booked = all.flatMap(({ booked_at: bookedAt }) => bookedAt ?? []).toSorted();
  return {
    carriers: ids.size,
    carrier_id: ids.size === 1 ? only : null,
    bounces: all.filter((carrier) => isMet(bouncedAssignment, carrier)).length,
    tonus: all.filter((carrier) => isMet(unusedTruck, carrier)).length,
    booked_at: booked[0] ?? null,
  };
}

function buildMoneyFacts(parts: ShipmentParts) {
  const { shipment, loads } = parts;
  const { currency } = shipment;
  const owed = listOwed(parts);
  const invoices = parts.invoices.map(toAmount);
  const lines = buildMoneyLines({
    status: shipment.status,
    loads: loads.map((load) => toCostedLoad(load, parts.bills)),
    orders: listLiveOrders(parts).map(({ order }) => ({
      id: order.id,
      currency: order.currency,
      cents: order.revenue_cents ?? 0,
    })),
    invoices: parts.invoices.map((invoice) => ({ ...toAmount(invoice), orderId: invoice.order_id })),
    owed,
  });
  const [booked, actual] = [computeMargin(lines, 'booked'), computeMargin(lines, 'actual')];
  const revenue = sumIn(currency, toRevenues(booked));
  const isOpen = isUnbilled({ status: shipment.status, billingStatus: shipment.billing_status }, invoices.length > 0);
  const tonus = loads.flatMap(({ carriers }) => carriers.filter(({ carrier }) => carrier.status === 'TONU'));
  return {
    revenue_cents: revenue,
    cost_cents: sumIn(currency, toCosts(booked)),
    carrier_pay_cents: sumIn(currency, listCarrierPay(parts)),
    service_cents: sumIn(currency, listOwedToVendors(parts).filter(isOwed)),
    ...toMarginColumns(shipment, booked),
    actual_revenue_cents: sumIn(currency, toRevenues(actual)),
    actual_cost_cents: sumIn(currency, toCosts(actual)),
    actual_margin_cents: toMarginColumns(shipment, actual).margin_cents,
    invoiced_cents: invoices.length === 0 ? null : sumIn(currency, invoices),
    tonu_cents: sumIn(
      currency,
      tonus.map(({ carrier }) => ({ currency: carrier.currency, cents: carrier.cost_cents ?? 0 })),
    ),
    is_unbilled: toFlag(isOpen),
    unbilled_cents: isOpen ? revenue : 0,
    leak_cents: sumIn(currency, listLeaks(parts)),
  };
}

const toRevenues = (margins: readonly Margin[]) =>
  margins.map(({ currency, revenueCents }) => ({ currency, cents: revenueCents }));

const toCosts = (margins: readonly Margin[]) =>
  margins.map(({ currency, costCents }) => ({ currency, cents: costCents }));

const toAmount = ({ currency, amount_cents: cents }: Part<'bill'> | Part<'invoice'>) => ({ currency, cents });

/** Returns the margin of a shipment in its currency, or why it isn't known. */
function toMarginColumns(
  { currency, ...shipment }: Part<'shipment'>,
  margins: readonly Margin[],
): Pick<ShipmentFact, 'margin_cents' | 'margin_gap'> {
  // A canceled shipment without any money costs nothing; another one may still be priced.
  if (margins.length === 0) return { margin_cents: isMet(notCanceled, shipment) ? null : 0, margin_gap: null };
  const gap = margins.find((margin) => margin.gap !== null)?.gap ?? null;
  if (gap !== null) return { margin_cents: null, margin_gap: gap };
  const cents = sumIn(
    currency,
    margins.map((margin) => ({ currency: margin.currency, cents: margin.marginCents ?? 0 })),
  );
  return { margin_cents: cents, margin_gap: cents === null ? 'currencies' : null };
}

const listOwed = (parts: ShipmentParts): readonly OwedAmount[] => [
  ...listOwedToCarriers(parts),
  ...listOwedToVendors(parts),
];

const listOwedToCarriers = ({ loads, bills }: ShipmentParts): readonly OwedAmount[] =>
  loads.flatMap(({ load, carriers }) =>
    carriers.map(({ carrier }) => ({
      currency: carrier.currency,
      cents: carrier.cost_cents ?? 0,
      canceled: isOwedNothing(carrier, load),
      bills: bills.filter((bill) => bill.load_carrier_id === carrier.id).map(toAmount),
    })),
  );

const listOwedToVendors = ({ services, bills }: ShipmentParts): readonly OwedAmount[] =>
  services.map((service) => ({
    currency: service.currency,
    cents: service.cost_cents ?? 0,
    canceled: !isMet(notCanceled, service),
    bills: bills.filter((bill) => bill.service_id === service.id).map(toAmount),
  }));

const isOwed = ({ canceled }: OwedAmount): boolean => !canceled;

/** Lists what carriers get for the haul; what they get for a truck that was not used is TONU. */
const listCarrierPay = (parts: ShipmentParts): readonly OwedAmount[] =>
  listOwedToCarriers({
    ...parts,
    loads: parts.loads.map((load) => ({
      ...load,
      carriers: load.carriers.filter(({ carrier }) => !isMet(unusedTruck, carrier)),
    })),
  }).filter(isOwed);

const toCostedLoad = ({ load, carriers }: LoadParts, bills: ShipmentParts['bills']): CostedLoad => ({
  status: load.status,
  carriers: carriers.map(({ carrier }) => ({
    status: carrier.status,
    cents: carrier.cost_cents,
    isBilled: bills.some((bill) => bill.load_carrier_id === carrier.id),
  })),
});

function listLeaks(parts: ShipmentParts) {
  const granted = parts.loads.flatMap(({ load, carriers }) =>
    carriers
      .filter(({ carrier }) => !isOwedNothing(carrier, load))
      .flatMap(({ carrier, charges }) =>
        charges.map(({ code, total_cents: cents }) => ({ code, cents, currency: carrier.currency })),
      ),
  );
  const live = new Set(listLiveOrders(parts));
  const requestedCharges = parts.orders.flatMap((order) =>
    order.charges
      // Of a canceled order only this is invoiced.
      .filter(({ code }) => live.has(order) || code === tonuCode)
      .map(({ code, total_cents: cents }) => ({ code, cents })),
  );
  return listLeakedCharges(granted, requestedCharges);
}

function buildRouteVisitFacts(parts: ShipmentParts) {
  const routes = listLiveOrders(parts).map(({ stops }) => stops);
  return buildVisitFacts({
    picks: routes.flatMap((stops) => findFirstPickup(stops) ?? []),
    drops: routes.flatMap((stops) => findLastDrop(stops) ?? []),
    // Several orders may visit one stop.
    all: [...new Map(routes.flat().map((stop) => [stop.stop_id, stop])).values()],
  });
}

function buildPaperFacts({ shipment, proofs, invoices, paymentDays }: ShipmentParts) {
  const uploaded = proofs.filter(({ status }) => status === 'UPLOADED').map((proof) => proof.created_at);
  const isPaid = invoices.length > 0 && invoices.every(({ owed_cents: owed }) => owed <= 0);
  return {
    pod: computePodState({
      delivered: isMet(deliveredShipment, shipment),
      podStatuses: proofs.map(({ status }) => status),
      billingStatus: shipment.billing_status,
    }),
    // A file has to follow its announcement within 15 minutes, and may be renamed long after.
    pod_at: uploaded.toSorted()[0] ?? null,
    invoiced_day: invoices.map((invoice) => invoice.invoice_date).toSorted()[0] ?? null,
    paid_day: isPaid ? (paymentDays.toSorted().at(-1) ?? null) : null,
  };
}
