import { expect, test } from 'vitest';
import { completeData } from '../../../src/domain/kit/completeness.ts';
import type { ListPageSource } from '../../../src/mcp/results/page.ts';
import { buildListView, type RequestedView, type ListOptions, buildPage } from '../../../tools/arguments/list-view.ts';
import { column, moneyColumn } from '../../../tools/records/columns.ts';

interface Sale {
  readonly id: string;
  readonly who: string | null;
  readonly cents: number | null;
  readonly cost: number | null;
  readonly currency: string;
  readonly tags?: readonly string[];
}

const buildSale = (id: string, who: string | null, cents: number | null, more: Partial<Sale> = {}): Sale => ({
  id,
  who,
  cents,
  cost: null,
  currency: 'USD',
  ...more,
});

const sales = [
  buildSale('a', 'Acme', 1000, { cost: 800 }),
  buildSale('b', 'Bond', 3000, { cost: 2000, tags: ['x', 'y'] }),
  buildSale('c', 'Acme', 2005, { tags: ['x'] }),
  buildSale('d', null, null),
  buildSale('e', 'Acme', 500, { currency: 'CAD' }),
];

const options: ListOptions<Sale> = {
  columns: [column('id', 'Sale'), moneyColumn('amount', 'Amount')],
  further: [column('who', 'Who')],
  hidden: ['currency'],
  orders: {
    amount: { by: ({ cents }) => cents, first: 'high' },
    who: { by: ({ who }) => who, first: 'low', shows: ['who'] },
  },
  groupings: {
    who: { column: column('who', 'Who'), of: ({ who }) => who },
    tag: { column: column('tag', 'Tag'), of: ({ tags = [] }) => tags, isOrdered: true },
  },
  measures: [{ key: 'amount', title: 'Amount', cents: ({ cents }) => cents }],
  ratios: [
    {
      key: 'margin',
      title: 'Margin %',
      part: ({ cents, cost }) => (cents === null || cost === null ? null : cents - cost),
      whole: ({ cents }) => cents,
    },
  ],
  currencyOf: ({ currency }) => currency,
  buildRow: ({ id, who, cents, currency }) => ({ id, who, amount: cents && cents / 100, currency }),
};

const source: ListPageSource = {
  paging: { position: { skip: 0 }, cursorAt: ({ skip }) => String(skip) },
  completeness: () => completeData,
};
const showPage = (input: RequestedView) =>
  buildPage(source, buildListView(options, input), sales, async (page) => page);
const listIds = async (input: RequestedView) => (await showPage(input)).rows.map(({ id }) => id);

test.each([
  [undefined, ['a', 'b', 'c', 'd', 'e']],
  ['amount', ['b', 'c', 'a', 'e', 'd']],
  ['amount asc', ['e', 'a', 'c', 'b', 'd']],
  ['-who', ['b', 'a', 'c', 'e', 'd']],
  ['Who DESC', ['b', 'a', 'c', 'e', 'd']],
])('the order %j leads to %j: what is not known stands last, ties stay', async (sort, expected) => {
  expect(await listIds({ sort })).toEqual(expected);
});

test('an order brings the columns that it is about', async () => {
  const listKeys = async (input: RequestedView) => (await showPage(input)).columns.map(({ key }) => key);

  expect(await listKeys({})).toEqual(['id', 'amount']);
  expect(await listKeys({ sort: 'who' })).toEqual(['id', 'amount', 'who']);
  expect(buildListView(options, { sort: 'who' }).words).toBe('Sorted by who, lowest first.');
});

test('groups count and sum the complete set, each currency apart, percentages over what is known', async () => {
  const { rows, total } = await showPage({ groupBy: 'who', limit: 3 });

  expect(total).toBe(4);
  expect(rows).toEqual([
    // Of what Acme paid, the cost of one sale is known: 200 of 1000.
    { who: 'Acme', count: 2, amount: 30.05, margin: 20, currency: 'USD' },
    { who: 'Bond', count: 1, amount: 30, margin: 33.3, currency: 'USD' },
    { who: 'Acme', count: 1, amount: 5, margin: null, currency: 'CAD' },
  ]);
});

test('groups are ordered by what they count, and a row stands in each of its groups', async () => {
  const listNames = async (input: RequestedView, key: string) => (await showPage(input)).rows.map((row) => row[key]);

  expect(await listNames({ groupBy: 'who', sort: 'count asc' }, 'who')).toEqual(['Bond', 'Acme', 'none', 'Acme']);
  expect((await showPage({ groupBy: 'tag' })).rows).toMatchObject([
    { tag: 'none', count: 2 },
    { tag: 'none', count: 1 },
    { tag: 'x', count: 2 },
    { tag: 'y', count: 1 },
  ]);
});

test.each([
  [{ sort: 'speed' }, 'sort: speed: no such order; there are amount, who'],
  [{ sort: 'who', groupBy: 'tag' }, 'sort: who: no such order; there are count, amount, margin'],
  [{ groupBy: 'who', fields: ['id'] }, 'fields: id: no such column; there are who, count, amount, margin, currency'],
])('%j is refused with what there is', (input, message) => {
  expect(() => buildListView(options, input)).toThrow(message);
});
