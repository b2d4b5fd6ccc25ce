import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Worker } from 'node:worker_threads';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readNow } from '../../../src/cli/clock.ts';
import { loadConfig } from '../../../src/cli/config.ts';
import { openApi } from '../../../src/cli/opening/desk-api.ts';
import {
  type EmbeddedOptions,
  type EmbeddedService,
  createEmbeddedService,
} from '../../../src/cli/opening/stores/embedded.ts';
import { createServiceThread } from '../../../src/cli/threads/service-thread.ts';
import { createDatabase } from '../../support/stores/databases.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { createOpenedHome } from '../support/opened-home.ts';
import { buildEnvironment, type Folder } from '../support/waybill.ts';

const filesUrl = 'http://files.example';
const scan = { 'content-type': 'application/pdf' };

const logged: string[] = [];
const log = (level: string, message: string) => void (level === 'debug' || logged.push(`${level} ${message}`));
const workers: Worker[] = [];
const noteWorker = (worker: Worker) => void workers.push(worker);

let folder: Folder;
/** Keeps the thread between tests, which takes a moment to start. */
let keeper: EmbeddedService;

beforeAll(async () => {
  process.on('worker', noteWorker);
  folder = await createOpenedHome();
  keeper = createEmbeddedService(createConfig(), readNow, log);
  await keeper.open();
});

afterAll(async () => {
  await keeper.close();
  process.off('worker', noteWorker);
  folder[Symbol.dispose]();
});

const serviceThread = createServiceThread(log);

/** Creates the settings of a server whose services work in a thread of their own. */
const createConfig = (environment: Record<string, string> = {}) => ({
  ...loadConfig(buildEnvironment(folder.path, environment)),
  serviceThread: async () => serviceThread,
});

/** Ends the thread as a fault in it would. */
const endThread = async () => workers.at(-1)?.terminate();

interface SentInit {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

interface TestCaller {
  readonly service: EmbeddedService;
  readonly send: (method: string, address: string, body?: unknown, init?: SentInit) => Promise<Response>;
}

async function openCaller(service: EmbeddedService): Promise<TestCaller> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: service.clientId,
    client_secret: service.clientSecret,
  });
  const granted = await service.fetch(new Request(`${service.authUrl}/oauth2/token`, { method: 'POST', body: form }));
  const { access_token: token } = (await granted.json()) as { access_token: string };
  return {
    service,
    async send(method, address, body, { headers, ...init } = {}) {
      const content = body === undefined ? {} : { body: JSON.stringify(body) };
      const all = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers };
      const url = address.startsWith('/') ? `${service.baseUrl}${address}` : address;
      return service.fetch(new Request(url, { method, headers: all, ...content, ...init }));
    },
  };
}

async function openThreaded() {
  const options: EmbeddedOptions = { filesAt: async () => filesUrl };
  const caller = await openCaller(createEmbeddedService(createConfig(), readNow, log, options));
  return { ...caller, [Symbol.asyncDispose]: () => caller.service.close() };
}

/** Holds the write lock of the store as another program would. */
function lockStore(): Disposable {
  const other = new DatabaseSync(path.join(folder.path, 'sandbox.db'));
  other.exec('begin immediate');
  return { [Symbol.dispose]: () => other.close() };
}

const ownToEach = new Set(['x-request-id', 'date', 'x-ratelimit-remaining']);

async function describeAnswer(answer: Response) {
  const text = await answer.text();
  return {
    status: answer.status,
    headers: [...answer.headers]
      .filter(([name]) => !ownToEach.has(name))
      .toSorted(([first], [second]) => first.localeCompare(second)),
    body: text.replaceAll(/"(?:requestId|endCursor)":"[^"]+"/g, ''),
  };
}

test('a thread that waits for its first desk keeps no process', async () => {
  const countKept = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
  const keptBefore = countKept();

  createServiceThread(() => {}).start();
  const keptAfter = countKept();
  await workers.at(-1)?.terminate();

  expect(keptAfter).toBe(keptBefore);
});

