import type { Expression, SqlBool } from 'kysely';
import { getLocalDay } from '../../src/domain/places/local-time.ts';
import { decidedQuote, openQuote, pricedQuote, quoteStatuses } from '../../src/domain/quotes/quote.ts';
import { isMet, type Rule } from '../../src/domain/rules/rule.ts';
import { matchRule } from '../../src/copy-tables/conditions.ts';
import { createFieldError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { customerFinder } from '../arguments/finders/finders.ts';
import type { CustomerRecord } from '../records/record-types.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { readTogether } from '../arguments/finders/together.ts';
import { parseStatuses } from '../arguments/status-words.ts';
import { type MoneyText, parseCents } from '../arguments/money-input.ts';
import { getDeskClock, type DateRange, parseDateRange } from '../arguments/date-words.ts';
import { quoteExpressions } from './stored-quotes.ts';

/** The criteria of a list of quotes, as typed. */
export interface QuotesRequest {
  /** One or several, or `open`. */
  readonly status?: string | undefined;
  readonly customer?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly expiringWithinHours?: number | undefined;
  readonly expired?: boolean | undefined;
  readonly minAmount?: MoneyText | undefined;
  readonly maxAmount?: MoneyText | undefined;
}

/** The same, understood. */
export interface WantedQuotes {
  readonly now: string;
  /** Undefined if every status matches. */
  readonly rule: Rule<'status'> | undefined;
  readonly customer: CustomerRecord | undefined;
  readonly days: DateRange | undefined;
  /** The date that the days are compared with: the day a quote was won or lost, or the day it was created. */
  readonly daysOf: 'createdAt' | 'closedTime';
  /** The days as instants. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** End of the time in which the requested quotes expire. */
  readonly until: string | undefined;
  readonly hours: number | undefined;
  readonly isExpired: boolean;
  readonly minCents: number | undefined;
  readonly maxCents: number | undefined;
  /** In words, before the word quotes. */
  readonly statusText: string;
}

export async function parseQuoteCriteria(ctx: ToolContext, input: QuotesRequest): Promise<WantedQuotes> {
  const { expiringWithinHours: hours, expired = false } = input;
  if (hours !== undefined && expired)
    throw createFieldError('BAD_REQUEST', 'expired', 'asks for the opposite of expiringWithinHours');
  const { customer: typed, minAmount, maxAmount } = input;
  const { choice, customer, days, minCents, maxCents } = await readTogether({
    choice: () => parseRequestedStatuses(input),
    customer: async () => (typed === undefined ? undefined : (await resolve(ctx, customerFinder, typed)).record),
    days: () => parseDateRange(getDeskClock(ctx), toDateWords('from', input.from), toDateWords('to', input.to)),
    minCents: () => (minAmount === undefined ? undefined : parseCents(minAmount, 'minAmount')),
    maxCents: () => (maxAmount === undefined ? undefined : parseCents(maxAmount, 'maxAmount')),
  });
  const now = ctx.now();
  const zone = ctx.timeZone;
  return {
    now,
    rule: hours === undefined ? (choice?.rule ?? (expired ? openQuote : undefined)) : pricedQuote,
    customer,
    days,
    daysOf: isDecidedOnly(choice) ? 'closedTime' : 'createdAt',
    from: days?.from ? getLocalDay(days.from, zone).start : undefined,
    to: days?.to ? getLocalDay(days.to, zone).end : undefined,
    until: hours === undefined ? undefined : new Date(Date.parse(now) + hours * 3_600_000).toISOString(),
    hours,
    isExpired: expired,
    minCents,
    maxCents,
    statusText: hours !== undefined || choice === undefined ? '' : `${choice.words} `,
  };
}

function parseRequestedStatuses({ status, expiringWithinHours: hours }: QuotesRequest) {
  const choice = status === undefined ? undefined : parseStatuses(status, kinds);
  if (hours !== undefined && choice !== undefined && !isQuotedOnly(choice)) {
    throw createFieldError('BAD_REQUEST', 'status', 'expiring quotes are those that are quoted; leave status out');
  }
  return choice;
}

type RequestedStatuses = NonNullable<ReturnType<typeof parseRequestedStatuses>>;

const isQuotedOnly = ({ groups, statuses }: RequestedStatuses): boolean =>
  groups.length === 0 && statuses.every((status) => isMet(pricedQuote, { status }));

const isDecidedOnly = (choice: RequestedStatuses | undefined): boolean =>
  choice?.groups.length === 0 && choice.statuses.every((status) => isMet(decidedQuote, { status }));

const toDateWords = (name: string, text: string | undefined) =>
  text === undefined ? undefined : ({ name, text, lean: 'past' } as const);

const kinds = { field: 'status', allStatuses: quoteStatuses, groups: { OPEN: openQuote } } as const;

/** Builds the condition on a quote `q`. */
export function matchQuotes(criteria: WantedQuotes): Expression<SqlBool> {
  const { until, isExpired, now } = criteria;
  return quoteExpressions.and([
    ...listPlainConditions(criteria),
    ...(until === undefined
      ? []
      : [quoteExpressions('q.expires_at', '<=', until), quoteExpressions('q.expires_at', '>', now)]),
    ...(isExpired ? [quoteExpressions('q.expires_at', '<=', now), matchRule(openQuote, 'q')] : []),
  ]);
}

/** Builds the condition on the quotes that would match if their time had not passed. */
export const matchLapsed = (criteria: WantedQuotes): Expression<SqlBool> =>
  quoteExpressions.and([...listPlainConditions(criteria), quoteExpressions('q.expires_at', '<=', criteria.now)]);

function listPlainConditions(criteria: WantedQuotes): readonly Expression<SqlBool>[] {
  const { rule, customer, daysOf, from, to, minCents, maxCents } = criteria;
  const day = daysOf === 'closedTime' ? 'q.closed_at' : 'q.created_at';
  return [
    // What was asked of carriers is cost: it never enters a total of what customers were quoted.
    quoteExpressions('q.side', '=', 'SELL'),
    ...(rule ? [matchRule(rule, 'q')] : []),
    ...(customer ? [quoteExpressions('q.customer_id', '=', customer.id)] : []),
    ...(from === undefined ? [] : [quoteExpressions(day, '>=', from)]),
    ...(to === undefined ? [] : [quoteExpressions(day, '<=', to)]),
    ...(minCents === undefined ? [] : [quoteExpressions('q.amount_cents', '>=', minCents)]),
    ...(maxCents === undefined ? [] : [quoteExpressions('q.amount_cents', '<=', maxCents)]),
  ];
}
