import * as z from 'zod';
import { findStopZone } from '../../domain/stops/judged-stop.ts';
import { findRouteDays } from '../../domain/stops/route.ts';
import type { JsonObject } from '../../domain/kit/plain-record.ts';
import { findCustomerId, ifAbsent, nullIfAbsent } from '../kit/absent.ts';
import { referenceFields } from '../../domain/freight/freight-codes.ts';
import { findLeastAdvanced, orderBillingStatuses } from '../../domain/money/order-billing.ts';
import { shipmentStatuses } from '../../domain/freight/shipment.ts';
import { LoadInput, LoadSummary } from './load-shapes.ts';
import { Order, OrderInput } from './order-shapes.ts';
import { keyInput, keyPatch, numberedRecordFields } from '../kit/record-fields.ts';
import { ServiceInput, ServiceSummary } from './service-shapes.ts';
import {
  CivilDate,
  CustomerReference,
  each,
  Instant,
  Money,
  RecordCurrency,
  ReferenceInput,
  UserReference,
  Uuid,
} from '../kit/shapes.ts';

/** Returns the orders of a shipment, which a reader has converted by then. */
const getOrders = ({ orders }: JsonObject) =>
  Array.isArray(orders) ? (orders as readonly z.infer<typeof Order>[]) : [];

const findBillingStatus = (shipment: JsonObject) =>
  findLeastAdvanced(getOrders(shipment).map(({ billingStatus }) => billingStatus));

/** The zone of a place that no zone is known of: a shipment does not say which one its brokerage is in. */
const usualZone = 'UTC';

const findDays = (shipment: JsonObject) =>
  findRouteDays(
    getOrders(shipment).flatMap(({ stops }) =>
      stops.map((stop) => ({ ...stop, timeZone: findStopZone(stop) ?? null })),
    ),
    usualZone,
  );

/** Orders of one customer, the loads that move them, and the services around them. */
export const Shipment = z
  .object({
    ...numberedRecordFields,
    status: z.enum(shipmentStatuses),
    /** The least advanced of its orders'. */
    billingStatus: ifAbsent(z.enum(orderBillingStatuses).nullable(), findBillingStatus),
    customerId: nullIfAbsent(ifAbsent(Uuid, findCustomerId)),
    customer: CustomerReference,
    customerRep: UserReference.nullable(),
    orders: z.array(Order),
    loads: z.array(LoadSummary),
    services: z.array(ServiceSummary),
    /** Sum of the orders' charges. */
    totalRevenue: Money.nullable(),
    /** Sum of what the loads and services cost. */
    totalCost: Money.nullable(),
    /** Revenue less cost. */
    margin: Money.nullable(),
    /** Margin over revenue, in percent; null without revenue. */
    marginPercent: z.number().nullable(),
    currency: RecordCurrency,
    /** First pick and last drop: as requested, or as it happened. */
    pickUpDate: ifAbsent(CivilDate.nullable(), (shipment) => findDays(shipment).pickUpDate),
    deliveryDate: ifAbsent(CivilDate.nullable(), (shipment) => findDays(shipment).deliveryDate),
    deliveredAt: Instant.nullable(),
  })
  .meta({ id: 'Shipment' });

/** A shipment of an export, which has its orders, loads and services as records: they are named by their ids, in their order. */
export const ExportedShipment = Shipment.omit({ orders: true, loads: true, services: true })
  .extend(each(z.array(Uuid), 'orderIds', 'loadIds', 'serviceIds'))
  .meta({ id: 'ExportedShipment' });

export const ShipmentInput = z
  .strictObject({
    customer: ReferenceInput,
    customerRep: ReferenceInput.optional(),
    orders: z.array(OrderInput).min(1).max(50),
    loads: z.array(LoadInput).max(50).optional(),
    services: z.array(ServiceInput).max(50).optional(),
    ...keyInput,
  })
  .meta({ id: 'ShipmentInput' });

export const ShipmentPatch = z
  .strictObject({
    customer: ReferenceInput.optional(),
    customerRep: ReferenceInput.nullable().optional(),
    ...keyPatch,
  })
  .meta({ id: 'ShipmentPatch' });

export const CancelShipment = z
  .strictObject({ reason: z.string().max(1000).optional() })
  .meta({ id: 'CancelShipment' });

export const DuplicateShipment = z
  .strictObject({ pickUpDate: CivilDate.optional(), deliveryDate: CivilDate.optional() })
  .meta({ id: 'DuplicateShipment' });

/** `newShipmentKey` holds the friendly id of the copy. */
export const DuplicatedShipment = z
  .object({ originalShipmentId: Uuid, newShipmentId: Uuid, newShipmentKey: z.string() })
  .meta({ id: 'DuplicatedShipment' });

export const GeneratedInvoice = z
  .object({ shipmentId: Uuid, invoiceId: Uuid, documentId: Uuid, downloadUrl: z.string() })
  .meta({ id: 'GeneratedInvoice' });

const SearchText = z.string().max(255).regex(/\S/, 'must not be empty');

export const TrackRequest = z
  .strictObject({
    searches: z
      .array(z.union([SearchText, z.strictObject({ query: SearchText })]))
      .min(1)
      .max(100),
    /** Fields to search. Default: every reference and the friendly id. */
    referenceFields: z.array(z.enum(referenceFields)).min(1).max(referenceFields.length).optional(),
  })
  .meta({ id: 'TrackRequest' });

/** All but the query is null when nothing matched; `field` is null when the friendly id did. */
const TrackResult = z
  .object({
    query: z.string(),
    id: Uuid.nullable(),
    ...each(z.string().nullable(), 'key', 'friendlyId', 'value', 'origin', 'destination', 'trackingUrl'),
    status: z.enum(shipmentStatuses).nullable(),
    field: z.enum(referenceFields).nullable(),
    ...each(CivilDate.nullable(), 'pickUpDate', 'deliveryDate'),
  })
  .meta({ id: 'TrackResult' });

/** One result per search, in the order of the searches. */
export const TrackResponse = z.object({ results: z.array(TrackResult) }).meta({ id: 'TrackResponse' });
