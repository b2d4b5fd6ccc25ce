import { isSameText } from '../../src/domain/kit/folding.ts';
import { readMailAddresses } from '../../src/domain/kit/mail-addresses.ts';
import { isMailAddress } from '../../src/contract/kit/shapes.ts';
import { fieldError } from '../../src/errors.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { listInvoiceAddresses } from '../customers/customer-contacts.ts';
import type { CustomerRecord } from '../records/record-types.ts';

/**
 * Where the invoice goes: the contact that is named, else whom the customer has for invoices. An address that is on no
 * record is refused: mail with money in it goes nowhere that somebody only typed.
 */
export function recipientsOf(customer: CustomerRecord, to: string | undefined): readonly string[] {
  if (to === undefined) {
    const usual = listInvoiceAddresses(customer);
    if (usual.length > 0) return usual;
    throw fieldError('BAD_REQUEST', 'to', `is needed: ${noneText(customer)}`);
  }
  const isNamed = reachable(customer).some(({ name }) => isSameText(name, to.trim()));
  const texts = isNamed ? [to.trim()] : (readMailAddresses(to) ?? to.split(';').map((text) => text.trim()));
  return [...new Set(texts.filter((text) => text !== '').map((text) => findAddress(customer, text)))];
}

/** Finds the one address on record that a name or an address means. */
function findAddress(customer: CustomerRecord, text: string): string {
  const matches = reachable(customer).filter(({ name, email }) => isSameText(email, text) || isSameText(name, text));
  const [address, ...others] = new Set(matches.map(({ email }) => email));
  if (address !== undefined && others.length === 0) return address;
  const why = address === undefined ? 'is on no contact' : `is more than one contact`;
  throw fieldError(
    'BAD_REQUEST',
    'to',
    `${recordText(text, 'list')} ${why} of ${nameOf(customer)}; ${knownText(customer)}`,
  );
}

const nameOf = ({ friendlyId, name }: CustomerRecord) => `${friendlyId} ${recordText(name, 'list')}`;

const reachable = ({ contacts }: CustomerRecord) =>
  contacts.flatMap(({ name, contactInfo: { email }, deletedAt }) =>
    deletedAt === null && email !== null && isMailAddress(email) ? [{ name, email }] : [],
  );

const noneText = (customer: CustomerRecord) =>
  `${nameOf(customer)} has no billing or primary contact with an address; ${knownText(customer)}`;

function knownText(customer: CustomerRecord): string {
  const known = reachable(customer).map(
    ({ name, email }) => `${recordText(name, 'list')} ${recordText(email, 'list')}`,
  );
  return known.length > 0 ? `on record: ${known.join(', ')}` : 'no address is on record: add a contact first';
}
