import { expect, test } from 'vitest';
import { listProvenUnsent, listQueryGaps } from '../../../src/mcp/copied/unsent-fields.ts';

const listKeys = (query: string, ...unsent: readonly string[]) =>
  listQueryGaps(query, new Set(unsent)).map(({ key }) => key);

test('a query that reads a column that the API never fills has a gap', () => {
  const byFactor = 'select b.factor_id, sum(b.owed_cents) from bill b group by b.factor_id';

  expect(listQueryGaps(byFactor, new Set(['bill.carrierFactor']))).toEqual([
    {
      key: 'fields.bill.carrierFactor',
      text: "This API doesn't send the factors of bills, so what depends on that is unknown.",
    },
  ]);
});

test.each([
  ['another table', 'select customer_id from shipment'],
  ['another column', 'select sum(owed_cents) from invoice'],
  ['a longer name', 'select billing_customer_id from invoice'],
])('a query over %s has no gap', (_what, query) => {
  expect(listKeys(query, 'invoice.customer')).toEqual([]);
});

test.each([
  ['a few records without a field prove nothing', 'shipment.customerRep', 19, false],
  ['many records without a field prove that it is not sent', 'shipment.customerRep', 20, true],
  ['a record without a field that every record has is proof', 'invoice.customer', 1, true],
])('%s', (_what, field, absent, isProven) => {
  expect(listProvenUnsent([{ field, absent }]).has(field)).toBe(isProven);
});
