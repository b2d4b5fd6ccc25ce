import { formatDate } from '../../src/domain/places/local-time.ts';
import type { NextAction, ToolResult } from '../../src/mcp/results/result.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { readByIds } from '../../src/mcp/tool/scan.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { StepOutcome } from '../../src/mcp/tool/plan.ts';
import { describeBalance } from '../plans/money/customer-balance.ts';
import { type MoneyText, parseCents } from '../arguments/money-input.ts';
import { formatWireAmount, toAmountCents, centsText } from '../records/amounts.ts';
import type { InvoiceRecord, PaymentRecord } from '../records/record-types.ts';
import { getAnswerId } from './answers.ts';
import { formatParty } from '../records/parties.ts';
import { formatPaymentDetails } from '../plans/money/receipt-plan.ts';

interface ReceivedAmount {
  readonly undo: string;
  /** Amount as it was given. */
  readonly amount: MoneyText;
}

/** Builds the result of a payment: what was recorded, how much is open on each invoice, and what the customer owes. */
export async function buildPaymentResult(
  ctx: ToolContext,
  { undo, amount }: ReceivedAmount,
  outcomes: readonly StepOutcome[],
): Promise<ToolResult> {
  const payment = await ctx.api.payments.get({ id: getAnswerId(outcomes[0]), by: 'id' });
  const ids = payment.applications.map(({ invoiceId }) => invoiceId);
  const read = await readByIds(ctx, ctx.api.invoices.filter, ids);
  const invoices = ids.flatMap((id) => read.get(id) ?? []);
  const memo = outcomes[1] && (await ctx.api.creditMemos.get({ id: getAnswerId(outcomes[1]), by: 'id' }));
  const { id, friendlyId, customer, totalAmount, currency, reference, paymentDate } = payment;
  const credited = memo
    ? ` ${memo.friendlyId} credits ${formatWireAmount(memo.amount, memo.currency)} that was short.`
    : '';
  return writeResult({
    status: 'done',
    summary: `${friendlyId}, ${formatWireAmount(totalAmount, currency)} from ${customer === null ? formatParty(null, 'customer') : `${customer.friendlyId} ${recordText(customer.name, 'list')}`}${formatPaymentDetails(payment)}, received ${formatDate(paymentDate)}: ${invoices.map(describeOpenAmount).join(', ')}.${credited}${await describeBalance(ctx, customer, currency)}`,
    record: { id, friendlyId, totalAmount, currency, reference, paymentDate },
    lines: listRestLines({
      restCents: parseCents(amount, 'amount', currency) - toAmountCents(totalAmount),
      currency,
      customer,
    }),
    untrusted: ['/record/reference'],
    undo,
    nextActions: suggestActions(payment, invoices),
  });
}

const describeOpenAmount = ({ friendlyId, amountOwed, currency }: InvoiceRecord) =>
  amountOwed <= 0 ? `${friendlyId} is paid` : `${friendlyId} has ${formatWireAmount(amountOwed, currency)} open`;

interface Rest {
  /** Cents that no invoice takes. */
  readonly restCents: number;
  readonly currency: string;
  readonly customer: { readonly friendlyId: string } | null;
}

/** Lists money that no invoice takes, before and after it is recorded. */
export function listRestLines({ restCents, currency, customer }: Rest): readonly string[] {
  if (restCents === 0) return [];
  const rest = centsText(restCents, currency);
  return [
    `Paid too much: ${rest} is more than the invoices take and is not recorded. Keep it with issue_credit for ${customer?.friendlyId ?? 'the customer'}, or pay it back.`,
  ];
}

function suggestActions({ customer }: PaymentRecord, invoices: readonly InvoiceRecord[]): readonly NextAction[] {
  const open = invoices.filter(({ amountOwed }) => amountOwed > 0);
  return [
    ...open.map(({ friendlyId, amountOwed }) => ({
      tool: 'issue_credit',
      arguments: { invoice: friendlyId, amount: amountOwed, reason: 'short pay' },
      why: 'only if the customer is right to pay less; otherwise it stays open',
    })),
    ...(customer === null
      ? []
      : [{ tool: 'list_invoices', arguments: { customer: customer.friendlyId }, why: 'what is open now' }]),
  ];
}
