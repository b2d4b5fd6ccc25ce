import { setTimeout as pause } from 'node:timers/promises';
import { type ErrorCode, errorKinds, WaybillError } from '../../errors.ts';
import { parseLeftOut, type SealedPlan } from '../approvals/approval-row.ts';
import { digest } from '../../contract/kit/canonical.ts';
import type { ApprovalRow } from '../tool/memory.ts';
import { isNothingToDo, type NothingToDo, type Plan, type Planned, type PlanStep } from '../tool/plan.ts';
import { comparePlans, compareRest, type ShownPlan } from '../approvals/plan-changes.ts';
import { omitItems } from '../tool/plan-items.ts';
import type { ToolRun } from '../run/run.ts';
import { isBefore } from '../../domain/kit/instants.ts';
import { leaseMs } from '../approvals/lease.ts';

/**
 * Codes besides the retryable ones that leave the outcome open: the answer was lost, unreadable or not awaited, the
 * token may be renewed, or writes may resume.
 */
const alsoUnsettled: ReadonlySet<ErrorCode> = new Set(['BAD_RESPONSE', 'CANCELLED', 'UNAUTHORIZED', 'WRITES_STOPPED']);

/** Returns true if the same call under the same Idempotency-Key may still succeed, or may have succeeded already. */
export function isUnsettled(error: unknown): boolean {
  // What is not a WaybillError is a fault of this program, which may have struck after the call.
  if (!(error instanceof WaybillError) || error.isOpen) return true;
  return errorKinds[error.code].retryable || alsoUnsettled.has(error.code);
}

type StoredProgress = Pick<ApprovalRow, 'steps_sent' | 'steps_done' | 'left_out'>;

/**
 * Returns true if a new plan is what a person approved: the same plan, or what remains of it, on records that did not
 * change. A step of unknown outcome counts as remaining, or as done if the new plan does not need it: its key settles
 * which of the two is true.
 */
export function isRestOf(
  planned: Planned | NothingToDo,
  approvedPlan: ShownPlan,
  row: StoredProgress,
  { keepsKeys }: { readonly keepsKeys: boolean },
): boolean {
  const { plan: approved } = approvedPlan;
  // Without keys nothing settles a step that was sent and is still to be done: it may be done twice.
  const mayRepeat = keepsKeys || row.steps_sent <= row.steps_done;
  const isAllSent = row.steps_sent > 0 && row.steps_sent === approved.steps.length;
  if (isNothingToDo(planned)) return isAllSent;
  if (comparePlans(approvedPlan, planned).length === 0) return mayRepeat;
  const plan = omitItems(planned.plan, parseLeftOut(row));
  // Nothing is left of it but what was left out.
  if (plan.steps.length === 0) return isAllSent;
  const from = [...(mayRepeat ? [row.steps_done] : []), row.steps_sent].find((index) =>
    isSame(listCalls(plan.steps), listCalls(approved.steps.slice(index))),
  );
  if (from === undefined || from === 0) return false;
  const settled = listSettledIds(approved.steps.slice(0, from), approved.steps.slice(from));
  return compareRest(approvedPlan, { ...planned, plan }, settled).length === 0;
}

/** Lists the records that steps have changed: what each was about, and what only these name in their inputs. */
function listSettledIds(done: readonly PlanStep[], rest: readonly PlanStep[]): ReadonlySet<string | null | undefined> {
  const stillNamed = new Set(rest.flatMap(({ input }) => listStrings(input)));
  const namedTexts = done.flatMap(({ input }) => listStrings(input)).filter((text) => !stillNamed.has(text));
  return new Set([...done.map(({ about: record }) => record?.id), ...namedTexts]);
}

const listStrings = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listStrings) : [];
};

const isSame = (first: unknown, second: unknown): boolean => digest(first) === digest(second);
const listCalls = (steps: readonly PlanStep[]) => steps.map(({ operation, input }) => ({ operation, input }));

/**
 * Describes the steps that may be done already to a person who is asked again. Returns undefined if none was sent
 * before.
 */
export function describeDoubt({ id, steps_sent: sent, steps_done: done }: ApprovalRow, plan: Plan) {
  // What has no steps counts as one.
  const labels = plan.steps.length === 0 ? [plan.title] : plan.steps.map(({ label }) => label);
  const open = labels.slice(done, sent);
  const parts = [
    done > 0 ? `${done} of ${plan.steps.length} steps of ${id} were done before it was interrupted.` : '',
    open.length > 0
      ? `It is unknown whether ${id} ran "${open.join(', ')}": the answer was lost. Compare the records before deciding.`
      : '',
  ];
  return parts.filter((part) => part !== '').join(' ') || undefined;
}

/**
 * Explains a plan that can no longer be planned because it may have been done: throws an error that says so. If the
 * record is gone, the key of the last step settles whether this plan deleted it.
 */
export function explainDoubt(row: ApprovalRow, approved: SealedPlan, error: unknown): NothingToDo {
  const isGone = error instanceof WaybillError && error.code === 'NOT_FOUND';
  if (isGone && row.steps_sent === approved.plan.steps.length) return { nothingToDo: error.message };
  const doubt = describeDoubt(row, approved.plan);
  if (doubt === undefined || !(error instanceof WaybillError) || isUnsettled(error)) throw error;
  throw new WaybillError('OUTCOME_UNKNOWN', `${doubt} It cannot be planned again: ${error.message}`, {
    isOpen: true,
    cause: error,
  });
}

const lookEveryMs = 100;
const looksMax = 50;

/**
 * Returns true if the process that ran the plan has ended before finishing it. Waits for a live one, and returns false
 * once it has finished.
 */
export async function hasEnded({ options: { memory, now } }: ToolRun, { id }: ApprovalRow): Promise<boolean> {
  let until: string | null = null;
  for (let looks = 0; looks < looksMax; looks += 1) {
    const row = await memory.approvals.get(id);
    if (row?.status !== 'executing' || !row.isGenuine) return false;
    until = row.leased_until;
    if (until === null || !isBefore(until, now(), leaseMs)) return true;
    await pause(lookEveryMs);
  }
  const retryAfterSeconds = Math.ceil((Date.parse(until ?? now()) - Date.parse(now())) / 1000);
  throw new WaybillError(
    'STILL_RUNNING',
    `${id} is under way in another process; ask again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds, isOpen: true },
  );
}
