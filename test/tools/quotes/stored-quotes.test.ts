import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect } from '../../../src/client/paginate.ts';
import { describeCode } from '../../../src/domain/text/code-words.ts';
import { computePercent } from '../../../src/domain/money/money.ts';
import { listQuotes } from '../../../tools/quotes/list_quotes.ts';
import { formatLane } from '../../../tools/quotes/quote-view.ts';
import { brokerages } from '../../support/depth.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';

type StoredQuote = Awaited<ReturnType<TestDesk['api']['quotes']['get']>>;

const now = '2026-11-20T15:00:00.000Z';
const toCents = (amount: number | null) => (amount === null ? null : Math.round(amount * 100));
const chicagoDays = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Chicago' });
const toDay = (instant: string) => chicagoDays.format(Date.parse(instant));

function computeMargin({ amount, target }: StoredQuote): number | null {
  const [price, cost] = [toCents(amount), toCents(target)];
  return price === null || cost === null ? null : price - cost;
}

/** Values that each sort order compares, from a record alone. */
const values: Readonly<Record<string, (quote: StoredQuote) => string | number | null>> = {
  created: ({ createdAt }) => createdAt,
  pickup: ({ order }) => order.pickUpDate,
  expires: ({ expiresAt }) => expiresAt,
  amount: ({ amount }) => amount,
  margin: computeMargin,
  age: ({ createdAt }) => Date.parse(now) - Date.parse(createdAt),
};

/** The group that a record is in. */
const groups: Readonly<Record<string, (quote: StoredQuote) => string | null>> = {
  customer: ({ customer }) => customer && `${customer.name} (${customer.friendlyId})`,
  status: ({ status }) => status,
  lane: formatLane,
  equipment: ({ order }) => order.equipment.join(' or '),
  assignee: ({ assignee }) => assignee && (assignee.name ?? assignee.email),
  lostReason: ({ lostReason }) => lostReason && describeCode(lostReason),
  month: ({ createdAt }) => toDay(createdAt).slice(0, 7),
};

const questions = [
  { input: {}, isMeant: () => true },
  { input: { status: 'LOST' }, isMeant: ({ status }: StoredQuote) => status === 'LOST' },
  {
    input: { minAmount: 1500, maxAmount: 2500 },
    isMeant: ({ amount }: StoredQuote) => amount !== null && amount >= 1500 && amount <= 2500,
  },
] as const;

describe.each(brokerages)('of the brokerage %s', (seed) => {
  let desk: TestDesk;
  let newestFirst: readonly StoredQuote[];

  beforeAll(async () => {
    desk = await startDesk({ tools: [listQuotes], seed, now });
    const filter = { side: { equalTo: 'SELL' } } as const;
    const { items } = await collect(desk.api.quotes.filter, { filter, pageSize: 250 }, { itemsMax: 10_000 });
    newestFirst = items.toSorted((a, b) => (`${a.createdAt}${a.id}` < `${b.createdAt}${b.id}` ? 1 : -1));
  });
  afterAll(() => desk.close());

  test.each(Object.keys(values))('the order by %s is that of the records, what is not known last', async (sort) => {
    for (const [at, { input, isMeant }] of questions.entries()) {
      const first = at === 0 ? 'desc' : 'asc';
      const expected = sortQuotes(newestFirst.filter(isMeant), values[sort], first);
      const question = { ...input, sort: `${sort} ${first}`, fields: ['friendlyId'], limit: 250 };
      const { data } = await desk.callTool('list_quotes', question);
      expect(expected.length).toBeGreaterThan(100);
      expect(data.total).toBe(expected.length);
      expect(data.rows.map(({ friendlyId }: { friendlyId: string }) => friendlyId)).toEqual(
        expected.slice(0, 250).map(({ friendlyId }) => friendlyId),
      );
    }
  });

  test.each(Object.keys(groups))('groups by %s hold the money of their records', async (groupBy) => {
    for (const { input, isMeant } of questions) {
      const members = Map.groupBy(
        newestFirst.filter(isMeant),
        (quote) => `${groups[groupBy]?.(quote) || 'none'} ${quote.currency}`,
      );
      const { data } = await desk.callTool('list_quotes', { ...input, groupBy, limit: 250, format: 'csv' });
      const groupRows = data.rows.map((row: Record<string, unknown>) => [
        `${String(row[groupBy])} ${String(row['currency'])}`,
        { count: row['count'], amount: row['amount'] ?? null, marginPercent: row['marginPercent'] ?? null },
      ]);
      expect(new Map(groupRows)).toEqual(new Map([...members].map(([name, quotes]) => [name, sumMoney(quotes)])));
    }
  });
});

function sortQuotes(
  quotes: readonly StoredQuote[],
  value: ((quote: StoredQuote) => string | number | null) | undefined,
  first: 'asc' | 'desc',
) {
  const sign = first === 'asc' ? 1 : -1;
  const valueByQuote = new Map(quotes.map((quote) => [quote, value?.(quote) ?? null]));
  return quotes.toSorted((quote, otherQuote) => {
    const [a = null, b = null] = [valueByQuote.get(quote), valueByQuote.get(otherQuote)];
    if (a === b) return 0;
    return a === null ? 1 : b === null ? -1 : a < b ? -sign : sign;
  });
}

function sumMoney(quotes: readonly StoredQuote[]) {
  const priced = quotes.flatMap(({ amount }) => toCents(amount) ?? []);
  const withMargin = quotes.filter((quote) => computeMargin(quote) !== null);
  return {
    count: quotes.length,
    amount: priced.length === 0 ? null : sum(priced) / 100,
    marginPercent: computePercent(
      sum(withMargin.map((quote) => computeMargin(quote) ?? 0)),
      sum(withMargin.map(({ amount }) => toCents(amount) ?? 0)),
    ),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
