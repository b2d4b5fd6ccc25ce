import { formatVerdicts } from '../../src/domain/bills/bill-check.ts';
import { formatUndo, type Undo } from '../../src/mcp/text/undo-text.ts';
import { sortExceptionsFirst } from '../../src/domain/text/refusals.ts';
import { formatDate } from '../../src/domain/places/local-time.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { formatCall } from '../../src/mcp/text/format-call.ts';
import * as z from 'zod';
import { getDueDate } from '../../src/domain/money/due-date.ts';
import { type AmountOf, formatMoney, fromCents, sumByCurrency } from '../../src/domain/money/money.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { NothingToDo, PlanCells, PlanDraft, PlanItem, StepOutcome } from '../../src/mcp/tool/plan.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { getDeskClock, parseDay } from '../arguments/date-words.ts';
import { DateText, RecordText } from '../arguments/list-arguments.ts';
import { isPlainRecord } from '../../src/domain/kit/plain-record.ts';
import { listUncleanHits, formatPayee } from '../bills/bill-checks.ts';
import { readBills } from '../bills/bill-targets.ts';
import { joinPlans } from '../plans/join-plans.ts';
import { planOperation } from '../plans/plan-operation.ts';
import { formatPaymentPayee } from '../plans/money/reversed-bill.ts';
import { listPlannedOperations } from '../plans/planned-operations.ts';
import { formatWireAmount, toAmountCents } from '../records/amounts.ts';
import type { BillPaymentRecord } from '../records/record-types.ts';
import { findOtherPayee } from './named-factor.ts';
import { answerNothingToPay } from './nothing-to-pay.ts';
import { parsePaidMethod } from './paid-method.ts';
import {
  type BillPaid,
  describeHeldBills,
  isPayable,
  type PayeeRun,
  planPayeeRuns,
  formatOtherAccount,
  isAccountMissing,
} from './pay-run.ts';
import { buildTooManyBillsError } from './too-many-bills.ts';
import { settleBillsToPay } from './wanted-bills.ts';

const Input = z.strictObject({
  bills: z.array(RecordText).min(1).max(100).optional(),
  payee: RecordText.optional().describe('carrier, vendor or factor'),
  dueBy: DateText.optional(),
  payTo: RecordText.optional().describe('exception'),
  quickPay: z.boolean().optional().describe('takes the fee of their terms'),
  date: DateText.optional().describe('of payment; today'),
  method: z.string().max(40).optional().describe('ACH, check ...'),
  reference: z.string().min(1).max(200).optional().describe('check or wire number'),
});
type PayBillsInput = z.output<typeof Input>;

