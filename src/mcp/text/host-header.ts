/** Returns whether a `Host` header names the host of an origin; capital letters and the protocol's usual port make no difference. */
export function isHostOf(origin: string, host: string): boolean {
  const { protocol, host: ownHost } = new URL(origin);
  const address = `${protocol}//${host}`;
  return URL.canParse(address) && new URL(address).host === ownHost && !/[/?#@\\]/.test(host);
}
