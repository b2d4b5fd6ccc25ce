import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createFolderStorage, LimitExceeded } from '../../../src/service/shared/document-storage.ts';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const text = 'Received in good order.\n'.repeat(20_000);
const sha256 = createHash('sha256').update(text).digest('hex');

onOneDatabase('the files of documents', (database) => {
  test('an uploaded file comes back byte for byte, and its size and digest are kept', async () => {
    await using api = await startService(database);
    const { id, uploadUrl } = await announce(api, { fileName: 'Empfänger 1.txt', fileSize: text.length });

    const sent = await put(api, uploadUrl, toStream(text));

    expect(sent.status).toBe(200);
    const read = (await api.request('GET', `/v1/documents/${id}`)).body;
    expect(read).toMatchObject({ status: 'UPLOADED', fileSize: text.length, uploadUrl: null });
    const file = await fetchFile(api, read.downloadUrl);
    expect(await file.text()).toBe(text);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-length': String(text.length),
      'content-disposition': `attachment; filename="Empfanger 1.txt"; filename*=UTF-8''Empf%C3%A4nger%201.txt`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    const row = await api.database.reader.selectFrom('document').selectAll().where('id', '=', id).executeTakeFirst();
    expect(row).toMatchObject({ sha256, uploaded_at: api.clock.now });
  });

  test('the upload must use exactly the announced content type', async () => {
    await using api = await startService(database);
    const { id, uploadUrl } = await announce(api, { fileName: 'pod.txt' });

    const refused = await put(api, uploadUrl, 'text', 'application/pdf');

    const compressed = await put(api, uploadUrl, 'text', 'text/plain', { 'content-encoding': 'gzip' });

    expect(await readProblem(refused)).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
    expect(await readProblem(compressed)).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
    expect((await api.request('GET', `/v1/documents/${id}`)).body).toMatchObject({
      status: 'PENDING_UPLOAD',
      downloadUrl: null,
    });
    expect((await put(api, uploadUrl, text)).status).toBe(200);
  });

  test('an upload address dies after 15 minutes, a download address after an hour', async () => {
    await using api = await startService(database);
    const late = await announce(api, { fileName: 'late.txt' });
    const { downloadUrl } = await upload(api);

    api.clock.now = '2026-11-20T15:15:00.001Z';
    const lateUpload = await put(api, late.uploadUrl, text);
    const inTime = await fetchFile(api, downloadUrl);
    api.clock.now = '2026-11-20T16:00:00.001Z';
    const lateDownload = await fetchFile(api, downloadUrl);

    expect(await readProblem(lateUpload)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await inTime.text()).toBe(text);
    expect(await readProblem(lateDownload)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  });

  test('an address works only as it was given and only for what it was given', async () => {
    await using api = await startService(database);
    const { uploadUrl } = await announce(api, { fileName: 'pod.txt' });
    const { downloadUrl } = await upload(api);
    const longer = forgeAddress(uploadUrl, { expires: Date.parse('2030-01-01') });

    expect((await put(api, longer, text)).status).toBe(403);
    expect((await put(api, `${uploadUrl}x`, text)).status).toBe(403);
    expect((await put(api, uploadUrl.replace(/\.(?=[^.]*$)/, 'x'), text)).status).toBe(403);
    expect((await put(api, downloadUrl, text)).status).toBe(403);
    expect((await fetchFile(api, uploadUrl)).status).toBe(403);
    expect((await fetchFile(api, `${downloadUrl.slice(0, -1)}~`)).status).toBe(403);
    expect((await put(api, uploadUrl, text)).status).toBe(200);
  });

  test('its addresses are those of the service, whatever a caller calls it', async () => {
    await using api = await startService(database);
    const input = { type: 'OTHER', fileName: 'pod.txt' };

    const { body } = await api.request('POST', 'http://elsewhere.example/v1/documents', input, {
      host: 'elsewhere.example',
      'x-forwarded-host': 'elsewhere.example',
      forwarded: 'host=elsewhere.example',
    });

    expect(body.uploadUrl).toMatch(/^http:\/\/service\.test\/files\//);
  });

  test('a file is uploaded once', async () => {
    await using api = await startService(database);
    const { id, uploadUrl } = await announce(api, { fileName: 'pod.txt' });
    await put(api, uploadUrl, text);

    const second = await put(api, uploadUrl, 'other bytes');

    expect(await readProblem(second)).toMatchObject({ status: 409, code: 'CONFLICT' });
    const { downloadUrl } = (await api.request('GET', `/v1/documents/${id}`)).body;
    expect(await (await fetchFile(api, downloadUrl)).text()).toBe(text);
  });

  test.each([
    ['no bytes', undefined, ''],
    ['fewer bytes than announced', 100, text],
    ['more bytes than announced', 3, text],
  ])('%s are no file: nothing is kept, and the document waits on', async (_what, fileSize, bytes) => {
    await using api = await startService(database);
    const { id, uploadUrl } = await announce(api, { fileName: 'pod.txt', ...(fileSize && { fileSize }) });

    for (const body of [toStream(bytes), bytes])
      expect(await readProblem(await put(api, uploadUrl, body))).toMatchObject({ status: 400, code: 'BAD_REQUEST' });

    const waiting = (await api.request('GET', `/v1/documents/${id}`)).body;
    expect(waiting).toMatchObject({ status: 'PENDING_UPLOAD', downloadUrl: null });
    expect((await put(api, uploadUrl, 'x'.repeat(fileSize ?? 1))).status).toBe(200);
  });

  test('a file of more than 100 MB is refused while it arrives', async () => {
    await using api = await startService(database);
    const { id, uploadUrl } = await announce(api, { fileName: 'film.txt' });
    const endless = streamMegabytes(Number.POSITIVE_INFINITY);

    const refused = await put(api, uploadUrl, endless.stream);

    expect(await refused.clone().text()).toContain('\\"film.txt\\" has more than the 100 MB that a file may have');
    expect(await readProblem(refused)).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
    expect(endless.sent()).toBeLessThan(120);
    expect((await api.request('GET', `/v1/documents/${id}`)).body).toMatchObject({ status: 'PENDING_UPLOAD' });
    expect((await put(api, uploadUrl, text)).status).toBe(200);
  });

  test('an upload that breaks off leaves the document waiting, and can be tried again', async () => {
    await using api = await startService(database);
    const { id, uploadUrl } = await announce(api, { fileName: 'pod.txt' });

    const broken = await put(api, uploadUrl, createBrokenStream());

    expect(broken.status).toBe(503);
    const waiting = (await api.request('GET', `/v1/documents/${id}`)).body;
    expect(waiting).toMatchObject({ status: 'PENDING_UPLOAD', downloadUrl: null });
    expect((await put(api, uploadUrl, text)).status).toBe(200);
  });

  test('the file of a deleted document can be neither uploaded nor downloaded', async () => {
    await using api = await startService(database);
    const waiting = await announce(api, { fileName: 'pod.txt' });
    const present = await upload(api);
    for (const { id } of [waiting, present]) await api.request('DELETE', `/v1/documents/${id}`);

    expect((await put(api, waiting.uploadUrl, text)).status).toBe(404);
    expect((await fetchFile(api, present.downloadUrl)).status).toBe(404);
  });
});

onBothDatabases('uploads of one document', (database) => {
  test('of two uploads at once exactly one counts, and its bytes are the ones kept', async () => {
    await using api = await startService(database);
    const { id, uploadUrl } = await announce(api, { fileName: 'pod.txt' });

    const answers = await Promise.all(
      ['first', 'second!', 'third!!!'].map((word) => put(api, uploadUrl, toStream(word.repeat(5000)))),
    );

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409]);
    const { fileSize, downloadUrl } = (await api.request('GET', `/v1/documents/${id}`)).body;
    const bytes = await (await fetchFile(api, downloadUrl)).text();
    expect(bytes).toHaveLength(fileSize);
    const row = await api.database.reader
      .selectFrom('document')
      .select('sha256')
      .where('id', '=', id)
      .executeTakeFirst();
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(row?.sha256);
  });
});

