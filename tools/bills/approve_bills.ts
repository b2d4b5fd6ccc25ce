import { describeAgreedCost } from '../../src/domain/money/bill-variance.ts';
import { approvedBill, billInReview } from '../../src/domain/money/bill.ts';
import { isLoading } from '../../src/domain/kit/completeness.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import * as z from 'zod';
import { sumByCurrency } from '../../src/domain/money/money.ts';
import { fieldError, WaybillError } from '../../src/errors.ts';
import {
  type NothingToDo,
  type PlanDraft,
  type PlanGate,
  type PlanItem,
  type PlanMove,
  type PlanRecord,
  type PlanStep,
  toJudgmentWarnings,
} from '../../src/mcp/tool/plan.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { Policy } from '../../src/mcp/policy/policy.ts';
import { cleanText, recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { amountText, centsOf, centsText } from '../records/amounts.ts';
import { namedRecords } from '../records/named-records.ts';
import { approvalOutcome, undoApproval } from './approval-outcome.ts';
import { type CheckedBill, checkBillsAgain, notCleanHits, payeeText } from './bill-checks.ts';
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
  hints: { destructive: true, idempotent: true, openWorld: false },
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
    if (waiting.length === 0) return { nothingToDo: `Approved before: ${approved.map(standing).join(', ')}.` };
    refuseTooMany(ctx.policy, waiting);
    const checked = await checkBillsAgain(ctx, waiting);
    await readPayees(ctx, waiting);
    const totals = sumByCurrency(waiting.map(moneyOf));
    const sum = totals.map(({ amountCents, currency }) => centsText(amountCents, currency)).join(' and ');
    const many = waiting.length > 1;
    return {
      gate: gateFor(checked, ctx),
      title: `Approve ${many ? `${waiting.length} bills` : `bill ${waiting[0]?.friendlyId}`} for payment: ${sum}`,
      steps: stepsFor(waiting),
      ...(many && { items: gravestFirst(checked).map(itemOf) }),
      records: [
        ...checked.map(({ bill }) => toPlanRecord(bill)),
        ...approved.map(({ record }) => ({ ...record, isLeftOut: true })),
      ],
      lines: [
        ...(many ? [] : checked.map(factsOf)),
        ...(approved.length > 0 ? [`Left out: ${approved.map(standing).join(', ')}`] : []),
        ...notes,
      ],
      contextWarnings: many
        ? []
        : toJudgmentWarnings(
            checked.flatMap(({ bill, reasons }) => reasons.map((reason) => `${bill.friendlyId}: ${reason}`)),
          ),
      judgments: many ? [] : checked.map(({ bill, ...judged }) => `${bill.friendlyId}: ${formatVerdict(judged)}`),
      money: totals.map(({ currency, amountCents }) => ({ currency, amountCents })),
      payees: [...new Set(waiting.flatMap((bill) => payeeIdOf(bill) ?? []))],
      moves: waiting.map((bill) => moveOf(bill, many)),
      emails: [],
      sideEffects: ['What is billed becomes approved to pay too; a payment is a step of its own.'],
      undo: undoApproval(waiting),
      // One for each bill, in the order of the step's list.
      back: waiting.map(({ id }) => ({ step: 0, operation: 'bills.unapprove', input: { id } })),
      policyHits: hitsOf(checked, ctx.policy),
    };
  },
  async finish(_ctx, plan, outcomes) {
    return approvalOutcome(plan, outcomes);
  },
});

/** A bill that is approved already, as far as the plan names it. */
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
  namedRecords(ctx, {
    payees: bills.map(({ carrier, vendor, carrierFactor }) => ({
      carrierId: carrier?.id,
      vendorId: vendor?.id,
      carrierFactorId: carrierFactor?.id,
    })),
  });

const isApproved = (bill: BillRecord) => isMet(approvedBill, bill);
const standing = ({ friendlyId, status }: Pick<BillRecord, 'friendlyId'> & { readonly status: string }) =>
  `${friendlyId} (${status})`;
const moneyOf = ({ currency, amount }: BillRecord) => ({ currency, amountCents: centsOf(amount) });

const moveOf = (bill: BillRecord, isOfMany: boolean): PlanMove => ({
  step: 0,
  operation: isOfMany ? 'bills.batchApprove' : 'bills.approve',
  amount: moneyOf(bill),
  payee: payeeIdOf(bill),
  ...(isOfMany && { item: bill.friendlyId }),
});

