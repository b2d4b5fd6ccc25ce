import * as z from 'zod';
import { SentFlag } from '../kit/absent.ts';
import { ContactInfo, CustomerReference, Instant, RecordName, timestamps, UserReference, Uuid } from '../kit/shapes.ts';

/** Contacts of customers and of their locations share these. */
export const customerContactTypes = [
  'ACCOUNT_MANAGER',
  'BILLING',
  'DOCK_SHIPPING',
  'EMERGENCY',
  'LOCATION_MANAGER',
  'OWNER',
  'PROCUREMENT',
  'PURCHASING',
  'RATES_PRICING',
  'RECEIVING',
  'SHIPPING',
] as const;

/** Notifications about a shipment that a contact can get. */
export const shipmentNotifications = [
  'SHIPMENT_DELIVERED',
  'SHIPMENT_IN_TRANSIT',
  'SHIPMENT_LOADING',
  'SHIPMENT_OUT_FOR_DELIVERY',
  'SHIPMENT_PICKED_UP',
  'SHIPMENT_TENDER_REJECTED',
  'SHIPMENT_UNLOADING',
] as const;

export const CustomerContactTypes = z.array(z.enum(customerContactTypes)).max(customerContactTypes.length);

export const ShipmentNotifications = z.array(z.enum(shipmentNotifications)).max(shipmentNotifications.length);

export const CustomerContact = z
  .object({
    object: z.literal('CUSTOMER_CONTACT'),
    id: Uuid,
    customer: CustomerReference,
    /** The same as `contactInfo.name`. */
    name: RecordName,
    contactInfo: ContactInfo,
    phoneExtension: z.string().nullable(),
    isPrimary: SentFlag,
    contactTypes: CustomerContactTypes.nullable(),
    notifications: ShipmentNotifications.nullable(),
    /** The account made for this contact. */
    invitedUser: UserReference.nullable(),
    deletedBy: UserReference.nullable(),
    key: z.string().nullable(),
    ...timestamps,
    updatedAt: Instant.nullish(),
  })
  .meta({ id: 'CustomerContact' });

/** A contact inside its customer. */
export const EmbeddedCustomerContact = CustomerContact.omit({ customer: true }).meta({ id: 'EmbeddedCustomerContact' });
