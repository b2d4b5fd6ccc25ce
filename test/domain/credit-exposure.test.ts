import { expect, test } from 'vitest';
import { creditExposure, type ExposureParts } from '../../src/domain/money/credit-exposure.ts';

const usd = (dollars: number) => ({ currency: 'USD', amountCents: dollars * 100 });
const parts = (open: number, unbilled: number, underWay: number): ExposureParts => ({
  openReceivables: [usd(open)],
  deliveredUnbilled: [usd(unbilled)],
  underWay: [usd(underWay)],
});

test('a customer under the limit on invoices alone is over it once unbilled loads count', () => {
  const exposure = creditExposure(parts(38_000, 12_000, 6_000), usd(50_000));

  expect(exposure).toMatchObject({
    openReceivablesCents: 3_800_000,
    deliveredUnbilledCents: 1_200_000,
    underWayCents: 600_000,
    exposureCents: 5_600_000,
    availableCents: -600_000,
    usedPercent: 112,
    status: 'over',
    sentence: '$56,000.00 exposed of a limit of $50,000.00 (112.0 %).',
  });
});

test.each([
  [40_000, null, 'within'],
  [45_000, null, 'warning'],
  [50_000, null, 'warning'],
  [50_001, null, 'over'],
  [40_000, 75, 'warning'],
])('$%i of $50,000 with a warning at %s percent is %s', (open, warnAtPercent, status) => {
  expect(creditExposure(parts(open, 0, 0), { ...usd(50_000), warnAtPercent }).status).toBe(status);
});

test('no limit on file is said, not taken for unlimited or for zero', () => {
  const exposure = creditExposure(parts(1_000, 0, 0), null);

  expect(exposure).toMatchObject({ status: 'no_limit', limitCents: null, usedPercent: null });
  expect(exposure.sentence).toBe('$1,000.00 exposed; no limit recorded.');
});

test('a limit of zero is a limit', () => {
  expect(creditExposure(parts(1, 0, 0), usd(0)).status).toBe('over');
});

test('amounts in another currency are named beside the exposure', () => {
  const cad = { currency: 'CAD', amountCents: 70_000 };
  const exposure = creditExposure({ ...parts(1_000, 0, 0), underWay: [cad, cad] }, usd(5_000));

  expect(exposure.exposureCents).toBe(100_000);
  expect(exposure.otherCurrencies).toEqual([{ currency: 'CAD', count: 2, amountCents: 140_000 }]);
});
