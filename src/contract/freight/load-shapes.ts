import * as z from 'zod';
import { findOwnerId, ifAbsent } from '../kit/absent.ts';
import { loadCarrierRemovalReasons, loadCarrierStatuses, loadStatuses } from '../../domain/freight/load.ts';
import { settlementStatuses } from '../../domain/payments/settlement.ts';
import { stopTypes } from '../../domain/stops/stop.ts';
import { NamedReference } from './named-reference.ts';
import { Charge, ChargesInput, TonuCostInput } from './charges.ts';
import { keyInput, keyPatch, numberedRecordFields } from '../kit/record-fields.ts';
import {
  Address,
  CarrierReference,
  ContactMini,
  each,
  FriendlyId,
  Instant,
  Money,
  nullable,
  optional,
  PhoneInput,
  RecordCurrency,
  ReferenceInput,
  timestamps,
  Uuid,
} from '../kit/shapes.ts';
import { TransportMode } from './transport-mode.ts';

const driver = ['driverName', 'driverPhone', 'truckNumber', 'trailerNumber'] as const;

/** One carrier's assignment to a load, and what it is owed for it. */
export const LoadCarrier = z
  .object({
    id: Uuid,
    loadId: ifAbsent(Uuid, findOwnerId),
    carrier: CarrierReference,
    contact: ContactMini.nullable(),
    status: z.enum(loadCarrierStatuses),
    billingStatus: z.enum(settlementStatuses),
    ...each(Instant.nullable(), 'bookedAt', 'dispatchedAt'),
    charges: z.array(Charge),
    totalCost: Money.nullable(),
    currency: RecordCurrency,
    ...each(z.string().nullable(), ...driver),
    removalReason: z.enum(loadCarrierRemovalReasons).nullable(),
    removalReasonText: z.string().nullable(),
    ...timestamps,
  })
  .meta({ id: 'LoadCarrier' });

/** A visit of the load to a stop of an order. */
export const LoadStop = z
  .object({
    id: Uuid,
    orderStopId: Uuid,
    sequence: z.int(),
    type: z.enum(stopTypes),
    address: Address.nullable(),
    ...each(Instant.nullable(), 'scheduledArrival', 'actualArrival', 'actualDeparture'),
  })
  .meta({ id: 'LoadStop' });

/** A truckload of a shipment, with its carrier and stops. */
export const Load = z
  .object({
    ...numberedRecordFields,
    shipmentId: Uuid,
    /** The friendly id of the shipment. */
    shipmentKey: z.string(),
    mode: TransportMode,
    status: z.enum(loadStatuses),
    equipment: z.array(NamedReference),
    stops: z.array(LoadStop),
    carriers: z.array(LoadCarrier),
    totalCost: Money.nullable(),
    currency: RecordCurrency,
    ...each(Instant.nullable(), 'pickedUpAt', 'deliveredAt'),
  })
  .meta({ id: 'Load' });

export const LoadCarrierSummary = z
  .object({
    id: Uuid,
    carrier: CarrierReference,
    status: z.enum(loadCarrierStatuses),
    ...each(Instant.nullable(), 'bookedAt', 'dispatchedAt'),
    totalCost: Money.nullable(),
  })
  .meta({ id: 'LoadCarrierSummary' });

/** A load in brief, as its shipment shows it. */
export const LoadSummary = z
  .object({
    id: Uuid,
    key: z.string().nullable(),
    friendlyId: FriendlyId,
    status: z.enum(loadStatuses),
    mode: TransportMode,
    carriers: z.array(LoadCarrierSummary),
    totalCost: Money.nullable(),
  })
  .meta({ id: 'LoadSummary' });

const driverInput = {
  driverName: z.string().max(200),
  driverPhone: PhoneInput,
  ...each(z.string().max(64), 'truckNumber', 'trailerNumber'),
} as const;

export const LoadCarrierInput = z
  .strictObject({
    carrier: ReferenceInput,
    ...optional({ contact: ReferenceInput, charges: ChargesInput, ...driverInput }),
  })
  .meta({ id: 'LoadCarrierInput' });

export const LoadCarrierPatch = z
  .strictObject(nullable({ contact: ReferenceInput, ...driverInput }))
  .meta({ id: 'LoadCarrierPatch' });

const Equipment = z.array(ReferenceInput).max(20);

/** Input of a new load. `stopIds` defaults to every stop of the shipment's orders. */
export const LoadInput = z
  .strictObject({
    mode: TransportMode,
    stopIds: z.array(Uuid).min(1).max(500).optional(),
    equipment: Equipment.optional(),
    carrier: LoadCarrierInput.optional(),
    ...keyInput,
  })
  .meta({ id: 'LoadInput' });

export const LoadPatch = z
  .strictObject({ ...optional({ mode: TransportMode, equipment: Equipment }), ...keyPatch })
  .meta({ id: 'LoadPatch' });

export const BounceInput = z
  .strictObject(optional({ reason: z.enum(loadCarrierRemovalReasons), reasonText: z.string().max(1000) }))
  .meta({ id: 'BounceInput' });

export const TonuInput = z
  .strictObject({
    reason: z.string().max(1000).optional(),
    costs: z.array(TonuCostInput).max(100).optional(),
    createReplacementLoad: z.boolean().default(false),
  })
  .meta({ id: 'TonuInput' });
