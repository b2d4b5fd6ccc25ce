import { expect, test } from 'vitest';
import { formatWireAmount, toAmountCents } from '../../../tools/records/amounts.ts';
import { column, moneyColumn, withCurrency } from '../../../tools/records/columns.ts';

test.each([
  [1234.5, 'USD', '$1,234.50'],
  [0.1 + 0.2, 'CAD', 'CAD 0.30'],
  [-19.99, 'USD', '-$19.99'],
  [0, 'USD', '$0.00'],
  [null, 'USD', 'unknown'],
  [12, null, '12.00 (currency unknown)'],
])('%j %s reads %s', (amount, currency, text) => {
  expect(formatWireAmount(amount, currency)).toBe(text);
});

test('binary noise of an upstream never becomes a cent', () => {
  expect(toAmountCents(1.005 * 100)).toBe(10050);
  expect(toAmountCents(-0.004)).toBe(0);
});

test('chosen amounts bring their currency along, and CSV has it as a column', () => {
  const columns = [column('id', 'Id'), moneyColumn('amount', 'Amount')];

  expect(withCurrency({ columns, fields: ['amount'], format: 'table' }).fields).toEqual(['amount', 'currency']);
  expect(withCurrency({ columns, fields: ['id'], format: 'table' }).fields).toEqual(['id']);
  expect(withCurrency({ columns, fields: undefined, format: 'csv' }).columns.map(({ key }) => key)).toEqual([
    'id',
    'amount',
    'currency',
  ]);
});
