import { formatMethod } from '../../src/domain/money/method-words.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { amountText, centsOf } from '../records/amounts.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { section, type ShownRecord, text } from './shown-record.ts';
import { formatNumberedParty } from '../records/parties.ts';

/** Money that came, money that went, and credit: each with what it was applied to and what is left. */

export async function showPayment(ctx: ToolContext, id: string): Promise<ShownRecord> {
  const payment = await ctx.api.payments.get({ id, by: 'id' });
  const { customer, currency, totalAmount, overpaymentAmount } = payment;
  const money = (amount: number | null) => amountText(amount, currency);
  const applications = payment.applications.map(({ invoiceFriendlyId, amount }) => ({ of: invoiceFriendlyId, amount }));
  const credits = payment.creditApplications.map(({ creditMemoReference, amount }) => ({
    reference: creditMemoReference,
    amount,
  }));
  return {
    summary: `${payment.friendlyId} from ${formatNumberedParty(customer, 'customer')}: ${money(totalAmount)} on ${payment.paymentDate}.`,
    lines: [
      methodLine(payment),
      ...section(
        'Applied',
        applications.map(({ of, amount }) => `${of ?? 'an invoice'} ${money(amount)}`),
      ),
      ...section(
        'Credits used',
        credits.map(({ reference, amount }) => `${reference === null ? 'a credit' : text(reference)} ${money(amount)}`),
      ),
      `Not applied: ${money(overpaymentAmount ?? 0)}${overpaymentAmount ? ', kept as a credit' : ''}`,
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

export async function showBillPayment(ctx: ToolContext, id: string): Promise<ShownRecord> {
  const payment = await ctx.api.billPayments.get({ id, by: 'id' });
  const { currency, totalAmount, overpayment, carrierFactor } = payment;
  const money = (amount: number | null) => amountText(amount, currency);
  const payee = (payment.carrier ?? payment.vendor)?.name ?? 'unknown payee';
  const applications = payment.applications.map(({ billFriendlyId, shipmentFriendlyId, amount }) => ({
    of: billFriendlyId,
    shipment: shipmentFriendlyId,
    amount,
  }));
  return {
    summary: `${payment.friendlyId} to ${text(payee)}${carrierFactor ? `, paid to factor ${text(carrierFactor.companyName)}` : ''}: ${money(totalAmount)} on ${payment.paymentDate}.`,
    lines: [
      methodLine(payment),
      ...section(
        'Applied',
        applications.map(
          ({ of, shipment, amount }) => `${of ?? 'a bill'} (${shipment ?? 'no shipment'}) ${money(amount)}`,
        ),
      ),
      ...(overpayment ? [`Paid too much: ${money(overpayment)}, kept as a credit`] : []),
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

export async function showCredit(ctx: ToolContext, id: string): Promise<ShownRecord> {
  const memo = await ctx.api.creditMemos.get({ id, by: 'id' });
  const { currency, amount, appliedAmount, remainingBalance } = memo;
  const party = memo.customer ?? memo.carrier ?? memo.vendor;
  const money = (value: number) => amountText(value, currency);
  const applications = memo.applications.map((one) => ({ of: one.invoiceFriendlyId, amount: one.amount }));
  return {
    summary: `${memo.friendlyId}, credit of ${party ? `${text(party.name)} (${party.friendlyId})` : 'nobody'}: ${memo.status}, ${money(amount)}, ${money(remainingBalance)} left.`,
    lines: [
      `Dated ${memo.memoDate}; applied ${money(appliedAmount)}${memo.reference === null ? '' : `; reference ${text(memo.reference)}`}`,
      ...section(
        'Applied',
        applications.map((one) => `${one.of ?? 'an invoice'} ${money(one.amount)}`),
      ),
      ...(memo.voidReason === null ? [] : [`Voided: ${text(memo.voidReason)}`]),
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
      memo.customer && centsOf(remainingBalance) > 0
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

interface Paid {
  readonly paymentMethodType: string | null;
  readonly reference: string | null;
}

const methodLine = ({ paymentMethodType, reference }: Paid): string =>
  `By ${paymentMethodType === null ? 'an unknown method' : formatMethod(paymentMethodType)}${reference === null ? ', no reference' : `, reference ${text(reference)}`}`;

const noteLine = (notes: string | null) => (notes === null ? [] : [`Notes: ${recordText(notes)}`]);
