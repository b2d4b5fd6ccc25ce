import type { Operation } from '../../contract/kit/operation.ts';
import { errorKinds } from '../../errors.ts';
import { classify } from '../../store/store-error.ts';
import { buildProblemResponse, toProblem } from '../shared/problem.ts';
import type { Runtime } from './runtime.ts';

/** JSON text, or a response that a handler made by itself. */
export type OperationReply = Response | TextReply;

export interface TextReply {
  readonly status: number;
  readonly text: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export function toReply({ status }: Operation, output: unknown): OperationReply {
  if (output instanceof Response) return output;
  return { status, text: status === 204 ? null : JSON.stringify(output) };
}

export async function readText(reply: OperationReply): Promise<string | null> {
  if (!(reply instanceof Response)) return reply.text;
  return reply.body === null ? null : reply.clone().text();
}

export function toResponse(reply: OperationReply, headers: Readonly<Record<string, string>>): Response {
  if (reply instanceof Response) {
    for (const [name, value] of Object.entries(headers)) reply.headers.set(name, value);
    return reply;
  }
  const { status, text } = reply;
  const type = text === null ? {} : { 'content-type': 'application/json' };
  return new Response(text, { status, headers: { ...type, ...reply.headers, ...headers } });
}

/** Builds the response to a failed request. Failures that aren't the caller's fault are logged with their cause. */
export function buildFailureResponse(
  { log, outages, telemetry }: Pick<Runtime, 'log' | 'outages' | 'telemetry'>,
  error: unknown,
  requestId: string,
  headers: Record<string, string>,
): Response {
  const problem = toProblem(error);
  const failure = classify(error);
  if (failure !== 'other' && failure !== 'duplicate') telemetry?.databaseFailed(failure);
  const isOurs = problem.code !== 'CANCELLED' && (errorKinds[problem.code].status ?? 500) >= 500;
  if (isOurs && !outages.isExplained(error)) {
    log('error', problem.message, {
      code: problem.code,
      requestId,
      cause: failure === 'other' ? describe(problem.cause) : getMessage(problem.cause),
    });
  }
  return buildProblemResponse(problem, headers);
}

/**
 * Returns the message of an error. Its stack is left out: the place in the code where a query timed out says nothing.
 */
const getMessage = (cause: unknown) => (cause instanceof Error ? cause.message : undefined);

const describe = (cause: unknown) =>
  cause instanceof Error ? (cause.stack ?? cause.message) : cause === undefined ? undefined : JSON.stringify(cause);
