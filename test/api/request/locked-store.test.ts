import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type ApiAnswer, startService, type TestService } from '../../support/service/service.ts';
import { waitUntil } from '../../support/wait-until.ts';

const write = (api: TestService, name = 'Net 30') => api.request('POST', '/v1/payment-terms', { name });
const list = async (api: TestService) => (await api.request('POST', '/v1/payment-terms/filter')).body.data;

/** Holds the write lock of the file as another program would. */
function lockFile(api: TestService): Disposable & { readonly release: () => void } {
  const other = new DatabaseSync(api.url.slice('sqlite:'.length));
  other.exec('begin immediate');
  const release = () => {
    if (other.isOpen) other.close();
  };
  return { release, [Symbol.dispose]: release };
}

test('while another program holds the file, writers wait their five seconds together and reading goes on', async () => {
  await using api = await startService('SQLite', { hasOwnStore: true });
  await write(api, 'Net 15');
  using lock = lockFile(api);
  let ticks = 0;
  const clock = setInterval(() => (ticks += 1), 20);

  const writing = Promise.all([write(api), write(api), write(api), write(api)]);
  const meanwhile = await list(api);
  // A writer that waited after its predecessors, and not with them, would still get its turn.
  const releasing = new Promise((resolve) => setTimeout(resolve, 7500)).then(lock.release);
  const answers = await writing;
  clearInterval(clock);
  await releasing;

  expect(meanwhile).toMatchObject([{ name: 'Net 15' }]);
  expect(ticks).toBeGreaterThan(20);
  for (const { status, headers, body } of answers) {
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBeNull();
    expect(body.error).toEqual({
      code: 'SERVICE_UNAVAILABLE',
      message: 'The database is busy; nothing was changed. Try again in a moment.',
    });
  }
  expect((await write(api)).status).toBe(201);
  expect(await list(api)).toHaveLength(2);
});

test('a file that is free again within the wait loses no write', async () => {
  await using api = await startService('SQLite', { hasOwnStore: true });
  await write(api, 'Net 15');
  using lock = lockFile(api);

  const waiting = Promise.all([write(api), write(api)]);
  await list(api);
  lock.release();

  expect((await waiting).map(({ status }) => status)).toEqual([201, 201]);
});

test('a full disk refuses the write whole with a sentence, and space makes it work again', async () => {
  await using api = await startService('SQLite', { hasOwnStore: true });
  const { database } = api;
  await write(api, 'Net 15');
  const setMaxPages = async (limit: number) =>
    database.transaction((tx) => sql`pragma max_page_count = ${sql.lit(limit)}`.execute(tx));
  await setMaxPages(1);

  const answers: ApiAnswer[] = [];
  for (let n = 0; n < 40 && answers.at(-1)?.status !== 503; n += 1) {
    answers.push(await api.request('POST', '/v1/payment-terms', { name: 'x', description: 'y'.repeat(500) }));
  }
  const savedCount = answers.filter(({ status }) => status === 201).length;
  await setMaxPages(1_000_000);

  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ status, body }) => status === 503 && /disk .* is full/.test(body.error.message))).toBe(true);
  expect(await list(api)).toHaveLength(savedCount + 1);
  expect((await write(api)).status).toBe(201);
});

test('asking only for the headers of a file leaves no file open', async () => {
  if (!existsSync('/proc/self/fd')) {
    process.stderr.write('Open files are not counted: there is no /proc here.\n');
    return;
  }
  await using api = await startService('SQLite', { hasOwnStore: true });
  const created = await api.request('POST', '/v1/documents', { type: 'OTHER', fileName: 'a.pdf' });
  const type = { 'content-type': 'application/pdf' };
  await api.service.fetch(new Request(created.body.uploadUrl, { method: 'PUT', body: 'signed', headers: type }));
  const { body } = await api.request('GET', `/v1/documents/${created.body.id}`);

  for (let n = 0; n < 10; n += 1) {
    const { status, headers } = await api.service.fetch(new Request(body.downloadUrl, { method: 'HEAD' }));
    expect([status, headers.get('content-length')]).toEqual([200, '6']);
  }

  await waitUntil(() => openFiles(created.body.id).length === 0);
});

function openFiles(name: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${descriptor}`);
      return target.endsWith(name) ? [target] : [];
    } catch {
      // The descriptor of this very listing is gone by now.
      return [];
    }
  });
}
