import * as z from 'zod';
import { type AmountOf, formatMoney, fromCents, sumByCurrency } from '../../src/domain/money/money.ts';
import { listResult, type ListRow } from '../../src/mcp/results/list-result.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { DateText, listArguments, listOutput, RecordText } from '../arguments/list-arguments.ts';
import { type ListView, listView, viewArguments, viewPage } from '../arguments/list-view.ts';
import { MoneyText } from '../arguments/typed-money.ts';
import { daysOverdue, isOpen } from '../customers/open-invoices.ts';
import { centsOf } from '../records/amounts.ts';
import type { InvoiceRecord } from '../records/record-types.ts';
import { invoiceGroupings, invoiceListOptions, invoiceOrders } from './invoice-list.ts';
import { type InvoiceQuestion, invoiceQuestion } from './invoice-question.ts';
import { sendingOf, sendingOperations } from './invoice-sending.ts';

const rowsMax = 20_000;

export const listInvoices = tool({
  name: 'list_invoices',
  title: 'List invoices',
  description: `Invoices to customers: open by default, with balance, due day, POD and when mailed; totals over all that match; from, to: invoice date.
By age: aging_report. Whom to call: collections. Not invoiced yet: billing_queue.`,
  toolset: 'billing',
  gate: 'none',
  operations: ['invoices.filter', ...sendingOperations, 'customers.get', 'customers.search'],
  input: z.strictObject({
    status: z.string().max(200).optional().describe('open, all, PAID ...'),
    customer: RecordText.optional(),
    overdue: z.boolean().optional(),
    from: DateText.optional(),
    to: DateText.optional(),
    minAmount: MoneyText.optional(),
    maxAmount: MoneyText.optional(),
    ...viewArguments(invoiceOrders, invoiceGroupings),
    ...listArguments,
  }),
  output: listOutput.extend({ openTotals: listOutput.shape.totals }),
  async read(ctx, asked) {
    const question = await invoiceQuestion(ctx, asked);
    const view = listView(invoiceListOptions(question.today), asked);
    const { filter, local } = question;
    const found = await scan(ctx, ctx.api.invoices.filter, { filter, local, rowsMax });
    const matching = found.rows.filter(question.isWanted);
    const page = viewPage(ctx, view, question.isByDue ? matching.toSorted(byDue) : matching);
    const rows = needsSending(view) ? await withSending(ctx, page.rows, matching) : page.rows;
    const result = listResult({
      summary: [summaryOf(question, matching), view.words].filter(Boolean).join(' '),
      asOf: ctx.now(),
      ...page,
      rows,
      total: found.isComplete ? page.total : null,
      totals: sumByCurrency(matching.map(billed)),
      ...(found.coverage !== undefined && { coverage: found.coverage }),
      nextActions: actionsOf(matching, question.today),
    });
    const openTotals = sumByCurrency(matching.map(open)).map(({ amountCents, ...total }) => ({
      ...total,
      amount: fromCents(amountCents),
    }));
    return { ...result, data: { ...result.data, openTotals } };
  },
});

const sendingColumns = ['pod', 'sent'];

const needsSending = ({ groupBy, fields = sendingColumns }: ListView<InvoiceRecord>): boolean =>
  groupBy === undefined && fields.some((field) => sendingColumns.includes(field));

async function withSending(ctx: ToolContext, rows: readonly ListRow[], invoices: readonly InvoiceRecord[]) {
  const ids = new Set(rows.map(({ id }) => id));
  const sending = await sendingOf(
    ctx,
    invoices.filter(({ id }) => ids.has(id)),
  );
  return rows.map((row) => ({ ...row, ...sending.get(String(row['id'])) }));
}

const billed = ({ currency, amount }: InvoiceRecord): AmountOf => ({ currency, amountCents: centsOf(amount) });
const open = (invoice: InvoiceRecord): AmountOf => ({
  currency: invoice.currency,
  amountCents: isOpen(invoice) ? centsOf(invoice.amountOwed) : 0,
});

function byDue({ dueDate: one }: InvoiceRecord, { dueDate: other }: InvoiceRecord): number {
  if (one === other) return 0;
  return (one ?? '9999') < (other ?? '9999') ? -1 : 1;
}

function summaryOf({ words, limits, today }: InvoiceQuestion, invoices: readonly InvoiceRecord[]): string {
  const late = invoices.filter((invoice) => daysOverdue(invoice, today) !== null);
  const parts = [
    `${invoices.length} ${words}${words === '' ? '' : ' '}${invoices.length === 1 ? 'invoice' : 'invoices'}${limits}`,
    invoices.length > 0 ? `: ${sums(invoices.map(open))} open of ${sums(invoices.map(billed))} invoiced` : '',
    late.length > 0 ? `, ${late.length} overdue (${sums(late.map(open))})` : '',
    `, as of ${today}.`,
  ];
  return parts.join('');
}

const sums = (amounts: readonly AmountOf[]) =>
  sumByCurrency(amounts)
    .map(({ amountCents, currency }) => formatMoney(amountCents, currency))
    .join(' and ');

function actionsOf(invoices: readonly InvoiceRecord[], today: string): readonly NextAction[] {
  const [oldest] = invoices
    .filter((invoice) => daysOverdue(invoice, today) !== null)
    .toSorted((one, other) => (daysOverdue(other, today) ?? 0) - (daysOverdue(one, today) ?? 0));
  if (!oldest) return [];
  const { customer } = oldest;
  return [
    {
      tool: 'collections',
      arguments: { customer: customer.friendlyId },
      why: 'the statement of whoever is longest overdue, with whom to call',
    },
  ];
}
