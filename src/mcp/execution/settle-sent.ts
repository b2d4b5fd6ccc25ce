import { WaybillError } from '../../errors.ts';
import { withNextActions } from '../results/next-actions.ts';
import type { ApprovalRow } from '../tool/memory.ts';
import type { StepOutcome } from '../tool/plan.ts';
import type { ToolRun } from '../run/run.ts';
import { type PlanExecution, repeatSteps } from './execution.ts';
import { describeDoubt, isUnsettled } from './interruption.ts';
import { resolveStepInput } from './step-input.ts';

/** Counts of the first steps of an interrupted plan: those that were sent, and those that are known to be done. */
export type SentSteps = Pick<ApprovalRow, 'steps_sent' | 'steps_done'>;

/**
 * Finds out what became of the steps that an interrupted run has sent, before anything is planned again. Under keys that
 * the API keeps they are sent once more: what was done is answered again. Otherwise the records may show it. `open` where
 * nothing settles them now, which another process may be about to do.
 */
export async function settleSentSteps(
  run: ToolRun,
  row: ApprovalRow,
  execution: PlanExecution,
): Promise<SentSteps | 'open'> {
  const { steps_sent: sent, steps_done: done } = row;
  if (sent <= done) return row;
  const api = run.options.apiOf(run.caller.principal);
  const settled = (await api.keepsKeys())
    ? countSettled(await repeatSteps(run, execution, sent), sent)
    : await lookUpStep(run, row, execution);
  if (settled === undefined) return row;
  if (settled === 'open') return settled;
  await run.options.bookkeeping.write({ kind: 'approval', id: row.id, change: settled });
  return settled;
}

/** Steps after one that was refused have not been sent by this run, nor by the one before. */
function countSettled(outcomes: readonly StepOutcome[], sent: number): SentSteps | 'open' {
  const isOpen = outcomes.some(
    (outcome) => outcome.status === 'failed' && (outcome.isInDoubt || isUnsettled(outcome.error)),
  );
  if (isOpen) return 'open';
  const done = outcomes.findIndex(({ status }) => status !== 'done');
  return done === -1 ? { steps_sent: sent, steps_done: sent } : { steps_sent: done, steps_done: done };
}

/**
 * Looks up whether the one step whose answer was lost was done, by reference, amount and time. Returns undefined if the
 * records do not settle it.
 */
async function lookUpStep(
  { options, caller }: ToolRun,
  { steps_sent: sent, steps_done: done, started_at: startedAt, created_at: createdAt }: ApprovalRow,
  { plan }: PlanExecution,
): Promise<SentSteps | undefined> {
  const step = plan.steps[done];
  // What it took from the answers before it is not known any more.
  if (sent !== done + 1 || step === undefined || step.takes !== undefined) return undefined;
  const sinceMs = Date.parse(startedAt ?? createdAt);
  const record = await options.apiOf(caller.principal).findWritten(step.operation, resolveStepInput(step, []), sinceMs);
  return record === undefined ? undefined : { steps_sent: sent, steps_done: sent };
}

/** Builds the error of an interrupted run whose sent steps may be done, with no way to tell. */
export function buildOpenError(row: ApprovalRow, { plan }: PlanExecution): WaybillError {
  const text = describeDoubt(row, plan) ?? `It is unknown what ${row.id} has done.`;
  const action = {
    tool: 'run_approved',
    arguments: { approvalId: row.id },
    why: 'finds out what was done; nothing is done twice',
  };
  return withNextActions(new WaybillError('OUTCOME_UNKNOWN', text, { isOpen: true }), [action]);
}
