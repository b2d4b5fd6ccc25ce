import { getDueDate } from '../../src/domain/money/due-date.ts';
import { getToday } from '../../src/domain/kit/dates.ts';
import { formatDate } from '../../src/domain/places/local-time.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { countDaysOverdue } from '../customers/open-invoices.ts';
import { readSendings } from '../ledger/invoice-sending.ts';
import { isShortPaid, describeInvoiceShortPay } from '../ledger/short-pay.ts';
import { formatWireAmount } from '../records/amounts.ts';
import type { InvoiceRecord } from '../records/record-types.ts';
import { listBillingBelongings, listFreightIds } from '../shipments/billing-inputs.ts';
import { getLiveOrders } from '../stops/shipment-progress.ts';
import { formatPapers, readPapers, paperUntrusted } from './papers.ts';
import { describeOverdue, formatSection, type RecordView, quoteText } from './shown-record.ts';
import { formatNumberedParty } from '../records/parties.ts';

/** Shows an invoice: the lines of its orders, its payments and credits, the open amount, and its last mail. */
export async function showInvoice(ctx: ToolContext, id: string): Promise<RecordView> {
  const details = await readInvoice(ctx, id);
  const { invoice, days } = details;
  const { friendlyId, customer, currency } = invoice;
  const formatAmount = (amount: number) => formatWireAmount(amount, currency);
  return {
    summary: `${friendlyId} to ${formatNumberedParty(customer, 'customer')}: ${formatCode(invoice.status)}, ${formatAmount(invoice.amount)}, ${formatAmount(invoice.amountOwed)} open, due ${formatDate(getDueDate(invoice) ?? 'unknown')}${describeOverdue(days)}.`,
    lines: formatInvoice(details, ctx.timeZone),
    record: toInvoiceRecord(details),
    untrusted: [
      ...['customer/name', 'reference', 'lines/*/name', 'payments/*/reference', 'sent'].map((at) => `/${at}`),
      ...paperUntrusted,
    ],
    nextActions:
      days === null || customer === null
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

type InvoiceDetails = Awaited<ReturnType<typeof readInvoice>>;

async function readInvoice(ctx: ToolContext, id: string) {
  const invoice = await ctx.api.invoices.get({ id, by: 'id' });
  const [{ shipment, sending }, filed] = await Promise.all([
    readInvoicedShipment(ctx, invoice),
    readPapers(ctx, { invoiceId: invoice.id, shipmentId: invoice.shipmentId }),
  ]);
  const lines = getLiveOrders(shipment).flatMap((order) =>
    order.charges.map(({ chargeCode, description, total }) => ({
      order: order.friendlyId,
      name: description === null ? chargeCode.name : `${chargeCode.name}, ${description}`,
      total,
    })),
  );
  const days = countDaysOverdue(invoice, getToday(ctx.timeZone, ctx.now()));
  return { invoice, shipment, filed, lines, days, ...(sending.get(invoice.id) ?? notKnown) };
}

/** Reads the shipment of an invoice, its POD and the last mail. */
async function readInvoicedShipment(ctx: ToolContext, invoice: InvoiceRecord) {
  const [shipment, records] = await Promise.all([
    ctx.api.shipments.get({ id: invoice.shipmentId, by: 'id' }),
    ctx.records(),
  ]);
  const reader = await records.fresh(listFreightIds([shipment]), listBillingBelongings([shipment]));
  const sending = await readSendings(ctx, reader, [{ ...invoice, customerId: invoice.customer?.id ?? null }]);
  return { shipment, sending };
}

const notKnown = { pod: 'cannot tell', sent: 'not known' };

function formatInvoice({ invoice, shipment, filed, lines, pod, sent }: InvoiceDetails, timeZone: string) {
  const formatAmount = (amount: number) => formatWireAmount(amount, invoice.currency);
  const payments = invoice.payments.map(
    ({ amount, paymentDate, reference }) =>
      `${formatAmount(amount)} on ${formatDate(paymentDate)}${reference === null ? '' : ` ${quoteText(reference)}`}`,
  );
  const credits = invoice.credits.map(
    ({ amount, appliedAt }) => `${formatAmount(amount)} on ${formatDate(getToday(timeZone, appliedAt))}`,
  );
  return [
    `For: ${invoice.shipmentKey ?? 'unknown shipment'}; dated ${formatDate(invoice.invoiceDate)}; terms ${invoice.paymentTerm ? quoteText(invoice.paymentTerm.name) : 'none recorded'}${invoice.reference === null ? '' : `; reference ${quoteText(invoice.reference)}`}`,
    ...lines.map(({ order, name, total }) => `${order}: ${quoteText(name)} ${formatAmount(total)}`),
    ...formatSection('Payments', payments),
    ...formatSection('Credits', credits),
    `Balance: ${formatAmount(invoice.amount)} - paid ${formatAmount(invoice.amountPaid)} - credited ${formatAmount(invoice.creditsApplied)} = ${formatAmount(invoice.amountOwed)}`,
    ...(isShortPaid(invoice) ? [`Short pay: ${quoteText(describeInvoiceShortPay(invoice, shipment))}`] : []),
    `POD: ${pod}. Mailed: ${quoteText(sent)}`,
    ...formatPapers(filed),
  ];
}

function toInvoiceRecord({ invoice, filed, lines, days, pod, sent }: InvoiceDetails) {
  const { customer } = invoice;
  return {
    id: invoice.id,
    friendlyId: invoice.friendlyId,
    status: invoice.status,
    customer: customer && { friendlyId: customer.friendlyId, name: customer.name },
    shipment: invoice.shipmentKey,
    amount: invoice.amount,
    paid: invoice.amountPaid,
    credits: invoice.creditsApplied,
    open: invoice.amountOwed,
    currency: invoice.currency,
    invoiceDate: invoice.invoiceDate,
    dueDate: getDueDate(invoice),
    daysOverdue: days,
    reference: invoice.reference,
    lines,
    payments: invoice.payments.map(({ amount, paymentDate, reference }) => ({ amount, paymentDate, reference })),
    pod,
    sent,
    papers: filed.papers,
  };
}
