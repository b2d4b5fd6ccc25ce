import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { insertClient } from '../../../src/service/organization/api-clients.ts';
import { type DocumentStorage, createFolderStorage } from '../../../src/service/shared/document-storage.ts';
import { createFileSweep } from '../../../src/service/documents/file-sweep.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const dayLater = '2026-11-21T15:00:00.001Z';

onOneDatabase('the sweep of documents', (database) => {
  test('the file of a deleted document stays for a day and is then removed', async () => {
    using folder = createTemporaryFolder();
    const storage = createFolderStorage(folder.path);
    await using api = await startService(database, { storage });
    const deleted = await upload(api, 'deleted.txt');
    const keptId = await upload(api, 'kept.txt');
    await api.request('DELETE', `/v1/documents/${deleted}`);

    await sweep(api, storage);
    expect(await storage.read(deleted)).toBeDefined();
    api.clock.now = dayLater;
    await sweep(api, storage);

    expect(await storage.read(deleted)).toBeUndefined();
    expect(await storage.read(keptId)).toBeDefined();
    expect(await listDeadlines(api)).toEqual([]);
  });

  test('an announcement that no file came for is deleted after a day, and its key is free again', async () => {
    using folder = createTemporaryFolder();
    const storage = createFolderStorage(folder.path);
    await using api = await startService(database, { storage });
    const announcement = { type: 'PROOF_OF_DELIVERY', fileName: 'pod.txt', key: 'pod-1' };
    const { body } = await api.request('POST', '/v1/documents', announcement);
    const arrived = await upload(api, 'arrived.txt');

    await sweep(api, storage);
    expect((await api.request('POST', '/v1/documents', announcement)).status).toBe(409);
    api.clock.now = dayLater;
    await sweep(api, storage);
    const caller = await createCaller(api);

    expect((await caller.request('GET', `/v1/documents/${body.id}`)).status).toBe(404);
    expect((await caller.request('POST', '/v1/documents', announcement)).status).toBe(201);
    expect((await caller.request('GET', `/v1/documents/${arrived}`)).body).toMatchObject({ status: 'UPLOADED' });
  });

  test('a store that fails leaves the work for the next time', async () => {
    using folder = createTemporaryFolder();
    const storage = createFolderStorage(folder.path);
    await using api = await startService(database, { storage });
    const id = await upload(api, 'deleted.txt');
    await api.request('DELETE', `/v1/documents/${id}`);
    api.clock.now = dayLater;
    const failing = { ...storage, remove: () => Promise.reject(new Error('out of reach')) };

    await expect(sweep(api, failing)).rejects.toThrow('out of reach');
    expect(await storage.read(id)).toBeDefined();
    await sweep(api, storage);

    expect(await storage.read(id)).toBeUndefined();
  });

  test('an upload that is too late for its announcement leaves nothing behind', async () => {
    using folder = createTemporaryFolder();
    const storage = createFolderStorage(folder.path);
    await using api = await startService(database, { storage });
    const { body } = await api.request('POST', '/v1/documents', { type: 'OTHER', fileName: 'slow.txt' });
    let finish = () => {};
    const slow = new ReadableStream({
      start(controller) {
        finish = () => {
          controller.enqueue(new TextEncoder().encode('at last'));
          controller.close();
        };
      },
    });

    const sending = put(api, body.uploadUrl, slow);
    await waitUntil(() => listFilesBelow(folder.path).length > 0);
    api.clock.now = dayLater;
    await sweep(api, storage);
    finish();

    expect((await sending).status).toBe(409);
    expect(listFilesBelow(folder.path)).toEqual([]);
  });
});

test('what a crashed upload left on the disk is cleared a day later, and nothing else', async () => {
  using folder = createTemporaryFolder();
  const storage = createFolderStorage(folder.path);
  await (await storage.receive('whole', new Blob(['whole']).stream(), 10)).keep();
  await storage.receive('old', new Blob(['half']).stream(), 10);
  for (const file of listFilesBelow(path.join(folder.path, 'arriving')))
    utimesSync(path.join(folder.path, 'arriving', file), new Date(0), new Date(0));
  await storage.receive('fresh', new Blob(['half']).stream(), 10);
  await using api = await startService('SQLite', { storage });

  await sweep(api, storage);

  expect(listFilesBelow(path.join(folder.path, 'arriving'))).toEqual([expect.stringMatching(/^fresh\./)]);
  expect(await storage.read('whole')).toBeDefined();
});

const sweep = (api: TestService, storage: DocumentStorage) =>
  createFileSweep({ database: api.database, storage, now: () => api.clock.now })(new AbortController().signal);

const listDeadlines = (api: TestService) => api.database.reader.selectFrom('document_deadline').selectAll().execute();

async function upload(api: TestService, fileName: string): Promise<string> {
  const { body } = await api.request('POST', '/v1/documents', { type: 'PROOF_OF_DELIVERY', fileName });
  expect((await put(api, body.uploadUrl, 'text')).status).toBe(200);
  return body.id;
}

const put = ({ service }: TestService, url: string, body: string | ReadableStream) =>
  service.fetch(new Request(url, { method: 'PUT', headers: { 'content-type': 'text/plain' }, body, duplex: 'half' }));

/** Creates a caller with a new token; an older one has expired by the moved clock. */
async function createCaller(api: TestService) {
  const credentials = await api.database.transaction((tx) =>
    insertClient(tx, {
      organizationId: api.organizationId,
      name: 'desk',
      scopes: ['read', 'write'],
      now: api.clock.now,
      newId: randomUUID,
    }),
  );
  return api.callerWith(credentials);
}

function createTemporaryFolder(): Disposable & { readonly path: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'waybill-sweep-'));
  return { path: folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

const listFilesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : [];
