import { formatCall } from '../../src/mcp/text/format-call.ts';
import { approvedBill } from '../../src/domain/money/bill.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import type { Plan, PlanRecord, StepOutcome } from '../../src/mcp/tool/plan.ts';
import type { ItemResult, ToolResult } from '../../src/mcp/results/result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import { nothingDone } from '../records/batch-outcome.ts';
import { isPlainRecord } from '../../src/domain/kit/plain-record.ts';

/** What became of each bill: those that the API refused are named with its reason, whatever became of the others. */
export function approvalOutcome(plan: Plan, [outcome]: readonly StepOutcome[]): ToolResult {
  const answer = outcome?.status === 'done' && isPlainRecord(outcome.answer) ? outcome.answer : {};
  const states = outcome?.operation === 'bills.approve' ? stateOfOne(answer) : statesOfBatch(answer);
  const asked = plan.records.filter(({ isLeftOut }) => isLeftOut !== true);
  const items = asked.map((record) => itemOf(record, states.get(record.id)));
  const results = [...items, ...plan.records.filter((record) => !asked.includes(record)).map(leftOutItem)];
  const approved = asked.filter(({ id }) => states.get(id)?.isApproved === true);
  if (approved.length === 0) return nothingDone(`None of ${asked.length} bills was approved.`, results);
  const isWhole = approved.length === asked.length;
  const missed = items.filter(({ outcome: became }) => became !== approvedWord);
  return writeResult({
    status: isWhole ? 'done' : 'partial',
    summary: formatSummary(approved, asked.length),
    results,
    undo: undoApproval(approved),
    nextActions: isWhole
      ? [{ tool: 'list_bills', arguments: { status: approvedWord }, why: 'what can be paid now' }]
      : [{ tool: 'approve_bills', arguments: { bills: missed.map(nameOf) }, why: 'looks at the others again' }],
  });
}

interface NumberedBill {
  readonly id: string;
  readonly friendlyId: string | null;
}

/** The way back, in a call that is complete for the first of the bills. */
export function undoApproval(bills: readonly NumberedBill[]): string {
  const [first] = bills;
  const call = formatCall('reverse_bill', { bill: first?.friendlyId ?? first?.id, what: 'approval' });
  const each = bills.length > 1 ? `, and so for each of the ${bills.length} bills` : '';
  return `${call} takes it back while nothing is paid on the bill${each}.`;
}

interface State {
  readonly isApproved: boolean;
  readonly reason?: string;
}

const approvedWord = 'APPROVED_TO_PAY';

function stateOfOne({ id, status }: Readonly<Record<string, unknown>>): ReadonlyMap<unknown, State> {
  return new Map([[id, { isApproved: isMet(approvedBill, { status: String(status) }) }]]);
}

function statesOfBatch({ approved, failed }: Readonly<Record<string, unknown>>): ReadonlyMap<unknown, State> {
  const rows = (value: unknown) => (Array.isArray(value) ? value.filter(isPlainRecord) : []);
  return new Map<unknown, State>([
    ...rows(approved).map(({ billId }) => [billId, { isApproved: true }] as const),
    // Whatever else it says of a bill, one that failed is not approved.
    ...rows(failed).map(({ billId, error }) => [billId, { isApproved: false, reason: String(error) }] as const),
  ]);
}

function itemOf({ id, friendlyId }: PlanRecord, state: State | undefined): ItemResult {
  if (state?.isApproved === true) return { id, friendlyId, outcome: approvedWord };
  if (state === undefined) return { id, friendlyId, outcome: 'unknown', reason: 'the API did not say; read it again' };
  const reason = state.reason === undefined ? 'its status did not change' : recordText(state.reason, 'list');
  return { id, friendlyId, outcome: 'failed', reason };
}

const leftOutItem = ({ id, friendlyId }: PlanRecord): ItemResult => ({
  id,
  friendlyId,
  outcome: 'left_out',
  reason: 'approved before',
});

const nameOf = ({ id, friendlyId }: ItemResult) => friendlyId ?? id ?? '';

function formatSummary(approved: readonly PlanRecord[], askedCount: number): string {
  const [one] = approved;
  if (askedCount === 1) return `Bill ${one?.friendlyId ?? one?.id} is approved to pay.`;
  if (approved.length === askedCount) return `${approved.length} bills are approved to pay.`;
  return `${approved.length} of ${askedCount} bills are approved to pay, ${askedCount - approved.length} are not.`;
}
