import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideApproval } from '../../../src/mcp/approvals/approvals.ts';
import { toShownPlan, unsealPlan } from '../../../src/mcp/approvals/approval-row.ts';
import { type FreshnessDesk, checkFreshness } from '../../../src/mcp/approvals/freshness.ts';
import { comparePlans } from '../../../src/mcp/approvals/plan-changes.ts';
import { listDifferences, computeVersion } from '../../../src/contract/kit/record-version.ts';
import { toSnapshotKey } from '../../../src/mcp/tool/plan.ts';
import { addMilliseconds } from '../../../src/mcp/run/call-details.ts';
import type { TestDesk } from '../../support/desk.ts';
import { isDeep } from '../../support/depth.ts';
import { deliverOn, createBookedLoad } from '../../support/records/payables.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { prepareRecords, type GateScene, type Stage, readState } from './scene.ts';
import { type DescribedRow, describedRows } from './described-rows.ts';
import { rows } from './rows.ts';
import { openTable, type Table } from './table.ts';

/** Rows of a usual run: one of each kind of context. */
const usualTools: ReadonlySet<string> = new Set([
  'book_carrier',
  'price_quote',
  'void_invoice',
  'issue_credit',
  'approve_bills',
  'pay_bills',
]);
/** Requests by words of a usual run: one of each way to choose records. */
const usualWords: ReadonlySet<string> = new Set([
  'a payee and a day',
  'all that are ready',
  'the oldest first',
  'the name of a customer',
]);
const triedWords: readonly DescribedRow[] = describedRows.filter(({ words }) => isDeep || usualWords.has(words));
const tried = rows.filter(({ tool }) => isDeep || usualTools.has(tool));
const compareCopiedCalls = (first: { readonly tool: string }, second: { readonly tool: string }): number =>
  Number(second.tool === 'record_payment') - Number(first.tool === 'record_payment');
const minuteMs = 60_000;
const halfDayMs = 15 * 60 * 60_000;

onOneDatabase('a plan that a person said yes to', (database) => {
  let table: Table;

  beforeAll(async () => {
    table = await openTable(database);
  });
  afterAll(() => table[Symbol.asyncDispose]());

  test.each(triedWords.map((row) => [`${row.tool} by ${row.words}`, row] as const))(
    '%s is about the records that the words meant first',
    async (_name, row) => {
      const { desk } = table;
      const { approvalId, scene } = await askFor(table.nextStage(), row);
      await scene.arrive();

      const page = await checkFreshness(toDecider(desk), approvalId);
      await desk.approve(approvalId, 'morgan', [], 'ok');
      const { data, text } = await desk.callTool('run_approved', { approvalId }, 'none');

      expect([page?.text, page?.state]).toEqual([page?.text, 'unchanged']);
      expect([text, data.status]).toEqual([text, row.leavesOut ? 'partial' : 'done']);
      expect(await readState(scene)).toBe('after');
    },
  );

  test.each(triedWords.map((row) => [`${row.tool} by ${row.words}`, row] as const))(
    '%s is void after a change of what the words meant, which is named',
    async (_name, row) => {
      const { desk } = table;
      const { approvalId, scene } = await askFor(table.nextStage(), row);
      await desk.approve(approvalId, 'morgan', [], 'ok');
      await scene.meddle();

      const { data, text } = await desk.callTool('run_approved', { approvalId }, 'none');

      expect(data.status).toBe('changed');
      expect(text).toMatch(new RegExp(`${approvalId} is void: \\S.*: .* -> .*meanwhile`, 'i'));
      expect(await readState(scene)).toBe('before');
    },
  );

  test.each(tried.map((row) => [`${row.tool} (${row.gate})`, row] as const))(
    '%s is void after a change of its own record, which the page and the answer name alike',
    async (_name, row) => {
      const { desk } = table;
      const stage = table.nextStage();
      const { approvalId, scene } = await askFor(stage, row);
      await desk.approve(approvalId, 'morgan', [], 'ok');
      await scene.meddle();

      const page = await checkFreshness(toDecider(desk), approvalId);
      const { data, text } = await stage.call('run_approved', { approvalId });

      expect([page?.state, data.status]).toEqual(['changed', 'changed']);
      const [change = ''] = (page?.text ?? '').split('; this plan will not run');
      expect(change).toMatch(/^\S.*: .* -> .*Meanwhile|meanwhile/);
      expect(text).toContain(`${approvalId} is void: ${change}.`);
      expect(await readState(scene)).toBe('before');
    },
  );

  test.each(tried.map((row) => [`${row.tool} (${row.gate})`, row] as const))(
    '%s names each value of its records that is another one',
    async (_name, row) => {
      const { memory } = table.desk;
      const { approvalId } = await askFor(table.nextStage(), row);
      const stored = await memory.approvals.get(approvalId);
      if (stored === undefined) throw new Error('the approval was not stored');
      const before = toShownPlan(unsealPlan(stored, memory.cipher));
      const { plan, snapshots = {} } = before;

      const unnamed = Object.entries(snapshots).flatMap(([key, record]) =>
        [...changeEachValue(record)].flatMap((changed) => {
          const readings = plan.readings.map((reading) =>
            toSnapshotKey(reading) === key ? { ...reading, version: computeVersion(changed) } : reading,
          );
          const changes = comparePlans(before, {
            plan: { ...plan, readings },
            snapshots: { ...snapshots, [key]: changed },
          });
          const [difference] = listDifferences(record, changed);
          const isNamed = changes.length === 1 && / -> |another one|saved again/.test(changes[0]?.text ?? '');
          return isNamed ? [] : [`${key} ${JSON.stringify(difference)}: ${JSON.stringify(changes)}`];
        }),
      );

      expect(unnamed).toEqual([]);
      expect(comparePlans(before, { plan, snapshots })).toEqual([]);
    },
  );

  // These set the clock back. A copy finds what is newer than what it has read, so the row whose calls follow from it comes first.
  test.each(tried.toSorted(compareCopiedCalls).map((row) => [`${row.tool} (${row.gate})`, row] as const))(
    '%s runs after changes elsewhere, at midnight and with another copy',
    async (_name, row) => {
      const { desk } = table;
      const startedAt = desk.clock.now;
      const stage = table.nextStage();
      const { approvalId, scene } = await askFor(stage, row);
      await using refilled = await desk.restart();
      const decider = toDecider(refilled);
      await changeOtherRecords(stage, scene);
      desk.clock.now = addMilliseconds(startedAt, halfDayMs);

      const page = await checkFreshness(decider, approvalId);
      await decideApproval(decider, {
        id: approvalId,
        decision: 'approve',
        approver: 'morgan',
        user: 'morgan',
        reason: 'ok',
      });
      await changeOtherRecords(stage, scene);
      const approved = await checkFreshness(decider, approvalId);
      const { data, text } = await refilled.callTool('run_approved', { approvalId }, 'none');
      // A minute later, so that the API's limit of calls counts from the beginning.
      desk.clock.now = addMilliseconds(startedAt, minuteMs);

      expect([page?.text, page?.state, approved?.state]).toEqual([page?.text, 'unchanged', 'unchanged']);
      expect([text, data.status]).toEqual([text, 'done']);
      expect(await readState(scene)).toBe('after');
    },
  );
});

