import { isMailAddress } from '../../src/contract/kit/shapes.ts';
import { listInvoiceContacts } from '../../src/domain/parties/mail-recipients.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { CustomerRecord } from '../records/record-types.ts';

/** A contact at the customer, as answers show it. */
export interface ListedContact {
  readonly name: string;
  readonly title: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly roles: readonly string[];
  /** Null if the API does not say it. */
  readonly isPrimary: boolean | null;
}

/** Lists the customer's contacts: billing first, then primary. */
export const listContacts = ({ contacts }: CustomerRecord): readonly ListedContact[] =>
  contacts
    .filter(({ deletedAt }) => deletedAt === null)
    .map(({ name, contactInfo, phoneExtension, contactTypes, isPrimary }) => ({
      name,
      title: contactInfo.title,
      phone: withExtension(contactInfo.phoneNumber, phoneExtension),
      email: contactInfo.email,
      roles: contactTypes ?? [],
      isPrimary,
    }))
    .toSorted((first, second) => rankContact(first) - rankContact(second));

/**
 * Finds the contact to call about money: a billing contact with a phone, else any contact with one, else the company.
 */
export function findMoneyContact(customer: CustomerRecord): Pick<ListedContact, 'name' | 'phone' | 'email'> | null {
  const contacts = listContacts(customer);
  const chosen = contacts.find(({ phone }) => phone !== null) ?? contacts[0];
  if (chosen && chosen.phone !== null) return chosen;
  const { name, phoneNumber } = customer;
  if (phoneNumber !== null) return { name: chosen?.name ?? name, phone: phoneNumber, email: chosen?.email ?? null };
  return chosen ?? null;
}

/** Lists the addresses that the API mails the customer's invoices to. The list is empty if there is none. */
export const listInvoiceAddresses = (customer: CustomerRecord): readonly string[] => [
  ...new Set(
    listInvoiceContacts(
      listContacts(customer).map((contact) => ({
        ...contact,
        email: isMailAddress(contact.email) ? contact.email : null,
      })),
    ).flatMap(({ email }) => email ?? []),
  ),
];

/** Checks whether the API leaves out which of these contacts is the primary one, which gets the invoices. */
export const isPrimaryUnknown = (contacts: readonly Pick<ListedContact, 'email' | 'isPrimary'>[]): boolean =>
  contacts.some(({ email, isPrimary }) => email !== null && isPrimary === null);

/** Says who gets the invoices if the customer has no address for them. */
export const describeNoInvoiceAddress = (contacts: readonly Pick<ListedContact, 'email' | 'isPrimary'>[]): string =>
  isPrimaryUnknown(contacts)
    ? "unknown, this API doesn't say which contact is the primary one"
    : 'no billing or primary contact has an e-mail address';

/** Returns text such as `«Ann Payable» 555-0101 «ann@acme.example»`. */
export const formatContact = (contact: Pick<ListedContact, 'name' | 'phone' | 'email'>): string =>
  [contact.name, contact.phone, contact.email]
    .flatMap((part) => (part === null ? [] : [recordText(part, 'list')]))
    .join(' ');

const withExtension = (phone: string | null, extension: string | null) =>
  phone === null || extension === null ? phone : `${phone} ext. ${extension}`;

const rankContact = ({ roles, isPrimary }: ListedContact): number => {
  if (roles.includes('BILLING')) return 0;
  return isPrimary === true ? 1 : 2;
};
