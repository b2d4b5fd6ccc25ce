import type { OperationName } from '../../../src/contract/operation-names.ts';
import { isPlainRecord, type JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { lowerFirst } from '../../../src/domain/text/code-words.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import { type NamedRecord, formatTitleName } from '../../records/record-names.ts';
import { getResource } from '../../calls/current-record.ts';
import type { ResolvedCall } from './call.ts';
import { formatFieldName } from './input-lines.ts';

/** Names of the API's records as people at a desk use them. */
const nouns: Readonly<Record<string, string>> = {
  carriers: 'carrier',
  carrierContacts: 'contact',
  carrierFactors: 'factoring company',
  carrierPaymentMethods: 'payment method',
  companies: 'company of ours',
  customers: 'customer',
  customerContacts: 'contact',
  locations: 'location',
  locationContacts: 'location contact',
  vendors: 'vendor',
  vendorContacts: 'contact',
  vendorPaymentMethods: 'payment method',
  paymentTerms: 'payment term',
  teams: 'team',
  users: 'user',
  savedSearches: 'saved search',
  quotes: 'quote',
  orders: 'order',
  stops: 'stop',
  shipments: 'shipment',
  loads: 'load',
  loadCarriers: 'booking',
  services: 'vendor service',
  documents: 'document',
  bills: 'bill',
  billPayments: 'bill payment',
  invoices: 'invoice',
  payments: 'customer payment',
  creditMemos: 'credit memo',
  webhookSubscriptions: 'notifications',
};

/** Returns what a kind of record is called, to stand before its name: `Credit memo`. */
export function formatKindLabel(resource: string): string {
  const noun = (Object.hasOwn(nouns, resource) ? nouns[resource] : undefined) ?? 'record';
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

const verbs: Readonly<Record<string, string>> = { create: 'Add', update: 'Change', delete: 'Delete' };
/** Fields that a creation names its owner by. */
const ownerFields = [
  'customerId',
  'carrierId',
  'vendorId',
  'locationId',
  'shipmentId',
  'orderId',
  'customer',
  'carrier',
  'vendor',
];
const fieldsShown = 4;

/** Titles of operations that are no addition, change or deletion; each takes the name of the record. */
const titleFormats: Readonly<Partial<Record<OperationName, (about: string) => string>>> = {
  'bills.approve': (subject) => `Approve bill ${subject} for payment`,
  'bills.unapprove': (subject) => `Take the approval of bill ${subject} back`,
  'bills.batchApprove': (subject) => `Approve bills for payment: ${subject}`,
  'billPayments.create': (subject) => `Pay bills: ${subject}`,
  'loads.rebook': (subject) => `Make a new open load with the stops of ${subject}, whose truck was not used`,
  'quotes.convertToShipment': (subject) => `Make a shipment of quote ${subject}`,
};

/**
 * Builds the title of an operation in words of the trade with names; undefined where another part of the plan has the
 * title.
 */
export function buildTitle(
  { entry, input, current }: Pick<ResolvedCall, 'entry' | 'input' | 'current'>,
  relatedRecords: readonly NamedRecord[],
): string | undefined {
  const [, verb = ''] = entry.name.split('.');
  const formatTitle = titleFormats[entry.name];
  if (formatTitle) return formatTitle(formatSubject(getResource(entry.name), current, relatedRecords));
  const resource = getResource(entry.name);
  const noun = nouns[resource];
  const done = verbs[verb];
  if (noun === undefined || done === undefined) return undefined;
  if (verb === 'create')
    return [`${done} ${noun}`, getNewName(input), formatOwner(input, relatedRecords)].filter(Boolean).join(' ');
  if (current === undefined) return undefined;
  const subject = { resource, record: current };
  const name = formatTitleName(subject);
  // Without a number or a name of its own a record is called by its kind already.
  const subjectText = name.includes(`${noun} of `) ? name : `${noun} ${name}`;
  const fields = verb === 'delete' ? '' : formatFields(input);
  return fields === '' ? `${done} ${subjectText}` : `${done} ${subjectText}: ${fields}`;
}

const namesShown = 4;

/** Formats the record itself; for a batch, the bills that it names. */
function formatSubject(
  resource: string,
  current: JsonObject | undefined,
  relatedRecords: readonly NamedRecord[],
): string {
  if (current) return formatTitleName({ resource, record: current });
  const names = relatedRecords.filter((related) => related.resource === 'bills').map(formatTitleName);
  const more = names.length - namesShown;
  return more > 0 ? `${names.slice(0, namesShown).join(', ')} and ${more} more` : names.join(', ');
}

function getNewName(input: JsonObject): string {
  const name = [
    input['name'],
    input['companyName'],
    input['fileName'],
    input['url'],
    input['number'],
    input['email'],
  ].find((value) => typeof value === 'string');
  return name === undefined ? '' : recordText(name, 'list');
}

function formatOwner(input: JsonObject, relatedRecords: readonly NamedRecord[]): string {
  const ids = ownerFields.flatMap((field) => listIds(input[field]));
  const [owner] = ids.flatMap((id) => relatedRecords.filter(({ record }) => record['id'] === id));
  return owner ? `for ${formatTitleName(owner)}` : '';
}

const listIds = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return isPlainRecord(value) && typeof value['id'] === 'string' ? [value['id']] : [];
};

function formatFields(input: JsonObject): string {
  const fields = Object.keys(input).filter((field) => field !== 'id' && field !== 'by');
  const words = fields.map((field) => lowerFirst(formatFieldName(field)));
  const more = words.length - fieldsShown;
  return more > 0 ? `${words.slice(0, fieldsShown).join(', ')} and ${more} more` : words.join(', ');
}
