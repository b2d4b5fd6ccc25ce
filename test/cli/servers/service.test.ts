import { expect, test } from 'vitest';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import { lendBrokerage } from '../../support/stores/lent-stores.ts';
import { listTermNames } from '../support/record.ts';
import { beginPost, createServiceClient, startServiceCommand, startServiceProcess } from '../support/service.ts';
import { runWaybill } from '../support/in-process.ts';
import { createOpenedHome } from '../support/opened-home.ts';
import { createTemporaryFolder } from '../support/waybill.ts';

onOneDatabase('the service command', (kind) => {
  test('SIGTERM ends it with 0, and a request that had begun still gets its answer', async () => {
    using folder = createTemporaryFolder();
    await using database = await lendBrokerage(kind);
    await using service = await startServiceProcess(['--database', database.url], { home: folder.path });
    const begun = await beginPost(service.ready, '/payment-terms', { name: 'Net 15' });
    // An answered request proves that the one before it has reached the process.
    await fetch(`${service.ready.authUrl}/healthz`);

    const ending = service.stop('SIGTERM');
    const { status } = await begun.finish();
    const { code, stderr } = await ending;

    expect([status, code, stderr]).toEqual([201, 0, '']);
    expect(await listTermNames(database.url)).toEqual(['Net 15']);
  });

  test("a caller that hangs up in the middle of a body changes nothing and is nobody else's failure", async () => {
    using folder = createTemporaryFolder();
    await using database = await lendBrokerage(kind);
    await using service = await startServiceCommand(['--database', database.url], { home: folder.path });
    await using api = createServiceClient(service.ready, service.ready.clientSecret);
    const begun = await beginPost(service.ready, '/payment-terms', { name: 'Net 15' });
    await fetch(`${service.ready.authUrl}/healthz`);

    begun.cut();

    expect((await api.paymentTerms.filter({})).data).toEqual([]);
    const { code, stderr } = await service.stop();
    expect([code, stderr]).toEqual([0, '']);
  });

  test('a stop ends it although its callers keep their connections busy', async () => {
    using folder = createTemporaryFolder();
    await using database = await lendBrokerage(kind);
    await using service = await startServiceCommand(['--database', database.url], { home: folder.path });
    const ending = new AbortController();
    const ask = async () => {
      while (!ending.signal.aborted) await fetch(`${service.ready.authUrl}/healthz`).then((answer) => answer.text());
    };
    const callers = Promise.allSettled([ask(), ask(), ask(), ask()]);
    await fetch(`${service.ready.authUrl}/healthz`);

    const { code } = await service.stop();
    ending.abort();
    await callers;

    expect(code).toBe(0);
  });

  test('prints one line of JSON when it answers; its credentials work, also after a new start that shows no secret', async () => {
    using folder = createTemporaryFolder();
    await using database = await lendBrokerage(kind);
    await using first = await startServiceCommand(['--database', database.url], { home: folder.path });
    await using before = createServiceClient(first.ready, first.ready.clientSecret);
    expect((await before.shipments.filter({})).data).toEqual([]);
    const term = await before.paymentTerms.create({ name: 'Net 15' });
    await first.stop();

    await using second = await startServiceCommand(['--database', database.url], { home: folder.path });
    await using api = createServiceClient(second.ready, first.ready.clientSecret);

    expect(first.ready).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/),
      authUrl: first.ready.url.replace('/v1', ''),
      clientId: expect.stringMatching(/^wb_/),
      clientSecret: expect.stringMatching(/^\S{32,}$/),
      organization: 'My brokerage',
    });
    expect(first.shown()).toBe(`${JSON.stringify(first.ready)}\n`);
    expect(second.ready).toMatchObject({ clientId: first.ready.clientId, clientSecret: null });
    expect(await api.paymentTerms.get({ id: term.id })).toEqual(term);
  });
});

