import { isSameText } from '../../src/domain/text/folding.ts';
import { readMailAddresses } from '../../src/domain/identifiers/mail-addresses.ts';
import { isMailAddress } from '../../src/contract/kit/shapes.ts';
import { createFieldError } from '../../src/errors.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { listInvoiceAddresses } from '../customers/customer-contacts.ts';
import type { CustomerRecord } from '../records/record-types.ts';

/**
 * Returns the addresses that the invoice goes to: the contact that is named, else those that the customer has for
 * invoices. An address that is on no record is refused, because mail with money in it goes to known contacts only.
 */
export function findRecipients(customer: CustomerRecord, to: string | undefined): readonly string[] {
  if (to === undefined) {
    const usual = listInvoiceAddresses(customer);
    if (usual.length > 0) return usual;
    throw createFieldError('BAD_REQUEST', 'to', `is needed: ${describeNoAddress(customer)}`);
  }
  const isNamed = listReachable(customer).some(({ name }) => isSameText(name, to.trim()));
  const texts = isNamed ? [to.trim()] : (readMailAddresses(to) ?? to.split(';').map((text) => text.trim()));
  return [...new Set(texts.filter((text) => text !== '').map((text) => findAddress(customer, text)))];
}

/** Finds the one address on record that matches a name or an address. */
function findAddress(customer: CustomerRecord, text: string): string {
  const matches = listReachable(customer).filter(
    ({ name, email }) => isSameText(email, text) || isSameText(name, text),
  );
  const [address, ...otherAddresses] = new Set(matches.map(({ email }) => email));
  if (address !== undefined && otherAddresses.length === 0) return address;
  const why = address === undefined ? 'is on no contact' : `is more than one contact`;
  throw createFieldError(
    'BAD_REQUEST',
    'to',
    `${recordText(text, 'list')} ${why} of ${formatName(customer)}; ${describeAddresses(customer)}`,
  );
}

const formatName = ({ friendlyId, name }: CustomerRecord) => `${friendlyId} ${recordText(name, 'list')}`;

const listReachable = ({ contacts }: CustomerRecord) =>
  contacts.flatMap(({ name, contactInfo: { email }, deletedAt }) =>
    deletedAt === null && email !== null && isMailAddress(email) ? [{ name, email }] : [],
  );

const describeNoAddress = (customer: CustomerRecord) =>
  `${formatName(customer)} has no billing or primary contact with an address; ${describeAddresses(customer)}`;

function describeAddresses(customer: CustomerRecord): string {
  const contactTexts = listReachable(customer).map(
    ({ name, email }) => `${recordText(name, 'list')} ${recordText(email, 'list')}`,
  );
  return contactTexts.length > 0
    ? `on record: ${contactTexts.join(', ')}`
    : 'no address is on record: add a contact first';
}
