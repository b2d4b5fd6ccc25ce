import { WaybillError } from '../../errors.ts';
import { markAlreadyDone } from './repeat-result.ts';
import { digest } from '../../contract/kit/canonical.ts';
import { serializeOutcome } from '../approvals/approval-row.ts';
import type { ToolRun } from '../run/run.ts';
import { addMilliseconds } from '../run/call-details.ts';
import type { ToolResult } from '../results/result.ts';
import type { Creates } from '../tool/tool.ts';

/** Time in which an identical create counts as the same one. */
const identicalForMs = 10 * 60_000;

/** Reservation to do something once. Its id decides the Idempotency-Keys. */
export interface CreateReservation {
  readonly id: string;
  /** True if the same was not tried before. */
  readonly isNew: boolean;
  /** The first result, when the same was done before. */
  readonly outcome: string | null;
  /** Stores the result. Returns it as `already_done` if an identical call did the work. */
  complete(result: ToolResult, isReplay: boolean): Promise<ToolResult>;
  /** Releases the reservation because nothing happened, so that the next try starts from scratch. */
  release(): Promise<void>;
}

/**
 * Builds the error for a create that could be done twice if it were sent again, because this API may not answer a
 * repeated key with its first answer.
 */
const buildInDoubtError = (tool: string): WaybillError =>
  new WaybillError(
    'OUTCOME_UNKNOWN',
    `The same ${tool} was begun within the last ten minutes, and what came of it is not known. Where it is not there, call again with again: true`,
    { isOpen: true },
  );

/** Reserves an identical create (tool, arguments, principal); other writes get a fresh id. */
export async function reserveCreate(
  { options, caller }: ToolRun,
  tool: { readonly name: string; readonly creates?: Creates },
  input: Readonly<Record<string, unknown>>,
): Promise<CreateReservation> {
  const { memory, bookkeeping, newId, now } = options;
  const isCreate = typeof tool.creates === 'function' ? tool.creates(input) : tool.creates === true;
  if (!isCreate) {
    return { id: newId(), isNew: true, outcome: null, complete: async (result) => result, release: async () => {} };
  }
  const { again, ...rest } = input;
  const key = digest({ tool: tool.name, input: rest, principal: caller.principal.name });
  const at = now();
  const request = { key, at, expiresAt: addMilliseconds(at, identicalForMs), again: again === true };
  let reservation = await memory.reservations.take({ ...request, id: newId() });
  const isInDoubt = !reservation.isNew && reservation.outcome === null;
  if (isInDoubt && !(await options.apiOf(caller.principal).keepsKeys())) {
    if (!request.again) throw buildInDoubtError(tool.name);
    await memory.reservations.release(key, reservation.id);
    reservation = await memory.reservations.take({ ...request, id: newId() });
  }
  return {
    ...reservation,
    async complete(result, isReplay) {
      const entry = { kind: 'reservation', key, id: reservation.id, outcome: serializeOutcome(result) } as const;
      const isFirst = (await bookkeeping.write(entry)) ?? reservation.isNew;
      // Of identical calls at once any may be the one whose request arrived: the others got a repeated answer.
      const isOurs = isReplay ? reservation.isNew && isFirst : reservation.isNew || isFirst;
      return isOurs ? result : markAlreadyDone(result);
    },
    async release() {
      await bookkeeping.write({ kind: 'release', key, id: reservation.id });
    },
  };
}
