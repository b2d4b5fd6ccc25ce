import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { decideApproval, getApproval } from '../../../src/mcp/approvals/approvals.ts';
import { readEntry } from '../../../src/mcp/audit/audit.ts';
import { openDatabase } from '../../../src/store/database.ts';
import type { ToolMemoryTables } from '../../../src/store/memory/tables.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { lendToolMemory } from '../../support/stores/lent-stores.ts';
import type { TestDesk } from '../../support/desk.ts';
import { startTermDesk, type TermDesk } from '../support/term-desk.ts';
import type { CallAnswer } from '../../support/desk/clients.ts';

const names = ['Net 15', 'Net 30', 'Net 45'];

/** Asks for the deletion of three terms, line by line. */
async function requestDeletion(desk: TermDesk): Promise<{ readonly id: string; readonly terms: readonly string[] }> {
  const terms: string[] = [];
  for (const name of names) terms.push(await desk.addTerm(name));
  const { data } = await desk.callTool('delete_terms', { ids: terms, byLine: true });
  return { id: String(data.approval.id), terms };
}

const run = (desk: TestDesk, approvalId: string): Promise<CallAnswer> => desk.callTool('run_approved', { approvalId });
const readAudit = async ({ memory }: TestDesk) => (await memory.audit.after(0, 100)).map(readEntry);
const isDelete = (request: Request) => request.method === 'DELETE';
const createProblem = (status: number, code: string) => async () =>
  Response.json({ error: { code, message: 'not now' } }, { status });

test('what was left out with the yes is not done, and every place that shows the approval says so', async () => {
  await using desk = await startTermDesk();
  const { id, terms } = await requestDeletion(desk);

  await desk.approve(id, 'morgan', ['net 30', 'Net 30']);
  const answer = await run(desk, id);
  const again = await run(desk, id);

  expect(await desk.listTermNames()).toEqual(['Net 30']);
  const results = [
    { id: terms[0], outcome: 'deleted' },
    { id: terms[2], outcome: 'deleted' },
    { id: terms[1], friendlyId: 'Net 30', outcome: 'left_out', reason: 'left out by morgan' },
  ];
  expect(answer.data).toMatchObject({ status: 'done', results });
  expect(answer.text).toContain('\n\nLeft out by morgan: Net 30.\n\n');
  expect(again.data).toMatchObject({ status: 'already_done', results });
  expect(again.text).toContain('Left out by morgan: Net 30.');
  expect(await getApproval(desk.options, id)).toMatchObject({ status: 'done', leftOut: ['Net 30'] });
  const [decided, started] = await readAudit(desk);
  expect([decided?.status, decided?.summary]).toEqual([
    'approved',
    'Delete 3 payment terms. Left out by morgan: Net 30.',
  ]);
  expect(started?.summary).toBe('Delete 3 payment terms (left out: Net 30)');
});

test('a yes without any line is a no', async () => {
  await using desk = await startTermDesk();
  const { id } = await requestDeletion(desk);

  await desk.approve(id, 'morgan', names);

  expect(await getApproval(desk.options, id)).toMatchObject({ status: 'denied', leftOut: names });
  expect((await run(desk, id)).data.error.code).toBe('APPROVAL_DENIED');
  expect(await desk.listTermNames()).toEqual(names);
  expect((await readAudit(desk)).map(({ status }) => status)).toEqual(['denied']);
});

test('a line that the plan does not have is refused, and nothing is decided', async () => {
  await using desk = await startTermDesk();
  const { id, terms } = await requestDeletion(desk);
  const whole = (await desk.callTool('delete_terms', { ids: terms })).data.approval.id;

  await expect(desk.approve(id, 'morgan', ['Net 30', 'Net 99'])).rejects.toThrow(
    '«Net 99» cannot be left out: the lines of this plan are Net 15, Net 30, Net 45.',
  );
  await expect(desk.approve(whole, 'morgan', ['Net 30'])).rejects.toThrow('this plan is decided as a whole');

  expect(await getApproval(desk.options, id)).toMatchObject({ status: 'pending', leftOut: [] });
});

test('of two decisions at one moment only one counts, with its own lines', async () => {
  await using desk = await startTermDesk();
  const { id } = await requestDeletion(desk);
  const decide = (leftOut: readonly string[]) =>
    decideApproval(desk.options, { id, decision: 'approve', approver: 'morgan', user: 'morgan', leftOut });

  const decisions = await Promise.allSettled([decide(['Net 15']), decide([]), decide(['Net 45'])]);
  await run(desk, id);

  const won = decisions.flatMap((decision) => (decision.status === 'fulfilled' ? [decision.value.leftOut] : []));
  expect(won).toHaveLength(1);
  expect(await desk.listTermNames()).toEqual(won[0]);
});

