import path from 'node:path';
import { expect, test } from 'vitest';
import { readCard } from '../../mcp/support/card-host.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { startAgent, startAgentProcess } from '../support/agent.ts';
import { startWaybill } from '../support/in-process.ts';
import { startProcess, createTemporaryFolder, runWaybillProcess } from '../support/waybill.ts';

const checkout = path.join(import.meta.dirname, '../../../bin/waybill.mjs');

/** Builds the environment of a store without a sandbox, which opens at once. */
const buildEmptyStore = (home: string) => ({ WAYBILL_DATABASE_URL: `sqlite:${path.join(home, 'desk.db')}` });
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const formatLines = (messages: readonly unknown[]) =>
  messages.map((message) => `${typeof message === 'string' ? message : JSON.stringify(message)}\n`).join('');

interface StdioAnswer {
  readonly id: number | string | null;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}
const parseAnswers = (text: string) =>
  text
    .trim()
    .split('\n')
    // What the server writes is JSON-RPC; a line that is not fails the test here.
    .map((line) => JSON.parse(line) as StdioAnswer);

test('a host that closes its end ends the process at once, with exit code 0 and nothing on stderr', async () => {
  using folder = createTemporaryFolder();

  const ended = await runWaybillProcess(['stdio'], { home: folder.path, environment: buildEmptyStore(folder.path) });

  expect(ended).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('the published command and the checkout serve the same card', async () => {
  using folder = createTemporaryFolder();
  const settings = { home: folder.path, environment: buildEmptyStore(folder.path) };
  await using published = await startAgentProcess(settings);
  await using fromSource = await startAgentProcess({ ...settings, command: checkout });

  const [card, same] = [await readCard(published.client), await readCard(fromSource.client)];

  expect(card.html).toContain('Open the approvals page');
  expect(card).toEqual(same);
});

test('SIGTERM and SIGINT end a connected server with 0', async () => {
  using folder = createTemporaryFolder();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    await using running = await startProcess([], { home: folder.path, environment: buildEmptyStore(folder.path) });
    running.write(formatLines([initialize]));
    await running.firstLine;

    expect((await running.stop(signal)).code).toBe(0);
  }
});

test('lines that are no JSON-RPC are answered as errors, and the next request is served', async () => {
  using folder = createTemporaryFolder();
  await using running = startWaybill([], { home: folder.path, environment: buildEmptyStore(folder.path) });

  running.write(
    formatLines([
      'hello?',
      '{"jsonrpc":"2.0","id":7,',
      '[]',
      '42',
      '',
      { jsonrpc: '2.0', id: 8, method: 5 },
      { id: 'nine', method: 'ping' },
    ]),
  );
  running.write(formatLines([initialize]));
  await waitForAnswer(running, 1);
  running.write(formatLines([{ jsonrpc: '2.0', method: 'notifications/initialized' }, buildRequest(2, 'ping')]));
  await waitForAnswer(running, 2);

  const answers = parseAnswers(running.shown()).map(({ id, error }) => [id, error?.code ?? 'served']);
  expect(answers).toEqual([
    [null, -32_700],
    [null, -32_700],
    [null, -32_600],
    [null, -32_600],
    [8, -32_600],
    ['nine', -32_600],
    [1, 'served'],
    [2, 'served'],
  ]);
});

test.each([
  ['with its end', '\n'],
  ['without its end', ''],
])('a line over 10 MiB, %s, is answered with an error and ends the server with 1', async (_, end) => {
  using folder = createTemporaryFolder();
  await using running = startWaybill([], { home: folder.path, environment: buildEmptyStore(folder.path) });
  running.write(formatLines([initialize]));
  await running.firstLine;

  running.write(`${JSON.stringify(buildRequest(2, 'ping', { text: 'x'.repeat(10 * 1024 * 1024) }))}${end}`);
  const { code, stdout, stderr } = await running.ended;

  expect(code).toBe(1);
  expect(parseAnswers(stdout).at(-1)).toMatchObject({
    id: null,
    error: { code: -32_600, message: expect.stringContaining('10 MiB') },
  });
  expect(stderr).toContain('The connection to the client is lost');
});

test('unknown methods, unknown tools and missing arguments each get an error of their own', async () => {
  using folder = createTemporaryFolder();
  await using running = startWaybill([], { home: folder.path, environment: buildEmptyStore(folder.path) });
  running.write(formatLines([initialize]));
  await running.firstLine;
  running.write(formatLines([{ jsonrpc: '2.0', method: 'notifications/initialized' }]));

  running.write(
    formatLines([
      buildRequest(2, 'nope/nope'),
      buildRequest(3, 'tools/call', { name: 'make_coffee', arguments: {} }),
      buildRequest(4, 'tools/call', { name: 'api_read' }),
      buildRequest(5, 'tools/call'),
    ]),
  );
  for (const id of [2, 3, 4, 5]) await waitForAnswer(running, id);

  const byId = new Map(parseAnswers(running.shown()).map((answer) => [answer.id, answer]));
  expect(byId.get(2)?.error?.code).toBe(-32_601);
  expect(byId.get(3)?.error).toMatchObject({ code: -32_602, message: expect.stringContaining('make_coffee') });
  expect(byId.get(4)?.result).toMatchObject({ isError: true });
  expect(byId.get(5)?.error?.code).toBe(-32_602);
});

test('a message in several pieces, and several messages in one piece, are read as they were meant', async () => {
  using folder = createTemporaryFolder();
  await using running = startWaybill([], { home: folder.path, environment: buildEmptyStore(folder.path) });
  const text = formatLines([initialize]);

  running.write(text.slice(0, 40));
  await new Promise((resolve) => setTimeout(resolve, 50));
  running.write(text.slice(40));
  await running.firstLine;
  running.write(
    formatLines([
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      buildRequest(2, 'ping'),
      buildRequest(3, 'ping'),
    ]),
  );
  await waitForAnswer(running, 3);

  expect(parseAnswers(running.shown()).map(({ id, error }) => [id, error])).toEqual([
    [1, undefined],
    [2, undefined],
    [3, undefined],
  ]);
});

test.each(['legacy', 'modern'] as const)('a %s client lists the tools and gets an answer', async (era) => {
  using folder = createTemporaryFolder();
  await using agent = await startAgent({ home: folder.path, environment: buildEmptyStore(folder.path) }, era);

  const { tools } = await agent.client.listTools();
  const answer = await agent.call('api_read', { operation: 'paymentTerms.filter' });

  expect(tools.map(({ name }) => name)).toContain('api_read');
  expect(answer).toMatchObject({ text: expect.stringMatching(/^paymentTerms\.filter: (0|no) record/) });
});

test('null, "" and empty lists for parameters and arguments are read as nothing', async () => {
  using folder = createTemporaryFolder();
  await using running = startWaybill([], { home: folder.path, environment: buildEmptyStore(folder.path) });
  running.write(formatLines([initialize]));
  await running.firstLine;
  const describe = (id: number, sent: unknown) =>
    buildRequest(id, 'tools/call', { name: 'describe_metrics', arguments: sent });

  running.write(
    formatLines([
      buildRequest(2, 'tools/list', null),
      buildRequest(3, 'tools/list', []),
      buildRequest(4, 'tools/list', { cursor: null }),
      describe(5, null),
      describe(6, ''),
      describe(7, []),
      describe(8, '{"query":"margin"}'),
    ]),
  );
  for (const id of [2, 3, 4, 5, 6, 7, 8]) await waitForAnswer(running, id);

  const problems = parseAnswers(running.shown()).filter(
    ({ error, result }) => error !== undefined || (result as { isError?: boolean }).isError === true,
  );
  expect(problems).toEqual([]);
});

test('a byte order mark before the first message is passed over', async () => {
  using folder = createTemporaryFolder();
  await using running = startWaybill([], { home: folder.path, environment: buildEmptyStore(folder.path) });

  running.write(`\u{FEFF}${formatLines([initialize])}`);
  await waitForAnswer(running, 1);

  expect(parseAnswers(running.shown())).toMatchObject([{ id: 1, result: { protocolVersion: '2025-06-18' } }]);
});

test('a batch is answered as one where 2025-03-26 was agreed, and refused elsewhere', async () => {
  using folder = createTemporaryFolder();
  await using running = startWaybill([], { home: folder.path, environment: buildEmptyStore(folder.path) });
  const { params } = initialize;
  running.write(formatLines([{ ...initialize, params: { ...params, protocolVersion: '2025-03-26' } }]));
  await waitForAnswer(running, 1);

  running.write(
    formatLines([
      [
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        buildRequest(2, 'ping', null),
        { id: 'bad', method: 'ping' },
        buildRequest(3, 'no/such/method'),
      ],
      [{ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 99 } }],
    ]),
  );
  await waitForAnswer(running, 3);
  running.write(formatLines([buildRequest(4, 'ping'), []]));
  await waitUntil(() => running.shown().includes('"id":4') && running.shown().includes('at least one'));

  const [, batch, ...rest] = running
    .shown()
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(batch).toHaveLength(3);
  expect(batch).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ id: 2, result: {} }),
      expect.objectContaining({ id: 'bad', error: expect.objectContaining({ code: -32_600 }) }),
      expect.objectContaining({ id: 3, error: expect.objectContaining({ code: -32_601 }) }),
    ]),
  );
  expect(rest).toHaveLength(2);

  await using later = startWaybill([], { home: folder.path, environment: buildEmptyStore(folder.path) });
  later.write(formatLines([initialize]));
  await waitForAnswer(later, 1);
  later.write(formatLines([[buildRequest(2, 'ping')]]));
  await waitUntil(() => later.shown().includes('-32600'));
  expect(parseAnswers(later.shown()).at(-1)?.error?.message).toContain('only protocol 2025-03-26 has batches');
});

test('a reader that goes away early is no crash', async () => {
  using folder = createTemporaryFolder();
  await using running = await startProcess(['openapi'], { home: folder.path });
  running.closeOutput();

  const { code, stderr } = await running.ended;

  expect([code, stderr]).toEqual([0, '']);
});

const buildRequest = (id: number, method: string, params?: object | null) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params !== undefined && { params }),
});

const waitForAnswer = (running: { shown(): string }, id: number): Promise<void> =>
  waitUntil(() => running.shown().includes(`"id":${id}`));
