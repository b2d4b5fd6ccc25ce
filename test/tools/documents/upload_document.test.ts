import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createFileAccess } from '../../../src/mcp/tool/files.ts';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { undo } from '../../../tools/control/undo.ts';
import { uploadDocument } from '../../../tools/documents/upload_document.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { createBilledLoad } from '../../support/records/payables.ts';
import { replaceVolatileParts } from '../../support/volatile-parts.ts';

function createFolders() {
  const base = mkdtempSync(path.join(tmpdir(), 'waybill-uploads-'));
  const root = path.join(base, 'Documents');
  mkdirSync(path.join(root, '.ssh'), { recursive: true });
  writeFileSync(path.join(base, 'secret.txt'), 'secret');
  writeFileSync(path.join(root, '.ssh', 'id'), 'key');
  writeFileSync(path.join(root, 'pod.pdf'), 'signed');
  writeFileSync(path.join(root, 'empty.pdf'), '');
  symlinkSync(path.join(base, 'secret.txt'), path.join(root, 'link.pdf'));
  return { root, files: createFileAccess([root]), [Symbol.dispose]: () => rmSync(base, { recursive: true }) };
}

const start = (files?: ReturnType<typeof createFileAccess>) =>
  startDesk({ tools: [uploadDocument], ...(files && { server: { files } }) });
const listDocuments = async ({ api }: TestDesk) => (await api.documents.filter({ pageSize: 100 })).data;

async function downloadText({ api }: TestDesk, address: string): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of (await api.download(address)).chunks) parts.push(chunk);
  return Buffer.concat(parts).toString();
}
const encodeBase64 = (text: string) => Buffer.from(text).toString('base64');

test('a local file is uploaded whole and tied to the shipment it belongs to', async () => {
  using folders = createFolders();
  await using desk = await start(folders.files);
  const { bill, shipmentId } = await createBilledLoad(desk, { hasProof: false });

  const { text, data } = await desk.callTool('upload_document', {
    path: 'pod.pdf',
    type: 'PROOF_OF_DELIVERY',
    attachTo: `shipment:${bill.shipmentKey}`,
  });

  expect(replaceVolatileParts(text)).toMatchInlineSnapshot(`
    "DONE. Uploaded POD «pod.pdf» (6 bytes) and attached it to shipment SHP-1001.

    Undo: It can be removed, after an approval (undo).

    Next: get_shipment shipment=SHP-1001 (shows what billing still needs)"
  `);
  expect(data).toMatchObject({
    status: 'done',
    record: { status: 'UPLOADED', fileSize: 6, contentType: 'application/pdf', tags: { shipmentId } },
  });
  const { downloadUrl } = await desk.api.documents.get({ id: data.record.id });
  expect(await downloadText(desk, downloadUrl ?? '')).toBe('signed');
  expect(await desk.auditStatuses()).toEqual(['started: started', 'finished: done']);
});

test.each([
  ['at once', {}],
  ['after a yes that the policy asks for', { policy: { ...builtInPolicy, gates: { upload_document: 'confirm' } } }],
] as const)('an upload made %s is taken back by undo, behind an approval', async (_, server) => {
  await using desk = await startDesk({ tools: [uploadDocument, undo, runApproved], server, person: 'accept' });
  const input = { base64: encodeBase64('signed'), fileName: 'pod.txt', type: 'PROOF_OF_DELIVERY' };
  await desk.callTool('upload_document', input);

  const planned = await desk.callTool('undo', { write: 'pod.txt' });
  const before = await listDocuments(desk);
  await desk.approve(planned.data.approval?.id ?? '');
  const done = await desk.callTool('run_approved', { approvalId: planned.data.approval?.id });

  expect(planned.data.status).toBe('approval_required');
  expect(planned.text).toContain('«pod.txt»');
  expect(planned.text).not.toMatch(/documents\.delete|removes it|[\da-f]{8}-[\da-f]{4}-/);
  expect(before).toHaveLength(1);
  expect(done.text).toMatch(/^DONE\. Taken back: /);
  expect(await listDocuments(desk)).toEqual([]);
});

