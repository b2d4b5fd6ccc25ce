import type { MiddlewareHandler } from 'hono';
import { refuseMessage } from './refusal.ts';

/**
 * A page of the internet whose name leads to this machine could call every tool in the name of whoever runs this
 * process. So the address has to be one of its own, and so has the page that a browser says it comes from.
 */
export const requireOwnAddress =
  ({ origins }: { readonly origins: () => Promise<readonly string[]> }): MiddlewareHandler =>
  async (c, next) => {
    const own = await origins();
    const host = c.req.header('host');
    if (!own.some((origin) => new URL(origin).host === host)) return refuseMessage(403, `${host} is not served here.`);
    const origin = c.req.header('origin');
    if (origin !== undefined && !own.includes(origin))
      return refuseMessage(403, `Pages of ${origin} may not call this server.`);
    return next();
  };
