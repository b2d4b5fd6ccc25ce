import { WaybillError } from '../../errors.ts';
import { alreadyDone } from './repeat-result.ts';
import { digest } from '../../contract/kit/canonical.ts';
import { serializeOutcome } from '../approvals/approval-row.ts';
import type { ToolRun } from '../run/run.ts';
import { addMilliseconds } from '../run/call-facts.ts';
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

/** Sent again, it would be done twice: this API is not known to answer a repeated key with its first answer. */
const inDoubtError = (tool: string): WaybillError =>
  new WaybillError(
    'OUTCOME_UNKNOWN',
    `The same ${tool} was begun within the last ten minutes, and what came of it is not known. Where it is not there, call again with again: true`,
    { isOpen: true },
  );

/** Reserves an identical create (tool, arguments, principal); other writes get a fresh id. */
export async function holdCreate(
  { options, caller }: ToolRun,
  tool: { readonly name: string; readonly creates?: Creates },
  input: Readonly<Record<string, unknown>>,
): Promise<Hold> {
  const { memory, bookkeeping, newId, now } = options;
  const isCreate = typeof tool.creates === 'function' ? tool.creates(input) : tool.creates === true;
  if (!isCreate) {
    return { id: newId(), isNew: true, outcome: null, complete: async (result) => result, release: async () => {} };
  }
  const { again, ...rest } = input;
  const key = digest({ tool: tool.name, input: rest, principal: caller.principal.name });
  const at = now();
  const request = { key, at, expiresAt: addMilliseconds(at, identicalForMs), again: again === true };
  let taken = await memory.reservations.take({ ...request, id: newId() });
  const isInDoubt = !taken.isNew && taken.outcome === null;
  if (isInDoubt && !(await options.apiOf(caller.principal).keepsKeys())) {
    if (!request.again) throw inDoubtError(tool.name);
    await memory.reservations.release(key, taken.id);
    taken = await memory.reservations.take({ ...request, id: newId() });
  }
  return {
    ...taken,
    async complete(result, isReplay) {
      const entry = { kind: 'reservation', key, id: taken.id, outcome: serializeOutcome(result) } as const;
      const isFirst = (await bookkeeping.write(entry)) ?? taken.isNew;
      // Of identical calls at once any may be the one whose request arrived: the others got a repeated answer.
      const isOurs = isReplay ? taken.isNew && isFirst : taken.isNew || isFirst;
      return isOurs ? result : alreadyDone(result);
    },
    async release() {
      await bookkeeping.write({ kind: 'release', key, id: taken.id });
    },
  };
}
