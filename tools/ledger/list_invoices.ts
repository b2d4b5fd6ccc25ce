import { type Completeness, formatLowerBound } from '../../src/domain/kit/completeness.ts';
import * as z from 'zod';
import { formatMoney, fromCents } from '../../src/domain/money/money.ts';
import { listResult } from '../../src/mcp/results/list-result.ts';
import { getSpan } from '../../src/mcp/results/page.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { DateText, listArguments, listOutput, RecordText } from '../arguments/list-arguments.ts';
import { type ListView, buildListView, buildStoredPage, declareViewArguments } from '../arguments/list-view.ts';
import { MoneyText } from '../arguments/money-input.ts';
import type { QueryOrder } from '../copied/sorted-query.ts';
import { invoiceGroupings, buildInvoiceListOptions, invoiceOrders, type ListedInvoice } from './invoice-list.ts';
import { type InvoiceQuestion, parseInvoiceQuestion } from './invoice-question.ts';
import { readSendings, sendingOperations } from './invoice-sending.ts';
import {
  type CountedInvoices,
  dueDay,
  type InvoiceRow,
  type InvoiceSums,
  replaceCustomerIds,
  selectInvoiceGroups,
  selectInvoicePage,
  selectInvoiceSums,
  selectLongestOverdue,
} from './stored-invoices.ts';
import { readTermNames } from './payment-terms.ts';

export const listInvoices = tool({
  name: 'list_invoices',
  title: 'List invoices',
  description: `Invoices to customers: open by default, with balance, due day, POD and when mailed; totals over all that match; from, to: invoice date.
By age: aging_report. Whom to call: collections. Not invoiced yet: billing_queue.`,
  toolset: 'billing',
  gate: 'none',
  operations: [...sendingOperations, 'paymentTerms.filter', 'customers.get', 'customers.search'],
  input: z.strictObject({
    status: z.string().max(200).optional().describe('open, all, PAID ...'),
    customer: RecordText.optional(),
    overdue: z.boolean().optional(),
    from: DateText.optional(),
    to: DateText.optional(),
    minAmount: MoneyText.optional(),
    maxAmount: MoneyText.optional(),
    ...declareViewArguments(invoiceOrders, invoiceGroupings),
    ...listArguments,
  }),
  output: listOutput.extend({ openTotals: listOutput.shape.totals }),
  async read(ctx, input) {
    const question = await parseInvoiceQuestion(ctx, input);
    const view = buildListView(buildInvoiceListOptions(question.onDay), input);
    const { sums, longest, ...source } = await readList(ctx, view, question);
    const page = await buildStoredPage(ctx, view, {
      total: sums.reduce((total, { count }) => total + count, 0),
      ...source,
    });
    const result = listResult({
      summary: [formatSummary(question, sums, ctx.completeness()), view.words].filter(Boolean).join(' '),
      asOf: ctx.now(),
      ...page,
      totals: sums.map(({ currency, count, amountCents }) => ({ currency, count, amountCents })),
      totalsLabel: 'invoiced',
      furtherTotals: [
        {
          label: 'open',
          totals: sums.map(({ currency, count, openCents }) => ({ currency, count, amountCents: openCents })),
        },
      ],
      nextActions: suggestActions(longest),
    });
    const openTotals = sums.map(({ currency, count, openCents }) => ({
      currency,
      count,
      amount: fromCents(openCents),
    }));
    return { ...result, data: { ...result.data, openTotals } };
  },
});

type InvoiceListView = ListView<CountedInvoices, ListedInvoice, QueryOrder>;

/** Reads the totals of a list at one moment with its page, or with its groups. */
async function readList(ctx: ToolContext, view: InvoiceListView, question: InvoiceQuestion) {
  const { db, readTogether } = await ctx.records();
  const sums = selectInvoiceSums(db, question);
  const longest = selectLongestOverdue(db, question);
  const { groupBy } = view;
  if (groupBy === undefined) {
    const usual: readonly QueryOrder[] = question.isByDue ? [{ by: dueDay, first: 'low' }] : [];
    const orders = view.order ? [view.order, ...usual] : usual;
    const page = selectInvoicePage(db, question, { span: getSpan(ctx, view.requested), orders });
    const read = await readTogether({ sums, longest, page });
    return { ...toTotals(read), rows: () => completeRows(ctx, read.page, view.fields), counted: async () => [] };
  }
  const read = await readTogether({ sums, longest, groups: selectInvoiceGroups(db, question, groupBy) });
  const groups = await replaceCustomerIds(db, read.groups, groupBy);
  return { ...toTotals(read), rows: async () => [], counted: async () => groups };
}

const toTotals = ({
  sums,
  longest,
}: {
  sums: readonly InvoiceSums[];
  longest: readonly { friendlyId: string | null }[];
}) => ({
  sums,
  longest: longest[0]?.friendlyId ?? undefined,
});

const sendingColumns = ['pod', 'sent'];

/** Adds data from other records to the invoices, if it is shown. */
async function completeRows(
  ctx: ToolContext,
  rows: readonly InvoiceRow[],
  fields: readonly string[] | undefined,
): Promise<readonly ListedInvoice[]> {
  const isShown = (keys: readonly string[]) => (fields ?? sendingColumns).some((field) => keys.includes(field));
  const [sendings, toTerms] = await Promise.all([
    isShown(sendingColumns) ? readSendings(ctx, await ctx.records(), rows) : undefined,
    isShown(['terms']) ? readTermNames(ctx) : undefined,
  ]);
  return rows.map((row) => ({
    ...row,
    sending: sendings?.get(row.id),
    terms: toTerms?.(row.paymentTermId) ?? null,
  }));
}

function formatSummary(
  { words, limits }: InvoiceQuestion,
  sums: readonly InvoiceSums[],
  completeness: Completeness,
): string {
  const formatBound = (figure: string) => formatLowerBound(figure, completeness);
  const count = sums.reduce((total, sumsOfCurrency) => total + sumsOfCurrency.count, 0);
  const late = sums.filter(({ overdueCount }) => overdueCount > 0);
  const lateCount = late.reduce((total, { overdueCount }) => total + overdueCount, 0);
  const parts = [
    formatBound(`${count} ${words}${words === '' ? '' : ' '}${count === 1 ? 'invoice' : 'invoices'}${limits}`),
    count > 0
      ? `: ${formatBound(formatAmounts(sums, ({ openCents }) => openCents))} open of ${formatBound(formatAmounts(sums, ({ amountCents }) => amountCents))} invoiced`
      : '',
    lateCount > 0
      ? `, ${formatBound(`${lateCount} overdue`)} (${formatBound(formatAmounts(late, ({ overdueCents }) => overdueCents))})`
      : '',
    '.',
  ];
  return parts.join('');
}

const formatAmounts = (sums: readonly InvoiceSums[], centsOf: (one: InvoiceSums) => number): string =>
  sums.map((sumsOfCurrency) => formatMoney(centsOf(sumsOfCurrency), sumsOfCurrency.currency)).join(' and ');

const suggestActions = (customer: string | undefined): readonly NextAction[] =>
  customer === undefined
    ? []
    : [
        {
          tool: 'collections',
          arguments: { customer },
          why: 'the statement of the customer overdue longest, with whom to call',
        },
      ];
