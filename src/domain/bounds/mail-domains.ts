/** Letters, digits and hyphens, at least two labels, the last one no number: no address of a machine. */
const domainForm = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?$/;

/** What an address of the web has behind or before its domain would be dropped without a word. */
const isBare = (text: string) => !/[\s/\\?#:@%]/.test(text);

/** A domain as machines compare it: lower case, other scripts in punycode, no dot at the end. Undefined where it is none. */
export function plainDomain(text: string): string | undefined {
  const address = `http://${text}`;
  if (!isBare(text) || !URL.canParse(address)) return undefined;
  const plain = new URL(address).hostname.replace(/\.$/, '');
  return domainForm.test(plain) ? plain : undefined;
}

/** An address with its domain as machines compare it; undefined where it is not one address. */
export function plainAddress(email: string): { readonly address: string; readonly domain: string } | undefined {
  const [local = '', host = '', ...more] = email.trim().split('@');
  const domain = more.length === 0 ? plainDomain(host) : undefined;
  return local === '' || domain === undefined ? undefined : { address: `${local}@${domain}`, domain };
}

/** Whether a domain is one of these or lies within one of them: `ap.acme.com` within `acme.com`. */
export const isWithin = (domain: string, domains: readonly string[]): boolean =>
  domains.some((one) => domain === one || domain.endsWith(`.${one}`));
