import { expect, test } from 'vitest';
import { builtInRules } from '../../../src/domain/kit/desk-rules.ts';
import {
  computeBillVariance,
  computeQuickPayNetCents,
  describeVariance,
} from '../../../src/domain/bills/bill-variance.ts';

const buildVarianceInput = (agreed: number | null, billed: number, quickPayFee: number | null = null) => ({
  currency: 'USD',
  agreed: agreed === null ? null : { cents: agreed * 100, currency: 'USD' },
  billCents: Math.round(billed * 100),
  quickPayFee,
  tolerance: builtInRules.billTolerance,
});

test.each([
  [1850, 1850, 'clean'],
  [1850, 1875, 'clean'],
  [1850, 1875.01, 'minor'],
  [1850, 1825, 'clean'],
  [1850, 1800, 'minor'],
  [5000, 5050, 'clean'],
  [5000, 5050.01, 'minor'],
  [5000, 5250, 'minor'],
  [5000, 5250.01, 'material'],
  [1850, 1950, 'minor'],
  [1850, 2100, 'material'],
  [0, 25, 'clean'],
  [0, 250, 'material'],
])('$%d agreed and $%d billed is %s', (agreed, billed, expected) => {
  expect(computeBillVariance(buildVarianceInput(agreed, billed)).class).toBe(expected);
});

test('unapproved detention of $250 is named in dollars', () => {
  const variance = computeBillVariance(buildVarianceInput(1850, 2100));

  expect(describeVariance(variance)).toBe('$2,100.00 billed, $250.00 more than the $1,850.00 agreed.');
});

test.each([
  [2000, 1940, 'clean'],
  [2000, 1941, 'clean'],
  [2000, 1965, 'clean'],
  [2000, 2000, 'minor'],
  [5000, 5000, 'minor'],
  [5000, 5100, 'material'],
])(
  'with a quick-pay fee of 3 % on $%d, $%d billed is %s: it is measured against the net',
  (agreed, billed, expected) => {
    expect(computeBillVariance(buildVarianceInput(agreed, billed, 0.03)).class).toBe(expected);
  },
);

test('a bill that leaves out the quick-pay fee is told what is owed', () => {
  expect(describeVariance(computeBillVariance(buildVarianceInput(2000, 2000, 0.03)))).toBe(
    '$2,000.00 billed, $60.00 more than the $1,940.00 agreed net of the quick-pay fee on $2,000.00.',
  );
});

test('without an agreed cost nobody can call a bill clean', () => {
  expect(computeBillVariance(buildVarianceInput(null, 1850))).toMatchObject({ class: 'unknown' });
});

test.each([
  [200_000, 0.03, 194_000],
  [185_000, 0.015, 182_225],
  [185_000, null, 185_000],
])('quick pay of %i cents at %s nets %i', (gross, fee, net) => {
  expect(computeQuickPayNetCents(gross, fee)).toBe(net);
});
