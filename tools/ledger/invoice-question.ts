import type { Expression, SqlBool } from 'kysely';
import { matchRule } from '../../src/copy-tables/conditions.ts';
import { invoiceStatuses, openInvoice, restingInvoiceStatuses } from '../../src/domain/money/invoice.ts';
import { everyRecord } from '../../src/domain/rules/rule.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { getDeskClock, type DateRange, parseDateRange, formatRange } from '../arguments/date-words.ts';
import { customerFinder } from '../arguments/finders/finders.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { parseStatuses } from '../arguments/status-words.ts';
import { parseCents, type MoneyText } from '../arguments/money-input.ts';
import { measureExpressions, type OnDay, toOnDay } from '../copied/measure-sql.ts';
import { invoiceExpressions } from './stored-invoices.ts';

/** The arguments of a list of invoices that say which are meant. */
export interface InvoicesWanted {
  readonly status?: string | undefined;
  readonly customer?: string | undefined;
  readonly overdue?: boolean | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly minAmount?: MoneyText | undefined;
  readonly maxAmount?: MoneyText | undefined;
}

export interface InvoiceQuestion {
  /** On an invoice `f` of the copy. */
  readonly condition: Expression<SqlBool>;
  /** True if the earliest due date comes first. Otherwise the newest invoice does. */
  readonly isByDue: boolean;
  /** The day of the person who asks. */
  readonly onDay: OnDay;
  /** "open overdue" and the like, before the word invoices. */
  readonly words: string;
  /** Words behind the kind of invoices: the customer and the dates. */
  readonly limits: string;
}

export async function parseInvoiceQuestion(ctx: ToolContext, input: InvoicesWanted): Promise<InvoiceQuestion> {
  const { status = 'open', overdue } = input;
  const choice = parseStatuses(status, {
    field: 'status',
    allStatuses: invoiceStatuses,
    groups: { OPEN: openInvoice, ALL: everyRecord },
  });
  const isAll = choice.groups.includes('ALL') || choice.statuses.length === invoiceStatuses.length;
  const dated = parseDateRange(getDeskClock(ctx), toDateWords('from', input.from), toDateWords('to', input.to));
  const amounts = matchAmounts(input);
  const { customer: customerText } = input;
  const customer = customerText === undefined ? undefined : (await resolve(ctx, customerFinder, customerText)).record;
  const onDay = toOnDay(ctx);
  return {
    condition: invoiceExpressions.and([
      ...(isAll ? [] : [matchRule(choice.rule, 'f')]),
      ...(customer ? [invoiceExpressions('f.customer_id', '=', customer.id)] : []),
      ...(dated ? matchDates(dated) : []),
      ...amounts,
      ...(overdue === undefined ? [] : [isOverdue(overdue, onDay)]),
    ]),
    isByDue: !isAll && !choice.statuses.some((chosenStatus) => restingInvoiceStatuses.includes(chosenStatus)),
    onDay,
    words: [overdue === true ? 'overdue' : '', isAll ? '' : choice.words].filter(Boolean).join(' '),
    limits: [
      customer ? ` of ${recordText(customer.name, 'list')} (${customer.friendlyId})` : '',
      dated ? ` dated ${formatRange(dated)}` : '',
    ].join(''),
  };
}

function isOverdue(overdue: boolean, onDay: OnDay): Expression<SqlBool> {
  const { where } = measureExpressions('overdue_ar', onDay);
  return overdue ? where : invoiceExpressions.not(where);
}

const matchDates = ({ from, to }: DateRange): readonly Expression<SqlBool>[] => [
  ...(from === null ? [] : [invoiceExpressions('f.invoice_date', '>=', from)]),
  ...(to === null ? [] : [invoiceExpressions('f.invoice_date', '<=', to)]),
];

const toDateWords = (name: string, text: string | undefined) =>
  text === undefined ? undefined : ({ name, text, lean: 'past' } as const);

function matchAmounts({ minAmount, maxAmount }: InvoicesWanted): readonly Expression<SqlBool>[] {
  return [
    ...(minAmount === undefined
      ? []
      : [invoiceExpressions('f.amount_cents', '>=', parseCents(minAmount, 'minAmount'))]),
    ...(maxAmount === undefined
      ? []
      : [invoiceExpressions('f.amount_cents', '<=', parseCents(maxAmount, 'maxAmount'))]),
  ];
}
