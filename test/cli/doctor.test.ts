import { afterAll, beforeAll, expect, test } from 'vitest';
import { runWaybill } from './support/in-process.ts';
import { createServiceClient, type RunningService, startServiceCommand } from './support/service.ts';
import { call } from './support/record.ts';
import { createTemporaryFolder } from './support/waybill.ts';

/** The remote API. */
let service: RunningService;
const open = new AsyncDisposableStack();
beforeAll(async () => {
  const folder = open.use(createTemporaryFolder());
  service = open.use(await startServiceCommand(['--database', 'sqlite:desk.db'], { home: folder.path }));
});
afterAll(() => open.disposeAsync());

const splitLines = (text: string) => text.trim().split('\n');

test('on a clean machine everything works, and two things are left to do', async () => {
  using folder = createTemporaryFolder();

  const { code, stdout, stderr } = await runWaybill(['doctor'], { home: folder.path });

  expect([code, stderr]).toEqual([0, '']);
  const lines = splitLines(stdout);
  expect(lines.slice(0, -1).filter((line) => !/^ok {7}[\w -]+: \S/.test(line))).toEqual([
    expect.stringMatching(
      /^to do {4}approver: make the approver's secret before an assistant can: `.* approvals secret`$/,
    ),
    expect.stringMatching(
      /^to do {4}clients: connect an assistant, such as Claude Desktop: `.* install claude-desktop`$/,
    ),
  ]);
  expect(stdout).toContain('ok       local copy: none yet; the first question creates it\n');
  expect(lines.at(-1)).toBe('Everything works. 2 things to do.');
});

test('with a remote API it checks the token and the clock there', async () => {
  using folder = createTemporaryFolder();
  const environment = buildRemote(service.ready.url, service.ready.clientId, service.ready.clientSecret ?? '');

  const { code, stdout } = await runWaybill(['doctor'], { home: folder.path, environment });

  expect(code).toBe(0);
  expect(stdout).toContain('ok       API: answers; no shipments yet; time zone UTC');
  expect(stdout).toMatch(/ok {7}clock: \d+ s apart from the API/);
});

test('what is known of the idempotency keys of a remote API is learned from a change, and shown with its evidence', async () => {
  using folder = createTemporaryFolder();
  const settings = {
    home: folder.path,
    environment: buildRemote(service.ready.url, service.ready.clientId, service.ready.clientSecret ?? ''),
  };
  const readKeysLine = async () =>
    splitLines((await runWaybill(['doctor'], settings)).stdout).find((line) => line.includes('idempotency keys: '));
  await using api = createServiceClient(service.ready, service.ready.clientSecret);
  const { id } = await api.customers.create({ name: 'Cobalt Ridge', status: 'ACTIVE' });

  const before = await readKeysLine();
  const input = { operation: 'customers.update', input: { id, notes: 'Call ahead.' } };
  const { code } = await runWaybill(['call', 'api_write', JSON.stringify(input)], settings);
  const after = await readKeysLine();

  expect(code).toBe(0);
  expect(before).toMatch(/not known until the first change.*a change that moves money is sent once/);
  expect(after).toMatch(/supported \(customers\.update under a used key was refused with VALIDATION_ERROR, 20/);
  expect(await api.customers.get({ id })).toMatchObject({ name: 'Cobalt Ridge', notes: 'Call ahead.' });
});

test('wrong credentials are named as such, by doctor and by a tool', async () => {
  using folder = createTemporaryFolder();
  const environment = buildRemote(service.ready.url, service.ready.clientId, 'not-the-secret');

  const doctor = await runWaybill(['doctor'], { home: folder.path, environment });
  const tool = await call({ home: folder.path, environment }, 'api_read', { operation: 'paymentTerms.filter' });

  expect(doctor.code).toBe(1);
  expect(doctor.stdout).toMatch(/problem {2}API: .*Check the client id and secret/);
  expect(doctor.stdout).not.toContain('not-the-secret');
  expect([tool.code, tool.result.structuredContent.error.code]).toEqual([1, 'UNAUTHORIZED']);
});

test('doctor recommends other commands only, also where the same error elsewhere recommends doctor', async () => {
  using folder = createTemporaryFolder();
  const settings = [
    buildRemote(service.ready.url, service.ready.clientId, 'not-the-secret'),
    buildRemote('http://127.0.0.1:1/v1', 'desk', 'secret'),
  ];

  for (const environment of settings) {
    const { stdout } = await runWaybill(['doctor'], { home: folder.path, environment });
    const listed = await runWaybill(['sync'], { home: folder.path, environment });

    expect(listed.stderr).toMatch(/ doctor` says what is wrong/);
    expect(stdout).not.toMatch(/\bdoctor\b/);
  }
});

test('an API that nobody serves is named, by doctor and by a tool', async () => {
  using folder = createTemporaryFolder();
  const environment = buildRemote('http://127.0.0.1:1/v1', 'desk', 'secret');

  const doctor = await runWaybill(['doctor'], { home: folder.path, environment });
  const tool = await call({ home: folder.path, environment }, 'api_read', { operation: 'paymentTerms.filter' });

  expect([doctor.code, splitLines(doctor.stdout).at(-1)]).toEqual([1, '2 problems to fix. 2 things to do.']);
  expect(doctor.stdout).toMatch(/problem {2}API: cannot reach 127\.0\.0\.1:1[^\n]*\. The API cannot be reached; check/);
  expect(doctor.stdout).toMatch(/problem {2}clock: http:\/\/127\.0\.0\.1:1\/v1 did not answer/);
  expect([tool.code, tool.result.structuredContent.error]).toEqual([
    1,
    expect.objectContaining({ code: 'UNREACHABLE', retryable: true }),
  ]);
});

test('the tools work over a remote API exactly as over the built-in one', async () => {
  using folder = createTemporaryFolder();
  const environment = buildRemote(service.ready.url, service.ready.clientId, service.ready.clientSecret ?? '');

  const made = await call({ home: folder.path, environment }, 'api_write', {
    operation: 'paymentTerms.create',
    input: { name: 'Net 15' },
  });

  await using api = createServiceClient(service.ready, service.ready.clientSecret);
  expect(made.result.structuredContent.status).toBe('done');
  expect((await api.paymentTerms.filter({})).data).toMatchObject([{ name: 'Net 15' }]);
});

const buildRemote = (url: string, clientId: string, clientSecret: string) => ({
  WAYBILL_API_URL: url,
  WAYBILL_CLIENT_ID: clientId,
  WAYBILL_CLIENT_SECRET: clientSecret,
});
