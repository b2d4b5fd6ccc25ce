import { expect, test } from 'vitest';
import { serviceLifecycle, serviceStatuses } from '../../../src/domain/freight/service.ts';
import { settlementLifecycle, settlementStatuses } from '../../../src/domain/payments/settlement.ts';
import { listActions, parseCases, getOutcome } from '../kit/lifecycle-cases.ts';

const service = parseCases(
  serviceLifecycle,
  `
                    complete          reopen  bill       approve          unapprove  pay   unpay            revert            cancel    uncancel
  ACTIVE            AWAITING_INVOICE  -       -          -                -          -     -                -                 CANCELED  -
  AWAITING_INVOICE  -                 ACTIVE  IN_REVIEW  APPROVED_TO_PAY  -          -     -                -                 CANCELED  -
  IN_REVIEW         -                 -       -          APPROVED_TO_PAY  -          -     -                AWAITING_INVOICE  CANCELED  -
  APPROVED_TO_PAY   -                 -       -          -                IN_REVIEW  PAID  -                AWAITING_INVOICE  CANCELED  -
  PAID              -                 -       -          -                -          -     APPROVED_TO_PAY  AWAITING_INVOICE  CANCELED  -
  CANCELED          -                 -       -          -                -          -     -                -                 -         AS_BEFORE
`,
);

test.each(service.cases)('a service that is %s, asked to %s, becomes %s', (status, action, next) => {
  expect(getOutcome(serviceLifecycle, status, action)).toBe(next);
});

test('the service table covers every status and every action', () => {
  expect(service.statuses).toEqual(serviceStatuses);
  expect(service.actions.toSorted()).toEqual(listActions(serviceLifecycle).toSorted());
});

const settlement = parseCases(
  settlementLifecycle,
  `
                    bill       approve          unapprove  pay   unpay            revert
  AWAITING_INVOICE  IN_REVIEW  APPROVED_TO_PAY  -          -     -                -
  IN_REVIEW         -          APPROVED_TO_PAY  -          -     -                AWAITING_INVOICE
  APPROVED_TO_PAY   -          -                IN_REVIEW  PAID  -                AWAITING_INVOICE
  PAID              -          -                -          -     APPROVED_TO_PAY  AWAITING_INVOICE
`,
);

test.each(settlement.cases)('what is owed to a carrier is %s, asked to %s, becomes %s', (status, action, next) => {
  expect(getOutcome(settlementLifecycle, status, action)).toBe(next);
});

test('the settlement table covers every status and every action', () => {
  expect(settlement.statuses).toEqual(settlementStatuses);
  expect(settlement.actions.toSorted()).toEqual(listActions(settlementLifecycle).toSorted());
});
