import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readEntry } from '../../../src/mcp/audit/audit.ts';
import { openToolMemory } from '../../../src/store/memory/tool-memory.ts';
import { openTestKey } from '../../support/cipher.ts';
import { createDatabase } from '../../support/stores/databases.ts';
import { startTermDesk, type TermDesk } from '../support/term-desk.ts';

/** A desk whose approvals and audit log lie in a file of its own, with one payment term and an approved deletion of another. */
async function openFileDesk() {
  const { url, ...files } = await createDatabase('SQLite', { blank: true });
  const memory = await openToolMemory(url, openTestKey);
  const desk = await startTermDesk({ memory });
  const id = await desk.addTerm('Net 30');
  const ask = async (name: string) =>
    String((await desk.callTool('delete_terms', { ids: [await desk.addTerm(name)] })).data.approval.id);
  const approvedId = await ask('Net 45');
  await desk.approve(approvedId);
  const pendingId = await ask('Net 90');
  return {
    desk,
    memory,
    id,
    approvedId,
    pendingId,
    file: url.slice('sqlite:'.length),
    async [Symbol.asyncDispose]() {
      await desk[Symbol.asyncDispose]();
      await memory.close();
      await files[Symbol.asyncDispose]();
    },
  };
}

const displacements: readonly (readonly [title: string, displace: (file: string) => void])[] = [
  ['deleted', (file) => rmSync(file)],
  ['deleted with its log', (file) => ['', '-wal', '-shm'].forEach((end) => rmSync(`${file}${end}`))],
  ['renamed', (file) => renameSync(file, `${file}.old`)],
  [
    'replaced by a copy',
    (file) => {
      copyFileSync(file, `${file}.copy`);
      renameSync(`${file}.copy`, file);
    },
  ],
  ['without its log', (file) => rmSync(`${file}-wal`)],
];

const callEach = async (desk: TermDesk, { id, approvedId }: { readonly id: string; readonly approvedId: string }) => [
  await desk.callTool('create_term', { name: 'Net 60' }),
  await desk.callTool('rename_term', { id, name: 'Net 31' }, 'accept'),
  await desk.callTool('run_approved', { approvalId: approvedId }),
  await desk.callTool('delete_terms', { ids: [id] }),
];

test.each(displacements)('while the file of approvals and audit is %s, nothing is written', async (_, displace) => {
  await using opened = await openFileDesk();
  const { desk, file } = opened;
  const before = await desk.listTermNames();
  displace(file);

  const answers = await callEach(desk, opened);

  for (const { text, data } of answers) {
    expect(data.error).toMatchObject({ code: 'STORE_UNAVAILABLE', outcome: 'not_done' });
    expect(text).toMatch(/^NOT DONE\. /);
    expect(text).toContain(file);
    expect(text).toMatch(/(?:deleted or renamed|replaced by another file) while this process had it open/);
    expect(text).toMatch(/Put the (?:same|first) file back, or (?:restore it from a backup and restart|stop) Waybill/);
  }
  expect(await desk.listTermNames()).toEqual(before);
  await expect(desk.approve(opened.pendingId)).rejects.toThrow(file);
  await expect(opened.memory.requireReady()).rejects.toThrow(file);
  expect((await desk.callTool('get_term', { id: opened.id })).data.record.name).toBe('Net 30');
});

test('a file that is put back is written again, and each write has its entry', async () => {
  await using opened = await openFileDesk();
  const { desk, file } = opened;
  renameSync(file, `${file}.old`);
  await callEach(desk, opened);
  renameSync(`${file}.old`, file);

  const [created, renamed, deleted] = await callEach(desk, opened);

  for (const answer of [created, renamed, deleted]) expect(answer?.data.status).toBe('done');
  const entries = (await opened.memory.audit.after(0, 100)).map(readEntry);
  const finished = entries.filter(({ kind }) => kind === 'finished').map(({ tool }) => tool);
  expect(finished).toEqual(['create_term', 'rename_term', 'delete_terms']);
});

test('a file that is taken away between two steps of a plan stops the next one', async () => {
  await using opened = await openFileDesk();
  const { desk, file } = opened;
  const ids = [await desk.addTerm('Net 7'), await desk.addTerm('Net 8')];
  const { approval } = (await desk.callTool('delete_terms', { ids })).data;
  await desk.approve(approval.id);
  desk.wire.intercept = async (request) => {
    if (request.method !== 'DELETE') return undefined;
    const answer = await desk.service.service.fetch(request);
    renameSync(file, `${file}.old`);
    return answer;
  };

  const partly = await desk.callTool('run_approved', { approvalId: approval.id });
  desk.wire.intercept = async () => undefined;
  renameSync(`${file}.old`, file);
  const rest = await desk.callTool('run_approved', { approvalId: approval.id });

  expect(partly.data.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['done', 'not_run']);
  expect(partly.text).toContain('this is recorded as soon as the store is back');
  expect(rest.data.status).toBe('done');
});
