import type { CatalogueEntry } from '../../../src/contract/catalogue.ts';
import type { TableName } from '../../../src/store/schema.ts';
import { type CreatedKind, kinds } from './one-of-everything.ts';

/** The kind of record that a field or a path names; null where an id belongs to no organization. */
const kindByName: Readonly<Record<string, CreatedKind | null>> = {
  ...Object.fromEntries(kinds.map((kind) => [kind, kind])),
  paymentTerm: 'term',
  customerRep: 'user',
  assignee: 'user',
  accountOwner: 'user',
  operatedBy: 'user',
  deletedBy: 'user',
  createdBy: 'user',
  invitedUser: 'user',
  contact: 'carrierContact',
  shipperLocation: 'location',
  entity: 'loadCarrier',
  vendedService: 'service',
  avatar: 'document',
  sourcePaymentGroup: 'payment',
  application: 'billPaymentApplication',
  carrierProfile: 'carrier',
  goldenCarrier: null,
  group: null,
  city: null,
  equipment: null,
  specialRequirement: null,
  category: null,
  subcategory: null,
};

const operators = new Set([
  'criteria',
  'equalTo',
  'notEqualTo',
  'in',
  'notIn',
  'values',
  'id',
  'filter',
  'and',
  'or',
  'not',
]);

const collectionKinds: Readonly<Record<string, CreatedKind>> = {
  'payment-terms': 'term',
  'load-carriers': 'loadCarrier',
  companies: 'company',
  'saved-searches': 'savedSearch',
  ...Object.fromEntries(
    kinds.map((kind) => [`${kind.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}s`, kind]),
  ),
};

/**
 * Finds the kind of record that a field names: `filter.customerId.equalTo` names a customer, a bare `id` a record of
 * the collection itself.
 */
export function findKind(entry: CatalogueEntry, names: readonly string[]): CreatedKind | null {
  const name = names.findLast((part) => !operators.has(part));
  if (name === undefined) return collectionKinds[entry.path.split('/')[1] ?? ''] ?? null;
  const singular = name.replace(/Ids?$/, '').replace(/(?<=[a-z])s$/, '');
  const kind = kindByName[name] ?? kindByName[singular];
  if (kind === undefined) throw new Error(`say of which kind ${names.join('.')} of ${entry.name} is`);
  return kind;
}

/** Builds the path with a record of each kind that it names. */
export const buildPath = (entry: CatalogueEntry, idOf: (kind: CreatedKind) => string): string =>
  `/v1${entry.path.replaceAll(/(?<=\/([a-z-]+)\/)\{(\w+)\}/g, (_, collection: string, parameter: string) => idOf(getPathKind(entry, collection, parameter)))}`;

function getPathKind(entry: CatalogueEntry, collection: string, parameter: string): CreatedKind {
  if (entry.path.startsWith('/loads/') && collection === 'carriers') return 'loadCarrier';
  if (parameter === 'applicationId') return 'creditApplication';
  const kind = collectionKinds[collection];
  if (!kind) throw new Error(`say of which kind ${collection} of ${entry.name} are`);
  return kind;
}

/** Table of each kind of record. */
export const tableByKind: Readonly<Record<CreatedKind, TableName>> = {
  term: 'payment_term',
  customer: 'customer',
  carrier: 'carrier',
  vendor: 'vendor',
  user: 'user_account',
  team: 'team',
  company: 'company',
  location: 'location',
  carrierContact: 'carrier_contact',
  customerContact: 'customer_contact',
  locationContact: 'location_contact',
  vendorContact: 'vendor_contact',
  carrierFactor: 'carrier_factor',
  carrierPaymentMethod: 'carrier_payment_method',
  vendorPaymentMethod: 'vendor_payment_method',
  quote: 'quote',
  shipment: 'shipment',
  order: 'freight_order',
  stop: 'stop',
  load: 'load',
  loadCarrier: 'load_carrier',
  service: 'service',
  document: 'document',
  bill: 'bill',
  billPayment: 'bill_payment',
  billPaymentApplication: 'bill_payment_application',
  invoice: 'invoice',
  payment: 'payment',
  creditMemo: 'credit_memo',
  creditApplication: 'credit_application',
  savedSearch: 'saved_search',
  webhookSubscription: 'webhook_subscription',
};
