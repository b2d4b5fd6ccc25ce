import * as z from 'zod';
import { formatMoney, fromCents } from '../../src/domain/money/money.ts';
import { listResult } from '../../src/mcp/results/list-result.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { copyNow } from '../../src/mcp/tool/copy-now.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { DateText, listArguments, listOutput, RecordText } from '../arguments/list-arguments.ts';
import { listView, storedPage, viewArguments } from '../arguments/list-view.ts';
import { MoneyText } from '../arguments/typed-money.ts';
import { podStatusesOn } from '../copied/pod-statuses.ts';
import type { Reader } from '../copied/rows.ts';
import { invoiceGroupings, invoiceListOptions, invoiceOrders, type ShownInvoice } from './invoice-list.ts';
import { type InvoiceQuestion, invoiceQuestion } from './invoice-question.ts';
import { sendingOf, sendingOperations } from './invoice-sending.ts';
import { countedInvoices, invoiceIds, type InvoiceSums, invoiceSums, longestOverdue } from './invoice-sums.ts';
import { invoicesById } from './invoices-by-id.ts';

/** The API tells of the rows that are shown; the copy counts, sums and orders all there are. */
const tables = ['invoice', 'customer', 'document'] as const;

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
    const view = listView(invoiceListOptions(question.onDay), asked);
    const { read } = await copyNow(ctx, tables);
    const sums = await invoiceSums(read, question);
    const shows = needsSending(view.fields) ? shownWithSending : shownAlone;
    const page = await storedPage(ctx, view, {
      total: sums.reduce((total, { count }) => total + count, 0),
      rows: async (span, order) => shows(ctx, { read, question }, await invoiceIds(read, question, span, order)),
      counted: (grouping) => countedInvoices(read, question, grouping),
    });
    const result = listResult({
      summary: [summaryOf(question, sums), view.words].filter(Boolean).join(' '),
      asOf: ctx.now(),
      ...page,
      totals: sums.map(({ currency, count, amountCents }) => ({ currency, count, amountCents })),
      nextActions: actionsOf(await longestOverdue(read, question)),
    });
    const openTotals = sums.map(({ currency, count, openCents }) => ({
      currency,
      count,
      amount: fromCents(openCents),
    }));
    return { ...result, data: { ...result.data, openTotals } };
  },
});

const sendingColumns = ['pod', 'sent'];

const needsSending = (fields: readonly string[] = sendingColumns): boolean =>
  fields.some((field) => sendingColumns.includes(field));

interface Shown {
  readonly read: Reader;
  readonly question: InvoiceQuestion;
}

/** Invoices of a page as the API shows them now: what was paid meanwhile is not listed as open. */
async function shownAlone(
  ctx: ToolContext,
  { question }: Shown,
  ids: readonly string[],
): Promise<readonly ShownInvoice[]> {
  const records = await invoicesById(ctx, ids);
  return ids
    .flatMap((id) => records.get(id) ?? [])
    .filter(question.isWanted)
    .map((invoice) => ({ invoice, sending: undefined }));
}

async function shownWithSending(
  ctx: ToolContext,
  facts: Shown,
  ids: readonly string[],
): Promise<readonly ShownInvoice[]> {
  const shown = await shownAlone(ctx, facts, ids);
  const sending = await sendingOf(
    ctx,
    shown.map(({ invoice }) => invoice),
    (shipments) => podStatusesOn(facts.read, shipments),
  );
  return shown.map(({ invoice }) => ({ invoice, sending: sending.get(invoice.id) }));
}

function summaryOf({ words, limits, onDay }: InvoiceQuestion, sums: readonly InvoiceSums[]): string {
  const count = sums.reduce((total, one) => total + one.count, 0);
  const late = sums.filter(({ overdueCount }) => overdueCount > 0);
  const lateCount = late.reduce((total, { overdueCount }) => total + overdueCount, 0);
  const parts = [
    `${count} ${words}${words === '' ? '' : ' '}${count === 1 ? 'invoice' : 'invoices'}${limits}`,
    count > 0
      ? `: ${moneyText(sums, ({ openCents }) => openCents)} open of ${moneyText(sums, ({ amountCents }) => amountCents)} invoiced`
      : '',
    lateCount > 0 ? `, ${lateCount} overdue (${moneyText(late, ({ overdueCents }) => overdueCents)})` : '',
    `, as of ${onDay.today}.`,
  ];
  return parts.join('');
}

const moneyText = (sums: readonly InvoiceSums[], centsOf: (one: InvoiceSums) => number): string =>
  sums.map((one) => formatMoney(centsOf(one), one.currency)).join(' and ');

const actionsOf = (customer: string | undefined): readonly NextAction[] =>
  customer === undefined
    ? []
    : [
        {
          tool: 'collections',
          arguments: { customer },
          why: 'the statement of whoever is longest overdue, with whom to call',
        },
      ];
