import { formatUndo } from '../../src/mcp/text/undo-text.ts';
import type { Undo } from '../../src/mcp/text/undo-text.ts';
import { formatPlanLine } from '../../src/mcp/tool/plan.ts';
import { formatCall } from '../../src/mcp/text/format-call.ts';
import * as z from 'zod';
import { describeBillStatus } from '../../src/domain/bills/bill.ts';
import { WaybillError } from '../../src/errors.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { NothingToDo, PlanDraft } from '../../src/mcp/tool/plan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { billFinder } from '../arguments/finders/finders.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { formatPayee } from '../bills/bill-checks.ts';
import { joinPlans } from '../plans/join-plans.ts';
import { planOperation } from '../plans/plan-operation.ts';
import { listPlannedOperations } from '../plans/planned-operations.ts';
import { formatWireAmount } from '../records/amounts.ts';
import type { BillRecord } from '../records/record-types.ts';

const reversals = ['approval', 'payment', 'bill'] as const;
type Reversal = (typeof reversals)[number];

export const reverseBill = tool({
  name: 'reverse_bill',
  title: 'Take a bill back',
  description: `Takes back the approval of a bill, what was paid on it, or the bill itself with its payments. What moves along is named; the other bills of a payment stay paid.
A person confirms an approval that goes, and approves the rest.`,
  toolset: 'payables',
  gate: 'confirm',
  operations: listPlannedOperations(
    'bills.unapprove',
    'bills.delete',
    'bills.revert',
    'billPayments.update',
    'billPayments.delete',
  ),
  hints: { destructive: true, idempotent: true, openWorld: false },
  input: z.strictObject({
    bill: RecordText,
    what: z.enum(reversals),
    reason: z.string().min(1).max(500).optional().describe('kept where the bill goes'),
  }),
  output: z.object({}),
  async plan(ctx, { bill: typed, what: reversal, reason }): Promise<PlanDraft | NothingToDo> {
    const { record: bill } = await resolve(ctx, billFinder, typed);
    if (reversal === 'approval' && bill.status === 'IN_REVIEW')
      return { nothingToDo: `${bill.friendlyId} is in review: it is not approved.` };
    if (reversal === 'payment' && bill.payments.length === 0)
      return { nothingToDo: `Nothing is paid on ${bill.friendlyId}.` };
    return planReversal(ctx, bill, { what: reversal, reason });
  },
  async finish(ctx, plan, [outcome]) {
    const bill = await findBill(ctx, String(outcome?.about?.id));
    return writeResult({
      status: 'done',
      summary: bill
        ? `${bill.friendlyId} of ${formatPayee(bill)} is ${describeBillStatus(bill.status)}${bill.status === 'IN_REVIEW' ? ' again' : ''}, ${formatWireAmount(bill.amountOwed, bill.currency)} open.`
        : `${outcome?.about?.friendlyId ?? 'The bill'} is deleted; what it was for awaits its bill again.`,
      lines: plan.lines.map(formatPlanLine),
      undo: formatUndo(plan),
      nextActions: bill ? suggestActions(bill) : [],
    });
  },
});

interface Reversed {
  readonly what: Reversal;
  readonly reason: string | undefined;
}

function planReversal(ctx: ToolContext, bill: BillRecord, { what: reversal, reason }: Reversed): Promise<PlanDraft> {
  const { id } = bill;
  if (reversal === 'approval') return planOperation(ctx, { operation: 'bills.unapprove', input: { id } });
  if (reversal === 'payment') return planPaymentReversals(ctx, bill);
  return bill.payments.length > 0 || reason !== undefined
    ? planOperation(ctx, { operation: 'bills.revert', input: { id, ...(reason !== undefined && { reason }) } })
    : planOperation(ctx, { operation: 'bills.delete', input: { id } });
}

/**
 * Plans to take back the payments on a bill. A payment that covers nothing else is deleted; another loses its part on
 * this bill.
 */
async function planPaymentReversals(ctx: ToolContext, bill: BillRecord): Promise<PlanDraft> {
  const ids = [...new Set(bill.payments.map(({ paymentGroupId }) => paymentGroupId))];
  const drafts = await Promise.all(ids.map((id) => planPaymentReversal(ctx, id, bill)));
  const [onlyDraft, ...otherDrafts] = drafts;
  if (onlyDraft && otherDrafts.length === 0) return onlyDraft;
  return joinPlans(drafts, {
    title: `Take all ${drafts.length} payments on ${bill.friendlyId} of ${formatPayee(bill)} back: ${formatWireAmount(bill.amountPaid, bill.currency)}`,
    ...describeUndo(bill),
  });
}

async function planPaymentReversal(ctx: ToolContext, id: string, bill: BillRecord): Promise<PlanDraft> {
  const payment = await ctx.api.billPayments.get({ id, by: 'id' });
  const billApplications = payment.applications.filter(({ billId }) => billId === bill.id);
  if (billApplications.length === payment.applications.length)
    return markAboutBill(await planOperation(ctx, { operation: 'billPayments.delete', input: { id } }), bill);
  const draft = await planOperation(ctx, {
    operation: 'billPayments.update',
    input: { id, applications: billApplications.map((application) => ({ id: application.id, delete: true })) },
  });
  const otherApplications = payment.applications.filter(({ billId }) => billId !== bill.id);
  const title = `Take ${bill.friendlyId} of ${formatPayee(bill)} out of payment ${payment.friendlyId}`;
  const part = {
    ...draft,
    title,
    steps: draft.steps.map((step) => ({ ...step, label: title })),
    lines: [
      `${otherApplications.map((application) => application.billFriendlyId ?? 'a bill').join(', ')} ${otherApplications.length === 1 ? 'stays' : 'stay'} paid by ${payment.friendlyId}`,
      ...draft.lines,
    ],
    sideEffects: [...draft.sideEffects, 'This does not bring back money that left the bank.'],
    ...describeUndo(bill),
  };
  return markAboutBill(part, bill);
}

/** Marks all steps as being about the bill, because the request was about it, not about a payment. */
const markAboutBill = (draft: PlanDraft, { id, friendlyId }: BillRecord): PlanDraft => ({
  ...draft,
  steps: draft.steps.map((step) => ({ ...step, about: { id, friendlyId } })),
});

const describeUndo = ({ friendlyId }: BillRecord): Undo => ({
  undo: 'The bill can be paid again, as a new payment.',
  undoCall: formatCall('pay_bills', { bills: [friendlyId] }),
});

async function findBill(ctx: ToolContext, id: string): Promise<BillRecord | undefined> {
  try {
    return await ctx.api.bills.get({ id, by: 'id' });
  } catch (error) {
    if (error instanceof WaybillError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

function suggestActions({ friendlyId, status }: BillRecord): readonly NextAction[] {
  if (status === 'IN_REVIEW')
    return [{ tool: 'approve_bills', arguments: { bills: [friendlyId] }, why: 'approves it again' }];
  return [
    { tool: 'pay_bills', arguments: { bills: [friendlyId] }, why: 'pays it again' },
    { tool: 'reverse_bill', arguments: { bill: friendlyId, what: 'approval' }, why: 'takes its approval back, too' },
  ];
}
