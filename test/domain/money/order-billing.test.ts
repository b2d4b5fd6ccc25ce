import { expect, test } from 'vitest';
import {
  computeBillingStatus,
  findLeastAdvanced,
  type OrderBillingStatus,
  orderBillingLifecycle,
  orderBillingStatuses,
} from '../../../src/domain/money/order-billing.ts';
import { listActions, parseCases, getOutcome } from '../kit/lifecycle-cases.ts';

const { actions, statuses, cases } = parseCases(
  orderBillingLifecycle,
  `
                        ready             notReady              invoice   generateInvoice  payPart         payAll  unpay     voidInvoice
  DOCS_NEEDED           READY_TO_INVOICE  -                     INVOICED  -                -               -       -         -
  NOT_READY_TO_INVOICE  READY_TO_INVOICE  -                     INVOICED  -                -               -       -         -
  READY_TO_INVOICE      -                 NOT_READY_TO_INVOICE  INVOICED  INVOICED         -               -       -         -
  INVOICED              -                 -                     -         -                PARTIALLY_PAID  PAID    -         READY_TO_INVOICE
  PARTIALLY_PAID        -                 -                     -         -                PARTIALLY_PAID  PAID    INVOICED  -
  PAID                  -                 -                     -         -                PARTIALLY_PAID  -       INVOICED  -
`,
);

test.each(cases)('an order whose billing is %s, asked to %s, becomes %s', (status, action, next) => {
  expect(getOutcome(orderBillingLifecycle, status, action)).toBe(next);
});

test('the table covers every status and every action', () => {
  expect(statuses).toEqual(orderBillingStatuses);
  expect(actions.toSorted()).toEqual(listActions(orderBillingLifecycle).toSorted());
});

test.each<[OrderBillingStatus[], OrderBillingStatus | null]>([
  [['PAID'], 'PAID'],
  [['PAID', 'READY_TO_INVOICE'], 'READY_TO_INVOICE'],
  [['NOT_READY_TO_INVOICE', 'DOCS_NEEDED', 'INVOICED'], 'DOCS_NEEDED'],
  [['PAID', 'PARTIALLY_PAID', 'PAID'], 'PARTIALLY_PAID'],
  [[], null],
])('a shipment whose orders are %j shows %s', (statuses, expectedStatus) => {
  expect(findLeastAdvanced(statuses)).toBe(expectedStatus);
});

test.each([
  ['INVOICED', 0, 100, 'INVOICED'],
  ['INVOICED', 40, 60, 'PARTIALLY_PAID'],
  ['INVOICED', 100, 0, 'PAID'],
  ['PARTIALLY_PAID', 60, 40, 'PARTIALLY_PAID'],
  ['PARTIALLY_PAID', 100, 0, 'PAID'],
  ['PARTIALLY_PAID', 0, 100, 'INVOICED'],
  ['PAID', 40, 60, 'PARTIALLY_PAID'],
  ['PAID', 0, 100, 'INVOICED'],
  ['READY_TO_INVOICE', 0, 100, 'INVOICED'],
] as const)(
  'an order that is %s, with %i applied and %i open on its invoice, is %s',
  (status, appliedCents, openCents, next) => {
    expect(computeBillingStatus(status, { appliedCents, openCents })).toBe(next);
  },
);

test('an order without an invoice cannot become paid', () => {
  expect(() => computeBillingStatus('READY_TO_INVOICE', { appliedCents: 100, openCents: 0 })).toThrow(
    'cannot become PAID',
  );
});