test('answers are the same as those of the service in the caller’s thread, problems and headers included', async () => {
  await using threaded = await openThreaded();
  const direct = await openCaller(
    createEmbeddedService(loadConfig(buildEnvironment(folder.path)), readNow, () => {}, {
      filesAt: async () => filesUrl,
    }),
  );
  const requests: readonly Parameters<TestCaller['send']>[] = [
    ['GET', '/equipment-types'],
    ['POST', '/shipments/filter', { pageSize: 2 }],
    ['GET', '/shipments/00000000-0000-7000-8000-000000000000'],
    ['POST', '/shipments/filter', { pageSize: -1 }],
    ['POST', '/shipments/filter', undefined, { body: '{"pageSize"' }],
    ['POST', '/shipments/filter', { text: 'x'.repeat(1_100_000) }],
    ['POST', '/payment-terms', { name: '' }],
    ['GET', '/shipments/filter', undefined, { headers: { authorization: 'Bearer wrong' } }],
    ['GET', '/no-such-thing'],
    ['GET', `${filesUrl}/files/forged`],
    ['PUT', `${filesUrl}/files/forged`, 'content'],
    ['GET', `${new URL(threaded.service.baseUrl).origin}/healthz`],
    ['GET', `${new URL(threaded.service.baseUrl).origin}/docs`],
  ];

  for (const request of requests)
    expect({ request, ...(await describeAnswer(await threaded.send(...request))) }).toEqual({
      request,
      ...(await describeAnswer(await direct.send(...request))),
    });
  await direct.service.close();
});

describe('a file', () => {
  const paper = randomBytes(3 * 1024 * 1024);
  const pieceBytes = 64 * 1024;

  async function announce({ send }: TestCaller) {
    const announced = await send('POST', '/documents', {
      fileName: 'scan.pdf',
      fileSize: paper.length,
      contentType: 'application/pdf',
      type: 'OTHER',
    });
    const document = (await announced.json()) as { id: string; uploadUrl: string };
    const read = async () => (await (await send('GET', `/documents/${document.id}`)).json()) as Record<string, string>;
    return { ...document, read };
  }

  /** A body of which is counted what was asked for; it stops for ever after so many pieces. */
  function openSource(piecesMax = Infinity) {
    let pieces = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          if (pieces >= piecesMax) await new Promise(() => {});
          const piece = paper.subarray(pieces * pieceBytes, (pieces + 1) * pieceBytes);
          if (piece.length === 0) return controller.close();
          pieces += 1;
          controller.enqueue(piece);
        },
      },
      { highWaterMark: 0 },
    );
    return { body, countPieces: () => pieces };
  }

  const put = ({ service }: TestCaller, address: string, init: RequestInit) =>
    service.fetch(new Request(address, { method: 'PUT', headers: scan, duplex: 'half', ...init }));

  test('is uploaded and downloaded as it is, in pieces that are read when they are asked for', async () => {
    await using threaded = await openThreaded();
    const document = await announce(threaded);
    const refused = openSource();
    const source = openSource();

    const wrong = await put(threaded, document.uploadUrl, {
      body: refused.body,
      headers: { 'content-type': 'text/csv' },
    });
    const sent = await put(threaded, document.uploadUrl, { body: source.body });
    const { downloadUrl = '' } = await document.read();
    const received = await threaded.send('GET', downloadUrl);

    expect([wrong.status, refused.countPieces()]).toEqual([415, 0]);
    expect([sent.status, source.countPieces()]).toEqual([200, Math.ceil(paper.length / pieceBytes)]);
    const reader = received.body?.getReader();
    const { value: first } = (await reader?.read()) ?? {};
    expect(first?.length).toBeLessThan(paper.length);
    await reader?.cancel();
    const again = await threaded.send('GET', downloadUrl);
    expect(Buffer.from(await again.arrayBuffer()).equals(paper)).toBe(true);
  });

  test('whose caller goes away in the middle is not kept, and can be sent again', async () => {
    await using threaded = await openThreaded();
    const document = await announce(threaded);
    const source = openSource(5);
    const caller = new AbortController();

    const sending = put(threaded, document.uploadUrl, { body: source.body, signal: caller.signal });
    await waitUntil(() => source.countPieces() === 5);
    caller.abort(new Error('the caller has hung up'));

    await expect(sending).rejects.toThrow('the caller has hung up');
    expect(await document.read()).toMatchObject({ status: 'PENDING_UPLOAD' });
    const again = await put(threaded, document.uploadUrl, { body: openSource().body });
    expect(again.status).toBe(200);
  });

  test('that is being sent or read when the thread ends breaks off with the reason', async () => {
    await using threaded = await openThreaded();
    const document = await announce(threaded);
    await put(threaded, document.uploadUrl, { body: openSource().body });
    const { downloadUrl = '' } = await document.read();
    const reader = (await threaded.send('GET', downloadUrl)).body?.getReader();
    await reader?.read();
    const source = openSource(5);
    const other = await announce(threaded);

    const sending = put(threaded, other.uploadUrl, { body: source.body });
    await waitUntil(() => source.countPieces() === 5);
    await endThread();

    const reason = 'the service of this process stopped unexpectedly (it ended with code 1)';
    await expect(sending).rejects.toThrow(reason);
    await expect(
      (async () => {
        while ((await reader?.read())?.done === false);
      })(),
    ).rejects.toThrow(reason);
  });
});

