import type { Operation } from '../../contract/kit/operation.ts';
import { errorKinds } from '../../errors.ts';
import { classify } from '../../store/store-error.ts';
import { problemResponse, toProblem } from '../shared/problem.ts';
import type { Runtime } from './runtime.ts';

/** JSON text, or a response that a handler made by itself. */
export type Reply = Response | TextReply;

export interface TextReply {
  readonly status: number;
  readonly text: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export function toReply({ status }: Operation, output: unknown): Reply {
  if (output instanceof Response) return output;
  return { status, text: status === 204 ? null : JSON.stringify(output) };
}

export async function textOf(reply: Reply): Promise<string | null> {
  if (!(reply instanceof Response)) return reply.text;
  return reply.body === null ? null : reply.clone().text();
}

export function toResponse(reply: Reply, headers: Readonly<Record<string, string>>): Response {
  if (reply instanceof Response) {
    for (const [name, value] of Object.entries(headers)) reply.headers.set(name, value);
    return reply;
  }
  const { status, text } = reply;
  const type = text === null ? {} : { 'content-type': 'application/json' };
  return new Response(text, { status, headers: { ...type, ...reply.headers, ...headers } });
}

/** The response to a failed request; what is not the caller's fault is logged with its cause. */
export function failureResponse(
  { log, outages, telemetry }: Pick<Runtime, 'log' | 'outages' | 'telemetry'>,
  error: unknown,
  requestId: string,
  headers: Record<string, string>,
): Response {
  const problem = toProblem(error);
  const failure = classify(error);
  if (failure !== 'other' && failure !== 'duplicate') telemetry?.databaseFailed(failure);
  const isOurs = problem.code !== 'CANCELLED' && (errorKinds[problem.code].status ?? 500) >= 500;
  if (isOurs && !outages.explains(error)) {
    log('error', problem.message, {
      code: problem.code,
      requestId,
      cause: failure === 'other' ? describe(problem.cause) : messageOf(problem.cause),
    });
  }
  return problemResponse(problem, headers);
}

/** Where in the code it was noticed that a query took too long tells nobody anything. */
const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : undefined);

const describe = (cause: unknown) =>
  cause instanceof Error ? (cause.stack ?? cause.message) : cause === undefined ? undefined : JSON.stringify(cause);
