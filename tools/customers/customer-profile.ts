import { formatDate } from '../../src/domain/places/local-time.ts';
import { getToday } from '../../src/domain/kit/dates.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { formatWarning } from '../../src/domain/money/credit-exposure.ts';
import { formatMargin } from '../../src/domain/money/margin.ts';
import { canGetFreight } from '../../src/domain/parties/work-status.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { CustomerRecord } from '../records/record-types.ts';
import { listContacts, formatContact, describeNoInvoiceAddress, listInvoiceAddresses } from './customer-contacts.ts';

const contactsShown = 5;

/** Builds the part of a customer's file that the desk needs. */
export function buildCustomerProfile(customer: CustomerRecord, timeZone: string) {
  const { id, friendlyId, key, name, dbaName, status, serviceTier, phoneNumber, website, currency } = customer;
  const contacts = listContacts(customer);
  return {
    id,
    friendlyId,
    key,
    name,
    dbaName,
    status,
    tier: serviceTier,
    team: customer.group?.name ?? null,
    phone: phoneNumber,
    website,
    currency,
    customerSince: getToday(timeZone, customer.createdAt),
    terms: customer.paymentTerm && { name: customer.paymentTerm.name, days: customer.paymentTerm.days },
    address: formatAddress(customer.corporateAddress),
    billingAddress: formatAddress(customer.billingAddress),
    contacts: contacts.slice(0, contactsShown),
    ...(contacts.length > contactsShown && { contactsOmitted: contacts.length - contactsShown }),
    invoicesGoTo: listInvoiceAddresses(customer),
    notes: listNotes(customer),
  };
}
export type CustomerProfile = ReturnType<typeof buildCustomerProfile>;

/** Lists the JSON pointers of record text in a customer's profile. */
export const listUntrustedFields = (at: string): readonly string[] => [
  ...['key', 'name', 'dbaName', 'team', 'phone', 'website', 'address', 'billingAddress', 'terms/name'].map(
    (member) => `${at}/${member}`,
  ),
  ...['name', 'title', 'phone', 'email'].map((member) => `${at}/contacts/*/${member}`),
  `${at}/invoicesGoTo/*`,
  `${at}/notes/*/text`,
];

function formatAddress(address: CustomerRecord['billingAddress']): string | null {
  if (!address) return null;
  const { line1, line2, city, state, zipCode } = address;
  return [line1, line2, city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

/** Lists the notes that apply to quotes, bookings and bills of the customer. */
function listNotes(customer: CustomerRecord) {
  const notes = [
    { of: 'notes', text: customer.notes },
    { of: 'internal, on every shipment', text: customer.defaultInternalNotes },
    { of: 'for carriers, on every shipment', text: customer.defaultCarrierNotes },
    { of: 'for the customer, on every shipment', text: customer.defaultExternalNotes },
    { of: 'why it was deactivated', text: customer.deactivationNotes },
    { of: 'why it was closed', text: customer.closedNotes },
  ];
  return notes.flatMap(({ of: noteKind, text }) =>
    text === null || text.trim() === '' ? [] : [{ of: noteKind, text }],
  );
}

/** Lists the rules of the file that are fields rather than notes. */
export function listBindingRules(customer: CustomerRecord): readonly string[] {
  const { status, minMargin, maxMargin, autoAcceptTender, creditUsageWarning, currency, deactivationReason } = customer;
  return [
    ...(canGetFreight(status) ? [] : [`no new quote or shipment: the customer is ${formatCode(status)}`]),
    ...(deactivationReason === null ? [] : [`deactivated: ${formatCode(deactivationReason)}`]),
    ...(minMargin === null ? [] : [`margin at least ${formatMargin(toPercent(minMargin))}`]),
    ...(maxMargin === null ? [] : [`margin at most ${formatMargin(toPercent(maxMargin))}`]),
    ...(autoAcceptTender === true ? ['tenders are accepted automatically'] : []),
    ...(creditUsageWarning === null ? [] : [`warn from ${formatWarning(creditUsageWarning, currency ?? 'USD')}`]),
  ];
}

const toPercent = (fraction: number) => Math.round(fraction * 1000) / 10;

/** Formats the profile as lines of `content`. */
export function formatProfile(profile: CustomerProfile, customer: CustomerRecord): readonly string[] {
  const formatText = (value: string) => recordText(value, 'list');
  const { terms, address, billingAddress, contacts, invoicesGoTo, notes, tier, team, phone } = profile;
  const rules = listBindingRules(customer);
  return [
    `Name: ${formatText(profile.name)}${profile.dbaName === null ? '' : `, trading as ${formatText(profile.dbaName)}`}, ${formatCode(profile.status)}, customer since ${formatDate(profile.customerSince)}${tier === null ? '' : `, ${formatCode(tier)}`}${team === null ? '' : `, team ${formatText(team)}`}`,
    `Terms: ${terms === null ? 'none recorded' : `${formatText(terms.name)}${terms.days === null ? '' : ` (${terms.days} days)`}`}`,
    ...(address === null ? [] : [`Address: ${formatText(address)}`]),
    ...(billingAddress === null ? [] : [`Billing address: ${formatText(billingAddress)}`]),
    ...(phone === null ? [] : [`Phone: ${formatText(phone)}`]),
    ...contacts.map((contact) => `Contact: ${formatContact(contact)}${formatRoles(contact)}`),
    ...(profile.contactsOmitted === undefined ? [] : [`${profile.contactsOmitted} more contacts not shown`]),
    `Invoices go to: ${invoicesGoTo.map(formatText).join(', ') || describeNoInvoiceAddress(contacts)}`,
    ...(rules.length === 0 ? [] : [`Binding: ${rules.join('; ')}`]),
    ...notes.map((note) => `${note.of === 'notes' ? 'Note' : `Note (${note.of})`}: ${recordText(note.text)}`),
  ];
}

function formatRoles({ roles, isPrimary }: CustomerProfile['contacts'][number]): string {
  const words = [...(isPrimary === true ? ['primary'] : []), ...roles.map(formatCode)];
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}