test.each(['load', 'bill', 'carrier'] as const)('a file can be tied to a %s', async (kind) => {
  await using desk = await start();
  const { bill, carrier, loadId } = await createBilledLoad(desk);
  const input = { load: bill.loadKey, bill: bill.friendlyId, carrier: carrier.friendlyId }[kind];
  const id = { load: loadId, bill: bill.id, carrier: carrier.id }[kind];

  const { data } = await desk.callTool('upload_document', {
    base64: encodeBase64('x'),
    fileName: 'a.txt',
    type: 'OTHER',
    attachTo: `${kind}: ${input}`,
  });

  const [newest] = await listDocuments(desk);
  expect([data.status, newest?.tags]).toEqual(['done', { [`${kind}Id`]: id }]);
});

test('the same upload within minutes is not made twice, unless a second one is meant', async () => {
  await using desk = await start();
  const input = { base64: encodeBase64('signed'), fileName: 'pod.txt', type: 'PROOF_OF_DELIVERY' };

  const first = await desk.callTool('upload_document', input);
  const again = await desk.callTool('upload_document', input);
  const deliberate = await desk.callTool('upload_document', { ...input, again: true });

  expect([first, again, deliberate].map(({ data }) => data.status)).toEqual(['done', 'already_done', 'done']);
  expect(await listDocuments(desk)).toHaveLength(2);
});

test.each([
  ['that is not there', 'nothing.pdf', 'BAD_REQUEST'],
  ['in a hidden folder', '.ssh/id', 'BAD_REQUEST'],
  ['outside the folders', '../secret.txt', 'BAD_REQUEST'],
  ['that a link leads to outside', 'link.pdf', 'BAD_REQUEST'],
  ['that is empty', 'empty.pdf', 'BAD_REQUEST'],
])('a file %s is refused before anything is announced', async (_, file, code) => {
  using folders = createFolders();
  await using desk = await start(folders.files);

  const refused = await desk.callTool('upload_document', { path: file, type: 'OTHER' });

  expect(refused).toMatchObject({ isError: true, data: { error: { code } } });
  expect(refused.text).toMatch(/^NOT DONE\./);
  expect(refused.text).not.toContain('secret\n');
  expect(await listDocuments(desk)).toEqual([]);
});

test.each([
  ['neither path nor content', {}, 'path'],
  ['a name alone', { fileName: 'x.txt' }, 'path'],
  ['a size alone', { fileSize: 5 }, 'path'],
  ['a size beside content', { base64: 'eA==', fileName: 'x.txt', fileSize: 1 }, 'fileSize'],
  ['a size of nothing', { fileName: 'x.txt', fileSize: 0 }, 'fileSize'],
  ['both path and content', { path: 'pod.pdf', base64: 'eA==', fileName: 'x' }, 'path'],
  ['content without a name', { base64: 'eA==' }, 'fileName'],
  ['content that is not base64', { base64: 'not base64!', fileName: 'x.txt' }, 'base64'],
  ['content whose length is not one of base64', { base64: 'eA=', fileName: 'x.txt' }, 'base64'],
  ['an attachment without a kind', { base64: 'eA==', fileName: 'x.txt', attachTo: '1042' }, 'attachTo'],
  ['an attachment of an unknown kind', { base64: 'eA==', fileName: 'x.txt', attachTo: 'truck:7' }, 'attachTo'],
])('%s is refused by the name of the argument', async (_, input, field) => {
  await using desk = await start();

  const refused = await desk.callTool('upload_document', { type: 'OTHER', ...input });

  expect(refused).toMatchObject({ isError: true, data: { error: { code: 'BAD_REQUEST', field } } });
  expect(await listDocuments(desk)).toEqual([]);
});

