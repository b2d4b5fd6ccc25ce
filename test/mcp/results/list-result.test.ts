import { expect, test } from 'vitest';
import { type ListResultInput, listResult } from '../../../src/mcp/results/list-result.ts';
import { completeData, toCompleteness } from '../../../src/domain/kit/completeness.ts';
import { buildLocalPage, type ListPageSource } from '../../../src/mcp/results/page.ts';
import { estimateTokens } from '../../../src/mcp/results/tokens.ts';

const bill = (n: number) => ({
  id: `uuid-${n}`,
  friendlyId: `BIL-${n}`,
  payee: `Carrier ${n} | LLC`,
  amount: n * 1000 + 0.5,
});

const input: ListResultInput = {
  summary: '2 open bills.',
  asOf: '2026-11-20T15:00:00Z',
  total: 2,
  totals: [{ currency: 'USD', count: 2, amountCents: 300_100 }],
  rows: [bill(1), bill(2)],
  columns: [
    { key: 'friendlyId', title: 'Bill' },
    { key: 'payee', title: 'Payee', untrusted: true },
    { key: 'amount', title: 'Amount', align: 'right' },
  ],
  onRequest: ['id'],
  isFirst: true,
  getCursorAfter: () => null,
  tokensMax: 2000,
  completeness: completeData,
};

/** A desk whose cursor is the number of rows that were shown. */
const createPageSource = (skip: number): ListPageSource => ({
  paging: { position: { skip }, cursorAt: (next) => String(next.skip) },
  completeness: () => completeData,
});

test('a list answers first and then shows its rows', () => {
  expect(listResult(input).text).toMatchInlineSnapshot(`
    "2 open bills.

    Totals: $3,001.00 (2).

    | Bill | Payee | Amount |
    | --- | --- | ---: |
    | BIL-1 | «Carrier 1 \\| LLC» | 1000.5 |
    | BIL-2 | «Carrier 2 \\| LLC» | 2000.5 |"
  `);
  expect(listResult(input).data).toEqual({
    summary: '2 open bills.',
    asOf: '2026-11-20T15:00:00Z',
    total: 2,
    totals: [{ currency: 'USD', count: 2, amount: 3001 }],
    rows: [
      { friendlyId: 'BIL-1', payee: 'Carrier 1 | LLC', amount: 1000.5 },
      { friendlyId: 'BIL-2', payee: 'Carrier 2 | LLC', amount: 2000.5 },
    ],
    nextCursor: null,
    untrusted: ['/rows/*/payee'],
  });
});

test('a long list shows fewer rows, says so, and the cursor leads to every other row exactly once', () => {
  const rows = Array.from({ length: 100 }, (_, n) => bill(n));
  const seen: unknown[] = [];
  let skip = 0;
  for (let page = 0; page < 50; page += 1) {
    const { text, data } = listResult({ ...input, ...buildLocalPage(createPageSource(skip), rows, {}), total: 100 });
    expect(estimateTokens(text)).toBeLessThanOrEqual(2000);
    expect(estimateTokens(JSON.stringify(data))).toBeLessThanOrEqual(2000);
    seen.push(...data.rows.map((row) => row['friendlyId']));
    if (data.nextCursor === null) break;
    expect(text).toContain(
      `Showing ${data.rows.length} of 100; for the rest call again with cursor "${data.nextCursor}"`,
    );
    skip = Number(data.nextCursor);
  }

  expect(seen).toEqual(rows.map(({ friendlyId }) => friendlyId));
});

test('somebody who says how many rows, which columns or CSV gets them together', () => {
  const rows = Array.from({ length: 200 }, (_, n) => bill(n));
  const countRows = (view: Parameters<typeof buildLocalPage>[2]) =>
    listResult({ ...input, ...buildLocalPage(createPageSource(0), rows, view) }).data.rows.length;

  expect(countRows({ limit: 150 })).toBe(150);
  expect(countRows({ limit: 150, format: 'csv' })).toBe(150);
  expect(countRows({})).toBeGreaterThan(25);
  expect(countRows({})).toBeLessThan(100);
});

test('totals of incomplete data say so at the figure', () => {
  const completeness = toCompleteness([{ key: 'bills', text: 'Older bills have not been read.' }]);

  expect(listResult({ ...input, completeness }).text).toContain('Totals: $3,001.00 (2) (of what was read).');
});

