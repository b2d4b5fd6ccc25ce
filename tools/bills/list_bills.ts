import { billStatuses } from '../../src/domain/bills/bill.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { type Completeness, formatLowerBound } from '../../src/domain/kit/completeness.ts';
import * as z from 'zod';
import { type BillVerdict, billVerdicts } from '../../src/domain/bills/bill-check.ts';
import { getToday } from '../../src/domain/kit/dates.ts';
import type { DeskRules } from '../../src/domain/kit/desk-rules.ts';
import { type AmountOf, formatMoney, fromCents, formatPercent, sumByCurrency } from '../../src/domain/money/money.ts';
import { type ListResultInput, listResult } from '../../src/mcp/results/list-result.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { DateText, listArguments, listOutput, RecordText } from '../arguments/list-arguments.ts';
import { buildListView, buildPage, declareViewArguments, type ListViewParts } from '../arguments/list-view.ts';
import { MoneyText } from '../arguments/money-input.ts';
import { toAmountCents } from '../records/amounts.ts';
import { isSameName } from '../records/columns.ts';
import { sortRows } from '../records/row-order.ts';
import { checkBills, type CheckedBill } from './bill-checks.ts';
import { payeeOperations } from './bill-payees.ts';
import { billGroupings, buildBillListOptions, billOrders, type CheckedBillEntry } from './bill-list.ts';
import { type BillRow, isCheckable, readBills } from './bill-row.ts';
import { type BillQuestion, readBillQuestion, countDaysOverdue, payeeKinds } from './bill-question.ts';

const Input = z.strictObject({
  status: z.string().max(200).optional(),
  carrier: RecordText.optional(),
  vendor: RecordText.optional(),
  customer: RecordText.optional(),
  shipment: RecordText.optional(),
  from: DateText.optional(),
  to: DateText.optional(),
  overdue: z.boolean().optional(),
  minAmount: MoneyText.optional(),
  maxAmount: MoneyText.optional(),
  reference: RecordText.optional(),
  verdict: z.enum(billVerdicts).optional(),
  check: z.boolean().optional(),
  kind: z.enum(payeeKinds).optional(),
  ...declareViewArguments(billOrders, billGroupings),
  ...listArguments,
  // The same limits as everywhere, where the model does not pay for them.
  limit: z
    .number()
    .refine((limit) => limit >= 1 && limit <= 250, 'must be from 1 to 250')
    .optional(),
});
type ListBillsInput = z.output<typeof Input>;
type Checked = readonly CheckedBill<BillRow>[];

export const listBills = tool({
  name: 'list_bills',
  title: 'List bills',
  description: `Bills, open by default; from, to: due. clean: with the approving call.`,
  toolset: 'payables',
  gate: 'none',
  operations: [
    ...payeeOperations,
    'shipments.filter',
    'shipments.get',
    'shipments.track',
    'loads.filter',
    'carriers.get',
    'vendors.get',
    'customers.filter',
    'customers.get',
    'customers.search',
    'carriers.search',
    'vendors.search',
  ],
  input: Input,
  output: listOutput.extend({ openTotals: listOutput.shape.totals, today: z.string() }),
  async read(ctx, input) {
    const isChecked = input.check === true || input.verdict !== undefined || isSameName(input.groupBy ?? '', 'verdict');
    const today = getToday(ctx.timeZone, ctx.askedAt);
    const view = buildListView(buildBillListOptions(today, isChecked), input);
    const question = await readBillQuestion(ctx, input);
    const matching = (await readBills(await ctx.records(), question.conditions)).filter(question.isMatch);
    const checks = await checkBills(ctx, isChecked ? matching.filter(isCheckable) : []);
    const verdicts = new Map(checks.map((checked) => [checked.bill.id, checked]));
    const verdict = input.verdict;
    const shownBills =
      verdict === undefined
        ? matching
        : matching.filter(({ id }) => verdicts.get(id)?.check.verdicts.includes(verdict));
    const listed = question
      .sort(shownBills)
      .map((bill): CheckedBillEntry => ({ bill, checked: verdicts.get(bill.id) }));
    const ordered = view.groupBy === undefined && view.order ? sortRows(listed, view.order) : listed;
    const page = cleanPage(input, await buildPage(ctx, view, listed, async (rows) => rows));
    const result = listResult({
      summary: [formatSummary(question, shownBills, checks, ctx.completeness()), view.words].filter(Boolean).join(' '),
      asOf: ctx.now(),
      totals: sumByCurrency(shownBills.map(toBilledAmount)),
      totalsLabel: 'billed',
      furtherTotals: [{ label: 'open', totals: sumByCurrency(shownBills.map(toOpenAmount)) }],
      ...page,
      nextActions: suggestActions(
        ctx,
        input,
        ordered.map(({ bill }) => bill),
      ),
    });
    const openTotals = sumByCurrency(shownBills.map(toOpenAmount)).map(({ amountCents, ...total }) => ({
      ...total,
      amount: fromCents(amountCents),
    }));
    return { ...result, data: { ...result.data, openTotals, today } };
  },
});

const isInReview = ({ status }: BillRow) => status === 'IN_REVIEW';
const toBilledAmount = ({ currency, amount }: BillRow): AmountOf => ({ currency, amountCents: toAmountCents(amount) });
const toOpenAmount = ({ currency, amountOwed }: BillRow): AmountOf => ({
  currency,
  amountCents: toAmountCents(amountOwed),
});

