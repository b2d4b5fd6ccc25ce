import { expect, test } from 'vitest';
import { isUnbilled, isUninvoiced, unbilledCosts } from '../../../src/domain/shipments/to-bill.ts';

test.each([
  ['DELIVERED', 'DOCS_NEEDED', false, true],
  ['DELIVERED', 'NOT_READY_TO_INVOICE', false, true],
  ['DELIVERED', 'READY_TO_INVOICE', false, true],
  // Its other order was invoiced.
  ['DELIVERED', 'READY_TO_INVOICE', true, false],
  ['DELIVERED', 'INVOICED', true, false],
  ['DELIVERED', null, false, false],
  ['IN_TRANSIT', 'READY_TO_INVOICE', false, false],
  ['CANCELED', 'DOCS_NEEDED', false, false],
] as const)('%s, %s, invoiced: %s is unbilled: %s', (status, billingStatus, hasInvoice, isOpen) => {
  expect(isUnbilled({ status, billingStatus }, hasInvoice)).toBe(isOpen);
});

test.each([
  ['DOCS_NEEDED', true],
  ['READY_TO_INVOICE', true],
  ['INVOICED', false],
  ['PAID', false],
  [null, false],
] as const)('%s has no invoice yet: %s', (billingStatus, isOpen) => {
  expect(isUninvoiced({ billingStatus })).toBe(isOpen);
});

test('of what is done only that counts as still to be billed which no bill came for, and not what is owed nothing', () => {
  const bill = { currency: 'USD', cents: 1 };
  const line = (cents: number, canceled: boolean, bills: readonly (typeof bill)[] = []) => ({
    currency: 'USD',
    cents,
    canceled,
    bills,
  });
  const owed = [line(1, false), line(2, true), line(4, false, [bill])];

  expect(unbilledCosts('DELIVERED', owed).map(({ cents }) => cents)).toEqual([1]);
  expect(unbilledCosts('IN_TRANSIT', owed)).toEqual([]);
});
