import { expect, test } from 'vitest';
import { resolveStepInput } from '../../../src/mcp/execution/step-input.ts';
import type { PlanStep, StepOutcome } from '../../../src/mcp/tool/plan.ts';

const create: PlanStep = { operation: 'customers.create', input: { name: 'Acme' }, label: 'Create Acme' };
const contact: PlanStep = {
  operation: 'customerContacts.create',
  input: { name: 'Ann' },
  takes: { customerId: { step: 0, member: 'id' }, key: { step: 0, member: 'links.key' } },
  label: 'Add Ann',
};
const buildOutcome = (answer: unknown): StepOutcome => ({ ...create, status: 'done', answer, isReplay: false });

test('a step takes what an earlier one answered, also from inside it', () => {
  expect(resolveStepInput(contact, [buildOutcome({ id: 'c-1', links: { key: 'k' } })])).toEqual({
    name: 'Ann',
    customerId: 'c-1',
    key: 'k',
  });
});

test.each([
  ['without the member', buildOutcome({ name: 'Acme' })],
  ['with null', buildOutcome({ id: null, links: { key: 'k' } })],
  ['that failed', { ...create, status: 'failed', error: new Error('no'), isInDoubt: false } as const],
])('an answer %s sends nothing', (_, outcome) => {
  expect(() => resolveStepInput(contact, [outcome])).toThrow('customers.create did not answer with id');
});

test('a step that takes nothing keeps its input', () => {
  expect(resolveStepInput(create, [])).toEqual(create.input);
});
