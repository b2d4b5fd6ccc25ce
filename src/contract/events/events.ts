import * as z from 'zod';
import { Instant } from '../kit/shapes.ts';

/** Every notification the API sends, by what it is about. */
export const webhookEventGroups = {
  carrier: [
    'CARRIER_ACTIVATED',
    'CARRIER_CONTACT_CREATED',
    'CARRIER_CONTACT_UPDATED',
    'CARRIER_CONTACT_DELETED',
    'CARRIER_CREATED',
    'CARRIER_DEACTIVATED',
    'CARRIER_DELETED',
    'CARRIER_FACTOR_CREATED',
    'CARRIER_FACTOR_UPDATED',
    'CARRIER_FACTOR_DELETED',
    'CARRIER_INVOICE_CREATED',
    'CARRIER_PAYMENT_CREATED',
    'CARRIER_PAYMENT_METHOD_CREATED',
    'CARRIER_PAYMENT_METHOD_UPDATED',
    'CARRIER_PAYMENT_METHOD_DELETED',
    'CARRIER_UPDATED',
  ],
  commission: ['COMMISSION_APPROVED', 'COMMISSION_CREATED'],
  company: ['COMPANY_CREATED', 'COMPANY_UPDATED', 'COMPANY_DELETED'],
  customer: [
    'CUSTOMER_CREATED',
    'CUSTOMER_UPDATED',
    'CUSTOMER_DELETED',
    'CUSTOMER_CONTACT_CREATED',
    'CUSTOMER_CONTACT_UPDATED',
    'CUSTOMER_CONTACT_DELETED',
    'CUSTOMER_INVOICE_CREATED',
    'CUSTOMER_PAYMENT_CREATED',
  ],
  document: ['DOCUMENT_UPLOADED'],
  location: [
    'LOCATION_CREATED',
    'LOCATION_UPDATED',
    'LOCATION_DELETED',
    'LOCATION_CONTACT_CREATED',
    'LOCATION_CONTACT_UPDATED',
    'LOCATION_CONTACT_DELETED',
  ],
  quote: ['QUOTE_CREATED', 'QUOTE_LOST', 'QUOTE_QUOTED', 'QUOTE_REQUESTED', 'QUOTE_WON'],
  shipment: [
    'SHIPMENT_BOOKED',
    'SHIPMENT_CANCELED',
    'SHIPMENT_CHECK_CALL',
    'SHIPMENT_CREATED',
    'SHIPMENT_DELETED',
    'SHIPMENT_DELIVERED',
    'SHIPMENT_DISPATCHED',
    'SHIPMENT_DRAFT',
    'SHIPMENT_IN_TRANSIT',
    'SHIPMENT_LOADING',
    'SHIPMENT_NEXT_CHECK_CALL_DUE',
    'SHIPMENT_NEXT_CHECK_CALL_OVERDUE',
    'SHIPMENT_OPEN',
    'SHIPMENT_PICK_UP_NEAR_NOT_BOOKED',
    'SHIPMENT_PICK_UP_NEAR_NOT_DISPATCHED',
    'SHIPMENT_RATE_CON_EXPIRED',
    'SHIPMENT_RATE_CON_NOT_SIGNED',
    'SHIPMENT_RATE_CON_SIGNED',
    'SHIPMENT_TENDER_PENDING',
    'SHIPMENT_TENDER_REJECTED',
    'SHIPMENT_UNLOADING',
  ],
  vendor: [
    'VENDOR_CREATED',
    'VENDOR_UPDATED',
    'VENDOR_DELETED',
    'VENDOR_CONTACT_CREATED',
    'VENDOR_CONTACT_UPDATED',
    'VENDOR_CONTACT_DELETED',
    'VENDOR_INVOICE_CREATED',
    'VENDOR_PAYMENT_CREATED',
    'VENDOR_PAYMENT_METHOD_CREATED',
    'VENDOR_PAYMENT_METHOD_UPDATED',
    'VENDOR_PAYMENT_METHOD_DELETED',
  ],
} as const satisfies Record<string, readonly string[]>;

export type WebhookEvent = (typeof webhookEventGroups)[keyof typeof webhookEventGroups][number];

export const webhookEvents: readonly WebhookEvent[] = Object.values(webhookEventGroups).flat();

export const WebhookEventName = z.enum(webhookEvents).meta({ id: 'WebhookEvent' });

export const diffTypes = ['REMOVE', 'ADD', 'UPDATE'] as const;

/** One changed property; a nested change carries `changes` in place of values. */
export const DiffChange = z
  .object({
    type: z.enum(diffTypes),
    /** Property name, or array index as text. */
    key: z.string(),
    embeddedKey: z.string().optional(),
    value: z.unknown().optional(),
    oldValue: z.unknown().optional(),
    get changes(): z.ZodOptional<z.ZodArray<z.ZodType<DiffChange>>> {
      return z.array(DiffChange).optional();
    },
  })
  .meta({ id: 'DiffChange' });

export interface DiffChange {
  type: (typeof diffTypes)[number];
  key: string;
  embeddedKey?: string | undefined;
  value?: unknown;
  oldValue?: unknown;
  changes?: DiffChange[] | undefined;
}

export const WebhookPayload = z
  .object({
    event: WebhookEventName,
    /** Instant of the event. */
    timestamp: Instant,
    data: z.looseObject({}),
    /** Set on *_UPDATED events. */
    diff: z.array(DiffChange).nullable(),
  })
  .meta({ id: 'WebhookPayload' });

/** The body of one POST to a subscriber. */
export const WebhookDelivery = z
  .object({ sentAt: Instant, events: z.array(WebhookPayload).min(1) })
  .meta({ id: 'WebhookDelivery' });
