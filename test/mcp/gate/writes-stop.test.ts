import { expect, test } from 'vitest';
import { openToolMemory } from '../../../src/store/memory/tool-memory.ts';
import { openTestKey } from '../../support/cipher.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { lendToolMemory } from '../../support/stores/lent-stores.ts';
import { startTermDesk, type TermDesk } from '../support/term-desk.ts';

const stop = { by: 'morgan', at: '2026-11-20T15:01:00.000Z', reason: 'wrong carrier' };

test('while writes are stopped nothing is written, planned or asked for, and reading goes on', async () => {
  await using desk = await startTermDesk();
  const id = await desk.addTerm('Net 30');
  await desk.memory.stop.keep(stop);

  const answers = [
    await desk.callTool('create_term', { name: 'Net 60' }),
    await desk.callTool('rename_term', { id, name: 'Net 45' }, 'accept'),
    await desk.callTool('delete_terms', { ids: [id] }),
  ];

  for (const { data, text } of answers) {
    expect(data.error.code).toBe('WRITES_STOPPED');
    expect(text).toContain('NOT DONE');
    expect(text).toContain('morgan stopped all writes of this desk');
    expect(text).toContain('«wrong carrier»');
  }
  expect(desk.shownForms).toEqual([]);
  expect(await desk.memory.approvals.list({ limit: 10 })).toEqual([]);
  expect(await desk.listTermNames()).toEqual(['Net 30']);
  expect((await desk.callTool('get_term', { id })).data.record.name).toBe('Net 30');
});

test('a yes that was given before is carried out once writes go on, and not sooner', async () => {
  await using desk = await startTermDesk();
  const id = await desk.addTerm('Net 30');
  const { approval } = (await desk.callTool('delete_terms', { ids: [id] })).data;
  await desk.approve(approval.id);
  await desk.memory.stop.keep(stop);

  const stopped = await desk.callTool('run_approved', { approvalId: approval.id });
  await desk.memory.stop.lift();
  const done = await desk.callTool('run_approved', { approvalId: approval.id });

  expect(stopped.data.error.code).toBe('WRITES_STOPPED');
  expect(done.data.status).toBe('done');
  expect(await desk.listTermNames()).toEqual([]);
});

test('a stop that comes after the yes, while the records are read again, still comes before the write', async () => {
  await using desk = await startTermDesk();
  const id = await desk.addTerm('Net 30');
  desk.wire.intercept = async (request) => {
    // Read for the plan before the question, and again after the answer.
    if (request.method === 'GET' && desk.shownForms.length > 0) await desk.memory.stop.keep(stop);
    return undefined;
  };

  const answer = await desk.callTool('rename_term', { id, name: 'Net 45' }, 'accept');

  expect(desk.shownForms).toHaveLength(1);
  expect(answer.data.error.code).toBe('WRITES_STOPPED');
  expect(await desk.listTermNames()).toEqual(['Net 30']);
});

/** Stops the writes when the first deletion has been answered. */
function stopAfterFirst(desk: TermDesk): string[] {
  const deleted: string[] = [];
  desk.wire.intercept = async (request) => {
    if (request.method !== 'DELETE') return undefined;
    deleted.push(new URL(request.url).pathname);
    await desk.memory.stop.keep(stop);
    return undefined;
  };
  return deleted;
}

test('a batch that runs stops between two calls, and is taken up without doing anything twice', async () => {
  await using desk = await startTermDesk();
  const ids = [await desk.addTerm('Net 15'), await desk.addTerm('Net 30'), await desk.addTerm('Net 60')];
  const { approval } = (await desk.callTool('delete_terms', { ids })).data;
  await desk.approve(approval.id);
  const deleted = stopAfterFirst(desk);

  const partly = await desk.callTool('run_approved', { approvalId: approval.id });
  const afterStop = deleted.length;
  desk.wire.intercept = async (request) => {
    if (request.method === 'DELETE') deleted.push(new URL(request.url).pathname);
    return undefined;
  };
  await desk.memory.stop.lift();
  const done = await desk.callTool('run_approved', { approvalId: approval.id });

  expect(partly.data.status).toBe('partial');
  expect(partly.text).toContain('stopped all writes');
  expect(partly.data.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'done',
    'not_run',
    'not_run',
  ]);
  expect(afterStop).toBe(1);
  expect(done.data.status).toBe('done');
  expect(await desk.listTermNames()).toEqual([]);
  expect(new Set(deleted).size).toBe(3);
});

test('a create that was stopped leaves nothing behind that keeps it from being made later', async () => {
  await using desk = await startTermDesk();
  await desk.memory.stop.keep(stop);
  await desk.callTool('create_term', { name: 'Net 60' });
  await desk.memory.stop.lift();

  const made = await desk.callTool('create_term', { name: 'Net 60' });

  expect(made.data.status).toBe('done');
  expect(await desk.listTermNames()).toEqual(['Net 60']);
});

onOneDatabase('the stop of all writes', (kind) => {
  test('is seen at once by another process of the same desk, and lifted once', async () => {
    await using lent = await lendToolMemory(kind);
    await using other = await openToolMemory(lent.url, openTestKey);

    expect(await other.stop.find()).toBeUndefined();
    await lent.store.stop.keep(stop);
    expect(await other.stop.find()).toEqual(stop);
    expect([await other.stop.lift(), await lent.store.stop.lift()]).toEqual([true, false]);
    expect(await lent.store.stop.find()).toBeUndefined();
  });
});
