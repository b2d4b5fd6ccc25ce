import { getDueDate } from '../../src/domain/money/due-date.ts';
import { formatDate } from '../../src/domain/places/local-time.ts';
import { formatVerdicts } from '../../src/domain/bills/bill-check.ts';
import { type BillVariance, describeAgreedCost } from '../../src/domain/bills/bill-variance.ts';
import { approvedBill, billInReview, describeBillStatus } from '../../src/domain/bills/bill.ts';
import { isLoading } from '../../src/domain/kit/completeness.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import * as z from 'zod';
import { sumByCurrency } from '../../src/domain/money/money.ts';
import { createFieldError, WaybillError } from '../../src/errors.ts';
import {
  type NothingToDo,
  type PlanDraft,
  type PlanGate,
  formatPlanItem,
  type PlanCells,
  type PlanItem,
  type PlanMove,
  type PlanRecord,
  type PlanStep,
} from '../../src/mcp/tool/plan.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { Policy } from '../../src/mcp/policy/policy.ts';
import { cleanText, recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { toAmountCents, centsText } from '../records/amounts.ts';
import { readNamedRecords } from '../records/named-records.ts';
import { buildApprovalResult, describeApprovalUndo } from './approval-outcome.ts';
import {
  type CheckedBill,
  checkBillsAgain,
  formatPayee,
  listBillJudgments,
  listReasonWarnings,
  listUncleanHits,
} from './bill-checks.ts';
import { payeeOperations } from './bill-payees.ts';
import { readBills, resolveBills } from './bill-targets.ts';
import type { BillRecord } from '../records/record-types.ts';
import { RecordText } from '../arguments/list-arguments.ts';

const billsMax = 100;

export const approveBills = tool({
  name: 'approve_bills',
  title: 'Approve bills for payment',
  description: `Approves bills that are in review for payment; no money moves yet.
The plan shows each bill's payee and who is really paid, the agreed cost, duplicates, payee and papers.
One clean bill within the policy's limit is confirmed by the person; all else, and several at once, needs an approval.
Find the clean ones with list_bills verdict "clean". To take one back: reverse_bill.`,
  toolset: 'payables',
  gate: 'confirm',
  operations: [
    'bills.get',
    'bills.filter',
    'bills.approve',
    'bills.batchApprove',
    ...payeeOperations,
    'carriers.search',
    'vendors.search',
  ],
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    bills: z.array(RecordText).min(1).max(billsMax).describe('numbers, ids or the payees’ references'),
  }),
  output: z.object({}),
  async plan(ctx, { bills: typed }): Promise<PlanDraft | NothingToDo> {
    const { ids, done, notes } = await ctx.settle('bills', (context) => settleBills(context, typed));
    const bills = await readBills(ctx, ids);
    refuseUnready(bills);
    const waiting = bills.filter((bill) => !isApproved(bill));
    const approved = [...done, ...bills.filter(isApproved).map(toDoneBill)];
    if (waiting.length === 0) return { nothingToDo: `Approved before: ${approved.map(formatStatus).join(', ')}.` };
    refuseTooMany(ctx.policy, waiting);
    const checked = await checkBillsAgain(ctx, waiting);
    await readPayees(ctx, waiting);
    const totals = sumByCurrency(waiting.map(getAmount));
    const sum = totals.map(({ amountCents, currency }) => centsText(amountCents, currency)).join(' and ');
    const isBatch = waiting.length > 1;
    return {
      gate: getGate(checked, ctx),
      title: `Approve ${isBatch ? `${waiting.length} bills` : `bill ${waiting[0]?.friendlyId}`} for payment: ${sum}`,
      steps: buildSteps(waiting),
      ...(isBatch && { items: sortUncleanFirst(checked).map(toItem) }),
      records: [
        ...checked.map(({ bill }) => toPlanRecord(bill)),
        ...approved.map(({ record }) => ({ ...record, isLeftOut: true })),
      ],
      lines: [
        ...(isBatch ? [] : checked.map(formatBill)),
        ...(approved.length > 0 ? [`Left out: ${approved.map(formatStatus).join(', ')}`] : []),
        ...notes,
      ],
      contextWarnings: isBatch ? [] : listReasonWarnings(checked),
      judgments: isBatch ? [] : listBillJudgments(checked),
      money: totals.map(({ currency, amountCents }) => ({ currency, amountCents })),
      payees: [...new Set(waiting.flatMap((bill) => getPayeeId(bill) ?? []))],
      moves: waiting.map((bill) => buildMove(bill, isBatch)),
      emails: [],
      sideEffects: ['The bills become approved to pay. Payment is a separate step.'],
      ...describeApprovalUndo(waiting),
      // One for each bill, in the order of the step's list.
      back: waiting.map(({ id }) => ({ step: 0, operation: 'bills.unapprove', input: { id } })),
      policyHits: listHits(checked, ctx.policy),
      ...(isBatch && { reason: 'several bills at once' }),
    };
  },
  async finish(_ctx, plan, outcomes) {
    return buildApprovalResult(plan, outcomes);
  },
});

