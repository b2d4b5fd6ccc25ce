import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  findInvoiceBalanceAction,
  invoiceLifecycle,
  getInvoicePaymentAction,
  getInvoiceReversalAction,
  invoiceStatuses,
  computeOwedCents,
  type InvoiceStatus,
} from '../../../src/domain/money/invoice.ts';
import { advance } from '../../../src/domain/kit/transitions.ts';
import { listActions, parseCases, getOutcome } from '../kit/lifecycle-cases.ts';

const { actions, statuses, cases } = parseCases(
  invoiceLifecycle,
  `
                    markAwaiting      payPart         payFull  unpayPart       unpay             void
  DRAFT             AWAITING_PAYMENT  -               -        -               -                 VOIDED
  AWAITING_PAYMENT  AWAITING_PAYMENT  PARTIALLY_PAID  PAID     PARTIALLY_PAID  AWAITING_PAYMENT  VOIDED
  PARTIALLY_PAID    PARTIALLY_PAID    PARTIALLY_PAID  PAID     PARTIALLY_PAID  AWAITING_PAYMENT  -
  PAID              PAID              -               -        PARTIALLY_PAID  AWAITING_PAYMENT  -
  VOIDED            -                 -               -        -               -                 -
`,
);

test.each(cases)('an invoice that is %s, on %s, becomes %s', (status, action, next) => {
  expect(getOutcome(invoiceLifecycle, status, action)).toBe(next);
});

test('the table covers every status and every action', () => {
  expect(statuses).toEqual(invoiceStatuses);
  expect([...actions].sort()).toEqual([...listActions(invoiceLifecycle)].sort());
});

test('paying an invoice in any number of parts ends PAID, and taking everything back ends AWAITING_PAYMENT', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 5_000_000 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(parts, (amounts) => {
      const amountCents = amounts.reduce((sum, amount) => sum + amount, 0);
      let status: InvoiceStatus = 'AWAITING_PAYMENT';
      let paidCents = 0;

      for (const amount of amounts) {
        paidCents += amount;
        const openCents = computeOwedCents({ amountCents, paidCents, creditsCents: 0 });
        status = advance(invoiceLifecycle, status, getInvoicePaymentAction(openCents));
        expect(status).toBe(openCents === 0 ? 'PAID' : 'PARTIALLY_PAID');
      }
      for (const amount of amounts) {
        paidCents -= amount;
        status = advance(invoiceLifecycle, status, getInvoiceReversalAction(paidCents));
        expect(status).toBe(paidCents === 0 ? 'AWAITING_PAYMENT' : 'PARTIALLY_PAID');
      }
    }),
  );
});

test.each([
  [0, 100, 0, 'payFull'],
  [0, 40, 60, 'payPart'],
  [40, 100, 0, 'payFull'],
  [100, 40, 60, 'unpayPart'],
  [100, 0, 100, 'unpay'],
  [40, 40, 60, null],
  [0, 0, 100, null],
] as const)(
  'with %i applied before, %i now and %i open the action is %s',
  (before, appliedCents, openCents, action) => {
    expect(findInvoiceBalanceAction(before, { appliedCents, openCents })).toBe(action);
  },
);

test('after any change of its balance an invoice that was not restarted shows what is applied', () => {
  const amountCents = 1_000;
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: amountCents }), { maxLength: 12 }), (balances) => {
      let status: InvoiceStatus = 'AWAITING_PAYMENT';
      let before = 0;
      for (const appliedCents of balances) {
        const action = findInvoiceBalanceAction(before, { appliedCents, openCents: amountCents - appliedCents });
        if (action !== null) status = advance(invoiceLifecycle, status, action);
        before = appliedCents;
        const expectedStatus =
          appliedCents === 0 ? 'AWAITING_PAYMENT' : appliedCents < amountCents ? 'PARTIALLY_PAID' : 'PAID';
        expect(status).toBe(expectedStatus);
      }
    }),
  );
});
