import { expect, test } from 'vitest';
import { computeQuotedRevenue } from '../../../src/domain/charges/quoted-revenue.ts';

const fuel = { code: 'FSC', cents: 500 };
const buildLinehaul = (cents: number) => ({ code: 'LINEHAUL', cents });

test.each([
  ['a price without charges', 90_000, [], { addedCents: 90_000, ownCents: 0, otherBaseCents: null }],
  ['a price beside other charges', 90_000, [fuel], { addedCents: 90_000, ownCents: 500, otherBaseCents: null }],
  [
    'the same base price',
    90_000,
    [buildLinehaul(90_000), fuel],
    { addedCents: null, ownCents: 90_500, otherBaseCents: null },
  ],
  [
    'a base price in two lines',
    90_000,
    [buildLinehaul(50_000), { code: 'DRAY', cents: 40_000 }],
    { addedCents: null, ownCents: 90_000, otherBaseCents: null },
  ],
  [
    'another base price',
    90_000,
    [buildLinehaul(70_000), fuel],
    { addedCents: null, ownCents: 70_500, otherBaseCents: 70_000 },
  ],
  ['no price', null, [buildLinehaul(70_000)], { addedCents: null, ownCents: 70_000, otherBaseCents: null }],
])('%s', (_what, price, charges, revenue) => {
  expect(computeQuotedRevenue(price, charges)).toEqual(revenue);
});