/** Bill that is approved already, as far as the plan names it. */
interface DoneBill {
  readonly friendlyId: string;
  readonly status: string;
  readonly record: PlanRecord;
}

const toDoneBill = (bill: BillRecord): DoneBill => ({
  friendlyId: bill.friendlyId,
  status: bill.status,
  record: toPlanRecord(bill),
});

/** Settles which of the named bills are approved: what becomes of the others later is no part of the request. */
async function settleBills(ctx: ToolContext, typed: readonly string[]) {
  const { bills, notes } = await resolveBills(ctx, typed);
  refuseUnready(bills);
  return {
    ids: bills.filter((bill) => !isApproved(bill)).map(({ id }) => id),
    done: bills.filter(isApproved).map(toDoneBill),
    notes,
  };
}

/** Reads who is paid, so that the approval depends on it: an account may be another one without another verdict. */
const readPayees = (ctx: ToolContext, bills: readonly BillRecord[]) =>
  readNamedRecords(ctx, {
    payees: bills.map(({ carrier, vendor, carrierFactor }) => ({
      carrierId: carrier?.id,
      vendorId: vendor?.id,
      carrierFactorId: carrierFactor?.id,
    })),
  });

const isApproved = (bill: BillRecord) => isMet(approvedBill, bill);
const formatStatus = ({ friendlyId, status }: Pick<BillRecord, 'friendlyId'> & { readonly status: string }) =>
  `${friendlyId} (${describeBillStatus(status)})`;
const getAmount = ({ currency, amount }: BillRecord) => ({ currency, amountCents: toAmountCents(amount) });

const buildMove = (bill: BillRecord, isBatch: boolean): PlanMove => ({
  step: 0,
  operation: isBatch ? 'bills.batchApprove' : 'bills.approve',
  amount: getAmount(bill),
  payee: getPayeeId(bill),
  ...(isBatch && { item: bill.friendlyId }),
});

function refuseUnready(bills: readonly BillRecord[]): void {
  const unready = bills.filter((bill) => !isMet(billInReview, bill) && !isApproved(bill));
  if (unready.length === 0) return;
  const names = unready.map(formatStatus).join(', ');
  throw new WaybillError('REFUSED', `Only bills in review can be approved, not ${names}. Leave them out.`);
}

function refuseTooMany({ batchMax }: Policy, bills: readonly BillRecord[]): void {
  if (bills.length <= batchMax) return;
  throw createFieldError('BAD_REQUEST', 'bills', `the policy allows ${batchMax} at once; these are ${bills.length}`);
}

/**
 * Returns the gate of an approval: one clean bill within the limit, with everything read, needs a single confirmation
 * in the client.
 */
