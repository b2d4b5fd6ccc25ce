import { formatUndo } from '../../src/mcp/text/undo-text.ts';
import { formatDate } from '../../src/domain/places/local-time.ts';
import * as z from 'zod';
import { fromCents } from '../../src/domain/money/money.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { NothingToDo, PlanDraft } from '../../src/mcp/tool/plan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { DateText, RecordText } from '../arguments/list-arguments.ts';
import { MoneyText } from '../arguments/money-input.ts';
import { getDeskClock, getDeskToday } from '../arguments/date-words.ts';
import { joinPlans } from '../plans/join-plans.ts';
import { readCompleteBalance } from '../plans/money/customer-balance.ts';
import { isDouble, findSimilarPayments } from '../plans/money/receipt-plan.ts';
import { planOperation } from '../plans/plan-operation.ts';
import { listPlannedOperations } from '../plans/planned-operations.ts';
import { centsText } from '../records/amounts.ts';
import { planCredit } from './credit-drafts.ts';
import type { Share } from './invoice-shares.ts';
import { buildPaymentResult, listRestLines } from './payment-result.ts';
import { type PaymentRequest, readPaymentRequest } from './payment-request.ts';

const invoicesMax = 100;

const input = z.strictObject({
  customer: RecordText,
  amount: MoneyText,
  reference: z.string().min(1).max(100),
  date: DateText.optional(),
  method: z.string().max(40).optional(),
  invoices: z
    .array(z.union([RecordText, z.strictObject({ invoice: RecordText, amount: MoneyText })]))
    .min(1)
    .max(invoicesMax)
    .optional(),
  shortPay: z.enum(['leave_open', 'credit']).optional().describe('credit writes off what is short'),
  again: z.boolean().optional(),
});

export const recordPayment = tool({
  name: 'record_payment',
  title: 'Record a customer payment',
  description: `Records money that a customer paid and puts it on the named invoices, else on the oldest first; the plan shows each open balance before and after.
A person confirms; a large amount or a look-alike needs an approval. The same reference and amount twice is refused unless again.`,
  toolset: 'billing',
  gate: 'confirm',
  hints: { destructive: false, idempotent: false, openWorld: false },
  creates: true,
  operations: listPlannedOperations('payments.create', 'creditMemos.create', 'creditMemos.apply'),
  input,
  output: z.object({}),
  async plan(ctx, request): Promise<PlanDraft | NothingToDo> {
    const payment = await readPaymentRequest(ctx, request);
    const before = request.again === true ? undefined : await findRecordedPayment(ctx, payment);
    if (before !== undefined) return before;
    const draft = await planOperation(ctx, { operation: 'payments.create', input: toInput(payment) });
    const short = payment.shares.filter(({ cents, openCents }) => cents < openCents);
    const shownDraft = { ...draft, policyHits: [...listRestLines(payment), ...draft.policyHits] };
    if (request.shortPay === 'credit' && short.length > 0) return addCredit(ctx, payment, shownDraft, short);
    return { ...shownDraft, lines: [...shownDraft.lines, ...listFinalLines(ctx, payment, short)] };
  },
  async finish(ctx, plan, outcomes) {
    return buildPaymentResult(ctx, { undo: formatUndo(plan), amount: input.parse(plan.input).amount }, outcomes);
  },
});

const toInput = ({ customer, date, method, reference, shares }: PaymentRequest) => ({
  customerId: customer.id,
  paymentDate: date,
  reference,
  ...(method !== undefined && { paymentMethodType: method }),
  applications: shares.map(({ invoice, cents }) => ({ invoiceId: invoice.id, amount: fromCents(cents) })),
});

/** Finds the same money where it is recorded already. */
async function findRecordedPayment(
  ctx: ToolContext,
  { customer, cents, restCents, currency, date, reference }: PaymentRequest,
): Promise<NothingToDo | undefined> {
  const received = { customerId: customer.id, date, reference, currency, cents: cents - restCents };
  const similar = await findSimilarPayments(ctx, received);
  const double = similar.find((payment) => isDouble(payment, received) || isDouble(payment, { ...received, cents }));
  if (double === undefined) return undefined;
  const { id, friendlyId, paymentDate, totalAmount } = double;
  return {
    nothingToDo: `${friendlyId} of ${formatDate(paymentDate)} has the same reference ${recordText(reference, 'list')} and amount: it is recorded. For a second one, ask with again: true.`,
    record: { id, friendlyId, paymentDate, totalAmount },
  };
}

function listFinalLines(
  ctx: ToolContext,
  { date, currency, notes }: PaymentRequest,
  short: readonly Share[],
): readonly string[] {
  const today = getDeskToday(getDeskClock(ctx));
  return [
    ...short.map(
      ({ invoice, cents, openCents }) =>
        `${invoice.friendlyId} stays open with ${centsText(openCents - cents, currency)}`,
    ),
    ...(date > today ? [`${formatDate(date)} is after today, ${formatDate(today)}`] : []),
    ...notes,
  ];
}

/** Adds a credit memo that writes off what is short, on the same invoices. */
async function addCredit(
  ctx: ToolContext,
  request: PaymentRequest,
  payment: PlanDraft,
  short: readonly Share[],
): Promise<PlanDraft> {
  const { customer, currency, date, reference, restCents, cents } = request;
  const rests = short.map((share) => ({
    invoice: share.invoice,
    cents: share.openCents - share.cents,
    openCents: share.openCents - share.cents,
  }));
  const writtenOff = rests.reduce((sum, share) => sum + share.cents, 0);
  const numbers = short.map(({ invoice }) => invoice.friendlyId).join(', ');
  const credit = await planCredit(ctx, {
    customerId: customer.id,
    currency,
    cents: writtenOff,
    date,
    reason: `Short pay of ${numbers} with payment ${reference}`,
    shares: rests,
    step: 1,
  });
  const owed = await readCompleteBalance(ctx, customer.id, currency);
  const paid = cents - restCents;
  return joinPlans([payment, credit.memo, ...credit.applied], {
    title: `${payment.title}, and credit ${centsText(writtenOff, currency)} that is short on ${numbers}`,
    lines: [
      ...payment.lines,
      `Credit ${centsText(writtenOff, currency)}, why: short pay of ${numbers}`,
      ...credit.lines,
      ...request.notes,
    ],
    context:
      owed === null ? [] : [`After both ${customer.friendlyId} owes ${centsText(owed - paid - writtenOff, currency)}`],
    // The credit is given and applied once; money that no invoice takes is not recorded.
    money: [{ currency, amountCents: paid + writtenOff }],
    undo: 'The payment and the credit can be taken back: the invoices are open again.',
    undoCall: 'undo',
  });
}
