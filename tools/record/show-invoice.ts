import { todayIn } from '../../src/domain/kit/dates.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { daysOverdue } from '../customers/open-invoices.ts';
import { sendingOf } from '../ledger/invoice-sending.ts';
import { isShortPaid, shortPayText } from '../ledger/short-pay.ts';
import { amountText } from '../records/amounts.ts';
import { liveOrders } from '../shipments/shipment-progress.ts';
import { papersOf, paperText, paperUntrusted } from './papers.ts';
import { section, type ShownRecord, text } from './shown-record.ts';

/** An invoice: the lines of its orders, what was paid and credited on it, what is open and whether it was mailed. */
export async function showInvoice(ctx: ToolContext, id: string): Promise<ShownRecord> {
  const invoice = await ctx.api.invoices.get({ id, by: 'id' });
  const [shipment, sending, papers] = await Promise.all([
    ctx.api.shipments.get({ id: invoice.shipmentId, by: 'id' }),
    sendingOf(ctx, [invoice]),
    papersOf(ctx, { invoiceId: invoice.id, shipmentId: invoice.shipmentId }),
  ]);
  const { customer, currency } = invoice;
  const money = (amount: number) => amountText(amount, currency);
  const days = daysOverdue(invoice, todayIn(ctx.timeZone, ctx.now()));
  const lines = liveOrders(shipment).flatMap((order) =>
    order.charges.map(({ chargeCode, description, total }) => ({
      order: order.friendlyId,
      name: description === null ? chargeCode.name : `${chargeCode.name}, ${description}`,
      total,
    })),
  );
  const { pod, sent } = sending.get(invoice.id) ?? { pod: 'cannot tell', sent: 'not known' };
  return {
    summary: `${invoice.friendlyId} to ${text(customer.name)} (${customer.friendlyId}): ${invoice.status}, ${money(invoice.amount)}, ${money(invoice.amountOwed)} open, due ${invoice.dueDate ?? 'unknown'}${days === null ? '' : `, ${days} days overdue`}.`,
    lines: [
      `For: ${invoice.shipmentKey ?? 'unknown shipment'}; dated ${invoice.invoiceDate}; terms ${invoice.paymentTerm ? text(invoice.paymentTerm.name) : 'none recorded'}${invoice.reference === null ? '' : `; reference ${text(invoice.reference)}`}`,
      ...lines.map(({ order, name, total }) => `${order}: ${text(name)} ${money(total)}`),
      ...section(
        'Payments',
        invoice.payments.map(
          ({ amount, paymentDate, reference }) =>
            `${money(amount)} on ${paymentDate}${reference === null ? '' : ` ${text(reference)}`}`,
        ),
      ),
      ...section(
        'Credits',
        invoice.credits.map(({ amount, appliedAt }) => `${money(amount)} on ${todayIn(ctx.timeZone, appliedAt)}`),
      ),
      `Balance: ${money(invoice.amount)} - paid ${money(invoice.amountPaid)} - credited ${money(invoice.creditsApplied)} = ${money(invoice.amountOwed)}`,
      ...(isShortPaid(invoice) ? [`Short pay: ${text(shortPayText(invoice, shipment))}`] : []),
      `POD: ${pod}. Mailed: ${text(sent)}`,
      ...section('Papers', papers.map(paperText)),
    ],
    record: {
      id: invoice.id,
      friendlyId: invoice.friendlyId,
      status: invoice.status,
      customer: { friendlyId: customer.friendlyId, name: customer.name },
      shipment: invoice.shipmentKey,
      amount: invoice.amount,
      paid: invoice.amountPaid,
      credits: invoice.creditsApplied,
      open: invoice.amountOwed,
      currency,
      invoiceDate: invoice.invoiceDate,
      dueDate: invoice.dueDate,
      daysOverdue: days,
      reference: invoice.reference,
      lines,
      payments: invoice.payments.map(({ amount, paymentDate, reference }) => ({ amount, paymentDate, reference })),
      pod,
      sent,
      papers,
    },
    untrusted: [
      ...['customer/name', 'reference', 'lines/*/name', 'payments/*/reference', 'sent'].map((at) => `/${at}`),
      ...paperUntrusted,
    ],
    nextActions:
      days === null
        ? []
        : [
            {
              tool: 'collections',
              arguments: { customer: customer.friendlyId },
              why: 'the whole statement, and whom to call',
            },
          ],
  };
}
