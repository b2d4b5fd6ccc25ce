import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCallsOn, formatCall, type ReadingCall } from '../../deep/foreign/reading-calls.ts';
import { isDeep } from '../../support/depth.ts';
import {
  countShipments,
  type CutKind,
  type CutOffDesk,
  cuts,
  readsOfCounting,
  startCutOffDesk,
} from './cut-off-desk.ts';

let cutOff: CutOffDesk;
beforeAll(async () => {
  cutOff = await startCutOffDesk();
});
afterAll(() => cutOff[Symbol.asyncDispose]());

const late: ReadingCall = { tool: 'list_shipments', input: { exception: 'late' } };
/** Reads the copy several times, one after the other. */
const counting: ReadingCall = { tool: countShipments.name, input: {} };

/** Leaves a question at a step, and expects it to end without a trace. */
async function expectCleanEnd(call: ReadingCall, cut: CutKind, step: number): Promise<void> {
  const before = cutOff.logged.length;
  const { outcomes, begunLater } = await cutOff.leave(call, cut, step);

  // A read that nothing follows may end before it can be stopped.
  expect(['CANCELLED', 'read']).toContain(outcomes.join());
  // Reads that began together are under way together: the brief of receivables begins five.
  expect(begunLater.length).toBeLessThanOrEqual(5);
  expect(cutOff.logged.slice(before)).toEqual([]);
}

test.each(cuts)('a client that %s ends its question while the copy is brought up to date', async (cut) => {
  expect(await cutOff.leave(late, cut, 1)).toEqual({ outcomes: ['CANCELLED'], begunLater: [] });
  expect(cutOff.logged).toEqual([]);
});

test.each(cuts)('a client that %s ends its question while it reads the copy', async (cut) => {
  const steps = await cutOff.listSteps(counting);
  const firstRead = steps.indexOf('read') + 1;

  expect(steps.filter((step) => step === 'read')).toHaveLength(readsOfCounting);
  expect(await cutOff.leave(counting, cut, firstRead)).toEqual({ outcomes: ['CANCELLED'], begunLater: [] });
  expect(cutOff.logged).toEqual([]);
});

test.each(cuts)('the update that a client shares goes on for the others when it %s', async (cut) => {
  const expected = await cutOff.desk.callTool('list_shipments', late.input);
  let answer: ReturnType<CutOffDesk['desk']['callTool']> | undefined;

  await cutOff.leave(late, cut, 1, () => {
    answer = cutOff.desk.callTool('list_shipments', late.input);
  });

  expect((await answer)?.data).toEqual(expected.data);
});

test('every question ends without a trace at every step', { timeout: 3_600_000 }, async () => {
  const calls = isDeep ? await listCallsOn(cutOff.desk) : [late];
  expect(calls).not.toEqual([]);
  for (const call of calls) {
    const { length } = await cutOff.listSteps(call);
    const steps = isDeep ? Array.from({ length }, (_, place) => place + 1) : [2, length];
    for (const cut of cuts)
      for (const step of steps)
        await expectCleanEnd(call, cut, step).catch((cause: unknown) => {
          throw new Error(`${formatCall(call)}, which ${cut} at step ${step} of ${length}`, { cause });
        });
  }
});
