import { appendAudit } from '../audit/audit.ts';
import { toUnexecutedPlan } from '../results/unexecuted-plan.ts';
import { writeResult } from '../results/write-result.ts';
import type { ToolResult } from '../results/result.ts';
import { toAuthor } from '../run/call-details.ts';
import type { GateOptions, ToolCaller } from '../run/run.ts';
import type { ApprovalChange, FoundApproval } from '../tool/memory.ts';
import { getPlanView, getShownStatus, serializeOutcome } from './approval-row.ts';
import { notifyApproval } from './approvals.ts';

type WithdrawalDesk = Pick<GateOptions, 'memory' | 'now' | 'newId' | 'log' | 'notify'>;

/**
 * Withdraws an approval in the name of its requester, so that nobody can approve or run it any more. One that runs or
 * is over stays as it is.
 */
export async function withdrawApproval(desk: WithdrawalDesk, row: FoundApproval, caller: ToolCaller): Promise<void> {
  const { memory, now } = desk;
  const status = getShownStatus(row, now());
  if (status !== 'pending' && status !== 'approved') return;
  const view = getPlanView(row, memory.cipher);
  const change = {
    status: 'void',
    finished_at: now(),
    outcome: serializeOutcome(
      writeResult({
        status: 'cancelled',
        summary: `${view.title}. ${row.id} was withdrawn by ${caller.principal.name}, who asked for it.`,
        extra: { atStake: toUnexecutedPlan(view) },
      }),
    ),
  } satisfies ApprovalChange;
  if (!(await memory.approvals.move(row.id, status, change))) {
    // A person has decided at this moment: a yes is withdrawn too, unless it runs already.
    const current = await memory.approvals.get(row.id);
    if (current !== undefined && current.status !== row.status) await withdrawApproval(desk, current, caller);
    return;
  }
  await memory.movedMoney.settle(row.id, []);
  await appendAudit(desk, {
    kind: 'decided',
    attempt: desk.newId(),
    at: now(),
    ...toAuthor(caller),
    tool: view.tool,
    planHash: view.hash,
    approvalId: row.id,
    calls: [],
    status: 'cancelled',
    summary: `${view.title}: withdrawn`,
    undo: null,
  });
  notifyApproval(desk, 'APPROVAL_WITHDRAWN', { ...row, ...change });
}

/**
 * Voids a pending approval because the approver's secret was reset by a person. Returns false if it was decided at the
 * same moment.
 */
export async function voidPendingApproval(desk: WithdrawalDesk, row: FoundApproval, by: string): Promise<boolean> {
  const { memory, now } = desk;
  const view = getPlanView(row, memory.cipher);
  const summary = `${view.title}. ${row.id} is void, because the approver's secret was reset. Ask for it again.`;
  const change = {
    status: 'void',
    finished_at: now(),
    outcome: serializeOutcome(
      writeResult({ status: 'cancelled', summary, extra: { atStake: toUnexecutedPlan(view) } }),
    ),
  } satisfies ApprovalChange;
  if (!(await memory.approvals.move(row.id, 'pending', change))) return false;
  await memory.movedMoney.settle(row.id, []);
  await appendAudit(desk, {
    kind: 'decided',
    attempt: desk.newId(),
    at: now(),
    who: by,
    client: null,
    tool: view.tool,
    planHash: view.hash,
    approvalId: row.id,
    calls: [],
    status: 'void',
    summary: `${view.title}: void, because the approver's secret was reset`,
    undo: null,
  });
  notifyApproval(desk, 'APPROVAL_WITHDRAWN', { ...row, ...change });
  return true;
}

/** Returns true for the outcome of an approval that its requester withdrew. */
export const isWithdrawal = ({ data }: ToolResult): boolean =>
  (data as { readonly status?: unknown }).status === 'cancelled';
