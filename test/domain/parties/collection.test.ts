import { expect, test } from 'vitest';
import {
  type AccountSnapshot,
  computeAverageDays,
  isWorthACall,
  listReasonsToCall,
} from '../../../src/domain/parties/collection.ts';

const quiet: AccountSnapshot = {
  overdueCents: 0,
  oldestDays: null,
  shortPaidCount: 0,
  unappliedCents: 0,
  daysToPay: null,
  termDays: 30,
};

test.each<{ account: Partial<AccountSnapshot>; reasons: readonly string[]; call: boolean }>([
  { account: {}, reasons: [], call: false },
  { account: { oldestDays: 1 }, reasons: ['overdue'], call: true },
  { account: { oldestDays: 30 }, reasons: ['overdue'], call: true },
  { account: { oldestDays: 31 }, reasons: ['over 30 days late'], call: true },
  { account: { oldestDays: 61 }, reasons: ['over 60 days late'], call: true },
  { account: { oldestDays: 91, shortPaidCount: 2 }, reasons: ['over 90 days late', 'short pay'], call: true },
  { account: { unappliedCents: 1 }, reasons: ['unapplied credit'], call: true },
  { account: { daysToPay: 37 }, reasons: [], call: false },
  { account: { daysToPay: 38 }, reasons: ['pays later than agreed'], call: false },
  { account: { daysToPay: 90, termDays: null }, reasons: [], call: false },
])('$account is called for $reasons', ({ account, reasons, call }) => {
  const actualReasons = listReasonsToCall({ ...quiet, ...account });

  expect(actualReasons).toEqual(reasons);
  expect(isWorthACall(actualReasons)).toBe(call);
});

test('days to pay count each dollar once', () => {
  expect(computeAverageDays({ cents: 0, dayCents: 0 })).toBeNull();
  expect(computeAverageDays({ cents: 400_000, dayCents: 300_000 * 40 + 100_000 * 20 })).toBe(35);
});
