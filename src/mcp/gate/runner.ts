import { createRequestStateCodec, type RequestStateCodec } from '@modelcontextprotocol/server';
import type { PrincipalOf } from '../tool/context.ts';
import { createGate, type Gate } from './gate.ts';
import type { ConfirmState, GateOptions } from '../tool/run.ts';

/** The gate checks the ten minutes itself and answers in words; this only ends what is long dead. */
const stateTtlSeconds = 24 * 60 * 60;

/** What a call needs, and a list does not. */
export interface Runner {
  readonly gate: Gate;
  /** Signs the question that a client sends back with the person's answer. */
  readonly codec: RequestStateCodec<ConfirmState>;
}

export async function createRunner(options: GateOptions, principalOf: PrincipalOf): Promise<Runner> {
  return {
    gate: createGate(options),
    codec: createRequestStateCodec<ConfirmState>({
      key: await options.memory.secret('request-state'),
      ttlSeconds: stateTtlSeconds,
      bind: (ctx) => `${ctx.mcpReq.method}\0${principalOf(ctx.http?.authInfo).name}`,
    }),
  };
}
