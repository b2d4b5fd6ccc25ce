import { alreadyDone } from './repeat-result.ts';
import { digest } from '../../contract/kit/canonical.ts';
import { storeOutcome } from '../approvals/approval-row.ts';
import { later, type Run } from '../tool/run.ts';
import type { ToolResult } from '../results/result.ts';
import type { Creates } from '../tool/tool.ts';

/** How long an identical create is taken for the same one. */
const identicalForMs = 10 * 60_000;

/** The right to do something once: its id decides the Idempotency-Keys. */
export interface Hold {
  readonly id: string;
  /** Nobody tried the same before. */
  readonly isNew: boolean;
  /** The first result, when the same was done before. */
  readonly outcome: string | null;
  /** Stores the result; `already_done` where an identical call was the one that did it. */
  complete(result: ToolResult, isReplay: boolean): Promise<ToolResult>;
  /** Nothing happened: the next try starts afresh. */
  release(): Promise<void>;
}

/** Reserves an identical create (tool, arguments, principal); other writes get a fresh id. */
export async function holdCreate(
  { options, caller }: Run,
  tool: { readonly name: string; readonly creates?: Creates },
  input: Readonly<Record<string, unknown>>,
): Promise<Hold> {
  const { memory, newId, now } = options;
  const isCreate = typeof tool.creates === 'function' ? tool.creates(input) : tool.creates === true;
  if (!isCreate) {
    return { id: newId(), isNew: true, outcome: null, complete: async (result) => result, release: async () => {} };
  }
  const { again, ...rest } = input;
  const key = digest({ tool: tool.name, input: rest, principal: caller.principal.name });
  const at = now();
  const taken = await memory.reservations.take({
    key,
    id: newId(),
    at,
    expiresAt: later(at, identicalForMs),
    again: again === true,
  });
  return {
    ...taken,
    async complete(result, isReplay) {
      const isFirst = await memory.reservations.complete(key, taken.id, storeOutcome(result));
      // Of identical calls at once any may be the one whose request arrived: the others got a repeated answer.
      const isOurs = isReplay ? taken.isNew && isFirst : taken.isNew || isFirst;
      return isOurs ? result : alreadyDone(result);
    },
    release: () => memory.reservations.release(key, taken.id),
  };
}