export const payBills = tool({
  name: 'pay_bills',
  title: 'Pay bills',
  description: `Records payments of approved bills: one for each payee, to the payee of record (the factor where it is factored).
A person approves, and can leave bills out. What is not approved is held and listed with the reason. Approve first with approve_bills; tell the payee with send_remittance.`,
  toolset: 'payables',
  gate: 'approve',
  operations: listPlannedOperations('billPayments.create', 'bills.unapprove', 'bills.update', 'bills.approve'),
  hints: { destructive: true, idempotent: true, openWorld: false },
  input: Input,
  output: z.object({}),
  async plan(ctx, input): Promise<PlanDraft | NothingToDo> {
    const isQuick = input.quickPay === true;
    const other = input.payTo === undefined ? undefined : await findOtherPayee(ctx, input.payTo);
    const settled = await settleBillsToPay(ctx, input, async (payable) => {
      if (payable.length > ctx.policy.batchMax)
        throw await buildTooManyBillsError(ctx, payable, { asked: input, other });
    });
    const { notes } = settled;
    const bills = await readBills(ctx, settled.ids);
    const payable = bills.filter(isPayable);
    // Bills that were paid or taken back since; that they were is a change of their records, not of what is said of others.
    const heldBillLines = await describeHeldBills(ctx, bills);
    const unpaid = [...settled.unpaid, ...heldBillLines];
    if (payable.length === 0)
      return answerNothingToPay(bills.length > 0 ? bills.map(({ status }) => status) : settled.statuses, [
        ...unpaid,
        ...notes,
      ]);
    const runs = await planPayeeRuns(ctx, payable, { isQuick, other });
    const paid = runs.flatMap((run) => run.bills);
    const date = parseDay(getDeskClock(ctx), { name: 'date', text: input.date ?? 'today' });
    const drafts = await planPayees(ctx, runs, { input, date });
    const totals = sumPaidAmounts(runs);
    return joinPlans(drafts, {
      title: `Pay ${paid.length > 1 ? `${paid.length} bills` : `bill ${getBillNumber(paid[0])}`} of ${describePayees(runs)}: ${formatSums(totals)}`,
      steps: drafts.flatMap(({ steps }) => steps),
      items: paid.map(toPlanItem),
      lines: [...runs.map((run) => formatRun(run, ctx.timeZone)), ...settled.unpaid, ...notes],
      // Each line has its verdict and its warnings.
      judgments: [],
      policyHits: listPlanHits(drafts, runs),
      context: [...heldBillLines, ...(await describeCash(ctx, totals, date))],
      money: totals,
      payees: [...new Set(runs.map(({ payeeId }) => payeeId))],
      isIndependent: !drafts.some(({ steps }) => steps.length > 1),
      sideEffects: ['This records the payment. The transfer itself is made at the bank.'],
      // What speaks of the request as a whole is said again with the result.
      taken: [...unpaid, ...notes],
      ...describeUndo(paid.map(getBillNumber)),
    });
  },
  async finish(_ctx, plan, outcomes) {
    const payments = outcomes.flatMap(listPayments);
    const bills = payments.flatMap(({ applications }) => applications);
    const reduced = outcomes.filter(({ operation }) => operation === 'bills.update');
    const texts = payments.map(
      ({ friendlyId, totalAmount, currency }) => `${friendlyId} ${formatMoney(toAmountCents(totalAmount), currency)}`,
    );
    return writeResult({
      status: 'done',
      summary: `${payments.length === 1 ? 'Payment' : `${payments.length} payments`} recorded: ${texts.join(', ')}.`,
      lines: [...payments.map(formatPayment), ...reduced.map(({ label }) => label), ...(plan.taken ?? [])],
      results: bills.map(({ billId, billFriendlyId }) => ({ id: billId, friendlyId: billFriendlyId, outcome: 'PAID' })),
      undo: formatUndo(describeUndo(bills.flatMap(({ billFriendlyId }) => billFriendlyId ?? []))),
      nextActions: [
        {
          tool: 'send_remittance',
          arguments: { payments: payments.map(({ friendlyId }) => friendlyId) },
          why:
            payments.length === 1 ? 'tells the payee what the money is for' : 'tells each payee what the money is for',
        },
      ],
    });
  },
});

/** Describes the undo of the bills that are paid. A bill that was left out has nothing to undo. */
function describeUndo(numbers: readonly string[]): Undo {
  if (numbers.length < 2) return { undo: 'The payment can be taken back.', undoCall: 'undo' };
  const call = formatCall('reverse_bill', { bill: numbers[0], what: 'payment' });
  return {
    undo: 'The payment can be taken back, or one bill taken out of it while the others stay paid.',
    undoCall: `undo, or ${call}`,
  };
}

function formatPayment(payment: BillPaymentRecord): string {
  const { friendlyId, applications, paymentDate, currency } = payment;
  const bills = applications.map(
    ({ billFriendlyId, amount }) => `${billFriendlyId ?? 'a bill'} ${formatWireAmount(amount, currency)}`,
  );
  return `${friendlyId} of ${formatDate(paymentDate)} to ${formatPaymentPayee(payment)}: ${bills.join(', ')}`;
}

const getBillNumber = (paid: BillPaid | undefined) => paid?.checked.bill.friendlyId ?? '';
const formatSums = (amounts: readonly AmountOf[]) =>
  amounts.map(({ amountCents, currency }) => formatMoney(amountCents, currency)).join(' and ');
