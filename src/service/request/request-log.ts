import { randomUUID } from 'node:crypto';
import type { Log, LogLevel } from '../../log.ts';
import type { RequestOutcome, Telemetry } from './telemetry.ts';

export interface ServiceLogOptions {
  readonly log: Log;
  /** Level of the line that each request gets; left out, debug. */
  readonly requestLog?: LogLevel | undefined;
  readonly telemetry?: Telemetry | undefined;
}

/** Returns the caller's request id if it is valid, or else a new one. */
export function getRequestId({ headers }: Request): string {
  const sent = headers.get('x-request-id');
  return sent !== null && /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID();
}

/** Begins to watch a request; its outcome makes one line of the log, and a span and a duration where they are wanted. */
export function observeRequest(
  { log, requestLog = 'debug', telemetry }: ServiceLogOptions,
  request: Request,
  startedAt = performance.now(),
): (outcome: RequestOutcome) => void {
  const span = telemetry?.begin(request, startedAt);
  return (outcome) => {
    span?.end(outcome);
    const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
    const level = probes.has(outcome.route) ? 'debug' : requestLog;
    log(level, 'request', { method: request.method, ...outcome, durationMs });
  };
}

/** Called every few seconds by what watches the process. */
const probes = new Set(['/healthz', '/readyz']);
