import { expect, test } from 'vitest';
import {
  getCreditApplicationAction,
  findCreditBalanceAction,
  creditMemoLifecycle,
  creditMemoStatuses,
  getCreditReleaseAction,
} from '../../../src/domain/money/credit-memo.ts';
import { listActions, parseCases, getOutcome } from '../kit/lifecycle-cases.ts';

const { actions, statuses, cases } = parseCases(
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
  expect(getOutcome(creditMemoLifecycle, status, action)).toBe(next);
});

test('the table covers every status and every action', () => {
  expect(statuses).toEqual(creditMemoStatuses);
  expect(actions).toEqual(listActions(creditMemoLifecycle));
});

test('credit is used up exactly when nothing remains, and whole again exactly when nothing is applied', () => {
  expect([getCreditApplicationAction(1), getCreditApplicationAction(0)]).toEqual(['applyPart', 'applyFull']);
  expect([getCreditReleaseAction(1), getCreditReleaseAction(0)]).toEqual(['unapplyPart', 'unapply']);
});

test.each([
  [0, 100, 0, 'applyFull'],
  [0, 40, 60, 'applyPart'],
  [100, 40, 60, 'unapplyPart'],
  [40, 0, 100, 'unapply'],
  [40, 40, 60, null],
] as const)(
  'with %i applied before, %i now and %i left the action is %s',
  (before, appliedCents, remainingCents, action) => {
    expect(findCreditBalanceAction(before, { appliedCents, remainingCents })).toBe(action);
  },
);