test.each([
  ['just above 1 MB', 2],
  ['some more than 1 MB', 200_000],
])('content %s is sent to a path or an upload address', async (_, more) => {
  await using desk = await start();

  const refused = await desk.callTool('upload_document', {
    base64: Buffer.alloc(1024 * 1024 + more).toString('base64'),
    fileName: 'x.bin',
    type: 'OTHER',
  });

  expect(refused).toMatchObject({ isError: true, data: { error: { code: 'BAD_REQUEST', field: 'base64' } } });
  expect(refused.text).toContain('base64: «x.bin» has more than the 1 MB that a call may bring; give path,');
});

test('a file above 100 MB is refused by its name and the argument that stands for it', async () => {
  using folders = createFolders();
  const bytes = 100 * 1024 * 1024 + 1;
  writeFileSync(path.join(folders.root, 'film.mp4'), '');
  truncateSync(path.join(folders.root, 'film.mp4'), bytes);
  await using desk = await start(folders.files);
  const upload = (input: object) => desk.callTool('upload_document', { type: 'OTHER', ...input });

  const file = await upload({ path: 'film.mp4' });
  const announcement = await upload({ fileName: 'film.mp4', fileSize: bytes });

  const sentence = `«film.mp4» has ${bytes} bytes, more than the 100 MB that a file may have.`;
  expect(file).toMatchObject({ isError: true, data: { error: { code: 'PAYLOAD_TOO_LARGE', field: 'path' } } });
  expect(file.text).toContain(`path: ${sentence}`);
  expect(announcement.text).toContain(`fileSize: ${sentence}`);
  expect(await listDocuments(desk)).toEqual([]);
});

test('over HTTP no local path is read', async () => {
  await using desk = await start();

  const refused = await desk.callTool('upload_document', { path: '/etc/hostname', type: 'OTHER' });

  expect(refused).toMatchObject({ isError: true, data: { error: { code: 'REFUSED' } } });
});

test('a name and a size make a record that waits for its file at an address, which the audit log notes', async () => {
  await using desk = await start();
  const { bill, shipmentId } = await createBilledLoad(desk, { hasProof: false });

  const { text, data } = await desk.callTool('upload_document', {
    fileName: 'pod.pdf',
    fileSize: 6,
    type: 'PROOF_OF_DELIVERY',
    attachTo: `shipment:${bill.shipmentKey}`,
  });

  expect(replaceVolatileParts(text.replaceAll(data.record.uploadUrl, 'ADDRESS').replaceAll(data.record.id, 'ID')))
    .toMatchInlineSnapshot(`
      "DONE. POD «pod.pdf» needs its file: send it to the upload address within 15 minutes.

      Upload address (15 minutes, for one file; anyone who has it can send that file, so treat it like a password): ADDRESS
      Content type, exactly: application/pdf
      Send it: curl --fail --upload-file FILE --header "Content-Type: TYPE" "ADDRESS"
      Attached to: shipment SHP-1001

      Undo: It can be removed, after an approval (undo).

      Next: get_document document=ID (shows whether the file has arrived)"
    `);
  expect(data.record).toMatchObject({ status: 'PENDING_UPLOAD', tags: { shipmentId } });
  expect(await desk.auditSummaries()).toContain(
    `Gave out the upload address of PROOF_OF_DELIVERY «pod.pdf» (${data.record.id}).`,
  );
  expect(JSON.stringify(await desk.auditSummaries())).not.toContain(data.record.uploadUrl);
});

test('an address that the policy has a person look at first is noted too, when it leaves', async () => {
  const server = { policy: { ...builtInPolicy, gates: { upload_document: 'confirm' } } } as const;
  await using desk = await startDesk({ tools: [uploadDocument], server, person: 'accept' });

  const { data } = await desk.callTool('upload_document', { fileName: 'pod.pdf', fileSize: 6, type: 'OTHER' });

  expect(data.record.uploadUrl).toMatch(/^http/);
  expect(await desk.auditSummaries()).toContain(`Gave out the upload address of OTHER «pod.pdf» (${data.record.id}).`);
});

