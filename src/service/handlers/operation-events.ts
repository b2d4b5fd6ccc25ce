import type { WebhookEvent } from '../../contract/events/events.ts';
import type { OperationName, ResourceName } from '../../contract/operation-names.ts';
import type { EventData } from '../shared/recorded-event.ts';

/** Records with a notification of every creation, change and deletion. */
const followed = {
  CARRIER: 'carriers',
  CARRIER_CONTACT: 'carrierContacts',
  CARRIER_FACTOR: 'carrierFactors',
  CARRIER_PAYMENT_METHOD: 'carrierPaymentMethods',
  COMPANY: 'companies',
  CUSTOMER: 'customers',
  CUSTOMER_CONTACT: 'customerContacts',
  LOCATION: 'locations',
  LOCATION_CONTACT: 'locationContacts',
  VENDOR: 'vendors',
  VENDOR_CONTACT: 'vendorContacts',
  VENDOR_PAYMENT_METHOD: 'vendorPaymentMethods',
} as const satisfies Record<string, ResourceName>;

// Object.entries loses the names that the table is checked for.
const followedEntries = Object.entries(followed) as [keyof typeof followed, (typeof followed)[keyof typeof followed]][];

export interface RecordChange {
  readonly event: WebhookEvent;
  readonly resource: (typeof followed)[keyof typeof followed];
  /** A notification of a change has what was before, that of a deletion the record as it was. */
  readonly verb: 'update' | 'delete';
}

/** Operations that change or delete a record and notify subscribers. */
export const recordChanges: ReadonlyMap<string, RecordChange> = new Map(
  followedEntries.flatMap(([noun, resource]): [OperationName, RecordChange][] => [
    [`${resource}.update`, { event: `${noun}_UPDATED`, resource, verb: 'update' }],
    [`${resource}.delete`, { event: `${noun}_DELETED`, resource, verb: 'delete' }],
  ]),
);

/** The event of the new record that an operation returns. */
type EventOfRecord = (record: EventData) => WebhookEvent;

/** Operations that return a new record and notify subscribers. */
export const creations: ReadonlyMap<string, EventOfRecord> = new Map<OperationName, EventOfRecord>([
  ...followedEntries.map(([noun, resource]): [OperationName, EventOfRecord] => [
    `${resource}.create`,
    () => `${noun}_CREATED`,
  ]),
  ['quotes.create', () => 'QUOTE_CREATED'],
  ['payments.create', () => 'CUSTOMER_PAYMENT_CREATED'],
  [
    'bills.create',
    ({ entityType }) => (entityType === 'VENDOR' ? 'VENDOR_INVOICE_CREATED' : 'CARRIER_INVOICE_CREATED'),
  ],
  [
    'billPayments.create',
    ({ recipientType }) => (recipientType === 'VENDOR' ? 'VENDOR_PAYMENT_CREATED' : 'CARRIER_PAYMENT_CREATED'),
  ],
]);