test('asking again for a plan that was approved in part says which part', async () => {
  await using desk = await startTermDesk();
  const { id, terms } = await requestDeletion(desk);
  await desk.approve(id, 'morgan', ['Net 30']);

  const { data } = await desk.callTool('delete_terms', { ids: terms, byLine: true });

  expect(data.approval.id).toBe(id);
  expect(data.summary).toContain('A person has approved it already. Left out by morgan: Net 30.');
});

test('a change of any line before the run voids the yes, and whoever is asked anew knows what was left out', async () => {
  await using desk = await startTermDesk();
  const { id, terms } = await requestDeletion(desk);
  await desk.approve(id, 'morgan', ['Net 30']);
  desk.clock.now = '2026-11-20T15:05:00.000Z';
  await desk.api.paymentTerms.update({ id: terms[0] ?? '', name: 'Net 99' });

  const answer = await run(desk, id);

  expect(answer.data).toMatchObject({ status: 'changed', plan: { title: 'Delete 3 payment terms' } });
  const approval = await getApproval(desk.options, answer.data.approval.id);
  expect([approval.warning, approval.leftOut]).toEqual([
    `${id} is void: «Net 15»: name «Net 15» -> «Net 99». In ${id}: Left out by morgan: Net 30.`,
    [],
  ]);
  expect(await desk.listTermNames()).toEqual(['Net 30', 'Net 45', 'Net 99']);
});

test('of what is left, a record that changes on the way of its call is not touched', async () => {
  await using desk = await startTermDesk();
  const { id, terms } = await requestDeletion(desk);
  await desk.approve(id, 'morgan', ['Net 30']);
  desk.wire.intercept = async (request) => {
    if (isDelete(request)) await desk.api.paymentTerms.update({ id: terms[0] ?? '', name: 'Net 99' });
    return undefined;
  };

  const answer = await run(desk, id);

  expect(answer.data.error.code).toBe('RECORD_CHANGED');
  expect(await desk.listTermNames()).toEqual(['Net 30', 'Net 45', 'Net 99']);
});

test.each([
  ['before a step was done', 0],
  ['half way', 1],
  ['after the last step was sent', 2],
] as const)('interrupted %s, it goes on with what is left and leaves out the rest', async (_when, passed) => {
  await using desk = await startTermDesk();
  const { id } = await requestDeletion(desk);
  await desk.approve(id, 'morgan', ['Net 30']);
  let seen = 0;
  desk.wire.intercept = async (request) => {
    if (!isDelete(request)) return undefined;
    seen += 1;
    if (seen <= passed) {
      if (passed < 2 || seen === 1) return undefined;
      await desk.service.service.fetch(request);
    }
    return createProblem(503, 'SERVICE_UNAVAILABLE')();
  };
  await run(desk, id);
  desk.wire.intercept = async () => undefined;
  await using restarted = await desk.restart();

  const answer = await run(restarted, id);

  expect(answer.data).toMatchObject({ status: 'done' });
  expect(answer.data.results.at(-1)).toMatchObject({ friendlyId: 'Net 30', outcome: 'left_out' });
  expect(await desk.listTermNames()).toEqual(['Net 30']);
});

onOneDatabase('lines that were left out', (database) => {
  test.each(['null', `'[]'`, `'["Net 45"]'`])('void the yes when they are changed without the key: %s', async (set) => {
    await using lent = await lendToolMemory(database);
    await using desk = await startTermDesk({ memory: lent.store });
    const { id } = await requestDeletion(desk);
    await desk.approve(id, 'morgan', ['Net 30']);
    const raw = await openDatabase<ToolMemoryTables>(lent.url, [], { durability: 'off' });
    await raw.transaction((tx) => sql.raw(`update tool_approval set left_out = ${set}`).execute(tx));
    await raw.close();

    const answer = await run(desk, id);

    expect(answer.data.error.code).toBe('REFUSED');
    expect(answer.text).toContain('It is void.');
    expect(await getApproval(desk.options, id)).toMatchObject({ status: 'void', leftOut: [] });
    expect(await desk.listTermNames()).toEqual(names);
  });
});
