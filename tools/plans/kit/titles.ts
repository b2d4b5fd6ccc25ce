import type { OperationName } from '../../../src/contract/operation-names.ts';
import { formatFieldLabel } from '../../../src/domain/carriers/carrier-facts.ts';
import { isPlainRecord, type JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import { type NamedRecord, titleName } from '../../records/record-names.ts';
import { getResource } from '../../calls/current-record.ts';
import type { Call } from './call.ts';

/** What people at a desk call the records of the API. */
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

/** Operations that are no addition, change or deletion; each takes what it is about. */
const others: Readonly<Partial<Record<OperationName, (about: string) => string>>> = {
  'bills.approve': (about) => `Approve bill ${about} for payment`,
  'bills.unapprove': (about) => `Take the approval of bill ${about} back`,
  'bills.batchApprove': (about) => `Approve bills for payment: ${about}`,
  'billPayments.create': (about) => `Pay bills: ${about}`,
  'loads.rebook': (about) => `Make a new open load with the stops of ${about}, whose truck was not used`,
  'quotes.convertToShipment': (about) => `Make a shipment of quote ${about}`,
};

/** What an operation does, in words of the trade with names; undefined where the part of the plan says it. */
export function plainTitle(
  { entry, input, current }: Pick<Call, 'entry' | 'input' | 'current'>,
  named: readonly NamedRecord[],
): string | undefined {
  const [, verb = ''] = entry.name.split('.');
  const said = others[entry.name];
  if (said) return said(aboutText(getResource(entry.name), current, named));
  const resource = getResource(entry.name);
  const noun = nouns[resource];
  const done = verbs[verb];
  if (noun === undefined || done === undefined) return undefined;
  if (verb === 'create') return [`${done} ${noun}`, newName(input), ownerText(input, named)].filter(Boolean).join(' ');
  if (current === undefined) return undefined;
  const own = { resource, record: current };
  const called = titleName(own);
  // Without a number or a name of its own a record is called by its kind already.
  const about = called.includes(`${noun} of `) ? called : `${noun} ${called}`;
  const fields = verb === 'delete' ? '' : fieldsText(input);
  return fields === '' ? `${done} ${about}` : `${done} ${about}: ${fields}`;
}

const namesShown = 4;

/** The record itself; of a batch the bills that it names. */
function aboutText(resource: string, current: JsonObject | undefined, named: readonly NamedRecord[]): string {
  if (current) return titleName({ resource, record: current });
  const names = named.filter((one) => one.resource === 'bills').map(titleName);
  const more = names.length - namesShown;
  return more > 0 ? `${names.slice(0, namesShown).join(', ')} and ${more} more` : names.join(', ');
}

function newName(input: JsonObject): string {
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

function ownerText(input: JsonObject, named: readonly NamedRecord[]): string {
  const ids = ownerFields.flatMap((field) => idIn(input[field]));
  const [owner] = ids.flatMap((id) => named.filter(({ record }) => record['id'] === id));
  return owner ? `for ${titleName(owner)}` : '';
}

const idIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return isPlainRecord(value) && typeof value['id'] === 'string' ? [value['id']] : [];
};

function fieldsText(input: JsonObject): string {
  const fields = Object.keys(input).filter((field) => field !== 'id' && field !== 'by');
  const words = fields.map((field) => formatFieldLabel(field.replace(/Ids?$/, '')).toLowerCase());
  const more = words.length - fieldsShown;
  return more > 0 ? `${words.slice(0, fieldsShown).join(', ')} and ${more} more` : words.join(', ');
}
