import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DocumentStorage } from '../../../src/service/shared/document-storage.ts';
import { createS3Storage } from '../../../src/service/documents/s3-storage.ts';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import { type S3Server, startS3 } from '../../support/servers/s3.ts';
import { startSilentServer } from '../../support/servers/silent-server.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const text = 'Received in good order.\n'.repeat(1000);
const digest = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
});
beforeEach(() => s3.clear());
afterAll(() => s3[Symbol.asyncDispose]());

onOneDatabase('documents in a bucket', (database) => {
  test('an uploaded file comes back byte for byte from an address that the store itself signed', async () => {
    await using api = await startService(database, { storage: createS3Storage(s3.settings) });
    const { id, uploadUrl } = await announce(api, 'Empfänger 1.txt');

    expect((await put(api, uploadUrl, text)).status).toBe(200);

    const { status, fileSize, downloadUrl } = (await api.request('GET', `/v1/documents/${id}`)).body;
    expect([status, fileSize]).toEqual(['UPLOADED', text.length]);
    expect(await s3.state()).toEqual({
      objects: [{ key: `documents/${id}`, size: text.length, sha256: digest(text) }],
      uploads: [],
    });
    const signed = await findSignedAddress(api, downloadUrl);
    const file = await fetch(signed);
    expect(await file.text()).toBe(text);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': `attachment; filename="Empfanger 1.txt"; filename*=UTF-8''Empf%C3%A4nger%201.txt`,
      'cache-control': 'private, no-store',
    });
  });

  test('a signed address is good for this file, this answer and this method only', async () => {
    await using api = await startService(database, { storage: createS3Storage(s3.settings) });
    const [first, second] = [await upload(api, 'one'), await upload(api, 'two')];
    const signed = await findSignedAddress(api, first.downloadUrl);

    expect((await fetch(signed.replace(first.id, second.id))).status).toBe(403);
    expect((await fetch(signed.replace('text%2Fplain', 'text%2Fhtml'))).status).toBe(403);
    expect((await fetch(signed.replace('X-Amz-Expires=300', 'X-Amz-Expires=900'))).status).toBe(403);
    expect((await fetch(signed, { method: 'DELETE' })).status).toBe(403);
    const head = await api.service.fetch(new Request(first.downloadUrl, { method: 'HEAD' }));
    const headed = await fetch(head.headers.get('location') ?? '', { method: 'HEAD' });
    expect([headed.status, headed.headers.get('content-length')]).toEqual([200, '3']);
    expect(await (await fetch(signed)).text()).toBe('one');
  });

  test('the address of a deleted document leads nowhere, although its file is still there', async () => {
    await using api = await startService(database, { storage: createS3Storage(s3.settings) });
    const { id, downloadUrl } = await upload(api, 'one');

    await api.request('DELETE', `/v1/documents/${id}`);

    expect((await api.service.fetch(new Request(downloadUrl))).status).toBe(404);
    expect((await s3.state()).objects).toHaveLength(1);
  });

  test('a bucket that fails leaves the document waiting, nothing stored, and can be tried again', async () => {
    await using api = await startService(database, { storage: createS3Storage(s3.settings) });
    const { id, uploadUrl } = await announce(api, 'pod.txt');

    for (const operation of ['begin', 'part', 'complete']) {
      await s3.fail(operation);
      expect([operation, (await put(api, uploadUrl, text)).status]).toEqual([operation, 503]);
      expect(await s3.state()).toEqual({ objects: [], uploads: [] });
    }
    await s3.fail(null);

    expect((await api.request('GET', `/v1/documents/${id}`)).body).toMatchObject({ status: 'PENDING_UPLOAD' });
    expect((await put(api, uploadUrl, text)).status).toBe(200);
  });
});

onBothDatabases('uploads of one document to a bucket', (database) => {
  test('of two uploads at once exactly one counts, and its bytes are the ones kept', async () => {
    await using api = await startService(database, { storage: createS3Storage(s3.settings) });
    const { id, uploadUrl } = await announce(api, 'pod.txt');

    const answers = await Promise.all(['first', 'second!', 'third!!!'].map((word) => put(api, uploadUrl, word)));

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409]);
    const { objects, uploads } = await s3.state();
    const row = await api.database.reader.selectFrom('document').selectAll().where('id', '=', id).executeTakeFirst();
    expect([objects.map(({ sha256 }) => sha256), uploads]).toEqual([[row?.sha256], []]);
  });
});

