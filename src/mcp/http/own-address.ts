import type { MiddlewareHandler } from 'hono';

const invalidRequest = -32_600;

/**
 * A page of the internet whose name leads to this machine could call every tool in the name of whoever runs this
 * process. So the address has to be one of its own, and so has the page that a browser says it comes from.
 */
export const requireOwnAddress =
  ({ origins }: { readonly origins: () => Promise<readonly string[]> }): MiddlewareHandler =>
  async (c, next) => {
    const own = await origins();
    const host = c.req.header('host');
    if (!own.some((origin) => new URL(origin).host === host))
      return c.json(refusal(`${host} is not served here.`), 403);
    const origin = c.req.header('origin');
    if (origin !== undefined && !own.includes(origin))
      return c.json(refusal(`Pages of ${origin} may not call this server.`), 403);
    return next();
  };

const refusal = (message: string) => ({ jsonrpc: '2.0', id: null, error: { code: invalidRequest, message } });
