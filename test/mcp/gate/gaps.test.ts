import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Gap } from '../../../src/domain/kit/completeness.ts';
import { WaybillError } from '../../../src/errors.ts';
import { recordResult } from '../../../src/mcp/results/record-result.ts';
import { tool } from '../../../src/mcp/tool/tool.ts';
import { deleteTerms, runApproved } from '../support/term-tools.ts';
import { startDesk } from '../../support/desk.ts';

const orders: Gap = {
  key: 'orders.filter',
  text: "This API can't list orders, so lanes of older shipments are unknown.",
};
const filling: Gap = { key: 'copy', text: 'Bills have not been read yet.', isTotal: true };

const reads = tool({
  name: 'sum_lanes',
  title: 'Sum lanes',
  description: 'Reads lanes.',
  toolset: 'desk',
  gate: 'none',
  operations: [],
  input: z.strictObject({
    gaps: z.array(z.enum(['orders', 'filling'])),
    fails: z.boolean().optional(),
    settledAsOf: z.string().optional(),
  }),
  output: z.object({}),
  async read({ noteGap, noteAge, now }, { gaps, fails = false, settledAsOf }) {
    for (const gap of gaps) noteGap({ orders, filling }[gap]);
    if (settledAsOf !== undefined) noteAge({ records: 'settled bills', asOf: settledAsOf });
    if (fails) throw new WaybillError('NOT_FOUND', 'There is no such lane.');
    return recordResult({ summary: '12 lanes.', asOf: now(), lines: [], data: {} });
  },
});

/** Plans a deletion, with a gap as long as the switch is on. */
const createDeletion = (state: { isFilling: boolean }) => {
  if (deleteTerms.kind !== 'plan') throw new Error('delete_terms plans');
  const { plan } = deleteTerms;
  return {
    ...deleteTerms,
    plan: async (ctx, input) => {
      if (state.isFilling) ctx.noteGap(filling);
      return plan(ctx, input);
    },
  } satisfies typeof deleteTerms;
};

const start = (state = { isFilling: false }) =>
  startDesk({ tools: [reads, createDeletion(state), runApproved], offersNoOthers: true });

test('an answer says beside its own time which records are older, and is complete all the same', async () => {
  await using desk = await start();

  const { text, data } = await desk.callTool('sum_lanes', { gaps: [], settledAsOf: '2026-11-20T06:02:00.000Z' });

  expect(text).toMatch(
    /^12 lanes\. As of Fri, Nov 20, 9:00 AM CST\. Older: settled bills as of Fri, Nov 20, 12:02 AM CST\.$/,
  );
  expect(data).toMatchObject({ olderRecords: [{ records: 'settled bills', asOf: '2026-11-20T06:02:00.000Z' }] });
  expect(data).not.toHaveProperty('completeness');
});

test('an answer whose data is incomplete says so in its first line and in its data, each gap once', async () => {
  await using desk = await start();

  const answer = await desk.callTool('sum_lanes', { gaps: ['orders', 'orders'] });

  expect(answer.text.split('\n')[0]).toBe(`12 lanes. Incomplete: ${orders.text} As of Fri, Nov 20, 9:00 AM CST.`);
  expect(answer.data).toMatchObject({ completeness: { status: 'partial', gaps: [orders] } });
  const worse = await desk.callTool('sum_lanes', { gaps: ['orders', 'filling'] });
  expect(worse.data).toMatchObject({ completeness: { status: 'unknown' } });
  expect(worse.text).toMatch(
    /^12 lanes\. Incomplete: This API can't list orders, .* Bills have not been read yet\. As of/,
  );
});

test('a complete answer says nothing about it', async () => {
  await using desk = await start();

  const answer = await desk.callTool('sum_lanes', { gaps: [] });

  expect(answer.data).not.toHaveProperty('completeness');
  expect(answer.text).toMatch(/^12 lanes\./);
});

test('an error names the gap behind what was not found', async () => {
  await using desk = await start();

  const answer = await desk.callTool('sum_lanes', { gaps: ['orders'], fails: true });

  expect(answer.text).toMatch(/^There is no such lane\./);
  expect(answer.text).toContain(orders.text);
});

test('a plan lists its gaps first, and an approval stays valid when the data has come in', async () => {
  const state = { isFilling: true };
  await using desk = await start(state);
  const { id } = await desk.api.paymentTerms.create({ name: 'Net 31' });

  const planned = await desk.callTool('delete_terms', { ids: [id] });
  expect(planned.data).toMatchObject({
    status: 'approval_required',
    plan: { checks: [`Incomplete: ${filling.text}`], details: ['Deletes Net 31'] },
    completeness: { status: 'unknown' },
  });

  const approvalId = String(planned.data.approval.id);
  await desk.approve(approvalId);
  state.isFilling = false;
  const done = await desk.callTool('run_approved', { approvalId });

  expect(done.data).toMatchObject({ status: 'done' });
  expect(done.data).not.toHaveProperty('completeness');
});
