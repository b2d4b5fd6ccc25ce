import { expect, test } from 'vitest';
import { computeCreditExposure, formatWarning } from '../../../src/domain/money/credit-exposure.ts';

const parts = { openCents: 50_000, unbilledCents: 30_000, bookedCents: 11_000 };

test.each([
  { limitCents: null, warning: null, status: 'no limit recorded', usedPercent: null, leftCents: null },
  { limitCents: 90_999, warning: null, status: 'over', usedPercent: 100, leftCents: 0 },
  { limitCents: 91_000, warning: null, status: 'near', usedPercent: 100, leftCents: 0 },
  { limitCents: 101_111, warning: null, status: 'near', usedPercent: 90, leftCents: 10_111 },
  { limitCents: 101_112, warning: null, status: 'within', usedPercent: 90, leftCents: 10_112 },
  { limitCents: 182_000, warning: 0.5, status: 'near', usedPercent: 50, leftCents: 91_000 },
  { limitCents: 182_000, warning: 910, status: 'near', usedPercent: 50, leftCents: 91_000 },
  { limitCents: 182_000, warning: 911, status: 'within', usedPercent: 50, leftCents: 91_000 },
  { limitCents: 0, warning: null, status: 'over', usedPercent: null, leftCents: 0 },
])('all three parts count against a limit of $limitCents cents with a warning at $warning', (testCase) => {
  const { limitCents, warning, ...expected } = testCase;

  expect(computeCreditExposure(parts, { limitCents, warning })).toMatchObject({ totalCents: 91_000, ...expected });
});

test('a warning is a part of the limit or an amount', () => {
  expect(formatWarning(0.9, 'USD')).toBe('90 % of the limit');
  expect(formatWarning(5000, 'USD')).toBe('$5,000.00');
});

test('a brokerage may count fewer parts', () => {
  const exposure = computeCreditExposure(parts, { limitCents: 80_000, warning: null }, ['open_invoices', 'booked']);

  expect(exposure).toMatchObject({ totalCents: 61_000, unbilledCents: 30_000, status: 'within' });
});
