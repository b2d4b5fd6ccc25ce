import { expect, test } from 'vitest';
import type { PlanDraft, PlanStep } from '../../../src/mcp/tool/plan.ts';
import { joinPlans } from '../../../tools/plans/join-plans.ts';

const step = (label: string): PlanStep => ({ operation: 'bills.update', input: {}, label });
const draft = (title: string, steps: readonly PlanStep[], back: PlanDraft['back'], undo = 'undo does.'): PlanDraft => ({
  gate: 'audit',
  title,
  steps,
  records: [],
  lines: [`line of ${title}`],
  money: [{ currency: 'USD', amountCents: 100 }],
  emails: [],
  sideEffects: [],
  undo,
  policyHits: [],
  ...(back && { back }),
});
const taking = (at: number) => ({
  step: at,
  operation: 'billPayments.delete' as const,
  input: {},
  takes: { id: { step: at, member: 'id' } },
});

test('a way back stays with its own step, also where drafts have several', () => {
  const first = draft('first', [step('fee'), step('payment')], [taking(1)]);
  const second = draft('second', [step('fee'), step('fee'), step('payment')], [taking(2)]);
  const third = draft('third', [step('mail')], undefined, 'Mail is not called back.');

  const joined = joinPlans([first, second, third], { title: 'All' });

  expect(joined.back).toEqual([taking(1), taking(4)]);
  expect(joined.undo).toBe('undo does. Mail is not called back.');
  expect(joined.money).toEqual([{ currency: 'USD', amountCents: 300 }]);
  expect(joined.lines).toEqual(['first:', 'line of first', 'second:', 'line of second', 'third:', 'line of third']);
});
