import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  invoiceLifecycle,
  invoicePaymentAction,
  invoiceReversalAction,
  invoiceStatuses,
  owedCents,
  type InvoiceStatus,
} from '../../src/domain/invoice.ts';
import { advance } from '../../src/domain/lifecycle.ts';
import { actionsOf, casesOf, outcome } from './lifecycle-cases.ts';

const { actions, statuses, cases } = casesOf(
  invoiceLifecycle,
  `
                    markAwaiting      payPart         payFull  unpayPart       unpay             void
  DRAFT             AWAITING_PAYMENT  -               -        -               -                 VOIDED
  AWAITING_PAYMENT  AWAITING_PAYMENT  PARTIALLY_PAID  PAID     PARTIALLY_PAID  AWAITING_PAYMENT  VOIDED
  PARTIALLY_PAID    AWAITING_PAYMENT  PARTIALLY_PAID  PAID     PARTIALLY_PAID  AWAITING_PAYMENT  -
  PAID              AWAITING_PAYMENT  -               -        PARTIALLY_PAID  AWAITING_PAYMENT  -
  VOIDED            -                 -               -        -               -                 -
`,
);

test.each(cases)('an invoice that is %s, on %s, becomes %s', (status, action, next) => {
  expect(outcome(invoiceLifecycle, status, action)).toBe(next);
});

test('the table covers every status and every action', () => {
  expect(statuses).toEqual(invoiceStatuses);
  expect([...actions].sort()).toEqual([...actionsOf(invoiceLifecycle)].sort());
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
        const openCents = owedCents({ amountCents, paidCents, creditsCents: 0 });
        status = advance(invoiceLifecycle, status, invoicePaymentAction(openCents));
        expect(status).toBe(openCents === 0 ? 'PAID' : 'PARTIALLY_PAID');
      }
      for (const amount of amounts) {
        paidCents -= amount;
        status = advance(invoiceLifecycle, status, invoiceReversalAction(paidCents));
        expect(status).toBe(paidCents === 0 ? 'AWAITING_PAYMENT' : 'PARTIALLY_PAID');
      }
    }),
  );
});
