import { expect, test } from 'vitest';
import { listAmountGaps } from '../../../src/mcp/results/completeness-result.ts';

const gap = {
  key: 'fields.currency',
  text: "This API doesn't send the currency of all amounts; XXX stands for one that isn't known. If all are of one currency, a person can name it in WAYBILL_CURRENCY.",
};

test.each([
  ['in the structured content', { text: 'Booked.', data: { totals: [{ currency: 'XXX', amount: 5 }] } }],
  ['in a sentence', { text: 'SHP-1400 «Acme», XXX 1,948.00, PLANNING', data: {} }],
])('an amount without a known currency %s is said', (_where, result) => {
  expect(listAmountGaps(result)).toEqual([gap]);
});

test.each([
  ['dollars', { text: '$1,948.00', data: { currency: 'USD' } }],
  ['what a record says', { text: 'Notes: «XXX 5 pallets»', data: { notes: 'XXX 5 pallets' } }],
])('%s are no such amount', (_what, result) => {
  expect(listAmountGaps(result)).toEqual([]);
});
