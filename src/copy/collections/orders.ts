import { orderTables } from '../../copy-tables/orders.ts';
import type { ApiClient } from '../../client/calls/api-client.ts';
import { isSent } from '../../contract/kit/sent-fields.ts';
import { WaybillError } from '../../errors.ts';
import { getToday } from '../../domain/kit/dates.ts';
import { findStopZone, isDated } from '../../domain/stops/judged-stop.ts';
import { findRouteDays, findFirstPickup, findLastDrop } from '../../domain/stops/route.ts';
import { findPostalState } from '../../domain/places/postal-state.ts';
import { describeStop } from '../../domain/shipments/stop-words.ts';
import { findLatestArrival, sumDwell } from '../../domain/shipments/visits.ts';
import { formatPlace } from '../../domain/places/stop-place.ts';
import { toChargeRow } from '../kit/charges.ts';
import { defineCollection, type CopiedRecord, toCopiedRecord, toRecordRow } from '../kit/collection.ts';
import { type CopiedLane, createLane } from '../kit/lane.ts';
import { toCentsOrNull, toFlag, toInstantOrNull, encodeNames, joinNames } from '../kit/values.ts';
import type { Order, Quote, Shipment, Stop } from '../../contract/types.ts';

type OrderRecord = Order;
type StopRecord = Stop;

/** Lists orders; fails like an API without such a list where it doesn't say which shipments they belong to. */
const listWithShipments =
  (api: ApiClient): ApiClient['orders']['filter'] =>
  async (...request) => {
    const page = await api.orders.filter(...request);
    if (page.data.length > 0 && page.data.every((order) => !isSent(order, 'shipmentId')))
      throw new WaybillError(
        'NOT_IMPLEMENTED',
        "This API's list of orders doesn't say which shipments they belong to.",
      );
    return page;
  };

/** Orders, including those of quotes, with their route and the charges to the customer. */
export const orders = defineCollection({
  name: 'freight_order',
  resource: 'orders',
  list: listWithShipments,
  hosts: [
    {
      collectionName: 'shipment',
      column: 'shipment_id',
      read: (shipment: Shipment) => shipment.orders.map((order) => toCopiedRecord(order, toOrderRows(order))),
    },
    {
      collectionName: 'quote',
      column: 'quote_id',
      // The shipment of a converted quote shows its order in full.
      except: 'shipment_id',
      read: (quote: Quote) => (quote.shipmentId === null ? [toBriefOrder(quote)] : []),
    },
  ],
  // The address of a location is shown at its stops. It hardly ever changes: not each question asks for it.
  follows: [{ collectionName: 'location', key: 'id', table: 'order_stop', column: 'location_id', lagMs: 60_000 }],
  belongsTo: [{ to: 'shipment', field: 'shipmentId', table: 'freight_order', column: 'shipment_id' }],
  tables: orderTables,
  toRows: toOrderRows,
});

function toOrderRows(order: OrderRecord) {
  return {
    freight_order: [
      {
        ...toRecordRow(order),
        friendly_id: order.friendlyId,
        shipment_id: order.shipmentId,
        quote_id: order.quoteId,
        mode: order.mode,
        status: order.status,
        billing_status: order.billingStatus,
        equipment: joinNames(order.equipment),
        equipment_names: encodeNames(order.equipment.map(({ name }) => name)),
        mileage: order.mileage,
        weight: order.freight?.weight ?? null,
        reference_text: formatReferences(order),
        revenue_cents: toCentsOrNull(order.totalRevenue),
        currency: order.currency,
        pick_up_date: findPickUpDate(order),
        delivery_date: findDeliveryDate(order),
        ...buildLane(order),
      },
    ],
    order_stop: order.stops.map((stop) => stopRow(order.id, stop)),
    order_charge: order.charges.map((charge) => ({ ...toChargeRow(charge), order_id: order.id })),
  };
}

const formatReferences = ({ references }: OrderRecord): string | null =>
  [...new Set(references.map(({ value }) => value))].join(', ') || null;

