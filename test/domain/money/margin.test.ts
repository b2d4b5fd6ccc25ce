import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkFloor, computeMargin, formatMargin, type MoneyLine } from '../../../src/domain/money/margin.ts';

const buildUsdLine = (agreed: number, billed: number | null = null, canceled = false): MoneyLine => ({
  currency: 'USD',
  agreedCents: agreed * 100,
  billedCents: billed === null ? null : billed * 100,
  canceled,
});

test('a load sold for $2,500 and bought for $2,200 makes $300, 12 %', () => {
  const [margin] = computeMargin({ revenue: [buildUsdLine(2500)], cost: [buildUsdLine(2200)] }, 'booked');

  expect(margin).toMatchObject({ revenueCents: 250_000, costCents: 220_000, marginCents: 30_000, marginPercent: 12 });
});

test('actual takes invoices and bills where they exist and says how many that were', () => {
  const lines = { revenue: [buildUsdLine(2500, 2600)], cost: [buildUsdLine(2000, 2250), buildUsdLine(100)] };

  const [booked] = computeMargin(lines, 'booked');
  const [actual] = computeMargin(lines, 'actual');

  expect(booked).toMatchObject({ marginCents: 40_000, lines: 3 });
  expect(actual).toMatchObject({ marginCents: 25_000, billedLines: 2, lines: 3 });
});

test('a canceled load earns nothing, but the truck that was ordered still costs', () => {
  const [margin] = computeMargin({ revenue: [buildUsdLine(2500, null, true)], cost: [buildUsdLine(200)] }, 'booked');

  expect(margin).toMatchObject({ revenueCents: 0, costCents: 20_000, marginCents: -20_000, marginPercent: null });
});

test('a canceled load that was invoiced all the same counts as actual revenue', () => {
  const [margin] = computeMargin({ revenue: [buildUsdLine(2500, 250, true)], cost: [buildUsdLine(200)] }, 'actual');

  expect(margin).toMatchObject({ revenueCents: 25_000, marginCents: 5_000 });
});

const buildCadLine = (agreed: number): MoneyLine => ({ ...buildUsdLine(agreed), currency: 'CAD' });

test('a margin across two currencies is unknown, and amounts of two currencies never meet', () => {
  const margins = computeMargin(
    { revenue: [buildUsdLine(2500), buildCadLine(900)], cost: [buildUsdLine(2000)] },
    'booked',
  );

  expect(margins).toMatchObject([
    { currency: 'CAD', revenueCents: 90_000, costCents: 0, marginCents: null, marginPercent: null, gap: 'currencies' },
    { currency: 'USD', revenueCents: 250_000, costCents: 200_000, marginCents: null, gap: 'currencies' },
  ]);
  expect(margins[0]?.currencies).toEqual(['CAD', 'USD']);
});

test('an amount of nothing in another currency leaves the margin known', () => {
  const margins = computeMargin(
    { revenue: [buildUsdLine(2500)], cost: [buildUsdLine(2000), buildCadLine(0)] },
    'booked',
  );

  expect(margins.find(({ currency }) => currency === 'USD')).toMatchObject({ marginCents: 50_000, gap: null });
});

test('revenue without all of its cost has no margin yet', () => {
  const lines = { revenue: [buildUsdLine(2500)], cost: [buildUsdLine(60)], lacksCost: { booked: true, actual: false } };

  expect(computeMargin(lines, 'booked')).toMatchObject([{ costCents: 6_000, marginCents: null, gap: 'no_cost' }]);
  expect(computeMargin(lines, 'actual')).toMatchObject([{ costCents: 6_000, marginCents: 244_000, gap: null }]);
  expect(computeMargin({ revenue: [buildUsdLine(2500)], cost: [] }, 'booked')).toMatchObject([
    { marginCents: null, gap: 'no_cost' },
  ]);
});

test('an unknown margin counts as below the floor, and a part of the cost is checked as far as it goes', () => {
  const [margin] = computeMargin({ revenue: [buildUsdLine(2500)], cost: [buildCadLine(1500)] }, 'booked');

  expect(margin && checkFloor(margin, 0.08)).toBe(
    'The margin is unknown, as its amounts are in CAD and USD; it counts as below the floor of 8 %.',
  );
  expect(checkFloor({ revenueCents: 250_000, costCents: 6_000 }, 0.08)).toBeNull();
});

test('without revenue the margin is n/a, not zero', () => {
  expect(
    formatMargin(computeMargin({ revenue: [], cost: [buildUsdLine(150)] }, 'booked')[0]?.marginPercent ?? null),
  ).toBe('n/a');
  expect(formatMargin(12.4)).toBe('12.4 %');
  expect(formatMargin(0)).toBe('0.0 %');
});

test('revenue is always cost plus margin, to the cent, where the margin is known', () => {
  const line = fc.record({
    currency: fc.constantFrom('USD', 'CAD'),
    agreedCents: fc.integer({ min: -500_000, max: 5_000_000 }),
    billedCents: fc.option(fc.integer({ min: 0, max: 5_000_000 })),
    canceled: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(line), fc.array(line), fc.constantFrom('booked', 'actual'), (revenue, cost, basis) => {
      for (const margin of computeMargin({ revenue, cost }, basis)) {
        const expectedCents = margin.gap === null ? margin.revenueCents - margin.costCents : null;
        expect(margin.marginCents).toBe(expectedCents);
      }
    }),
  );
});
