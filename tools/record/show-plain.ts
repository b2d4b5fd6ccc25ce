import { getToday } from '../../src/domain/kit/dates.ts';
import { formatDate } from '../../src/domain/places/local-time.ts';
import { isPlainRecord, type JsonObject } from '../../src/domain/kit/plain-record.ts';
import type { OperationName } from '../../src/contract/operation-names.ts';
import { describeRecord, formatStatus } from '../records/record-names.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ShowRecord } from './shown-record.ts';

/** Members as an answer calls them; dotted for inner ones. */
type Fields = Readonly<Record<string, string>>;

const address: Fields = {
  'address.line1': 'Address',
  'address.city': 'City',
  'address.state': 'State',
  'address.zipCode': 'ZIP',
};
const contact: Fields = {
  'contactInfo.title': 'Title',
  'contactInfo.phoneNumber': 'Phone',
  phoneExtension: 'Extension',
  'contactInfo.email': 'E-mail',
  isPrimary: 'Primary',
  contactTypes: 'For',
};

/** Records that are nothing but their fields: what of each is shown, in this order. */
const plainFields = {
  locations: {
    'customer.name': 'Customer',
    ...address,
    isAppointmentRequired: 'Appointment required',
    notes: 'Notes for carriers',
    internalNotes: 'Internal notes',
  },
  vendors: {
    status: 'Status',
    phone: 'Phone',
    email: 'E-mail',
    'corporateAddress.city': 'City',
    'corporateAddress.state': 'State',
    'paymentTerm.name': 'Terms',
    currency: 'Currency',
    requiredDocuments: 'Papers needed',
    notes: 'Notes',
  },
  carrierFactors: {
    phoneNumber: 'Phone',
    email: 'E-mail',
    addressLine1: 'Address',
    city: 'City',
    state: 'State',
    bankName: 'Bank',
    'paymentTerm.name': 'Terms',
  },
  customerContacts: { 'customer.name': 'Customer', ...contact },
  carrierContacts: { 'carrier.name': 'Carrier', ...contact },
  vendorContacts: { 'vendor.name': 'Vendor', ...contact },
  users: { status: 'Status', email: 'E-mail', phone: 'Phone', phoneExt: 'Extension', roles: 'Roles' },
} as const satisfies Record<string, Fields>;

export type PlainResource = keyof typeof plainFields;

const nouns: Readonly<Record<PlainResource, string>> = {
  locations: 'Location',
  vendors: 'Vendor',
  carrierFactors: 'Factor',
  customerContacts: 'Customer contact',
  carrierContacts: 'Carrier contact',
  vendorContacts: 'Vendor contact',
  users: 'User',
};

/** Shows such a record, with since when it is on file: an address or an account is as good as its age. */
export const showPlain =
  (resource: PlainResource): ShowRecord =>
  async (ctx, id) => {
    const operation: OperationName = `${resource}.get`;
    const record: unknown = await ctx.api.call(operation, { id, by: 'id' });
    if (!isPlainRecord(record)) throw new Error(`${operation} returned no record`);
    const fields: Fields = plainFields[resource];
    const shownFields = Object.entries(fields).flatMap(([path, label]) => {
      const value = formatValueAt(record, path.split('.'));
      return value === '' ? [] : [{ label, value, text: formatField(path, value) }];
    });
    const toDay = (at: unknown) => (typeof at === 'string' ? getToday(ctx.timeZone, at) : 'unknown');
    const dates = { since: toDay(record['createdAt']), changed: toDay(record['updatedAt'] ?? record['createdAt']) };
    return {
      summary: `${nouns[resource]} ${describeRecord({ resource, record })}, on file since ${formatDate(dates.since)}.`,
      lines: [
        ...shownFields.map(({ label, text }) => `${label}: ${text}`),
        ...(dates.changed === dates.since ? [] : [`Last changed ${formatDate(dates.changed)}`]),
      ],
      record: {
        id,
        friendlyId: typeof record['friendlyId'] === 'string' ? record['friendlyId'] : null,
        ...dates,
        fields: shownFields.map(({ label, value }) => ({ label, value })),
      },
      untrusted: ['/fields/*/value'],
    };
  };

/** Fields that hold codes of the API, one or several. */
const codeFields: ReadonlySet<string> = new Set(['status', 'contactTypes', 'roles', 'requiredDocuments']);
/** Fields that say yes or no. */
const choiceFields: ReadonlySet<string> = new Set(['isPrimary', 'isAppointmentRequired']);

/** Formats a field for people: codes in words, and what a person typed as record text. */
function formatField(path: string, value: string): string {
  if (choiceFields.has(path)) return value;
  return codeFields.has(path) ? value.split(', ').map(formatStatus).join(', ') : recordText(value);
}

function formatValueAt(value: unknown, [head, ...rest]: readonly string[]): string {
  if (head !== undefined) return isPlainRecord(value) ? formatValueAt((value as JsonObject)[head], rest) : '';
  if (Array.isArray(value))
    return value
      .map((item) => formatValueAt(item, []))
      .filter(Boolean)
      .join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
