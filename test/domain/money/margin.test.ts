import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { marginOf, marginText, type MoneyLine } from '../../../src/domain/money/margin.ts';

const usd = (agreed: number, billed: number | null = null, canceled = false): MoneyLine => ({
  currency: 'USD',
  agreedCents: agreed * 100,
  billedCents: billed === null ? null : billed * 100,
  canceled,
});

test('a load sold for $2,500 and bought for $2,200 makes $300, 12 %', () => {
  const [margin] = marginOf({ revenue: [usd(2500)], cost: [usd(2200)] }, 'booked');

  expect(margin).toMatchObject({ revenueCents: 250_000, costCents: 220_000, marginCents: 30_000, marginPercent: 12 });
});

test('actual takes invoices and bills where they exist and says how many that were', () => {
  const lines = { revenue: [usd(2500, 2600)], cost: [usd(2000, 2250), usd(100)] };

  const [booked] = marginOf(lines, 'booked');
  const [actual] = marginOf(lines, 'actual');

  expect(booked).toMatchObject({ marginCents: 40_000, lines: 3 });
  expect(actual).toMatchObject({ marginCents: 25_000, billedLines: 2, lines: 3 });
});

test('a canceled load earns nothing, but the truck that was ordered still costs', () => {
  const [margin] = marginOf({ revenue: [usd(2500, null, true)], cost: [usd(200)] }, 'booked');

  expect(margin).toMatchObject({ revenueCents: 0, costCents: 20_000, marginCents: -20_000, marginPercent: null });
});

test('a canceled load that was invoiced all the same counts as actual revenue', () => {
  const [margin] = marginOf({ revenue: [usd(2500, 250, true)], cost: [usd(200)] }, 'actual');

  expect(margin).toMatchObject({ revenueCents: 25_000, marginCents: 5_000 });
});

test('currencies are never added together', () => {
  const cad = { ...usd(900), currency: 'CAD' };

  const margins = marginOf({ revenue: [usd(2500), cad], cost: [usd(2000)] }, 'booked');

  expect(margins.map(({ currency, marginCents }) => [currency, marginCents])).toEqual([
    ['CAD', 90_000],
    ['USD', 50_000],
  ]);
});

test('without revenue the margin is n/a, not zero', () => {
  expect(marginText(marginOf({ revenue: [], cost: [usd(150)] }, 'booked')[0]?.marginPercent ?? null)).toBe('n/a');
  expect(marginText(12.4)).toBe('12.4 %');
  expect(marginText(0)).toBe('0.0 %');
});

test('revenue is always cost plus margin, to the cent', () => {
  const line = fc.record({
    currency: fc.constantFrom('USD', 'CAD'),
    agreedCents: fc.integer({ min: -500_000, max: 5_000_000 }),
    billedCents: fc.option(fc.integer({ min: 0, max: 5_000_000 })),
    canceled: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(line), fc.array(line), fc.constantFrom('booked', 'actual'), (revenue, cost, basis) => {
      for (const margin of marginOf({ revenue, cost }, basis)) {
        expect(margin.revenueCents).toBe(margin.costCents + margin.marginCents);
      }
    }),
  );
});
