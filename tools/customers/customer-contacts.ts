import { isMailAddress } from '../../src/contract/kit/shapes.ts';
import { listInvoiceContacts } from '../../src/domain/parties/mail-recipients.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { CustomerRecord } from '../records/record-types.ts';

/** Somebody at the customer, as answers show one. */
export interface ShownContact {
  readonly name: string;
  readonly title: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly roles: readonly string[];
  /** Null where the API does not say it. */
  readonly isPrimary: boolean | null;
}

/** Billing first, then the primary ones. */
export const contactsOf = ({ contacts }: CustomerRecord): readonly ShownContact[] =>
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
    .toSorted((one, other) => rankOf(one) - rankOf(other));

/** Whom one calls about money: billing with a phone, else whoever has one, else the company itself. */
export function contactForMoney(customer: CustomerRecord): Pick<ShownContact, 'name' | 'phone' | 'email'> | null {
  const contacts = contactsOf(customer);
  const chosen = contacts.find(({ phone }) => phone !== null) ?? contacts[0];
  if (chosen && chosen.phone !== null) return chosen;
  const { name, phoneNumber } = customer;
  if (phoneNumber !== null) return { name: chosen?.name ?? name, phone: phoneNumber, email: chosen?.email ?? null };
  return chosen ?? null;
}

/** Where the API mails the customer's invoices to; empty where it has no address to send them to. */
export const invoiceAddresses = (customer: CustomerRecord): readonly string[] => [
  ...new Set(
    listInvoiceContacts(
      contactsOf(customer).map((contact) => ({
        ...contact,
        email: isMailAddress(contact.email) ? contact.email : null,
      })),
    ).flatMap(({ email }) => email ?? []),
  ),
];

/** Checks whether the API leaves out which of these contacts is the primary one, which gets the invoices. */
export const lacksPrimary = (contacts: readonly Pick<ShownContact, 'email' | 'isPrimary'>[]): boolean =>
  contacts.some(({ email, isPrimary }) => email !== null && isPrimary === null);

/** Says who gets the invoices where the customer has no address for them. */
export const describeNoInvoiceAddress = (contacts: readonly Pick<ShownContact, 'email' | 'isPrimary'>[]): string =>
  lacksPrimary(contacts)
    ? "unknown, this API doesn't say which contact is the primary one"
    : 'nobody, no billing or primary contact has an e-mail address';

/** `«Ann Payable» 555-0101 «ann@acme.example»`. */
export const contactText = (contact: Pick<ShownContact, 'name' | 'phone' | 'email'>): string =>
  [contact.name, contact.phone, contact.email]
    .flatMap((part) => (part === null ? [] : [recordText(part, 'list')]))
    .join(' ');

const withExtension = (phone: string | null, extension: string | null) =>
  phone === null || extension === null ? phone : `${phone} ext. ${extension}`;

const rankOf = ({ roles, isPrimary }: ShownContact): number => {
  if (roles.includes('BILLING')) return 0;
  return isPrimary === true ? 1 : 2;
};
