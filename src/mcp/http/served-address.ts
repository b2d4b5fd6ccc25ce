import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { isHostOf } from '../text/host-header.ts';
import { refuseMessage } from './refusal.ts';

/** The addresses under which a process answers, and the web pages that may call it. */
export interface ServedAddresses {
  /** Lists every address of this process, such as `http://127.0.0.1:3333`. */
  readonly origins: () => Promise<readonly string[]>;
  /** Host names that are answered beside those, with any port or with the one that they name. */
  readonly allowedHosts?: readonly string[];
  /** Origins of web pages that may call beside this process's own. */
  readonly allowedOrigins?: readonly string[];
}

/**
 * Refuses an address that is none of this process: a page of the internet whose name leads to this machine could call
 * every tool in the name of the user who runs it. For the same reason a browser's page has to be one that may call.
 */
export const requireServedAddress =
  ({ origins, allowedHosts = [], allowedOrigins = [] }: ServedAddresses): MiddlewareHandler =>
  async (c, next) => {
    const ownOrigins = await origins();
    const host = c.req.header('host') ?? '';
    const isServed =
      ownOrigins.some((origin) => isHostOf(origin, host)) || allowedHosts.some((name) => isMatchingHost(name, host));
    if (!isServed) return refuseMessage(403, `${host} is not served here.`);
    const origin = c.req.header('origin');
    if (origin !== undefined && ![...ownOrigins, ...allowedOrigins].includes(origin.toLowerCase()))
      return refuseMessage(403, `Pages of ${origin} may not call this server.`);
    return next();
  };

/** Returns whether a `Host` header is an allowed name, with any port where the name has none. */
function isMatchingHost(allowed: string, host: string): boolean {
  const lowercase = host.toLowerCase();
  return lowercase === allowed || lowercase.replace(/:\d{1,5}$/, '') === allowed;
}

const exposedHeaders = ['WWW-Authenticate', 'Mcp-Session-Id', 'MCP-Protocol-Version', 'Retry-After', 'X-Request-Id'];
const preflightSeconds = 600;

/** Lets web pages of allowed origins read the answers; a browser asks before it sends anything. */
export function allowOrigins({ allowedOrigins = [] }: ServedAddresses): MiddlewareHandler {
  const isAllowed = (origin: string) => allowedOrigins.includes(origin.toLowerCase());
  const answerPage = cors({
    origin: (origin) => origin,
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    exposeHeaders: exposedHeaders,
    maxAge: preflightSeconds,
  });
  return (c, next) => (isAllowed(c.req.header('origin') ?? '') ? answerPage(c, next) : next());
}
