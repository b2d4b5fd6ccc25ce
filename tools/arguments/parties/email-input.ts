import { readMailAddresses } from '../../../src/domain/identifiers/mail-addresses.ts';
import { isMailAddress } from '../../../src/contract/kit/shapes.ts';
import { createFieldError } from '../../../src/errors.ts';
import { recordText } from '../../../src/mcp/text/text.ts';

/** Reads the addresses of a pasted text; anything that isn't one is refused by the argument's name. */
export function parseEmails(text: string, name: string): readonly string[] {
  const addresses = readMailAddresses(text) ?? [];
  const [wrong] = addresses.length === 0 ? [text.trim()] : addresses.filter((address) => !isMailAddress(address));
  if (wrong !== undefined)
    throw createFieldError(
      'BAD_REQUEST',
      name,
      `${recordText(wrong, 'list')} is not an e-mail address such as ap@acme.com`,
    );
  return addresses;
}

/** Reads the one address of a pasted text such as "Jane Doe <jane@x.com>"; several are asked about. */
export function parseEmail(text: string, name: string): string {
  const [address = '', ...otherAddresses] = parseEmails(text, name);
  if (otherAddresses.length === 0) return address;
  const list = [address, ...otherAddresses].map((item) => recordText(item, 'list')).join(' or ');
  throw createFieldError('BAD_REQUEST', name, `takes one address; write ${list}`);
}