test('who is asked before an upload reads what is uploaded where, and a yes is void once the file is another one', async () => {
  using folders = createFolders();
  const server = { files: folders.files, policy: { ...builtInPolicy, gates: { upload_document: 'approve' } } } as const;
  await using desk = await startDesk({ tools: [uploadDocument, runApproved], server });
  const { bill } = await createBilledLoad(desk, { hasProof: false });
  const input = { path: 'pod.pdf', type: 'POD', attachTo: `shipment:${bill.shipmentKey}` };

  const planned = await desk.callTool('upload_document', input);
  const approvalId = planned.data.approval?.id ?? '';
  await desk.approve(approvalId);
  writeFileSync(path.join(folders.root, 'pod.pdf'), 'forged');
  const changed = await desk.callTool('run_approved', { approvalId });

  expect(replaceVolatileParts(planned.text)).toMatchInlineSnapshot(`
    "APPROVAL NEEDED. Upload POD «pod.pdf» (6 bytes) to shipment SHP-1001. A person approves it with: waybill approvals approve APR-1

    - Warning: The policy asks for a person before upload_document.
    - Attached to: shipment SHP-1001
    - Content: its SHA-256 begins with 4a3cdfae6f291c8f

    Undo: It can be removed, after an approval (undo).

    Next: run_approved approvalId=APR-1 (once a person approved)"
  `);
  expect(changed.data).toMatchObject({ status: 'changed' });
  expect(await listDocuments(desk)).toEqual([]);
});

test('where nobody reaches an address, a path is asked for and nothing is announced', async () => {
  await using desk = await startDesk({ tools: [uploadDocument], server: { hasFileAddresses: false } });

  const refused = await desk.callTool('upload_document', { fileName: 'pod.pdf', fileSize: 6, type: 'OTHER' });

  expect(refused).toMatchObject({ isError: true, data: { error: { code: 'BAD_REQUEST', field: 'path' } } });
  expect(await listDocuments(desk)).toEqual([]);
});

test('a file that does not arrive leaves its record, which the answer says; the same call sends the file to it', async () => {
  await using desk = await startDesk({ tools: [uploadDocument], offersNoOthers: true });
  const input = { base64: encodeBase64('signed'), fileName: 'pod.txt', type: 'OTHER' };
  desk.wire.intercept = async ({ method }) => (method === 'PUT' ? new Response('no', { status: 403 }) : undefined);
  const lost = await desk.callTool('upload_document', input);
  desk.wire.intercept = async () => undefined;

  const sent = await desk.callTool('upload_document', input);

  expect(lost.text).toMatch(/^PARTLY DONE\. Other «pod\.txt» is on record, but its file did not arrive: /);
  expect(lost.text).toContain('Make the same call again soon to send the file to this record.');
  expect(sent.data).toMatchObject({ status: 'done', record: { status: 'UPLOADED' } });
});

test('where the storage refuses an address that has expired, the file goes to another record', async () => {
  await using desk = await startDesk({ tools: [uploadDocument], offersNoOthers: true });
  let uploads = 0;
  desk.wire.intercept = async ({ method }) => {
    if (method !== 'PUT') return undefined;
    uploads += 1;
    return uploads === 1 ? new Response('expired', { status: 403 }) : undefined;
  };

  const sent = await desk.callTool('upload_document', {
    base64: encodeBase64('signed'),
    fileName: 'pod.txt',
    type: 'OTHER',
  });

  expect(sent.data).toMatchObject({ status: 'done', record: { status: 'UPLOADED' } });
});

test('a record that does not exist is refused before anything is announced', async () => {
  await using desk = await start();

  const refused = await desk.callTool('upload_document', {
    base64: encodeBase64('x'),
    fileName: 'x.txt',
    type: 'OTHER',
    attachTo: 'shipment:SHP-9999',
  });

  expect(refused).toMatchObject({ isError: true, data: { error: { code: 'NOT_FOUND' } } });
  expect(await listDocuments(desk)).toEqual([]);
});