function formatSummary(
  question: BillQuestion,
  bills: readonly BillRow[],
  checked: Checked,
  completeness: Completeness,
): string {
  const formatFigure = (figure: string) => formatLowerBound(figure, completeness);
  const late = bills.filter((bill) => countDaysOverdue(bill, question.today) !== null);
  const parts = [
    formatFigure(
      [bills.length, question.words, bills.length === 1 ? 'bill' : 'bills'].filter((part) => part !== '').join(' '),
    ),
    question.limits,
    bills.length > 0
      ? `: ${formatFigure(formatSums(bills.map(toOpenAmount)))} open of ${formatFigure(formatSums(bills.map(toBilledAmount)))} billed`
      : '',
    late.length > 0
      ? `, ${formatFigure(`${late.length} overdue`)} (${formatFigure(formatSums(late.map(toOpenAmount)))})`
      : '',
    '.',
  ];
  return [parts.join(''), describeVerdicts(question.rules, checked)].filter(Boolean).join(' ');
}

const formatSums = (amounts: readonly AmountOf[]) =>
  sumByCurrency(amounts)
    .map(({ amountCents, currency }) => formatMoney(amountCents, currency))
    .join(' and ');

const describeClean = ({ billTolerance: { clean }, carriers }: DeskRules, currencies: readonly string[]) =>
  `Clean = within ${currencies.map((currency) => formatMoney(clean.cents, currency)).join(' or ')} or ${formatPercent(clean.fraction)} of the agreed cost, no duplicate, billed by the booked payee, pay-to unchanged for ${carriers.payToDays} days and since the booking, insured, papers uploaded.`;

function describeVerdicts(rules: DeskRules, checked: Checked): string {
  if (checked.length === 0) return '';
  const count = (verdict: BillVerdict) => checked.filter(({ check }) => check.verdicts.includes(verdict)).length;
  const counts = billVerdicts
    .filter((verdict) => count(verdict) > 0)
    .map((verdict) => `${count(verdict)} ${formatCode(verdict)}`);
  const several = checked.filter(({ check }) => check.verdicts.length > 1).length;
  const currencies = [...new Set(checked.map(({ bill }) => bill.currency))].toSorted();
  const overlap = several > 0 ? ` (${several} under several verdicts)` : '';
  const statusCounts = billStatuses.flatMap((status) => {
    const { length } = checked.filter(({ bill }) => bill.status === status);
    return length > 0 ? `${length} ${formatCode(status)}` : [];
  });
  return `Of ${statusCounts.join(' and ')}: ${counts.join(', ')}${overlap}. ${describeClean(rules, currencies)}`;
}

function suggestActions(
  ctx: Pick<ToolContext, 'paging' | 'policy'>,
  input: ListBillsInput,
  listed: readonly BillRow[],
): NonNullable<ListResultInput['nextActions']> {
  const { cursor: _page, groupBy, ...same } = input;
  if (input.verdict === 'clean' && listed.some(isInReview)) {
    if (groupBy === undefined) return (shownCount) => suggestApproval(ctx, listed, shownCount);
    return [{ tool: 'list_bills', arguments: same, why: 'lists them with the call that approves' }];
  }
  return suggestChecks(input, listed);
}

/** The page of clean bills is the batch that its call approves: a small one, unless a size was asked for. */
const cleanBatch = 15;
const cleanPage = ({ verdict, groupBy, limit }: ListBillsInput, page: ListViewParts): ListViewParts =>
  verdict === 'clean' && groupBy === undefined && limit === undefined
    ? { ...page, rows: page.rows.slice(0, cleanBatch) }
    : page;

/** The call that approves what a page shows: a person reads what they say yes to, and the numbers cost as much as the rows. */
function suggestApproval(
  { paging, policy }: Pick<ToolContext, 'paging' | 'policy'>,
  listed: readonly BillRow[],
  shownCount: number,
): readonly NextAction[] {
  const { skip } = paging.position;
  const waiting = listed.slice(skip, skip + shownCount).filter(isInReview);
  const bills = waiting.slice(0, policy.batchMax).map(({ friendlyId }) => friendlyId);
  if (bills.length === 0) return [];
  const all = listed.filter(isInReview).length;
  const which = bills.length < all ? `these ${bills.length} of ${all}` : 'all of these';
  return [{ tool: 'approve_bills', arguments: { bills }, why: `approves ${which}; a person agrees first` }];
}

function suggestChecks(input: ListBillsInput, listed: readonly BillRow[]): readonly NextAction[] {
  const { cursor: _page, groupBy, ...same } = input;
  if (input.check === true || groupBy === 'verdict') {
    return [
      {
        tool: 'list_bills',
        arguments: { ...same, ...(groupBy !== 'verdict' && { groupBy }), verdict: 'clean' },
        why: 'only those that can be approved as they are',
      },
    ];
  }
  if (input.verdict !== undefined || !listed.some(isCheckable)) return [];
  return [
    {
      tool: 'list_bills',
      arguments: { ...same, groupBy, check: true },
      why: 'checks them before they are approved or paid',
    },
  ];
}
