/** Letters, digits and hyphens in at least two labels. The last label isn't a number, so that IP addresses don't match. */
const domainForm = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?$/;

/** Checks that the text has no other part of a URL, which parsing it as one would drop silently. */
const isBare = (text: string) => !/[\s/\\?#:@%]/.test(text);

/** Normalizes a domain: lowercase, other scripts in punycode, no trailing dot. Returns undefined if it isn't a domain. */
export function normalizeDomain(text: string): string | undefined {
  const address = `http://${text}`;
  if (!isBare(text) || !URL.canParse(address)) return undefined;
  const plain = new URL(address).hostname.replace(/\.$/, '');
  return domainForm.test(plain) ? plain : undefined;
}

/** Parses one mail address and normalizes its domain. Returns undefined if the text isn't exactly one address. */
export function parseMailAddress(email: string): { readonly address: string; readonly domain: string } | undefined {
  const [local = '', host = '', ...more] = email.trim().split('@');
  const domain = more.length === 0 ? normalizeDomain(host) : undefined;
  return local === '' || domain === undefined ? undefined : { address: `${local}@${domain}`, domain };
}

/** Checks whether a domain is one of these domains or a subdomain of one: `ap.acme.com` is within `acme.com`. */
export const isWithin = (domain: string, domains: readonly string[]): boolean =>
  domains.some((parent) => domain === parent || domain.endsWith(`.${parent}`));
