import type { MiddlewareHandler } from 'hono';
import { isHostOf } from '../text/host-header.ts';

/** Address of a page for browsers. */
export interface PageOrigin {
  readonly origin: () => string;
}

/** Everything comes from this page and nothing is inline. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

export const pageHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), geolocation=()',
  // No other site learns an address either way; with `no-referrer` a browser would send forms with the origin `null`.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** Creates middleware that adds these headers, except where the response has set its own. */
export const createHeaderMiddleware =
  (headers: Readonly<Record<string, string>>): MiddlewareHandler =>
  async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) if (!c.res.headers.has(name)) c.header(name, value);
  };

export const sendHeaders: MiddlewareHandler = createHeaderMiddleware(pageHeaders);

/**
 * Requires the page's own host name. Pages of any other name that leads to this machine could read what is shown here.
 */
export const requireOwnHost =
  (options: PageOrigin): MiddlewareHandler =>
  async (c, next) => {
    const pageUrl = new URL(options.origin());
    // Whatever ends encryption before this process leaves the name as it is.
    const host = c.req.header('host') ?? '';
    if (isHostOf(pageUrl.origin, host)) return next();
    const loopbackOrigins = ['127.0.0.1', '[::1]'].map((name) => `http://${name}:${pageUrl.port}`);
    const isSameMachine = pageUrl.hostname === 'localhost' && loopbackOrigins.some((origin) => isHostOf(origin, host));
    if (!isSameMachine || c.req.method !== 'GET') return c.text('This address is not served here.', 421);
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(`${pageUrl.origin}${pathname}${search}`, 307);
  };

/** Refuses requests of other sites. They may link to the page, but neither load parts of it nor send forms to it. */
export const refuseForeign =
  (options: PageOrigin): MiddlewareHandler =>
  async (c, next) => {
    const site = c.req.header('sec-fetch-site');
    const isOwn = site === undefined || site === 'same-origin' || site === 'none';
    const isChange = c.req.method !== 'GET';
    if (isChange && (!isOwn || c.req.header('origin') !== options.origin()))
      return c.text('Only this page sends forms here. Nothing was done.', 403);
    const isVisit = c.req.header('sec-fetch-mode') === 'navigate' && c.req.header('sec-fetch-dest') === 'document';
    return isOwn || isVisit ? next() : c.text('Only this page loads this.', 403);
  };