test('neither a file that is too long nor one that breaks off leaves anything on the disk', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waybill-files-'));
  const storage = createFolderStorage(folder);

  await expect(storage.receive('document-1', streamMegabytes(5).stream, 3_000_000)).rejects.toBeInstanceOf(
    LimitExceeded,
  );
  await expect(storage.receive('document-1', createBrokenStream(), 3_000_000)).rejects.toThrow('the line went dead');

  expect(readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())).toEqual([]);
  expect(await storage.read('document-1')).toBeUndefined();
  rmSync(folder, { recursive: true });
});

async function announce(api: TestService, input: object) {
  const { status, body } = await api.request('POST', '/v1/documents', { type: 'PROOF_OF_DELIVERY', ...input });
  expect(status).toBe(201);
  return body;
}

async function upload(api: TestService) {
  const { id, uploadUrl } = await announce(api, { fileName: 'pod.txt' });
  expect((await put(api, uploadUrl, text)).status).toBe(200);
  return (await api.request('GET', `/v1/documents/${id}`)).body;
}

function put(
  { service }: TestService,
  url: string,
  body: string | ReadableStream,
  contentType = 'text/plain',
  headers: Record<string, string> = {},
) {
  return service.fetch(
    new Request(url, { method: 'PUT', headers: { 'content-type': contentType, ...headers }, body, duplex: 'half' }),
  );
}

const fetchFile = ({ service }: TestService, url: string) => service.fetch(new Request(url));

async function readProblem(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const { error } = (await response.json()) as { error: { code: string } };
  return { status: response.status, code: error.code };
}

/** Changes the content of a signed address, as an attacker without the key would. */
function forgeAddress(url: string, change: object): string {
  const [, start = '', payload = '', mac = ''] = /^(.*\/)([^.]+)\.(.+)$/.exec(url) ?? [];
  const ticket = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  return `${start}${Buffer.from(JSON.stringify({ ...ticket, ...change })).toString('base64url')}.${mac}`;
}

const toStream = (content: string) => new Blob([content]).stream();

/** Creates a stream of megabytes, each made only when it is read. */
function streamMegabytes(count: number) {
  const megabyte = new Uint8Array(1024 * 1024);
  let sent = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent === count) return controller.close();
      sent += 1;
      controller.enqueue(megabyte);
    },
  });
  return { stream, sent: () => sent };
}

function createBrokenStream() {
  let pulls = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      pulls += 1;
      if (pulls < 3) controller.enqueue(new Uint8Array(1000));
      else controller.error(new Error('the line went dead'));
    },
  });
}
