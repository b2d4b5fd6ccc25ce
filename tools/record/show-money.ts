import { formatMethod } from '../../src/domain/payments/method-words.ts';
import { formatDate } from '../../src/domain/places/local-time.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { formatWireAmount, toAmountCents } from '../records/amounts.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { formatSection, type RecordView, quoteText } from './shown-record.ts';
import { formatNumberedParty } from '../records/parties.ts';

/** Views of payments, bill payments and credits, each with the records that it was applied to and the rest. */

export async function showPayment(ctx: ToolContext, id: string): Promise<RecordView> {
  const payment = await ctx.api.payments.get({ id, by: 'id' });
  const { customer, currency, totalAmount, overpaymentAmount } = payment;
  const formatAmount = (amount: number | null) => formatWireAmount(amount, currency);
  const applications = payment.applications.map(({ invoiceFriendlyId, amount }) => ({ of: invoiceFriendlyId, amount }));
  const credits = payment.creditApplications.map(({ creditMemoReference, amount }) => ({
    reference: creditMemoReference,
    amount,
  }));
  return {
    summary: `${payment.friendlyId} from ${formatNumberedParty(customer, 'customer')}: ${formatAmount(totalAmount)} on ${formatDate(payment.paymentDate)}.`,
    lines: [
      formatMeans(payment),
      ...formatSection(
        'Applied',
        applications.map(({ of: invoiceNumber, amount }) => `${invoiceNumber ?? 'an invoice'} ${formatAmount(amount)}`),
      ),
      ...formatSection(
        'Credits used',
        credits.map(
          ({ reference, amount }) =>
            `${reference === null ? 'a credit' : quoteText(reference)} ${formatAmount(amount)}`,
        ),
      ),
      `Not applied: ${formatAmount(overpaymentAmount ?? 0)}${overpaymentAmount ? ', kept as a credit' : ''}`,
      ...noteLine(payment.notes),
    ],
    record: {
      id: payment.id,
      friendlyId: payment.friendlyId,
      customer: customer && { friendlyId: customer.friendlyId, name: customer.name },
      amount: totalAmount,
      currency,
      paymentDate: payment.paymentDate,
      method: payment.paymentMethodType,
      reference: payment.reference,
      notes: payment.notes,
      applications,
      credits,
      unapplied: overpaymentAmount ?? 0,
      shipments: payment.shipmentKeys,
    },
    untrusted: ['/customer/name', '/reference', '/notes', '/credits/*/reference'],
  };
}

export async function showBillPayment(ctx: ToolContext, id: string): Promise<RecordView> {
  const payment = await ctx.api.billPayments.get({ id, by: 'id' });
  const { currency, totalAmount, overpayment, carrierFactor } = payment;
  const formatAmount = (amount: number | null) => formatWireAmount(amount, currency);
  const payee = (payment.carrier ?? payment.vendor)?.name ?? 'unknown payee';
  const applications = payment.applications.map(({ billFriendlyId, shipmentFriendlyId, amount }) => ({
    of: billFriendlyId,
    shipment: shipmentFriendlyId,
    amount,
  }));
  return {
    summary: `${payment.friendlyId} to ${quoteText(payee)}${carrierFactor ? `, paid to factor ${quoteText(carrierFactor.companyName)}` : ''}: ${formatAmount(totalAmount)} on ${formatDate(payment.paymentDate)}.`,
    lines: [
      formatMeans(payment),
      ...formatSection(
        'Applied',
        applications.map(
          ({ of: billNumber, shipment, amount }) =>
            `${billNumber ?? 'a bill'} (${shipment ?? 'no shipment'}) ${formatAmount(amount)}`,
        ),
      ),
      ...(overpayment ? [`Paid too much: ${formatAmount(overpayment)}, kept as a credit`] : []),
      ...noteLine(payment.notes),
    ],
    record: {
      id: payment.id,
      friendlyId: payment.friendlyId,
      payee,
      factor: carrierFactor?.companyName ?? null,
      amount: totalAmount,
      currency,
      paymentDate: payment.paymentDate,
      method: payment.paymentMethodType,
      reference: payment.reference,
      notes: payment.notes,
      overpayment: overpayment ?? 0,
      applications,
    },
    untrusted: ['/payee', '/factor', '/reference', '/notes'],
  };
}

export async function showCredit(ctx: ToolContext, id: string): Promise<RecordView> {
  const memo = await ctx.api.creditMemos.get({ id, by: 'id' });
  const { currency, amount, appliedAmount, remainingBalance } = memo;
  const party = memo.customer ?? memo.carrier ?? memo.vendor;
  const formatAmount = (value: number) => formatWireAmount(value, currency);
  const applications = memo.applications.map((application) => ({
    of: application.invoiceFriendlyId,
    amount: application.amount,
  }));
  return {
    summary: `${memo.friendlyId}, credit of ${party ? `${quoteText(party.name)} (${party.friendlyId})` : 'no party'}: ${formatCode(memo.status)}, ${formatAmount(amount)}, ${formatAmount(remainingBalance)} left.`,
    lines: [
      `Dated ${formatDate(memo.memoDate)}; applied ${formatAmount(appliedAmount)}${memo.reference === null ? '' : `; reference ${quoteText(memo.reference)}`}`,
      ...formatSection(
        'Applied',
        applications.map((application) => `${application.of ?? 'an invoice'} ${formatAmount(application.amount)}`),
      ),
      ...(memo.voidReason === null ? [] : [`Voided: ${quoteText(memo.voidReason)}`]),
      ...noteLine(memo.notes),
    ],
    record: {
      id: memo.id,
      friendlyId: memo.friendlyId,
      status: memo.status,
      party: party && { friendlyId: party.friendlyId, name: party.name },
      amount,
      applied: appliedAmount,
      left: remainingBalance,
      currency,
      memoDate: memo.memoDate,
      reference: memo.reference,
      notes: memo.notes,
      applications,
    },
    untrusted: ['/party/name', '/reference', '/notes'],
    nextActions:
      memo.customer && toAmountCents(remainingBalance) > 0
        ? [
            {
              tool: 'collections',
              arguments: { customer: memo.customer.friendlyId },
              why: 'the open invoices that it can be applied to',
            },
          ]
        : [],
  };
}

interface PaymentMeans {
  readonly paymentMethodType: string | null;
  readonly reference: string | null;
}

const formatMeans = ({ paymentMethodType, reference }: PaymentMeans): string =>
  `By ${paymentMethodType === null ? 'an unknown method' : formatMethod(paymentMethodType)}${reference === null ? ', no reference' : `, reference ${quoteText(reference)}`}`;

const noteLine = (notes: string | null) => (notes === null ? [] : [`Notes: ${recordText(notes)}`]);
