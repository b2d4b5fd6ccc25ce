import * as z from 'zod';
import { findDisplayName, findOwnerId, ifAbsent, isRecord, SentFlag } from '../kit/absent.ts';
import { fromEarlier } from '../kit/earlier-form.ts';
import { handlingUnitTypes } from '../../domain/freight/freight-codes.ts';
import { orderBillingStatuses } from '../../domain/money/order-billing.ts';
import { orderStatuses } from '../../domain/freight/order.ts';
import { stopsMax } from '../../domain/stops/stop.ts';
import { NamedReference } from './named-reference.ts';
import { Charge, ChargesInput } from './charges.ts';
import { keyInput, keyPatch, numberedRecordFields } from '../kit/record-fields.ts';
import {
  CivilDate,
  each,
  FriendlyId,
  Money,
  nullable,
  optional,
  RecordCurrency,
  ReferenceInput,
  Uuid,
} from '../kit/shapes.ts';
import { OrderStopInput, Stop } from './stop-shapes.ts';
import { TransportMode } from './transport-mode.ts';

/** Weight in pounds, volume in cubic feet, length, width and height in inches; totals of the whole order. */
export const OrderFreight = z
  .object({
    handlingUnitQuantity: z.int().nullable(),
    handlingUnitType: z.enum(handlingUnitTypes).nullable(),
    ...each(z.number().nullable(), 'weight', 'volume', 'length', 'width', 'height'),
    commodityDescription: z.string().nullable(),
    hazmat: SentFlag,
    stackable: SentFlag,
  })
  .meta({ id: 'OrderFreight' });

const Measure = z.number().min(0).max(100_000_000);

const OrderFreightInput = z
  .strictObject({
    ...optional({
      handlingUnitQuantity: z.int().min(1).max(1_000_000),
      handlingUnitType: z.enum(handlingUnitTypes),
      ...each(Measure, 'weight', 'volume', 'length', 'width', 'height'),
      commodityDescription: z.string().max(500),
    }),
    hazmat: z.boolean().default(false),
    stackable: z.boolean().default(true),
  })
  .meta({ id: 'OrderFreightInput' });

const OrderFreightPatch = z
  .strictObject({
    ...nullable({
      handlingUnitQuantity: z.int().min(1).max(1_000_000),
      handlingUnitType: z.enum(handlingUnitTypes),
      ...each(Measure, 'weight', 'volume', 'length', 'width', 'height'),
      commodityDescription: z.string().max(500),
    }),
    ...optional(each(z.boolean(), 'hazmat', 'stackable')),
  })
  .meta({ id: 'OrderFreightPatch' });

export const OrderReference = z
  .object({ id: Uuid, type: z.string(), value: z.string() })
  .meta({ id: 'OrderReference' });

/** The type is free text; tracking finds those that carry one of its reference fields. */
const OrderReferenceInput = z
  .strictObject({ type: z.string().min(1).max(100), value: z.string().min(1).max(255) })
  .meta({ id: 'OrderReferenceInput' });

/** Puts the stops in the order of the route, which version 1.0.0 does not keep. */
function sortByRoute(stops: unknown): unknown {
  if (!Array.isArray(stops)) return stops;
  const places = stops.map((stop: unknown) => (isRecord(stop) ? Number(stop['sequence']) : NaN));
  const isSorted = places.every((place, index) => index === 0 || place >= (places[index - 1] ?? place));
  if (isSorted || places.some(Number.isNaN)) return stops;
  return places
    .map((place, index) => ({ place, stop: stops[index] as unknown }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ stop }) => stop);
}

export const Order = z
  .object({
    ...numberedRecordFields,
    mode: TransportMode,
    status: z.enum(orderStatuses),
    billingStatus: z.enum(orderBillingStatuses),
    quoteId: Uuid.nullable(),
    shipmentId: ifAbsent(Uuid.nullable(), findOwnerId),
    /** The friendly id of the shipment. */
    shipmentKey: ifAbsent(z.string().nullable(), (_order, shipment) => shipment && findDisplayName(shipment)),
    /** In route order. */
    stops: fromEarlier(z.array(Stop), sortByRoute),
    freight: OrderFreight.nullable(),
    references: z.array(OrderReference),
    charges: z.array(Charge),
    equipment: z.array(NamedReference),
    specialRequirements: z.array(NamedReference),
    mileage: z.number().nullable(),
    totalRevenue: Money.nullable(),
    currency: RecordCurrency,
  })
  .meta({ id: 'Order' });

const details = {
  references: z.array(OrderReferenceInput).max(100),
  equipment: z.array(ReferenceInput).max(20),
  specialRequirements: z.array(ReferenceInput).max(50),
  mileage: z.number().min(0).max(100_000),
} as const;

export const OrderInput = z
  .strictObject({
    mode: TransportMode,
    stops: z.array(OrderStopInput).min(2).max(stopsMax),
    freight: OrderFreightInput.optional(),
    charges: ChargesInput.optional(),
    ...optional(details),
    ...keyInput,
  })
  .meta({ id: 'OrderInput' });

/** Lists are replaced as a whole; freight is merged. Charges may change until the order is invoiced. */
export const OrderPatch = z
  .strictObject({
    freight: OrderFreightPatch.nullable().optional(),
    ...optional({ ...details, charges: ChargesInput }),
    mileage: details.mileage.nullable().optional(),
    ...keyPatch,
  })
  .meta({ id: 'OrderPatch' });

const PlaceSummary = z
  .object({ ...each(z.string().nullable(), 'city', 'stateProvince', 'postalCode') })
  .meta({ id: 'PlaceSummary' });

/** An order in brief, as its quote shows it. */
export const OrderSummary = z
  .object({
    id: Uuid,
    key: z.string().nullable(),
    friendlyId: FriendlyId,
    mode: TransportMode,
    ...each(PlaceSummary, 'origin', 'destination'),
    ...each(CivilDate.nullable(), 'pickUpDate', 'deliveryDate'),
    /** Names of the equipment. */
    equipment: z.array(z.string()),
    weight: z.number().nullable(),
    mileage: z.number().nullable(),
  })
  .meta({ id: 'OrderSummary' });
