import { expect, test } from 'vitest';
import { storeUndo, listUndos } from '../../../src/mcp/execution/undos.ts';
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
const buildDoneOutcome = (step: Plan['steps'][number]): StepOutcome => ({
  ...step,
  status: 'done',
  answer: {},
  isReplay: false,
});
const buildRefusedOutcome = (step: Plan['steps'][number]): StepOutcome => ({
  ...step,
  status: 'failed',
  error: new Error('no'),
  isInDoubt: false,
});

async function startRemembering() {
  const desk = await startTermDesk();
  const principal = { name: 'dana' };
  // The memory of an undo looks at no more of a call than this.
  const bookkeeping = createBookkeeping(desk.options);
  const run = { options: { ...desk.options, bookkeeping }, caller: { principal } } as unknown as ToolRun;
  const listUndoIds = async () =>
    (await listUndos(desk.options, 'dana')).map(({ calls }) => calls.map(({ input }) => input['id']));
  return { run, listUndoIds: listUndoIds, [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose]() };
}

test('only what was done is taken back, the last first, and what an undo did is not taken back again', async () => {
  await using desk = await startRemembering();
  const [firstStep, two] = steps.map(buildDoneOutcome);
  const undoing: Plan = { ...plan, steps: steps.toReversed(), back: [], takesBack: 'APR-1' };

  await storeUndo(
    desk.run,
    { id: 'APR-1', plan },
    [firstStep, two].flatMap((outcome) => outcome ?? []),
  );
  const both = await desk.listUndoIds();
  await storeUndo(
    desk.run,
    { id: 'U', plan: undoing },
    steps.map((step, index) => (index === 0 ? buildDoneOutcome(step) : buildRefusedOutcome(step))),
  );
  const rest = await desk.listUndoIds();
  await storeUndo(desk.run, { id: 'V', plan: undoing }, steps.slice(0, 1).map(buildDoneOutcome));

  expect([both, rest, await desk.listUndoIds()]).toEqual([[['two', 'one']], [['one']], []]);
});

test('a step that was refused has nothing to take back, and one that is carried on later is added', async () => {
  await using desk = await startRemembering();

  await storeUndo(
    desk.run,
    { id: 'APR-1', plan },
    steps.map((step, index) => (index === 0 ? buildDoneOutcome(step) : buildRefusedOutcome(step))),
  );
  const first = await desk.listUndoIds();
  await storeUndo(desk.run, { id: 'APR-1', plan }, steps.map(buildDoneOutcome));

  expect([first, await desk.listUndoIds()]).toEqual([[['one']], [['two', 'one']]]);
});

test('an answer without the records that undo needs does not hide that the write was done', async () => {
  await using desk = await startRemembering();
  const lacking: Plan = {
    ...plan,
    back: [{ step: 0, operation: 'bills.delete', input: {}, takes: { id: { step: 0, member: 'id' } } }],
  };

  await storeUndo(desk.run, { id: 'APR-1', plan: lacking }, steps.map(buildDoneOutcome));

  expect(await desk.listUndoIds()).toEqual([]);
});
