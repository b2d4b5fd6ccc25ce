import { wordsOf } from '../../../src/domain/carriers/carrier-facts.ts';
import { isPlainRecord } from '../../../src/domain/kit/plain-record.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import { type NamedRecord, titleName } from '../../records/record-names.ts';
import { resourceOf } from '../../calls/current-record.ts';
import type { Call } from './call.ts';

type Json = Readonly<Record<string, unknown>>;

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
  'carrierId',
  'customerId',
  'vendorId',
  'locationId',
  'shipmentId',
  'orderId',
  'carrier',
  'customer',
  'vendor',
];
const fieldsShown = 4;

/** What a plain addition, change or deletion does, in words of the trade with names; undefined for every other operation. */
export function plainTitle(
  { entry, input, current }: Pick<Call, 'entry' | 'input' | 'current'>,
  named: readonly NamedRecord[],
): string | undefined {
  const [, verb = ''] = entry.name.split('.');
  const resource = resourceOf(entry.name);
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

function newName(input: Json): string {
  const name = [input['name'], input['companyName'], input['fileName'], input['url'], input['number']].find(
    (value) => typeof value === 'string',
  );
  return name === undefined ? '' : recordText(name, 'list');
}

function ownerText(input: Json, named: readonly NamedRecord[]): string {
  const ids = ownerFields.flatMap((field) => idIn(input[field]));
  const owner = named.find(({ record }) => ids.includes(String(record['id'])));
  return owner ? `for ${titleName(owner)}` : '';
}

const idIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return isPlainRecord(value) && typeof value['id'] === 'string' ? [value['id']] : [];
};

function fieldsText(input: Json): string {
  const fields = Object.keys(input).filter((field) => field !== 'id' && field !== 'by');
  const words = fields.map((field) => wordsOf(field.replace(/Ids?$/, '')).toLowerCase());
  const more = words.length - fieldsShown;
  return more > 0 ? `${words.slice(0, fieldsShown).join(', ')} and ${more} more` : words.join(', ');
}
