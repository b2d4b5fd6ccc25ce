import type { Context } from 'hono';
import { routePath } from 'hono/route';
import type { Log, LogLevel } from '../log.ts';
import type { Telemetry } from './telemetry.ts';

export interface ObservationOptions {
  readonly log: Log;
  /** Level of the line that each request gets; left out, debug. */
  readonly requestLog?: LogLevel | undefined;
  readonly telemetry?: Telemetry | undefined;
}

/** Set while a request is served, for whoever reports about it afterwards. */
export interface ObservedVariables {
  requestId: string;
  organizationId?: string;
}

/** Begins to watch a request; the answer ends it with one line of the log, and a span and a duration where they are wanted. */
export function observe(
  { log, requestLog = 'debug', telemetry }: ObservationOptions,
  c: Context<{ Variables: ObservedVariables }>,
): () => void {
  const startedAt = performance.now();
  const span = telemetry?.begin(c.req.raw);
  return () => {
    const route = patternOf(routePath(c, -1));
    const outcome = {
      route,
      status: c.res.status,
      requestId: c.get('requestId'),
      organizationId: c.get('organizationId'),
    };
    span?.end(outcome);
    const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
    log(probes.has(route) ? 'debug' : requestLog, 'request', { method: c.req.method, ...outcome, durationMs });
  };
}

/** Asked every few seconds by whoever watches over the process. */
const probes = new Set(['/healthz', '/readyz']);

/** Where no route fits, the pattern is the one of this middleware. */
const patternOf = (route: string) => (route === '*' || route === '/*' ? 'none' : route);
