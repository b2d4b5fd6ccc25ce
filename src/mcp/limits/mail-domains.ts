import { isMailAddress } from '../../contract/kit/shapes.ts';
import type { Operation } from '../../contract/kit/operation.ts';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import { isWithin, parseMailAddress } from '../../domain/limits/mail-domains.ts';
import { WaybillError } from '../../errors.ts';
import type { Policy } from '../policy/policy.ts';
import { quoteText } from '../text/text.ts';

/** Refuses mail to an address outside the domains that the policy names. */
export function requireMailDomains({ mailDomains }: Policy, emails: readonly string[]): void {
  if (mailDomains === null) return;
  const strange = [...new Set(emails)].filter((email) => !isAllowed(email, mailDomains));
  if (strange.length === 0) return;
  throw new WaybillError(
    'REFUSED',
    `The policy lets mail go to ${mailDomains.join(', ')} only, not to ${strange.map(quoteText).join(', ')}. Nothing was sent.`,
  );
}

function isAllowed(email: string, domains: readonly string[]): boolean {
  const plain = parseMailAddress(email);
  return plain !== undefined && isMailAddress(plain.address) && isWithin(plain.domain, domains);
}

/** Checks the same for a call that is about to be sent, so that no other address is mailed to, whatever was planned. */
export function requireMailedDomains(policy: Policy, operation: Operation, input: unknown): void {
  if (operation.effect === 'mail') requireMailDomains(policy, listAddresses(input));
}

/** Lists every e-mail address in an input, at any depth. */
export function listAddresses(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listAddresses);
  if (!isPlainRecord(value)) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    /emails?$/i.test(key) ? [member].flat().filter((address) => typeof address === 'string') : listAddresses(member),
  );
}
