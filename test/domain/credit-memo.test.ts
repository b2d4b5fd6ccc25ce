import { expect, test } from 'vitest';
import {
  creditApplicationAction,
  creditMemoLifecycle,
  creditMemoStatuses,
  creditReleaseAction,
} from '../../src/domain/credit-memo.ts';
import { actionsOf, casesOf, outcome } from './lifecycle-cases.ts';

const { actions, statuses, cases } = casesOf(
  creditMemoLifecycle,
  `
                     applyPart          applyFull  void    unapplyPart        unapply
  OPEN               PARTIALLY_APPLIED  APPLIED    VOIDED  -                  -
  PARTIALLY_APPLIED  PARTIALLY_APPLIED  APPLIED    -       PARTIALLY_APPLIED  OPEN
  APPLIED            -                  -          -       PARTIALLY_APPLIED  OPEN
  VOIDED             -                  -          -       -                  -
`,
);

test.each(cases)('a credit memo that is %s, on %s, becomes %s', (status, action, next) => {
  expect(outcome(creditMemoLifecycle, status, action)).toBe(next);
});

test('the table covers every status and every action', () => {
  expect(statuses).toEqual(creditMemoStatuses);
  expect(actions).toEqual(actionsOf(creditMemoLifecycle));
});

test('credit is used up exactly when nothing remains, and whole again exactly when nothing is applied', () => {
  expect([creditApplicationAction(1), creditApplicationAction(0)]).toEqual(['applyPart', 'applyFull']);
  expect([creditReleaseAction(1), creditReleaseAction(0)]).toEqual(['unapplyPart', 'unapply']);
});