test('the wrong content type, and more than 100 MB, never reach the bucket as a file', async () => {
  await using api = await startService('SQLite', { storage: createS3Storage(s3.settings) });
  const { uploadUrl } = await announce(api, 'film.txt');

  expect((await put(api, uploadUrl, text, 'text/html')).status).toBe(415);
  expect((await put(api, uploadUrl, createEndlessStream())).status).toBe(413);

  expect(await s3.state()).toEqual({ objects: [], uploads: [] });
});

test('a large file travels in parts and is whole again', async () => {
  const storage = createS3Storage(s3.settings);
  const bytes = new Uint8Array(20 * 1024 * 1024).map((_, index) => (index * 7) % 251);

  const received = await storage.receive('large', streamMegabytes(bytes), bytes.length);
  expect((await s3.state()).uploads).toEqual([{ key: 'documents/large', parts: 3 }]);
  await received.keep();

  expect(received).toMatchObject({ size: bytes.length, sha256: digest(bytes) });
  expect(digest(await readStoredBytes(storage, 'large'))).toBe(received.sha256);
  await storage.remove('large');
  expect(await storage.read('large')).toBeUndefined();
});

test('an empty file can be kept', async () => {
  const storage = createS3Storage(s3.settings);

  await (await storage.receive('empty', new Blob([]).stream(), 10)).keep();

  expect(await readStoredBytes(storage, 'empty')).toHaveLength(0);
});

test('what a crashed upload left in the bucket is cleared once it is old', async () => {
  const storage = createS3Storage(s3.settings);
  await storage.receive('broken', new Blob(['half']).stream(), 10);

  await storage.removePartial(new Date(Date.now() - 60_000));
  expect((await s3.state()).uploads).toHaveLength(1);
  await storage.removePartial(new Date(Date.now() + 60_000));

  expect((await s3.state()).uploads).toEqual([]);
});

test('a wrong secret is refused by the store and told as its failure', async () => {
  const credentials = { accessKeyId: 'test-key', secretAccessKey: 'not-the-secret' };
  await using api = await startService('SQLite', { storage: createS3Storage({ ...s3.settings, credentials }) });
  const { uploadUrl } = await announce(api, 'pod.txt');

  expect((await put(api, uploadUrl, text)).status).toBe(503);
});

async function announce(api: TestService, fileName: string) {
  const { status, body } = await api.request('POST', '/v1/documents', { type: 'PROOF_OF_DELIVERY', fileName });
  expect(status).toBe(201);
  return body;
}

async function upload(api: TestService, content: string) {
  const { id, uploadUrl } = await announce(api, 'pod.txt');
  expect((await put(api, uploadUrl, content)).status).toBe(200);
  return (await api.request('GET', `/v1/documents/${id}`)).body;
}

async function findSignedAddress({ service }: TestService, downloadUrl: string): Promise<string> {
  const answer = await service.fetch(new Request(downloadUrl));
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'private, no-store']);
  return answer.headers.get('location') ?? '';
}

function put({ service }: TestService, url: string, body: string | ReadableStream, contentType = 'text/plain') {
  return service.fetch(
    new Request(url, { method: 'PUT', headers: { 'content-type': contentType }, body, duplex: 'half' }),
  );
}

async function readStoredBytes(storage: DocumentStorage, id: string): Promise<Uint8Array> {
  const file = await storage.read(id);
  return new Response(file?.body).bytes();
}

function createEndlessStream(): ReadableStream<Uint8Array> {
  const megabyte = new Uint8Array(1024 * 1024);
  return new ReadableStream({ pull: (controller) => controller.enqueue(megabyte) });
}

function streamMegabytes(bytes: Uint8Array): ReadableStream<Uint8Array> {
  const count = bytes.length / 2 ** 20;
  return ReadableStream.from(
    Array.from({ length: count }, (_, at) => bytes.subarray(at * 2 ** 20, (at + 1) * 2 ** 20)),
  );
}

test.each([
  ['says nothing', undefined],
  ['falls silent in the middle of a file', 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nhalf of it'],
])('a store that %s is given up', async (_title, firstBytes) => {
  await using silent = await startSilentServer(firstBytes);
  const settings = { ...s3.settings, endpoint: silent.url };
  const storage = createS3Storage(settings, { connectMs: 500, silenceMs: 500, answerMs: 500 });

  await expect(readStoredBytes(storage, 'any')).rejects.toThrow(/timeout|timed out|within|aborted/i);
});