async function askFor<Played extends GateScene>(
  stage: Stage,
  row: { readonly tool: string; readonly prepare: (stage: Stage) => Promise<Played> },
): Promise<{ readonly approvalId: string; readonly scene: Played }> {
  const scene = await row.prepare(stage);
  const { data, text } = await stage.call(row.tool, scene.input);
  const approvalId = data.approval?.id;
  if (typeof approvalId !== 'string') throw new Error(`it was not asked about: ${text}`);
  return { approvalId, scene };
}

/** The desk as the page and the terminal see it. */
const toDecider = ({ options, api, server: { planAgain } }: TestDesk): TestDesk['options'] & FreshnessDesk => ({
  ...options,
  records: { api, name: options.apiName, timeZone: 'America/Chicago', planAgain },
});

/** Work of others on the same day: a delivery on the lane, a payment to another payee and one of another customer. */
async function changeOtherRecords(stage: Stage, { input }: GateScene): Promise<void> {
  const { api, desk } = stage;
  const { shipmentId } = await createBookedLoad(desk, { isDelivered: true });
  await deliverOn(desk, shipmentId, '2026-11-18');
  const { bill } = await prepareRecords(stage, 'billPayments.create');
  await api.billPayments.create({
    paymentDate: desk.clock.now.slice(0, 10),
    applications: [{ billId: bill.id, amount: 10 }],
  });
  const { invoice } = await prepareRecords(stage, 'invoices.delete');
  const { customer } = await api.invoices.get({ id: invoice.id });
  await api.payments.create({
    customerId: customer?.id ?? '',
    paymentDate: desk.clock.now.slice(0, 10),
    applications: [{ invoiceId: invoice.id, amount: 10 }],
  });
  const customerId = input['customer'];
  // The credit of issue_credit is what its row counts.
  if (typeof customerId !== 'string' || input['reason'] !== undefined) return;
  await api.creditMemos.create({ customerId, amount: 1, memoDate: '2026-11-20' });
}

/** The record once for each of its values, with another one in its place. */
function* changeEachValue(value: unknown): Generator<Readonly<Record<string, unknown>>, void, undefined> {
  for (const changed of changeOneValue(value)) yield changed as Readonly<Record<string, unknown>>;
}

function* changeOneValue(value: unknown): Generator<unknown, void, undefined> {
  if (typeof value === 'string') yield `${value} changed`;
  else if (typeof value === 'number') yield value + 1;
  else if (typeof value === 'boolean') yield !value;
  else if (value === null) yield 'changed';
  else if (Array.isArray(value))
    for (const [index, element] of value.entries())
      for (const changed of changeOneValue(element)) yield value.with(index, changed);
  else if (typeof value === 'object')
    for (const [name, member] of Object.entries(value)) {
      if (name.endsWith('Url') || name === 'id') continue;
      for (const changed of changeOneValue(member)) yield { ...value, [name]: changed };
    }
}
