import { expect, test } from 'vitest';
import {
  type AccountFacts,
  computeAverageDays,
  isWorthACall,
  listReasonsToCall,
} from '../../../src/domain/parties/collection.ts';

const quiet: AccountFacts = {
  overdueCents: 0,
  oldestDays: null,
  shortPaidCount: 0,
  unappliedCents: 0,
  daysToPay: null,
  termDays: 30,
};

test.each<{ facts: Partial<AccountFacts>; reasons: readonly string[]; call: boolean }>([
  { facts: {}, reasons: [], call: false },
  { facts: { oldestDays: 1 }, reasons: ['overdue'], call: true },
  { facts: { oldestDays: 30 }, reasons: ['overdue'], call: true },
  { facts: { oldestDays: 31 }, reasons: ['over 30 days late'], call: true },
  { facts: { oldestDays: 61 }, reasons: ['over 60 days late'], call: true },
  { facts: { oldestDays: 91, shortPaidCount: 2 }, reasons: ['over 90 days late', 'short pay'], call: true },
  { facts: { unappliedCents: 1 }, reasons: ['unapplied credit'], call: true },
  { facts: { daysToPay: 37 }, reasons: [], call: false },
  { facts: { daysToPay: 38 }, reasons: ['pays later than agreed'], call: false },
  { facts: { daysToPay: 90, termDays: null }, reasons: [], call: false },
])('$facts is called for $reasons', ({ facts, reasons, call }) => {
  const actualReasons = listReasonsToCall({ ...quiet, ...facts });

  expect(actualReasons).toEqual(reasons);
  expect(isWorthACall(actualReasons)).toBe(call);
});

test('days to pay count each dollar once', () => {
  expect(computeAverageDays({ cents: 0, dayCents: 0 })).toBeNull();
  expect(computeAverageDays({ cents: 400_000, dayCents: 300_000 * 40 + 100_000 * 20 })).toBe(35);
});
