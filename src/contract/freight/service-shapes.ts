import * as z from 'zod';
import { serviceStatuses, serviceTypes } from '../../domain/freight/service.ts';
import { Charge, ChargesInput } from './charges.ts';
import { keyInput, keyPatch, numberedRecordFields } from '../kit/record-fields.ts';
import {
  CivilDate,
  ContactMini,
  each,
  FriendlyId,
  Money,
  nullable,
  optional,
  RecordCurrency,
  ReferenceInput,
  Uuid,
  VendorReference,
} from '../kit/shapes.ts';

/** Work of a vendor on a shipment that is not driving: drayage, customs, warehousing and the like. */
export const Service = z
  .object({
    ...numberedRecordFields,
    shipmentId: Uuid,
    /** The friendly id of the shipment. */
    shipmentKey: z.string(),
    vendor: VendorReference,
    vendorContact: ContactMini.nullable(),
    serviceType: z.enum(serviceTypes),
    status: z.enum(serviceStatuses),
    description: z.string().nullable(),
    charges: z.array(Charge),
    totalCost: Money.nullable(),
    currency: RecordCurrency,
    ...each(CivilDate.nullable(), 'scheduledDate', 'completedDate'),
    /** The vendor's own number. */
    referenceNumber: z.string().nullable(),
  })
  .meta({ id: 'Service' });

/** A service in brief, as its shipment shows it. */
export const ServiceSummary = z
  .object({
    id: Uuid,
    key: z.string().nullable(),
    friendlyId: FriendlyId,
    vendor: VendorReference,
    serviceType: z.enum(serviceTypes),
    status: z.enum(serviceStatuses),
    cost: Money.nullable(),
  })
  .meta({ id: 'ServiceSummary' });

const details = {
  vendorContact: ReferenceInput,
  description: z.string().max(2000),
  scheduledDate: CivilDate,
  referenceNumber: z.string().max(200),
} as const;

export const ServiceInput = z
  .strictObject({
    vendor: ReferenceInput,
    serviceType: z.enum(serviceTypes),
    ...optional({ ...details, charges: ChargesInput }),
    ...keyInput,
  })
  .meta({ id: 'ServiceInput' });

export const ServiceCreate = z.strictObject({ shipmentId: Uuid, service: ServiceInput }).meta({ id: 'ServiceCreate' });

/** The status is never set here: billing and the shipment move it. */
export const ServicePatch = z
  .strictObject({
    serviceType: z.enum(serviceTypes).optional(),
    ...nullable({ ...details, completedDate: CivilDate }),
    ...keyPatch,
  })
  .meta({ id: 'ServicePatch' });
