import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  buildAgingBlocks,
  agingBuckets,
  buildBuckets,
  listBucketStarts,
  isOverdue,
  type OpenItem,
} from '../../../src/domain/money/aging.ts';

const asOf = '2026-11-21';
const buildItem = (over: Partial<OpenItem>): OpenItem => ({
  partyId: 'acme',
  currency: 'USD',
  daysLate: 0,
  openCents: 10_000,
  ...over,
});

test.each([
  [-10, 'current'],
  [0, 'current'],
  [1, 'days1to30'],
  [30, 'days1to30'],
  [31, 'days31to60'],
  [60, 'days31to60'],
  [61, 'days61to90'],
  [90, 'days61to90'],
  [91, 'over90'],
  [4000, 'over90'],
])('%i days past due counts as %s', (daysLate, name) => {
  const [block] = buildAgingBlocks([buildItem({ daysLate })], {});
  const none = { current: 0, days1to30: 0, days31to60: 0, days61to90: 0, over90: 0 };

  expect(block?.totals).toEqual({ ...none, [name]: 10_000, total: 10_000 });
});

test.each([
  [15, '16-30'],
  [7, '15-21'],
])('in steps of %i days, 20 days past due is %s', (daysPerBucket, label) => {
  const [block] = buildAgingBlocks([buildItem({ daysLate: 20 })], { daysPerBucket });

  const filled = block?.bucketTotals?.filter(({ amountCents }) => amountCents > 0);
  expect(filled).toEqual([{ label, amountCents: 10_000 }]);
});

test('steps that do not fill the range end where the range ends', () => {
  const labels = buildBuckets({ daysPerBucket: 50, daysMax: 120 }).map((bucket) => bucket.label);

  expect(labels).toEqual(['Current', '1-50', '51-100', '101-120', '120+']);
});

test('between two starts every number of days is in the same buckets', () => {
  const starts = listBucketStarts({ daysPerBucket: 50, daysMax: 120 });

  expect(starts).toEqual([1, 31, 51, 61, 91, 101, 121]);
  expect(listBucketStarts({ daysPerBucket: 30, daysMax: 120 })).toEqual([1, 31, 61, 91]);
});

test('every currency has a block of its own, and nothing settled is in any', () => {
  const items = [
    buildItem({}),
    buildItem({ currency: 'CAD', openCents: 500 }),
    buildItem({ currency: 'MXN', openCents: 0 }),
  ];

  const blocks = buildAgingBlocks(items, {});

  expect(blocks.map((block) => [block.currency, block.totals.total])).toEqual([
    ['CAD', 500],
    ['USD', 10_000],
  ]);
});

test('the largest debtor comes first', () => {
  const items = [buildItem({}), buildItem({ partyId: 'whale', openCents: 90_000 }), buildItem({})];

  const [block] = buildAgingBlocks(items, {});

  expect(block?.rows.map((row) => [row.partyId, row.sums.total])).toEqual([
    ['whale', 90_000],
    ['acme', 20_000],
  ]);
});

test('other steps than 30 days are answered besides the five sums, which stay', () => {
  const [block] = buildAgingBlocks([buildItem({ daysLate: 20 })], { daysPerBucket: 60, daysMax: 120 });

  expect(block?.totals.days1to30).toBe(10_000);
  expect(block?.bucketTotals).toEqual([
    { label: 'Current', amountCents: 0 },
    { label: '1-60', amountCents: 10_000 },
    { label: '61-120', amountCents: 0 },
    { label: '120+', amountCents: 0 },
  ]);
});

test('totals are the sums of the rows, rows the sums of their buckets, and every open cent is in the report', () => {
  const anyItem = fc.record({
    partyId: fc.constantFrom('a', 'b', 'c'),
    currency: fc.constantFrom('USD', 'CAD'),
    daysLate: fc.integer({ min: 0, max: 200 }),
    openCents: fc.integer({ min: 0, max: 10_000_000 }),
  });
  const names = agingBuckets.map((bucket) => bucket.name);
  fc.assert(
    fc.property(fc.array(anyItem), fc.integer({ min: 1, max: 200 }), (items, daysPerBucket) => {
      const blocks = buildAgingBlocks(items, { daysPerBucket });

      for (const { rows, totals, bucketTotals } of blocks) {
        for (const { sums } of rows) expect(sums.total).toBe(names.reduce((sum, name) => sum + sums[name], 0));
        for (const name of [...names, 'total'] as const) {
          expect(totals[name]).toBe(rows.reduce((sum, row) => sum + row.sums[name], 0));
        }
        const steps = bucketTotals ?? [{ amountCents: totals.total }];
        expect(steps.reduce((sum, step) => sum + step.amountCents, 0)).toBe(totals.total);
      }
      expect(blocks.reduce((sum, block) => sum + block.totals.total, 0)).toBe(
        items.reduce((sum, each) => sum + each.openCents, 0),
      );
    }),
  );
});

test.each([
  ['2026-11-20', 1, true],
  ['2026-11-21', 1, false],
  ['2026-11-20', 0, false],
  [null, 1, false],
])('due %s with %i cents open, overdue on 2026-11-21: %s', (dueDate, openCents, overdue) => {
  expect(isOverdue({ dueDate, invoiceDate: '2026-11-01', openCents }, asOf)).toBe(overdue);
});
