import { WaybillError } from '../../errors.ts';
import { markAlreadyDone } from '../execution/repeat-result.ts';
import { openPlan, parseOutcome } from '../approvals/approval-row.ts';
import { digest } from '../../contract/kit/canonical.ts';
import type { ApprovalRow } from '../tool/memory.ts';
import type { ToolRun } from '../run/run.ts';
import { addMilliseconds } from '../run/call-details.ts';
import { withNextActions } from '../results/next-actions.ts';
import type { ToolResult } from '../results/result.ts';

/** The API keeps idempotency keys for 24 h; nothing is resumed near that limit. */
export const resumableForMs = 23 * 60 * 60_000;

interface SamePlan {
  /** ISO instant. A plan that finished before it is a different request. */
  readonly since: string;
}

/**
 * Finds the result of the same plan since then, under any approval: two yeses to one plan count as one. Throws if the
 * plan is half done, which is resumed and not started again.
 */
export async function findSameResult(
  { options, caller }: ToolRun,
  { except, ...samePlan }: SamePlan & { readonly hash: string; readonly except?: string },
): Promise<ToolResult | null> {
  const rows = await options.memory.approvals.listByPlan(samePlan.hash, caller.principal.name);
  const same = findSame(
    rows.filter(({ id }) => id !== except),
    { since: samePlan.since, now: options.now() },
  );
  if (same === undefined) return null;
  if (same.status === 'executing') throw buildUnderWayError(same);
  return markAlreadyDone(parseOutcome(same.outcome ?? 'null'));
}

const interruptedMax = 50;

/**
 * Refuses to plan what an interrupted run of the same call may have done. Its effect may be in the records already, so
 * that a new plan would differ and a second yes would do it twice. That run has to be resumed first.
 */
export async function refuseInterrupted(
  { options: { memory, now }, caller }: ToolRun,
  tool: string,
  input: Readonly<Record<string, unknown>>,
): Promise<void> {
  const rows = await memory.approvals.list({
    requester: caller.principal.name,
    status: 'executing',
    limit: interruptedMax,
  });
  const inputDigest = digest(input);
  const interrupted = rows.find(
    (row) =>
      row.isGenuine &&
      row.tool === tool &&
      row.steps_sent > 0 &&
      addMilliseconds(row.started_at ?? row.created_at, resumableForMs) > now() &&
      digest(openPlan(row, memory.cipher)?.plan.input ?? null) === inputDigest,
  );
  if (interrupted !== undefined) throw buildUnderWayError(interrupted);
}

/** Judges whether a plan may begin: no other yes to the very same one is under way, or was carried out since then. */
export const isOnlyOne =
  (samePlan: SamePlan & { readonly now: string }) =>
  (otherRows: readonly ApprovalRow[]): boolean =>
    findSame(otherRows, samePlan) === undefined;

function findSame(
  rows: readonly ApprovalRow[],
  { since, now }: SamePlan & { readonly now: string },
): ApprovalRow | undefined {
  const open = rows.find(
    ({ status, started_at, created_at }) =>
      status === 'executing' && addMilliseconds(started_at ?? created_at, resumableForMs) > now,
  );
  if (open !== undefined) return open;
  const done = rows.find((row) => row.status === 'done' && (row.finished_at ?? row.created_at) >= since);
  return done?.outcome && parseOutcome(done.outcome).isError !== true ? done : undefined;
}

function buildUnderWayError({ id }: ApprovalRow): WaybillError {
  const action = { tool: 'run_approved', arguments: { approvalId: id }, why: 'takes it up; nothing is done twice' };
  const text = `This very plan is under way as ${id}, or was interrupted.`;
  return withNextActions(new WaybillError('STILL_RUNNING', text, { isOpen: true }), [action]);
}
