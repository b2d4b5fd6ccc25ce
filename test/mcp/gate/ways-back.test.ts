import { expect, test } from 'vitest';
import { keepWayBack, waysBackOf } from '../../../src/mcp/gate/ways-back.ts';
import { createBookkeeping } from '../../../src/mcp/tool/bookkeeping.ts';
import type { Plan, StepOutcome } from '../../../src/mcp/tool/plan.ts';
import type { ToolRun } from '../../../src/mcp/run/run.ts';
import { startTermDesk } from '../support/term-desk.ts';

const steps = ['one', 'two'].map((label) => ({ operation: 'bills.approve' as const, input: { id: label }, label }));
const plan: Plan = {
  gate: 'approve',
  title: 'Approve two bills',
  steps,
  records: [],
  readings: [],
  lines: [],
  money: [],
  emails: [],
  sideEffects: [],
  undo: 'undo does.',
  policyHits: [],
  tool: 'approve_bills',
  input: {},
  back: steps.map(({ label }, step) => ({ step, operation: 'bills.unapprove', input: { id: label } })),
};
const done = (step: Plan['steps'][number]): StepOutcome => ({ ...step, status: 'done', answer: {}, isReplay: false });
const refused = (step: Plan['steps'][number]): StepOutcome => ({
  ...step,
  status: 'failed',
  error: new Error('no'),
  isInDoubt: false,
});

async function remembering() {
  const desk = await startTermDesk();
  const principal = { name: 'dana' };
  // The memory of an undo looks at no more of a call than this.
  const bookkeeping = createBookkeeping(desk.options);
  const run = { options: { ...desk.options, bookkeeping }, caller: { principal } } as unknown as ToolRun;
  const known = async () =>
    (await waysBackOf(desk.options, 'dana')).map(({ calls }) => calls.map(({ input }) => input['id']));
  return { run, known, [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose]() };
}

test('only what was done is taken back, the last first, and what an undo did is not taken back again', async () => {
  await using desk = await remembering();
  const [one, two] = steps.map(done);
  const undoing: Plan = { ...plan, steps: steps.toReversed(), back: [], takesBack: 'APR-1' };

  await keepWayBack(
    desk.run,
    { id: 'APR-1', plan },
    [one, two].flatMap((outcome) => outcome ?? []),
  );
  const both = await desk.known();
  await keepWayBack(
    desk.run,
    { id: 'U', plan: undoing },
    steps.map((step, index) => (index === 0 ? done(step) : refused(step))),
  );
  const rest = await desk.known();
  await keepWayBack(desk.run, { id: 'V', plan: undoing }, steps.slice(0, 1).map(done));

  expect([both, rest, await desk.known()]).toEqual([[['two', 'one']], [['one']], []]);
});

test('a step that was refused has nothing to take back, and one that is carried on later is added', async () => {
  await using desk = await remembering();

  await keepWayBack(
    desk.run,
    { id: 'APR-1', plan },
    steps.map((step, index) => (index === 0 ? done(step) : refused(step))),
  );
  const first = await desk.known();
  await keepWayBack(desk.run, { id: 'APR-1', plan }, steps.map(done));

  expect([first, await desk.known()]).toEqual([[['one']], [['two', 'one']]]);
});

test('an answer without the records that undo needs does not hide that the write was done', async () => {
  await using desk = await remembering();
  const lacking: Plan = {
    ...plan,
    back: [{ step: 0, operation: 'bills.delete', input: {}, takes: { id: { step: 0, member: 'id' } } }],
  };

  await keepWayBack(desk.run, { id: 'APR-1', plan: lacking }, steps.map(done));

  expect(await desk.known()).toEqual([]);
});