describe('a write that waits for another program', () => {
  const createName = () => `Net ${randomBytes(4).toString('hex')}`;

  test('delays no other question', async () => {
    await using threaded = await openThreaded();
    const lock = lockStore();

    const writing = threaded.send('POST', '/payment-terms', { name: createName() });
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () =>
        threaded.service.fetchUncounted(new Request(`${threaded.service.authUrl}/readyz`)),
      ),
    );
    const isWritten = await Promise.race([writing.then(() => true), Promise.resolve(false)]);
    lock[Symbol.dispose]();

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(isWritten).toBe(false);
    expect((await writing).status).toBe(201);
  });

  test('is answered before the service is closed', async () => {
    const threaded = await openThreaded();
    const lock = lockStore();
    const settled: string[] = [];

    const writing = threaded.send('POST', '/payment-terms', { name: createName() });
    const closing = threaded.service.close().then(() => settled.push('closed'));
    const written = writing.then((answer) => settled.push(`written ${answer.status}`));
    lock[Symbol.dispose]();
    await Promise.all([written, closing]);

    expect(settled).toEqual(['written 201', 'closed']);
  });

  test('is closed with its service although the thread ends meanwhile', async () => {
    const threaded = await openThreaded();
    const caller = new AbortController();
    const lock = lockStore();

    const name = createName();
    const writing = threaded.send('POST', '/payment-terms', { name }, { signal: caller.signal });
    await threaded.service.fetchUncounted(new Request(`${threaded.service.authUrl}/readyz`));
    caller.abort(new Error('the caller has hung up'));
    await expect(writing).rejects.toThrow('the caller has hung up');
    const closing = threaded.service.close();
    await endThread();
    lock[Symbol.dispose]();

    await expect(closing).resolves.toBeUndefined();
  });

  test('is carried out once by the client, though the thread ends meanwhile', async () => {
    await using opened = openClosing(openApi(createConfig(), readNow, log));
    logged.length = 0;
    await opened.api.users.filter({ pageSize: 1 });
    const term = createName();
    const lock = lockStore();

    const writing = opened.api.paymentTerms.create({ name: term });
    const reading = opened.api.users.filter({ pageSize: 1 });
    await endThread();
    lock[Symbol.dispose]();

    expect(await writing).toMatchObject({ name: term });
    expect(await reading).toMatchObject({ data: [expect.anything()] });
    const terms = await opened.api.paymentTerms.filter({});
    expect(terms.data.filter((each) => each.name === term)).toHaveLength(1);
    expect(logged.filter((line) => line.startsWith('error'))).toEqual([
      'error The service of this process stopped unexpectedly; the next request starts it again.',
    ]);
  });
});

test('a service that is closed breaks off what its database does not answer', async () => {
  await using database = await createDatabase('PostgreSQL');
  const opened = openApi(createConfig({ WAYBILL_DATABASE_URL: database.url }), readNow, log);
  await opened.api.paymentTerms.filter({});
  const other = new Client(database.url);
  await using _ = { [Symbol.asyncDispose]: () => other.end() };
  await other.connect();
  await other.query(`create function sleep() returns trigger language plpgsql as $$ begin perform pg_sleep(12); return new; end $$;
    create trigger sleep before insert on payment_term for each row execute function sleep()`);
  const countWriting = async () => {
    const { rows } = await other.query<{ pid: number }>(
      `select pid from pg_stat_activity where state = 'active' and query like 'insert into "payment_term"%'`,
    );
    return rows.length;
  };

  const writing = opened.api.paymentTerms.create({ name: 'Net 15' }).catch((error: unknown) => error);
  await waitUntil(async () => (await countWriting()) === 1);
  await opened.close();

  expect(await writing).toMatchObject({ code: 'CANCELLED', isOpen: true });
  expect(await countWriting()).toBe(1);
});

const openClosing = (opened: ReturnType<typeof openApi>) => ({ ...opened, [Symbol.asyncDispose]: opened.close });

test('a store that cannot be opened is named as in the caller’s thread, and looked at again at the next request', async () => {
  const file = path.join(folder.path, 'damaged.db');
  writeFileSync(file, 'no database '.repeat(1000));
  const environment = { WAYBILL_DATABASE_URL: `sqlite:${file}` };
  const threaded = openApi(createConfig(environment), readNow, log);
  const direct = openApi(loadConfig(buildEnvironment(folder.path, environment)), readNow, log);
  const ask = ({ api }: ReturnType<typeof openApi>) => api.users.filter({}).catch((error: unknown) => error);

  const [first, second, expected] = [await ask(threaded), await ask(threaded), await ask(direct)];

  expect(expected).toMatchObject({ code: 'STORE_UNAVAILABLE' });
  for (const error of [first, second])
    expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', message: (expected as Error).message });
  await Promise.all([threaded.close(), direct.close()]);
});