test('what comes next stands on the first page only', () => {
  const nextActions = [{ tool: 'list_bills', arguments: {}, why: 'the same' }];
  const texts = [true, false].map((isFirst) => listResult({ ...input, nextActions, isFirst }).text.includes('Next:'));

  expect(texts).toEqual([true, false]);
});

test('what is not known is left out of the rows', () => {
  const rows = [{ friendlyId: 'BIL-1', payee: null, amount: undefined }];

  expect(listResult({ ...input, rows }).data.rows).toEqual([{ friendlyId: 'BIL-1' }]);
});

test('fields are honoured exactly, in content and in structuredContent', () => {
  const { text, data } = listResult({ ...input, fields: ['amount', 'id'] });

  expect(data.rows[0]).toEqual({ amount: 1000.5, id: 'uuid-1' });
  expect(text).toContain('| Amount | id |');
});

test('CSV guards against formulas and keeps negative numbers', () => {
  const rows = [{ friendlyId: '=HYPERLINK("http://x")', payee: 'A, "B"', amount: -5 }];

  const { text } = listResult({ ...input, rows, format: 'csv' });

  expect(text).toContain('Bill,Payee,Amount\n"\'=HYPERLINK(""http://x"")","«A, ""B""»",-5');
});

test('a long list is built a few times until it is short enough, and without the rows far behind', () => {
  let cellCount = 0;
  const countCell = () => {
    cellCount += 1;
    return 'a carrier of the valley';
  };
  const columns = [
    { key: 'friendlyId', title: 'Bill' },
    { key: 'payee', title: 'Payee', untrusted: true, text: countCell },
  ];
  const rows = Array.from({ length: 1000 }, (_, place) => bill(place));
  const { data } = listResult({ ...input, columns, rows, total: 1000, getCursorAfter: (count) => String(count) });
  expect(data.rows.length).toBeGreaterThan(20);
  expect(cellCount).toBeLessThan(data.rows.length * 6);
});

test('a list shows as many rows as fit, whatever each costs', () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const draw = createDraw(seed);
    const rows = Array.from({ length: 60 }, (_, place) => ({
      friendlyId: `BIL-${place}`,
      payee: 'Carrier of the long valley, '.repeat(1 + Math.floor(draw() ** 6 * 40)),
    }));
    const show = (count: number) =>
      listResult({
        ...input,
        rows: rows.slice(0, count),
        tokensMax: 900,
        getCursorAfter: (rowCount) => String(rowCount),
      });
    const { text, data } = show(rows.length);
    const count = data.rows.length;
    const cost = Math.max(estimateTokens(text), estimateTokens(JSON.stringify(data)));
    expect(count === 1 || cost <= 900, `seed ${seed}`).toBe(true);
    expect(show(count + 1).data.rows.length, `seed ${seed}`).toBe(count);
  }
});

const createDraw = (seed: number) => () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;

/** The estimate as it is defined: pieces of a text by their first character. */
function sumPieces(text: string): number {
  const pieces = /[A-Za-z]+|\d+|\n+| +|[!-/:-@[-`{-~]+|[^\x20-\x7e]/gu;
  const costs = [...text.matchAll(pieces)].map(([piece]) => {
    if (/^[A-Z]+$/.test(piece)) return Math.ceil(piece.length / 6);
    if (/^[A-Za-z]/.test(piece)) return Math.ceil(piece.length / 7);
    if (piece.startsWith(' ')) return piece.length > 1 ? 1 : 0;
    return piece.startsWith('\n') ? 1 : Math.ceil(piece.length / 3);
  });
  return Math.ceil(costs.reduce((sum, cost) => sum + cost, 0) * 1.12);
}

test('tokens are estimated by words, numbers, gaps, signs and other scripts', () => {
  const draw = createDraw(7);
  const alphabet = ['A', 'b', '1', '\n', ' ', '!', '{', 'ü', '\t', '\u007F', '\u{1F600}', '\uD83D', '\uDE00', '你'];
  for (let count = 0; count < 3000; count += 1) {
    const text = Array.from({ length: 12 }, () =>
      (alphabet[Math.floor(draw() * alphabet.length)] ?? '').repeat(1 + Math.floor(draw() ** 3 * 20)),
    ).join('');
    expect({ text, tokens: estimateTokens(text) }).toEqual({ text, tokens: sumPieces(text) });
  }
});