onBothDatabases('a service that is killed', (kind) => {
  test('kill -9 in the middle of writing loses nothing that was acknowledged', async () => {
    using folder = createTemporaryFolder();
    await using database = await lendBrokerage(kind);
    await using first = await startServiceProcess(['--database', database.url], { home: folder.path });
    await using writer = createServiceClient(first.ready, first.ready.clientSecret, { retriesMax: 0 });
    const acknowledged: string[] = [];
    const writes = Array.from({ length: 60 }, async (_, index) => {
      const { name } = await writer.paymentTerms.create({ name: `Term ${index}` });
      acknowledged.push(name);
      if (acknowledged.length === 10) await first.stop('SIGKILL');
    });
    // Most of them never hear an answer: whether they happened is not what is promised.
    await Promise.allSettled(writes);

    const storedNames = await listTermNames(database.url);

    expect(acknowledged.length).toBeGreaterThanOrEqual(10);
    expect(acknowledged.filter((name) => !storedNames.includes(name))).toEqual([]);
    expect(new Set(storedNames).size).toBe(storedNames.length);
  });
});

test.concurrent('the sandbox service shows its well-known credentials at every start', async () => {
  using folder = await createOpenedHome();
  await using first = await startServiceProcess([], { home: folder.path });
  await first.stop('SIGINT');
  await using second = await startServiceCommand([], { home: folder.path });
  await using api = createServiceClient(second.ready, second.ready.clientSecret);

  expect(second.ready.clientSecret).toBe(first.ready.clientSecret);
  expect((await api.shipments.filter({ pageSize: 5 })).data).toHaveLength(5);
});

test('the service answers health, its OpenAPI document and its page without a token, and nothing else', async () => {
  using folder = createTemporaryFolder();
  await using service = await startServiceCommand(['--database', 'sqlite:desk.db'], { home: folder.path });
  const fetchStatus = async (path: string) => (await fetch(`${service.ready.authUrl}${path}`)).status;

  for (const open of ['/healthz', '/readyz', '/openapi.json', '/docs'])
    expect([open, await fetchStatus(open)]).toEqual([open, 200]);
  expect(await fetchStatus('/v1/payment-terms/018f0000-0000-7000-8000-000000000000')).toBe(401);
  expect(await fetchStatus('/nowhere')).toBe(404);
});

test.concurrent.each([
  ['the address it is bound to', {}, /^http:\/\/127\.0\.0\.1:\d+\/files\//],
  [
    'the public address that is set',
    { WAYBILL_PUBLIC_URL: 'https://tms.example/desk/' },
    /^https:\/\/tms\.example\/desk\/files\//,
  ],
])('upload addresses begin with %s, never with what a caller calls the service', async (_, environment, address) => {
  using folder = createTemporaryFolder();
  const settings = { home: folder.path, environment };
  await using service = await startServiceCommand(['--database', 'sqlite:desk.db'], settings);
  const document = { type: 'OTHER', fileName: 'pod.txt' };

  const begun = await beginPost(service.ready, '/documents', document, { host: 'elsewhere.example' });

  expect(JSON.parse((await begun.finish()).body).uploadUrl).toMatch(address);
});

test.concurrent('a caller that never finishes its request does not keep a stopped service alive', async () => {
  using folder = createTemporaryFolder();
  await using service = await startServiceCommand(['--database', 'sqlite:desk.db'], { home: folder.path });
  const begun = await beginPost(service.ready, '/payment-terms', { name: 'Net 15' });
  await fetch(`${service.ready.authUrl}/healthz`);

  const { code } = await service.stop();

  expect(code).toBe(0);
  await expect(begun.finish()).rejects.toThrow(/hang up|ECONNRESET|EPIPE/);
});

test.concurrent('a service that cannot have its port says so in one sentence and leaves', async () => {
  using folder = createTemporaryFolder();
  const store = ['--database', 'sqlite:desk.db'];
  await using service = await startServiceCommand(store, { home: folder.path });
  const { port } = new URL(service.ready.authUrl);

  const { code, stdout, stderr } = await runWaybill(['service', '--port', port, ...store], { home: folder.path });

  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toBe(`--port ${port} is taken by another program; choose another, or 0 for a free one.\n`);
});