function getGate(
  [bill, ...otherBills]: readonly CheckedBill[],
  { policy, completeness }: Pick<ToolContext, 'policy' | 'completeness'>,
): PlanGate {
  const isSimple = bill?.check.verdict === 'clean' && otherBills.length === 0 && !isLoading(completeness());
  return isSimple && toAmountCents(bill.bill.amount) <= policy.cleanBillLimitCents ? 'confirm' : 'approve';
}

function buildSteps(bills: readonly BillRecord[]): readonly PlanStep[] {
  const [onlyBill, ...otherBills] = bills;
  if (onlyBill && otherBills.length === 0) {
    const { id, friendlyId } = onlyBill;
    const target = { id, friendlyId };
    return [{ operation: 'bills.approve', input: { id, by: 'id' }, label: `Approve ${friendlyId}`, about: target }];
  }
  const input = { billIds: bills.map(({ id }) => id) };
  const list = { field: 'billIds', keys: bills.map(({ friendlyId }) => friendlyId) };
  return [{ operation: 'bills.batchApprove', input, label: `Approve ${bills.length} bills`, list }];
}

const toPlanRecord = (bill: BillRecord): PlanRecord => ({
  kind: 'bill',
  id: bill.id,
  friendlyId: bill.friendlyId,
  name: getPayeeName(bill),
});

const getPayeeId = ({ carrierFactor, carrier, vendor }: BillRecord) => (carrierFactor ?? carrier ?? vendor)?.id ?? null;
const getPayeeName = ({ carrier, vendor }: BillRecord) =>
  cleanText((carrier ?? vendor)?.name ?? '', 'list').text || null;

/** Sorts bills that are not clean first, because the model sees only the first lines. */
const sortUncleanFirst = (checked: readonly CheckedBill[]) =>
  checked.toSorted((a, b) => Number(a.check.verdict === 'clean') - Number(b.check.verdict === 'clean'));

const toItem = (checked: CheckedBill): PlanItem => ({
  key: checked.bill.friendlyId,
  cells: toCells(checked),
  verdict: formatVerdicts(checked.check.verdicts),
  findings: checked.reasons,
  money: [getAmount(checked.bill)],
});

const formatBill = (checked: CheckedBill): string =>
  formatPlanItem({ cells: toCells(checked), money: [getAmount(checked.bill)] });

function toCells({ bill, check }: CheckedBill): PlanCells {
  const { friendlyId, reference, carrierFactor, loadKey, shipmentKey } = bill;
  const dueDate = getDueDate(bill);
  return {
    number: reference === null ? friendlyId : `${friendlyId} (${recordText(reference, 'list')})`,
    party: formatPayee(bill),
    ...(carrierFactor && { paidTo: `factor ${recordText(carrierFactor.companyName, 'list')}` }),
    freight: [loadKey, shipmentKey].filter(Boolean).join(' / ') || 'no shipment',
    ...(dueDate !== null && { date: `due ${formatDate(dueDate)}` }),
    details: formatAgreed(check.variance),
  };
}

const sizeWords: Readonly<Record<BillVariance['class'], string>> = {
  clean: '',
  minor: ' (minor difference)',
  material: ' (material difference)',
  unknown: ' (not compared)',
};

const formatAgreed = (variance: BillVariance): string =>
  variance.agreed === null
    ? 'no agreed cost on record'
    : `agreed ${describeAgreedCost(variance)}${sizeWords[variance.class]}`;

function listHits(checked: readonly CheckedBill[], { cleanBillLimitCents }: Policy): readonly string[] {
  const above = checked.filter(({ bill }) => toAmountCents(bill.amount) > cleanBillLimitCents);
  const limit = centsText(cleanBillLimitCents, above[0]?.bill.currency);
  return [
    // The lines of a batch have their warnings.
    ...(checked.length > 1 ? [] : listUncleanHits(checked)),
    ...(above.length > 0 ? [`Above ${limit}, the limit for a single confirmation: ${formatNumbers(above)}`] : []),
  ];
}

const formatNumbers = (checked: readonly CheckedBill[]) => checked.map(({ bill }) => bill.friendlyId).join(', ');
