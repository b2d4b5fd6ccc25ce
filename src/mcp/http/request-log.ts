import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import type { RequestTurn } from '../../domain/kit/turns.ts';
import type { Log } from '../../log.ts';
import { isStream } from './long-stream.ts';

/** Source of a request. */
export interface McpRequestOrigin {
  readonly callerAddress: string;
  /** Different for each connection of this process. */
  readonly connection: string;
  readonly turn: RequestTurn;
}

export interface EndpointEnv {
  readonly Bindings: McpRequestOrigin;
  readonly Variables: {
    /** Message that was sent to `/mcp`, once it is read. */
    message: unknown;
    /** Why the sender was not admitted. */
    refused: string | undefined;
  };
}

export interface McpRequestLogOptions {
  /** Names that may appear in the log, since a caller may send any text. */
  readonly toolNames: ReadonlySet<string>;
  readonly log: Log;
}

/** Addresses of files, which are not logged, because an address is enough to open the file. */
const fileAddress = /^(?:\/organizations\/[^/]+)?\/files\/[^/]+$/;

/** Called every few seconds by what watches the process. */
const probes = new Set(['/healthz', '/readyz']);

/** Logs one line for each request after its answer has ended: the message and the outcome, never the contents. */
export const observe =
  ({ log, toolNames }: McpRequestLogOptions): MiddlewareHandler<EndpointEnv> =>
  async (c, next) => {
    const startedAt = performance.now();
    const requestId = toRequestId(c.req.header('x-request-id'));
    await next();
    // Through `c.header` an answer would be made anew, and its whole body encoded for it.
    c.res.headers.set('x-request-id', requestId);
    const { method } = c.req;
    const path = c.req.path.replace(/(?<=.)\/$/, '');
    const route = fileAddress.test(path) ? '/files' : path;
    if (route !== '/mcp' && route !== '/files' && !probes.has(path)) return;
    const { status } = c.res;
    const loggedMessage = describeMessage(c.get('message'), toolNames);
    const refused = c.get('refused');
    const end = () => {
      const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
      const level = probes.has(path) ? 'debug' : 'info';
      log(level, 'request', {
        method,
        route,
        ...loggedMessage,
        status,
        ...(refused && { refused }),
        requestId,
        durationMs,
      });
    };
    if (!isStream(c.res)) return end();
    // The headers of a stream leave long before what was asked for.
    c.res = new Response(c.res.body?.pipeThrough(new TransformStream({ flush: end, cancel: end })), c.res);
  };

/** Returns the caller's own request id if it is well formed, or a new one. */
const toRequestId = (sent: string | undefined): string =>
  sent !== undefined && /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID();

const knownMethods = /^[a-z/_]{1,64}$/i;

/**
 * Returns the method and the tool of a message. They come from the caller, so only known shapes and names are logged.
 */
function describeMessage(message: unknown, toolNames: ReadonlySet<string>) {
  const { method, params } = isPlainRecord(message) ? message : {};
  if (typeof method !== 'string' || !knownMethods.test(method)) return {};
  const name = isPlainRecord(params) ? params['name'] : undefined;
  const tool = typeof name === 'string' && toolNames.has(name) ? name : undefined;
  return { asked: method, ...(tool !== undefined && { tool }) };
}
