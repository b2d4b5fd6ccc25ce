import { formatUndo, type Undo } from '../../src/mcp/text/undo-text.ts';
import { formatCall } from '../../src/mcp/text/format-call.ts';
import { approvedBill } from '../../src/domain/bills/bill.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import type { Plan, PlanRecord, StepOutcome } from '../../src/mcp/tool/plan.ts';
import type { ItemResult, ToolResult } from '../../src/mcp/results/result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import { buildNothingDone } from '../records/batch-outcome.ts';
import { isPlainRecord } from '../../src/domain/kit/plain-record.ts';

/**
 * Builds the result for each bill: those that the API refused are named with its reason, whatever happened to the
 * others.
 */
export function buildApprovalResult(plan: Plan, [outcome]: readonly StepOutcome[]): ToolResult {
  const answer = outcome?.status === 'done' && isPlainRecord(outcome.answer) ? outcome.answer : {};
  const states = outcome?.operation === 'bills.approve' ? readSingleState(answer) : readBatchStates(answer);
  const requested = plan.records.filter(({ isLeftOut }) => isLeftOut !== true);
  const items = requested.map((record) => toItemResult(record, states.get(record.id)));
  const results = [...items, ...plan.records.filter((record) => !requested.includes(record)).map(toLeftOutItem)];
  const approved = requested.filter(({ id }) => states.get(id)?.isApproved === true);
  if (approved.length === 0) return buildNothingDone(`None of ${requested.length} bills was approved.`, results);
  const isWhole = approved.length === requested.length;
  const missed = items.filter(({ outcome: became }) => became !== approvedWord);
  return writeResult({
    status: isWhole ? 'done' : 'partial',
    summary: formatSummary(approved, requested.length),
    results,
    undo: formatUndo(describeApprovalUndo(approved)),
    nextActions: isWhole
      ? [{ tool: 'list_bills', arguments: { status: approvedWord }, why: 'what can be paid now' }]
      : [{ tool: 'approve_bills', arguments: { bills: missed.map(getNumber) }, why: 'looks at the others again' }],
  });
}

interface NumberedBill {
  readonly id: string;
  readonly friendlyId: string | null;
}

/** Describes the undo of an approval, in a call that is complete for the first of the bills. */
export function describeApprovalUndo(bills: readonly NumberedBill[]): Undo {
  const [first] = bills;
  const call = formatCall('reverse_bill', { bill: first?.friendlyId ?? first?.id, what: 'approval' });
  return bills.length > 1
    ? { undo: 'Each approval can be taken back while nothing is paid on its bill.', undoCall: `${call}, and so on` }
    : { undo: 'The approval can be taken back while nothing is paid on the bill.', undoCall: call };
}

interface ApprovalState {
  readonly isApproved: boolean;
  readonly reason?: string;
}

const approvedWord = 'APPROVED_TO_PAY';

function readSingleState({ id, status }: Readonly<Record<string, unknown>>): ReadonlyMap<unknown, ApprovalState> {
  return new Map([[id, { isApproved: isMet(approvedBill, { status: String(status) }) }]]);
}

function readBatchStates({ approved, failed }: Readonly<Record<string, unknown>>): ReadonlyMap<unknown, ApprovalState> {
  const listRows = (value: unknown) => (Array.isArray(value) ? value.filter(isPlainRecord) : []);
  return new Map<unknown, ApprovalState>([
    ...listRows(approved).map(({ billId }) => [billId, { isApproved: true }] as const),
    // Whatever else it says of a bill, one that failed is not approved.
    ...listRows(failed).map(({ billId, error }) => [billId, { isApproved: false, reason: String(error) }] as const),
  ]);
}

function toItemResult({ id, friendlyId }: PlanRecord, state: ApprovalState | undefined): ItemResult {
  if (state?.isApproved === true) return { id, friendlyId, outcome: approvedWord };
  if (state === undefined) return { id, friendlyId, outcome: 'unknown', reason: 'the API did not say; read it again' };
  const reason = state.reason === undefined ? 'its status did not change' : recordText(state.reason, 'list');
  return { id, friendlyId, outcome: 'failed', reason };
}

const toLeftOutItem = ({ id, friendlyId }: PlanRecord): ItemResult => ({
  id,
  friendlyId,
  outcome: 'left_out',
  reason: 'approved before',
});

const getNumber = ({ id, friendlyId }: ItemResult) => friendlyId ?? id ?? '';

function formatSummary(approved: readonly PlanRecord[], askedCount: number): string {
  const [firstBill] = approved;
  if (askedCount === 1) return `Bill ${firstBill?.friendlyId ?? firstBill?.id} is approved to pay.`;
  if (approved.length === askedCount) return `${approved.length} bills are approved to pay.`;
  return `${approved.length} of ${askedCount} bills are approved to pay, ${askedCount - approved.length} are not.`;
}
