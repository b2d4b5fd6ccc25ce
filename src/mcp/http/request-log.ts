import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import type { RequestTurn } from '../../domain/kit/turns.ts';
import type { Log } from '../../log.ts';
import { isStream } from './held-stream.ts';

/** Where a request comes from. */
export interface RequestOrigin {
  readonly callerAddress: string;
  /** Different for each connection of this process. */
  readonly connection: string;
  readonly turn: RequestTurn;
}

export interface EndpointEnv {
  readonly Bindings: RequestOrigin;
  readonly Variables: {
    /** What was asked at `/mcp`, once it is read. */
    message: unknown;
    /** Why the sender was not admitted. */
    refused: string | undefined;
  };
}

export interface RequestLogOptions {
  /** Names that may stand in the log; a caller may send any others. */
  readonly toolNames: ReadonlySet<string>;
  readonly log: Log;
}

/** What stands in it is enough to use the file. */
const fileAddress = /^(?:\/organizations\/[^/]+)?\/files\/[^/]+$/;

/** Called every few seconds by what watches the process. */
const probes = new Set(['/healthz', '/readyz']);

/** One line of the log for each request once it is answered to the end: what was asked and how it went, never what was in it. */
export const observe =
  ({ log, toolNames }: RequestLogOptions): MiddlewareHandler<EndpointEnv> =>
  async (c, next) => {
    const startedAt = performance.now();
    const requestId = requestIdOf(c.req.header('x-request-id'));
    await next();
    // Through `c.header` an answer would be made anew, and its whole body encoded for it.
    c.res.headers.set('x-request-id', requestId);
    const { method } = c.req;
    const path = c.req.path.replace(/(?<=.)\/$/, '');
    const route = fileAddress.test(path) ? '/files' : path;
    if (route !== '/mcp' && route !== '/files' && !probes.has(path)) return;
    const { status } = c.res;
    const asked = askedOf(c.get('message'), toolNames);
    const refused = c.get('refused');
    const end = () => {
      const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
      const level = probes.has(path) ? 'debug' : 'info';
      log(level, 'request', { method, route, ...asked, status, ...(refused && { refused }), requestId, durationMs });
    };
    if (!isStream(c.res)) return end();
    // The headers of a stream leave long before what was asked for.
    c.res = new Response(c.res.body?.pipeThrough(new TransformStream({ flush: end, cancel: end })), c.res);
  };

/** The caller's own when it is a sane one. */
const requestIdOf = (sent: string | undefined): string =>
  sent !== undefined && /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID();

const knownMethods = /^[a-z/_]{1,64}$/i;

/** Method and tool of a message, which are the caller's words: others than these shapes and names are not written down. */
function askedOf(message: unknown, toolNames: ReadonlySet<string>) {
  const { method, params } = isPlainRecord(message) ? message : {};
  if (typeof method !== 'string' || !knownMethods.test(method)) return {};
  const name = isPlainRecord(params) ? params['name'] : undefined;
  const tool = typeof name === 'string' && toolNames.has(name) ? name : undefined;
  return { asked: method, ...(tool !== undefined && { tool }) };
}
