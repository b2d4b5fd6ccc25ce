import type { PageOrigin } from '../../page/protection.ts';

interface CookiePlace {
  readonly name: string;
  readonly path: string;
  readonly secure: boolean;
}

/** Returns the name, path and protection of the cookie that holds the session. */
export function getPageCookie({ origin }: PageOrigin): CookiePlace {
  const { protocol, port } = new URL(origin());
  // A browser takes a name that begins so from this very host only, and encrypted.
  if (protocol === 'https:') return { name: '__Host-waybill_approvals', path: '/', secure: true };
  // Cookies know no ports: pages of several processes have one each.
  return { name: `waybill_approvals_${port}`, path: '/approvals', secure: false };
}
