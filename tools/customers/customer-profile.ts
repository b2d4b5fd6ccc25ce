import { getToday } from '../../src/domain/kit/dates.ts';
import { describeCode } from '../../src/domain/kit/code-words.ts';
import { formatWarning } from '../../src/domain/money/credit-exposure.ts';
import { formatMargin } from '../../src/domain/money/margin.ts';
import { canGetFreight } from '../../src/domain/parties/standing.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { CustomerRecord } from '../records/record-types.ts';
import { contactsOf, contactText, describeNoInvoiceAddress, invoiceAddresses } from './customer-contacts.ts';

const contactsShown = 5;

/** What the desk needs of a customer's file. */
export function customerProfile(customer: CustomerRecord, timeZone: string) {
  const { id, friendlyId, key, name, dbaName, status, serviceTier, phoneNumber, website, currency } = customer;
  const contacts = contactsOf(customer);
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
    address: addressText(customer.corporateAddress),
    billingAddress: addressText(customer.billingAddress),
    contacts: contacts.slice(0, contactsShown),
    ...(contacts.length > contactsShown && { contactsOmitted: contacts.length - contactsShown }),
    invoicesGoTo: invoiceAddresses(customer),
    notes: notesOf(customer),
  };
}
export type CustomerProfile = ReturnType<typeof customerProfile>;

/** Where the profile holds record text. */
export const profileUntrusted = (at: string): readonly string[] => [
  ...['key', 'name', 'dbaName', 'team', 'phone', 'website', 'address', 'billingAddress', 'terms/name'].map(
    (member) => `${at}/${member}`,
  ),
  ...['name', 'title', 'phone', 'email'].map((member) => `${at}/contacts/*/${member}`),
  `${at}/invoicesGoTo/*`,
  `${at}/notes/*/text`,
];

function addressText(address: CustomerRecord['billingAddress']): string | null {
  if (!address) return null;
  const { line1, line2, city, state, zipCode } = address;
  return [line1, line2, city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

/** What binds whoever quotes, books or bills for the customer. */
function notesOf(customer: CustomerRecord) {
  const notes = [
    { of: 'notes', text: customer.notes },
    { of: 'internal, on every shipment', text: customer.defaultInternalNotes },
    { of: 'for carriers, on every shipment', text: customer.defaultCarrierNotes },
    { of: 'for the customer, on every shipment', text: customer.defaultExternalNotes },
    { of: 'why it was deactivated', text: customer.deactivationNotes },
    { of: 'why it was closed', text: customer.closedNotes },
  ];
  return notes.flatMap(({ of, text }) => (text === null || text.trim() === '' ? [] : [{ of, text }]));
}

/** Rules of the file that are no text. */
export function bindingRules(customer: CustomerRecord): readonly string[] {
  const { status, minMargin, maxMargin, autoAcceptTender, creditUsageWarning, currency, deactivationReason } = customer;
  return [
    ...(canGetFreight(status) ? [] : [`no new quote or shipment: the customer is ${status}`]),
    ...(deactivationReason === null ? [] : [`deactivated: ${describeCode(deactivationReason)}`]),
    ...(minMargin === null ? [] : [`margin at least ${formatMargin(percent(minMargin))}`]),
    ...(maxMargin === null ? [] : [`margin at most ${formatMargin(percent(maxMargin))}`]),
    ...(autoAcceptTender === true ? ['tenders are accepted by themselves'] : []),
    ...(creditUsageWarning === null ? [] : [`warn from ${formatWarning(creditUsageWarning, currency ?? 'USD')}`]),
  ];
}

const percent = (fraction: number) => Math.round(fraction * 1000) / 10;

/** The profile as lines of `content`. */
export function profileLines(profile: CustomerProfile, customer: CustomerRecord): readonly string[] {
  const text = (value: string) => recordText(value, 'list');
  const { terms, address, billingAddress, contacts, invoicesGoTo, notes, tier, team, phone } = profile;
  const rules = bindingRules(customer);
  return [
    `Name: ${text(profile.name)}${profile.dbaName === null ? '' : `, trading as ${text(profile.dbaName)}`}, ${profile.status}, customer since ${profile.customerSince}${tier === null ? '' : `, ${tier}`}${team === null ? '' : `, team ${text(team)}`}`,
    `Terms: ${terms === null ? 'none recorded' : `${text(terms.name)}${terms.days === null ? '' : ` (${terms.days} days)`}`}`,
    ...(address === null ? [] : [`Address: ${text(address)}`]),
    ...(billingAddress === null ? [] : [`Billing address: ${text(billingAddress)}`]),
    ...(phone === null ? [] : [`Phone: ${text(phone)}`]),
    ...contacts.map((contact) => `Contact: ${contactText(contact)}${rolesText(contact)}`),
    ...(profile.contactsOmitted === undefined ? [] : [`${profile.contactsOmitted} more contacts not shown`]),
    `Invoices go to: ${invoicesGoTo.map(text).join(', ') || describeNoInvoiceAddress(contacts)}`,
    ...(rules.length === 0 ? [] : [`Binding: ${rules.join('; ')}`]),
    ...notes.map((note) => `Note (${note.of}): ${recordText(note.text)}`),
  ];
}

function rolesText({ roles, isPrimary }: CustomerProfile['contacts'][number]): string {
  const words = [...(isPrimary === true ? ['primary'] : []), ...roles.map(describeCode)];
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}
