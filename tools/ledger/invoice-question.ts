import type { invoices } from '../../src/contract/receivables/invoices.ts';
import type { FilterOf } from '../../src/contract/kit/filter.ts';
import { todayIn } from '../../src/domain/kit/dates.ts';
import { type InvoiceStatus, invoiceStatuses } from '../../src/domain/money/invoice.ts';
import { fromCents } from '../../src/domain/money/money.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { askingOf, dateCondition, dateRange, isInRange, rangeText } from '../arguments/date-words.ts';
import { customerFinder } from '../arguments/finders.ts';
import { resolve } from '../arguments/resolve.ts';
import { statusesIn } from '../arguments/status-words.ts';
import { typedCents, type MoneyText } from '../arguments/typed-money.ts';
import { daysOverdue, openStatuses } from '../customers/open-invoices.ts';
import { centsOf } from '../records/amounts.ts';
import type { InvoiceRecord } from '../records/record-types.ts';

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

type InvoiceFilter = FilterOf<NonNullable<(typeof invoices)['filter']['filter']>>;

export interface InvoiceQuestion {
  readonly filter: InvoiceFilter;
  /** The same conditions on an invoice, for an API that does not apply one. */
  readonly local: Readonly<Record<string, (invoice: InvoiceRecord) => boolean>>;
  /** What no filter of the API says the way the desk counts it. */
  readonly isWanted: (invoice: InvoiceRecord) => boolean;
  /** Whether the first to fall due comes first; otherwise the newest does. */
  readonly isByDue: boolean;
  /** Civil date of the person who asks. */
  readonly today: string;
  /** "open overdue" and the like, before the word invoices. */
  readonly words: string;
  /** Whose, and of when, behind it. */
  readonly limits: string;
}

export async function invoiceQuestion(ctx: ToolContext, wanted: InvoicesWanted): Promise<InvoiceQuestion> {
  const { status = 'open', overdue } = wanted;
  const statuses = statusesIn(status, {
    field: 'status',
    known: invoiceStatuses,
    groups: { OPEN: openStatuses, ALL: invoiceStatuses },
  });
  const dated = dateRange(askingOf(ctx), words('from', wanted.from), words('to', wanted.to));
  const amounts = amountsOf(wanted);
  const { customer: named } = wanted;
  const customer = named === undefined ? undefined : (await resolve(ctx, customerFinder, named)).record;
  const today = todayIn(ctx.timeZone, ctx.askedAt);
  return {
    filter: {
      status: { in: statuses },
      ...(customer && { customerId: { equalTo: customer.id } }),
      ...(dated && { invoiceDate: dateCondition(dated) }),
      ...(amounts && { amount: amounts.condition }),
      // Past due is past due everywhere a little later; the day of the person who asks decides below.
      ...(overdue === true && { overdue: true }),
    },
    local: {
      status: (invoice) => statuses.includes(invoice.status),
      customerId: (invoice) => invoice.customer.id === customer?.id,
      invoiceDate: ({ invoiceDate }) => dated === undefined || isInRange(invoiceDate, dated),
      amount: ({ amount }) => amounts?.has(centsOf(amount)) ?? true,
      overdue: () => true,
    },
    isWanted: (invoice) =>
      statuses.includes(invoice.status) &&
      (overdue === undefined || (daysOverdue(invoice, today) !== null) === overdue),
    isByDue: statuses.every((one) => openStatuses.includes(one)),
    today,
    words: [overdue === true ? 'overdue' : '', wordsOf(statuses, status)].filter(Boolean).join(' '),
    limits: [
      customer ? ` of ${recordText(customer.name, 'list')} (${customer.friendlyId})` : '',
      dated ? ` dated ${rangeText(dated)}` : '',
    ].join(''),
  };
}

function wordsOf(statuses: readonly InvoiceStatus[], typed: string): string {
  if (statuses.length === invoiceStatuses.length) return '';
  return typed.trim().toLowerCase() === 'open' ? 'open' : statuses.join(' or ');
}

const words = (name: string, text: string | undefined) =>
  text === undefined ? undefined : ({ name, text, lean: 'past' } as const);

function amountsOf({ minAmount, maxAmount }: InvoicesWanted) {
  const min = minAmount === undefined ? undefined : typedCents(minAmount, 'minAmount');
  const max = maxAmount === undefined ? undefined : typedCents(maxAmount, 'maxAmount');
  if (min === undefined && max === undefined) return undefined;
  return {
    condition: {
      ...(min !== undefined && { greaterThanOrEqualTo: fromCents(min) }),
      ...(max !== undefined && { lessThanOrEqualTo: fromCents(max) }),
    },
    has: (cents: number) => cents >= (min ?? 0) && cents <= (max ?? Number.MAX_SAFE_INTEGER),
  };
}
