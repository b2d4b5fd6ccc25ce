import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatMoney,
  computeFraction,
  fromCents,
  computePercent,
  formatPercent,
  roundToCents,
  sumByCurrency,
  toCents,
  convertToCents,
} from '../../../src/domain/money/money.ts';
import { hasWholeCents } from '../../../src/domain/money/cents.ts';

const cents = fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 });

test('no cent is lost or made between the wire and the books', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      expect(toCents(fromCents(amount))).toBe(amount);
    }),
  );
});

test.each([10.005, 0.001, 1_000_000.001, 0.1 + 0.2, Number.NaN, Number.POSITIVE_INFINITY, 1e20])(
  '%d is refused, never rounded',
  (amount) => {
    expect(hasWholeCents(amount)).toBe(false);
    expect(() => toCents(amount, 'applications.0.amount')).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        details: [{ field: 'applications.0.amount', message: 'must have at most two decimals' }],
      }),
    );
  },
);

test('minus nothing is nothing', () => {
  expect(Object.is(toCents(-0), 0)).toBe(true);
});

test.each([
  [123_450, 'USD', '$1,234.50'],
  [123_450, 'CAD', 'CAD 1,234.50'],
  [5, 'USD', '$0.05'],
  [-123_456_789, 'USD', '-$1,234,567.89'],
  [-100, 'EUR', '-EUR 1.00'],
  [123_400, 'JPY', 'JPY 1,234'],
  [-100, 'KRW', '-KRW 1'],
  // As an API may send it that knows no minor units.
  [123_450, 'JPY', 'JPY 1,234.50'],
  [123_400, 'points', 'points 1,234.00'],
  [99_999_999_999_999, 'USD', '$999,999,999,999.99'],
])('%i cents of %s read %s', (amount, currency, text) => {
  expect(formatMoney(amount, currency)).toBe(text);
});

test('an amount in a currency without cents is whole, typed or computed', () => {
  expect(convertToCents(1234, 'JPY')).toBe(123_400);
  expect(() => convertToCents(12.5, 'JPY', 'applications.0.amount')).toThrow(
    'applications.0.amount: must be a whole number: JPY has no smaller unit',
  );
  expect(convertToCents(12.5, 'USD')).toBe(1250);
  expect([roundToCents(33.333 * 10, 'JPY'), roundToCents(33.333 * 10, 'USD')]).toEqual([33_300, 33_333]);
  expect([computeFraction(123_400, 0.025, 'JPY'), computeFraction(123_400, 0.025, 'USD')]).toEqual([3100, 3085]);
});

test('sums of different currencies never meet', () => {
  const items = [
    { currency: 'USD', amountCents: 1_050 },
    { currency: 'CAD', amountCents: 700 },
    { currency: 'USD', amountCents: -50 },
  ];

  expect(sumByCurrency(items)).toEqual([
    { currency: 'CAD', count: 1, amountCents: 700 },
    { currency: 'USD', count: 2, amountCents: 1_000 },
  ]);
});

test('the sums over all currencies hold every cent of the items', () => {
  const item = fc.record({ currency: fc.constantFrom('USD', 'CAD', 'MXN'), amountCents: fc.integer() });
  fc.assert(
    fc.property(fc.array(item), (items) => {
      const totals = sumByCurrency(items);

      expect(totals.reduce((sum, total) => sum + total.count, 0)).toBe(items.length);
      expect(totals.reduce((sum, total) => sum + total.amountCents, 0)).toBe(
        items.reduce((sum, each) => sum + each.amountCents, 0),
      );
    }),
  );
});

test.each([
  [1.005, 101],
  [2.675, 268],
  [-1.005, -101],
  [0.0049, 0],
  [3 * 0.1, 30],
])('a computed %d is worth %i cents', (amount, expected) => {
  expect(roundToCents(amount)).toBe(expected);
});

test.each([
  [100_000, 0.03, 3_000],
  [333, 0.5, 167],
  [0, 0.5, 0],
])('of %i cents, %d of it are %i cents', (amount, fraction, expected) => {
  expect(computeFraction(amount, fraction)).toBe(expected);
});

test.each([
  [13_000, 100_000, 13],
  [1, 3, 33.3],
  [-500, 10_000, -5],
  [500, 0, null],
])('%i cents of %i cents are %d per cent', (part, whole, percent) => {
  expect(computePercent(part, whole)).toBe(percent);
});

test.each([
  [0.07, '7 %'],
  [0.025, '2.5 %'],
  [0.1234, '12.34 %'],
  [-0.05, '-5 %'],
])('the fraction %d is written %s, without binary noise', (fraction, text) => {
  expect(formatPercent(fraction)).toBe(text);
});