const sumPayments = (runs: readonly PayeeRun[], read: (paid: BillPaid) => number): readonly AmountOf[] =>
  sumByCurrency(
    runs.flatMap(({ bills, currency }) => bills.map((bill) => ({ currency, amountCents: read(bill) }))),
  ).map(({ currency, amountCents }) => ({ currency, amountCents }));
const sumPaidAmounts = (runs: readonly PayeeRun[]) => sumPayments(runs, ({ payCents }) => payCents);

/** Names the payee, who may be paid in several currencies, or counts them. */
function describePayees(runs: readonly PayeeRun[]): string {
  const payeeCount = new Set(runs.map(({ payeeId }) => payeeId)).size;
  return payeeCount === 1 ? `${runs[0]?.title}` : `${payeeCount} payees`;
}

interface RequestedPayment {
  readonly input: PayBillsInput;
  readonly date: string;
}

/** Plans for each payee the quick pay fees of its bills, then the payment. */
async function planPayees(
  ctx: ToolContext,
  runs: readonly PayeeRun[],
  payment: RequestedPayment,
): Promise<readonly PlanDraft[]> {
  const drafts: PlanDraft[] = [];
  for (const run of runs) {
    const reduced = await Promise.all(
      run.bills.filter(({ feeCents }) => feeCents > 0).map((bill) => planReduction(ctx, bill)),
    );
    const paid = await planPayment(ctx, run, payment);
    drafts.push({ ...joinPlans([...reduced, paid], { title: paid.title, undo: paid.undo }) });
  }
  return drafts;
}

/**
 * Plans that the fee leaves the amount of the bill, so that the payment closes it. An approval is of an amount, so the
 * former one is taken back and the reduced bill is approved, which every API takes.
 */
async function planReduction(
  ctx: ToolContext,
  { checked: { bill }, payCents, feeCents }: BillPaid,
): Promise<PlanDraft> {
  const { id, friendlyId, currency } = bill;
  const fee = `Take the quick pay fee of ${formatMoney(feeCents, currency)} off ${friendlyId}`;
  const calls = [
    { operation: 'bills.unapprove', input: { id }, label: `Take the approval of ${friendlyId} back` },
    { operation: 'bills.update', input: { id, amount: fromCents(payCents) }, label: fee },
    { operation: 'bills.approve', input: { id }, label: `Approve ${friendlyId} at ${formatMoney(payCents, currency)}` },
  ] as const;
  const drafts: PlanDraft[] = [];
  for (const [at, { operation, input, label }] of calls.entries()) {
    const draft = await planOperation(ctx, { operation, input, relatedSteps: calls.slice(0, at) });
    drafts.push({
      ...draft,
      steps: draft.steps.map((step) => ({ ...step, label, item: friendlyId })),
      moves: (draft.moves ?? []).map((move) => ({ ...move, item: friendlyId })),
    });
  }
  return joinPlans(drafts, { title: fee });
}

async function planPayment(ctx: ToolContext, run: PayeeRun, { input, date }: RequestedPayment): Promise<PlanDraft> {
  const draft = await planOperation(ctx, {
    operation: 'billPayments.create',
    input: {
      paymentDate: date,
      applications: run.bills.map(({ checked, payCents }) => ({
        billId: checked.bill.id,
        amount: fromCents(payCents),
      })),
      ...(run.factorId !== null && { carrierFactorId: run.factorId }),
      ...(input.method !== undefined && { paymentMethodType: parsePaidMethod(input.method) }),
      ...(input.reference !== undefined && { reference: input.reference }),
    },
  });
  const label = `Pay ${run.title} ${formatSums(sumPaidAmounts([run]))} for ${run.bills.length} ${run.bills.length === 1 ? 'bill' : 'bills'}`;
  const list = { field: 'applications', keys: run.bills.map(getBillNumber) };
  return { ...draft, steps: draft.steps.map((step) => ({ ...step, label, list })) };
}

