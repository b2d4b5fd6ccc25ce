import { getToday } from '../../src/domain/kit/dates.ts';
import { isPlainRecord, type JsonObject } from '../../src/domain/kit/plain-record.ts';
import type { OperationName } from '../../src/contract/operation-names.ts';
import { describeRecord } from '../records/record-names.ts';
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
      return value === '' ? [] : [{ label, value }];
    });
    const toDay = (at: unknown) => (typeof at === 'string' ? getToday(ctx.timeZone, at) : 'unknown');
    const dates = { since: toDay(record['createdAt']), changed: toDay(record['updatedAt'] ?? record['createdAt']) };
    return {
      summary: `${describeRecord({ resource, record })}.`,
      lines: [
        ...shownFields.map(({ label, value }) => `${label}: ${recordText(value)}`),
        `On file since ${dates.since}, last changed ${dates.changed}`,
      ],
      record: {
        id,
        friendlyId: typeof record['friendlyId'] === 'string' ? record['friendlyId'] : null,
        ...dates,
        fields: shownFields,
      },
      untrusted: ['/fields/*/value'],
    };
  };

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