function refuseUnready(bills: readonly BillRecord[]): void {
  const unready = bills.filter((bill) => !isMet(billInReview, bill) && !isApproved(bill));
  if (unready.length === 0) return;
  const names = unready.map(standing).join(', ');
  throw new WaybillError('REFUSED', `Only bills in review are approved, not ${names}. Leave them out.`);
}

function refuseTooMany({ batchMax }: Policy, bills: readonly BillRecord[]): void {
  if (bills.length <= batchMax) return;
  throw fieldError('BAD_REQUEST', 'bills', `the policy allows ${batchMax} at once; these are ${bills.length}`);
}

/** Only one clean bill within the limit, looked at in full, is a matter of a single yes in the client. */
function gateFor(
  [bill, ...others]: readonly CheckedBill[],
  { policy, completeness }: Pick<ToolContext, 'policy' | 'completeness'>,
): PlanGate {
  const isSimple = bill?.check.verdict === 'clean' && others.length === 0 && !isLoading(completeness());
  return isSimple && centsOf(bill.bill.amount) <= policy.cleanBillLimitCents ? 'confirm' : 'approve';
}

function stepsFor(bills: readonly BillRecord[]): readonly PlanStep[] {
  const [one, ...others] = bills;
  if (one && others.length === 0) {
    const { id, friendlyId } = one;
    const about = { id, friendlyId };
    return [{ operation: 'bills.approve', input: { id, by: 'id' }, label: `Approve ${friendlyId}`, about }];
  }
  const input = { billIds: bills.map(({ id }) => id) };
  const list = { field: 'billIds', keys: bills.map(({ friendlyId }) => friendlyId) };
  return [{ operation: 'bills.batchApprove', input, label: `Approve ${bills.length} bills`, list }];
}

const toPlanRecord = (bill: BillRecord): PlanRecord => ({
  kind: 'bill',
  id: bill.id,
  friendlyId: bill.friendlyId,
  name: payeeName(bill),
});

const payeeIdOf = ({ carrierFactor, carrier, vendor }: BillRecord) => (carrierFactor ?? carrier ?? vendor)?.id ?? null;
const payeeName = ({ carrier, vendor }: BillRecord) => cleanText((carrier ?? vendor)?.name ?? '', 'list').text || null;

/** The person sees every line, the model the first ones: what is wrong comes first. */
const gravestFirst = (checked: readonly CheckedBill[]) =>
  checked.toSorted((a, b) => Number(a.check.verdict === 'clean') - Number(b.check.verdict === 'clean'));

const itemOf = (checked: CheckedBill): PlanItem => ({
  key: checked.bill.friendlyId,
  line: factsOf(checked),
  verdict: checked.check.verdicts.join(', '),
  findings: checked.reasons,
  money: [moneyOf(checked.bill)],
});

const formatVerdict = ({ check, reasons }: Pick<CheckedBill, 'check' | 'reasons'>): string =>
  [check.verdicts.join(', '), ...reasons].join(' | ');

function factsOf({ bill, check }: CheckedBill): string {
  const { friendlyId, reference, carrierFactor, loadKey, shipmentKey, amount, currency } = bill;
  const parts = [
    reference === null ? friendlyId : `${friendlyId} (${recordText(reference, 'list')})`,
    `${payeeText(bill)}${carrierFactor ? `, paid to factor ${recordText(carrierFactor.companyName, 'list')}` : ''}`,
    [loadKey, shipmentKey].filter(Boolean).join(' / ') || 'no shipment',
    `${amountText(amount, currency)}, agreed ${describeAgreedCost(check.variance)} (${check.variance.class})`,
  ];
  return parts.join(' | ');
}

function hitsOf(checked: readonly CheckedBill[], { cleanBillLimitCents }: Policy): readonly string[] {
  const above = checked.filter(({ bill }) => centsOf(bill.amount) > cleanBillLimitCents);
  const limit = centsText(cleanBillLimitCents, above[0]?.bill.currency);
  return [
    ...notCleanHits(checked),
    ...(above.length > 0 ? [`Above the ${limit} that one yes is enough for: ${numbers(above)}`] : []),
    ...(checked.length > 1 ? ['Several bills at once need an approval'] : []),
  ];
}

const numbers = (checked: readonly CheckedBill[]) => checked.map(({ bill }) => bill.friendlyId).join(', ');