function buildLane({ stops }: OrderRecord): CopiedLane {
  const [origin, destination] = [findFirstPickup(stops), findLastDrop(stops)].map((stop) => stop && toPlaceParts(stop));
  return createLane(origin, destination);
}

/** Finds the pickup day in the stop's time zone, or in UTC if the zone is unknown. */
function findPickUpDate({ stops }: OrderRecord): string | null {
  const pick = findFirstPickup(stops);
  if (pick === undefined) return null;
  const at = pick.actualDeparture ?? pick.actualArrival;
  return at ? getToday(findStopZone(pick) ?? 'UTC', at) : (pick.requestedStartDate ?? pick.requestedEndDate);
}

/** Finds the day of the last drop, as the API returns it with an order. */
function findDeliveryDate({ stops }: OrderRecord): string | null {
  const drop = findLastDrop(stops);
  return drop === undefined
    ? null
    : findRouteDays([{ ...drop, timeZone: findStopZone(drop) ?? null }], 'UTC').deliveryDate;
}

const nowhere = { city: null, state: null, postal_code: null, market: null };

/** Converts the place of a stop, which has an address, a city or a postal code; a postal code also gives its state. */
function toPlaceParts({ address, city, postalCode }: StopRecord) {
  if (address)
    return { city: address.city, state: address.state, postal_code: address.zipCode, market: address.market };
  if (city) return { ...nowhere, city: city.name, state: city.stateProvince };
  if (postalCode === null) return nowhere;
  return { ...nowhere, state: findPostalState(postalCode)?.state ?? null, postal_code: postalCode };
}

function stopRow(orderId: string, stop: StopRecord) {
  const { zone, window, windowText, requestText } = describeStop(stop);
  const visit = { ...stop, window };
  return {
    order_id: orderId,
    stop_id: stop.id,
    sequence: stop.sequence,
    type: stop.type,
    location_id: stop.location?.id ?? null,
    place: formatPlace(stop),
    ...toPlaceParts(stop),
    time_zone: zone ?? null,
    window_start: window?.start ?? null,
    window_end: window?.end ?? null,
    window_kind: window?.kind ?? null,
    window_text: windowText,
    request_text: requestText,
    is_dated: toFlag(isDated(stop)),
    actual_arrival: toInstantOrNull(stop.actualArrival),
    actual_departure: toInstantOrNull(stop.actualDeparture),
    requested_on: stop.requestedEndDate ?? stop.requestedStartDate,
    is_drop_trailer: toFlag(stop.dropTrailer === true),
    late_minutes: findLatestArrival([visit]),
    dwell_minutes: sumDwell([visit]).minutes,
  };
}

type BriefPlace = Quote['order']['origin'];

/** Status that an order has before its quote becomes a shipment. */
const statusBefore = { status: 'DRAFT', billing_status: 'DOCS_NEEDED' } as const;

/** Returns the order of a quote as the quote shows it: its lane, dates and equipment, without charges and stops. */
function toBriefOrder(quote: Quote): CopiedRecord {
  const { order } = quote;
  const record = { id: order.id, createdAt: quote.createdAt, updatedAt: quote.updatedAt, deletedAt: quote.deletedAt };
  return toCopiedRecord(record, {
    freight_order: [
      {
        ...toRecordRow(record),
        friendly_id: order.friendlyId,
        shipment_id: null,
        quote_id: quote.id,
        mode: order.mode,
        ...statusBefore,
        equipment: joinNames(order.equipment.map((name) => ({ name }))),
        equipment_names: encodeNames(order.equipment),
        mileage: order.mileage,
        weight: order.weight,
        reference_text: null,
        revenue_cents: null,
        currency: quote.currency,
        pick_up_date: order.pickUpDate,
        delivery_date: order.deliveryDate,
        ...createLane(toPlace(order.origin), toPlace(order.destination)),
      },
    ],
    order_stop: [],
    order_charge: [],
  });
}

function toPlace({ city, stateProvince, postalCode }: BriefPlace) {
  const state = stateProvince ?? (postalCode === null ? null : (findPostalState(postalCode)?.state ?? null));
  return { city, state, postal_code: postalCode, market: null };
}
