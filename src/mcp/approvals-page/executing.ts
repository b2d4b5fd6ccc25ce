import { WaybillError } from '../../errors.ts';
import { formatDecider } from '../approvals/approval-row.ts';
import { refuseOthers } from '../approvals/approvals.ts';
import { isUnderWay } from '../approvals/lease.ts';
import type { ExecutionState } from '../approvals/page-executor.ts';
import type { Approval } from '../tool/context.ts';
import type { FoundApproval } from '../tool/memory.ts';
import type { PageOptions } from './page-options.ts';
import { canApprove } from './role-rights.ts';
import type { PageSession } from './session/sessions.ts';
import type { SentForm } from './visit.ts';

/** Reads how far the execution of a plan is; undefined for a plan that is not to be executed. */
export async function readExecution(
  options: PageOptions,
  session: PageSession,
  approval: Approval,
): Promise<ExecutionState | undefined> {
  const { memory, executor, now } = options;
  if (approval.status !== 'approved' && approval.status !== 'executing') return undefined;
  const row = await memory.approvals.get(approval.id);
  if (row === undefined) return undefined;
  const stepsDone = row.steps_done;
  if (isUnderWay(row, now()) || (await executor?.isBegun(row.id)) === true)
    return { kind: 'running', stepsDone, attempt: undefined, problem: undefined };
  return {
    kind: row.status === 'executing' ? 'interrupted' : 'waiting',
    stepsDone,
    attempt: await executor?.findAttempt(row.id),
    problem: await findProblem(options, session, approval, row),
  };
}

/** Describes why a person can't execute a plan on this page: whoever may approve it may execute it. */
async function findProblem(
  options: PageOptions,
  session: PageSession,
  approval: Approval,
  row: FoundApproval,
): Promise<string | undefined> {
  const { policy, executor } = options;
  if (!policy.executeOnPage) return 'The policy of this desk leaves executing to the assistant.';
  if (executor === undefined) return 'This page executes nothing: its process only reads.';
  if (!canApprove(session, approval)) return `${approval.id} is executed by a person whose role decides for others.`;
  return findApproverProblem(options, session, row) ?? executor.findProblem(row);
}

function findApproverProblem(options: PageOptions, { approver }: PageSession, row: FoundApproval): string | undefined {
  try {
    refuseOthers(options, row, [approver.name, approver.user]);
    return undefined;
  } catch (error) {
    if (error instanceof WaybillError) return error.message;
    throw error;
  }
}

/** Begins to execute the plan of a form. A plan that is under way or done is left alone: the page shows how it ended. */
export async function beginExecution(
  options: PageOptions,
  session: PageSession,
  form: SentForm,
  approval: Approval,
): Promise<void> {
  const { id } = approval;
  if (form.text('plan') !== approval.plan.hash)
    throw new WaybillError('CONFLICT', `${id} is about another plan than the one that was shown. Read it again.`);
  if (approval.status === 'done') return;
  const state = await readExecution(options, session, approval);
  if (state === undefined) throw new WaybillError('CONFLICT', `${id} is ${approval.status}, so it can't be executed.`);
  if (state.kind === 'running') return;
  const row = await options.memory.approvals.get(id);
  if (state.problem !== undefined || row === undefined || options.executor === undefined)
    throw new WaybillError('REFUSED', `${state.problem ?? 'It is gone.'} Nothing was executed.`);
  const { name, user } = session.approver;
  await options.executor.begin(row, formatDecider(name, user));
}

/** Formats the state that the page's script compares with the one it shows: each step that is done changes it. */
export const formatWatchedState = ({ status }: Approval, execution: ExecutionState | undefined): string => {
  if (execution === undefined) return status;
  const { kind, stepsDone, attempt } = execution;
  return kind === 'running' ? `running ${stepsDone}` : `${kind} ${attempt?.at ?? ''}`;
};