function toCells({ checked: { bill }, payCents, feeText }: BillPaid): PlanCells {
  const { friendlyId, currency, amountOwed, loadKey, shipmentKey, carrierFactor } = bill;
  const dueDate = getDueDate(bill);
  const openCents = toAmountCents(amountOwed);
  const isWhole = payCents === openCents;
  return {
    number: friendlyId,
    party: formatPayee(bill),
    ...(carrierFactor && { paidTo: `factor ${recordText(carrierFactor.companyName, 'list')}` }),
    freight: [loadKey, shipmentKey].filter(Boolean).join(' / '),
    details: [isWhole ? undefined : `closes ${formatMoney(openCents, currency)} open`, feeText]
      .filter(Boolean)
      .join(', '),
    ...(dueDate !== null && { date: `due ${formatDate(dueDate)}` }),
  };
}

const toPlanItem = (paid: BillPaid): PlanItem => ({
  key: getBillNumber(paid),
  cells: toCells(paid),
  verdict: formatVerdicts(paid.checked.check.verdicts),
  findings: paid.checked.reasons,
  money: [{ currency: paid.checked.bill.currency, amountCents: paid.payCents }],
});

/** Formats what one payee gets, and where the money goes, beside another account on record. */
function formatRun(run: PayeeRun, timeZone: string): string {
  const { title, account, bills, currency } = run;
  const [first] = bills;
  const otherAccount = run.isOfRecord && first ? formatOtherAccount(first.checked, timeZone) : undefined;
  const fees = bills.reduce((sum, { feeCents }) => sum + feeCents, 0);
  const paid = bills.reduce((sum, { payCents }) => sum + payCents, 0);
  const fee = fees > 0 ? `, quick pay fees kept ${formatMoney(fees, currency)}` : '';
  return `To ${title}: ${bills.length} ${bills.length === 1 ? 'bill' : 'bills'}, ${formatMoney(paid, currency)}${fee}, ${account}${otherAccount === undefined ? '' : ` (${otherAccount})`}`;
}

/** Lists the warnings about the whole plan: those about its bills stand with their lines. */
function listPlanHits(drafts: readonly PlanDraft[], runs: readonly PayeeRun[]): readonly string[] {
  const lineHits = new Set(runs.flatMap(({ bills }) => listUncleanHits(bills.map(({ checked }) => checked))));
  const hits = new Set(drafts.flatMap(({ policyHits }) => policyHits).filter((hit) => !lineHits.has(hit)));
  const missingAccounts = runs
    .filter(({ isOfRecord, bills }) => isOfRecord && bills.slice(0, 1).some(({ checked }) => isAccountMissing(checked)))
    .map(({ title }) => `No account number is shown for ${title}: check where the transfer goes.`);
  return sortExceptionsFirst([...hits, ...missingAccounts]);
}

/** Describes the cash out on that day, before and with this payment. */
async function describeCash(ctx: ToolContext, totals: readonly AmountOf[], date: string): Promise<readonly string[]> {
  const { rows } = await scan(ctx, ctx.api.billPayments.filter, {
    filter: { paymentDate: { equalTo: date } },
    local: { paymentDate: ({ paymentDate }) => paymentDate === date },
  });
  return totals.map(({ currency, amountCents }) => {
    const before = rows
      .filter((row) => row.currency === currency)
      .reduce((sum, { totalAmount }) => sum + toAmountCents(totalAmount), 0);
    return `Cash out on ${formatDate(date)}, before and after: ${formatMoney(before, currency)} -> ${formatMoney(before + amountCents, currency)}`;
  });
}

function listPayments(outcome: StepOutcome): readonly BillPaymentRecord[] {
  if (outcome.operation !== 'billPayments.create' || outcome.status !== 'done') return [];
  // The API answers a creation with the payment, as the contract declares it.
  return isPlainRecord(outcome.answer) ? [outcome.answer as unknown as BillPaymentRecord] : [];
}
