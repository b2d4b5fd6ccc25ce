import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createFileAccess } from '../../../src/mcp/tool/files.ts';
import { getDocument } from '../../../tools/documents/get_document.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { tools } from '../../../tools/index.ts';
import { saveDocument } from '../../../tools/documents/save_document.ts';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { recordResult } from '../../../src/mcp/results/record-result.ts';
import { selectTools } from '../../../src/mcp/server/selection.ts';
import { toolsets } from '../../../src/mcp/policy/toolsets.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';

function createFolders() {
  const base = mkdtempSync(path.join(tmpdir(), 'waybill-saves-'));
  const root = path.join(base, 'Documents');
  mkdirSync(path.join(root, '.hidden'), { recursive: true });
  symlinkSync(base, path.join(root, 'out'));
  writeFileSync(path.join(root, 'taken.txt'), 'old');
  return { root, files: createFileAccess([root]), [Symbol.dispose]: () => rmSync(base, { recursive: true }) };
}

const start = (files?: ReturnType<typeof createFileAccess>) =>
  startDesk({ tools: [getDocument, saveDocument], ...(files && { server: { files } }) });

async function uploadDocument({ api }: TestDesk, fileName: string, content: string | undefined, tags = {}) {
  const document = await api.documents.create({ type: 'PROOF_OF_DELIVERY', fileName, tags });
  if (content !== undefined) await api.upload(document, Buffer.from(content));
  return document;
}

test('a file is saved inside the allowed folders, never over another one', async () => {
  using folders = createFolders();
  await using desk = await start(folders.files);
  const { id } = await uploadDocument(desk, 'pod.pdf', 'signed');

  const saved = await desk.callTool('save_document', { document: id, saveTo: 'pod.pdf' });
  const again = await desk.callTool('save_document', { document: id, saveTo: 'taken.txt' });

  expect(saved.data.savedTo).toBe(path.join(folders.root, 'pod.pdf'));
  expect(readFileSync(path.join(folders.root, 'pod.pdf'), 'utf8')).toBe('signed');
  expect(again).toMatchObject({ isError: true, data: { error: { code: 'BAD_REQUEST' } } });
  expect(readFileSync(path.join(folders.root, 'taken.txt'), 'utf8')).toBe('old');
});

test('a document above 100 MB is refused by its name, and leaves nothing behind', async () => {
  using folders = createFolders();
  await using desk = await start(folders.files);
  const { id } = await uploadDocument(desk, 'film.mp4', 'film');
  const megabyte = new Uint8Array(1024 * 1024);
  desk.wire.intercept = async ({ url }) =>
    url.includes('/files/')
      ? new Response(ReadableStream.from(Array.from({ length: 101 }, () => megabyte)))
      : undefined;

  const refused = await desk.callTool('save_document', { document: id, saveTo: 'film.mp4' });

  expect(refused).toMatchObject({ isError: true, data: { error: { code: 'PAYLOAD_TOO_LARGE', field: 'document' } } });
  expect(refused.text).toContain('document: «film.mp4» has more than the 100 MB that a file may have.');
  expect(existsSync(path.join(folders.root, 'film.mp4'))).toBe(false);
});

test('who is asked before a file is saved reads which document goes where', async () => {
  using folders = createFolders();
  const server = { files: folders.files, policy: { ...builtInPolicy, gates: { save_document: 'approve' } } } as const;
  await using desk = await startDesk({ tools: [saveDocument, runApproved], server });
  const { id } = await uploadDocument(desk, 'pod.pdf', 'signed');

  const planned = await desk.callTool('save_document', { document: id, saveTo: 'kept.pdf' });
  const approvalId = planned.data.approval?.id ?? '';
  await desk.approve(approvalId);
  const done = await desk.callTool('run_approved', { approvalId });

  expect(planned.data.plan).toMatchObject({
    title: 'Save POD «pod.pdf» on this machine',
    details: ['Save to: «kept.pdf»'],
  });
  expect(done.data.status).toBe('done');
  expect(readFileSync(path.join(folders.root, 'kept.pdf'), 'utf8')).toBe('signed');
});

test.each([
  ['outside', '../pod.pdf'],
  ['through a link that leads out', 'out/pod.pdf'],
  ['into a hidden folder', '.hidden/pod.pdf'],
  ['as a hidden file', '.pod.pdf'],
])('nothing is saved %s', async (_, saveTo) => {
  using folders = createFolders();
  await using desk = await start(folders.files);
  const { id } = await uploadDocument(desk, 'pod.pdf', 'signed');

  const refused = await desk.callTool('save_document', { document: id, saveTo });

  expect(refused).toMatchObject({ isError: true, data: { error: { code: 'BAD_REQUEST', field: 'path' } } });
});

test('over HTTP nothing is saved on the server', async () => {
  await using desk = await start();
  const { id } = await uploadDocument(desk, 'pod.pdf', 'signed');

  const refused = await desk.callTool('save_document', { document: id, saveTo: 'pod.pdf' });

  expect(refused).toMatchObject({ isError: true, data: { error: { code: 'REFUSED' } } });
});

test('saving is a write: get_document cannot do it, a server that only reads does not offer it', async () => {
  using folders = createFolders();
  await using desk = await start(folders.files);
  const { id } = await uploadDocument(desk, 'pod.pdf', 'signed');

  const refused = await desk.callTool('get_document', { document: id, saveTo: 'pod.pdf' });

  expect(refused).toMatchObject({ isError: true, data: { error: { code: 'BAD_REQUEST', field: 'saveTo' } } });
  expect(existsSync(path.join(folders.root, 'pod.pdf'))).toBe(false);
  const offered = selectTools(tools, { toolsets, isReadOnly: true, policy: builtInPolicy }).map(({ name }) => name);
  expect(offered).toContain('get_document');
  expect(offered).not.toContain('save_document');
});

test('whichever tool reads is given no way to files', async () => {
  using folders = createFolders();
  const looking = {
    ...getDocument,
    read: async (ctx: ToolContext) =>
      recordResult({ summary: ctx.files === undefined ? 'no files' : 'files', asOf: ctx.now(), lines: [], data: {} }),
  };
  await using desk = await startDesk({ tools: [looking], server: { files: folders.files } });

  expect((await desk.callTool('get_document', { document: 'x' })).data.summary).toBe('no files');
});
