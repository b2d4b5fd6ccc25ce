import { expect, test } from 'vitest';
import { isUnbilled, isUninvoiced } from '../../../src/domain/shipments/to-bill.ts';

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
