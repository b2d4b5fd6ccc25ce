import { expect, test } from 'vitest';
import type { PlanDraft, PlanStep } from '../../../src/mcp/tool/plan.ts';
import { joinPlans } from '../../../tools/plans/join-plans.ts';

const buildStep = (label: string): PlanStep => ({ operation: 'bills.update', input: {}, label });
const buildDraft = (
  title: string,
  steps: readonly PlanStep[],
  back: PlanDraft['back'],
  undo = 'undo does.',
): PlanDraft => ({
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
const buildTakingStep = (at: number) => ({
  step: at,
  operation: 'billPayments.delete' as const,
  input: {},
  takes: { id: { step: at, member: 'id' } },
});

test('an undo stays with its own step, also where drafts have several', () => {
  const first = buildDraft('first', [buildStep('fee'), buildStep('payment')], [buildTakingStep(1)]);
  const second = buildDraft('second', [buildStep('fee'), buildStep('fee'), buildStep('payment')], [buildTakingStep(2)]);
  const third = buildDraft('third', [buildStep('mail')], undefined, 'Mail is not called back.');

  const joined = joinPlans([first, second, third], { title: 'All' });

  expect(joined.back).toEqual([buildTakingStep(1), buildTakingStep(4)]);
  expect(joined.undo).toBe('undo does. Mail is not called back.');
  expect(joined.money).toEqual([{ currency: 'USD', amountCents: 300 }]);
  expect(joined.lines).toEqual(['first:', 'line of first', 'second:', 'line of second', 'third:', 'line of third']);
});
