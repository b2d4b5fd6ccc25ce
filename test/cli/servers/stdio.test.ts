import path from 'node:path';
import { expect, test } from 'vitest';
import { readCard } from '../../mcp/support/card-host.ts';
import { waitUntil } from '../../support/until.ts';
import { startAgent, startAgentProcess } from '../support/agent.ts';
import { startWaybill } from '../support/in-process.ts';
import { startProcess, temporaryFolder, waybillProcess } from '../support/waybill.ts';

const checkout = path.join(import.meta.dirname, '../../../bin/waybill.mjs');

/** A store without a sandbox: opened at once. */
const emptyIn = (home: string) => ({ WAYBILL_DATABASE_URL: `sqlite:${path.join(home, 'desk.db')}` });
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const lines = (messages: readonly unknown[]) =>
  messages.map((message) => `${typeof message === 'string' ? message : JSON.stringify(message)}\n`).join('');

interface Answer {
  readonly id: number | string | null;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}
const answersIn = (text: string) =>
  text
    .trim()
    .split('\n')
    // What the server writes is JSON-RPC; a line that is not fails the test here.
    .map((line) => JSON.parse(line) as Answer);

test('a host that closes its end ends the process at once, with exit code 0 and nothing on stderr', async () => {
  using folder = temporaryFolder();

  const ended = await waybillProcess(['stdio'], { home: folder.path, environment: emptyIn(folder.path) });

  expect(ended).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('the published command and the checkout serve the same card', async () => {
  using folder = temporaryFolder();
  const settings = { home: folder.path, environment: emptyIn(folder.path) };
  await using published = await startAgentProcess(settings);
  await using fromSource = await startAgentProcess({ ...settings, command: checkout });

  const [card, same] = [await readCard(published.client), await readCard(fromSource.client)];

  expect(card.html).toContain('Open the approvals page');
  expect(card).toEqual(same);
});

test('SIGTERM and SIGINT end a connected server with 0', async () => {
  using folder = temporaryFolder();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    await using running = await startProcess([], { home: folder.path, environment: emptyIn(folder.path) });
    running.write(lines([initialize]));
    await running.firstLine;

    expect((await running.stop(signal)).code).toBe(0);
  }
});

test('lines that are no JSON-RPC are answered as errors, and the next request is served', async () => {
  using folder = temporaryFolder();
  await using running = startWaybill([], { home: folder.path, environment: emptyIn(folder.path) });

  running.write(
    lines([
      'hello?',
      '{"jsonrpc":"2.0","id":7,',
      '[]',
      '42',
      '',
      { jsonrpc: '2.0', id: 8, method: 5 },
      { id: 'nine', method: 'ping' },
    ]),
  );
  running.write(lines([initialize]));
  await answered(running, 1);
  running.write(lines([{ jsonrpc: '2.0', method: 'notifications/initialized' }, request(2, 'ping')]));
  await answered(running, 2);

  const answers = answersIn(running.shown()).map(({ id, error }) => [id, error?.code ?? 'served']);
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
  using folder = temporaryFolder();
  await using running = startWaybill([], { home: folder.path, environment: emptyIn(folder.path) });
  running.write(lines([initialize]));
  await running.firstLine;

  running.write(`${JSON.stringify(request(2, 'ping', { text: 'x'.repeat(10 * 1024 * 1024) }))}${end}`);
  const { code, stdout, stderr } = await running.ended;

  expect(code).toBe(1);
  expect(answersIn(stdout).at(-1)).toMatchObject({
    id: null,
    error: { code: -32_600, message: expect.stringContaining('10 MiB') },
  });
  expect(stderr).toContain('The connection to the client is lost');
});

test('unknown methods, unknown tools and missing arguments each get an error of their own', async () => {
  using folder = temporaryFolder();
  await using running = startWaybill([], { home: folder.path, environment: emptyIn(folder.path) });
  running.write(lines([initialize]));
  await running.firstLine;
  running.write(lines([{ jsonrpc: '2.0', method: 'notifications/initialized' }]));

  running.write(
    lines([
      request(2, 'nope/nope'),
      request(3, 'tools/call', { name: 'make_coffee', arguments: {} }),
      request(4, 'tools/call', { name: 'api_read' }),
      request(5, 'tools/call'),
    ]),
  );
  for (const id of [2, 3, 4, 5]) await answered(running, id);

  const byId = new Map(answersIn(running.shown()).map((answer) => [answer.id, answer]));
  expect(byId.get(2)?.error?.code).toBe(-32_601);
  expect(byId.get(3)?.error).toMatchObject({ code: -32_602, message: expect.stringContaining('make_coffee') });
  expect(byId.get(4)?.result).toMatchObject({ isError: true });
  expect(byId.get(5)?.error?.code).toBe(-32_602);
});

test('a message in several pieces, and several messages in one piece, are read as they were meant', async () => {
  using folder = temporaryFolder();
  await using running = startWaybill([], { home: folder.path, environment: emptyIn(folder.path) });
  const text = lines([initialize]);

  running.write(text.slice(0, 40));
  await new Promise((resolve) => setTimeout(resolve, 50));
  running.write(text.slice(40));
  await running.firstLine;
  running.write(
    lines([{ jsonrpc: '2.0', method: 'notifications/initialized' }, request(2, 'ping'), request(3, 'ping')]),
  );
  await answered(running, 3);

  expect(answersIn(running.shown()).map(({ id, error }) => [id, error])).toEqual([
    [1, undefined],
    [2, undefined],
    [3, undefined],
  ]);
});

test.each(['legacy', 'modern'] as const)('a %s client lists the tools and gets an answer', async (era) => {
  using folder = temporaryFolder();
  await using agent = await startAgent({ home: folder.path, environment: emptyIn(folder.path) }, era);

  const { tools } = await agent.client.listTools();
  const answer = await agent.call('api_read', { operation: 'paymentTerms.filter' });

  expect(tools.map(({ name }) => name)).toContain('api_read');
  expect(answer).toMatchObject({ text: expect.stringMatching(/^paymentTerms\.filter: (0|no) record/) });
});

test('null, "" and empty lists for parameters and arguments are read as nothing', async () => {
  using folder = temporaryFolder();
  await using running = startWaybill([], { home: folder.path, environment: emptyIn(folder.path) });
  running.write(lines([initialize]));
  await running.firstLine;
  const describe = (id: number, sent: unknown) =>
    request(id, 'tools/call', { name: 'describe_metrics', arguments: sent });

  running.write(
    lines([
      request(2, 'tools/list', null),
      request(3, 'tools/list', []),
      request(4, 'tools/list', { cursor: null }),
      describe(5, null),
      describe(6, ''),
      describe(7, []),
      describe(8, '{"query":"margin"}'),
    ]),
  );
  for (const id of [2, 3, 4, 5, 6, 7, 8]) await answered(running, id);

  const problems = answersIn(running.shown()).filter(
    ({ error, result }) => error !== undefined || (result as { isError?: boolean }).isError === true,
  );
  expect(problems).toEqual([]);
});

test('a byte order mark before the first message is passed over', async () => {
  using folder = temporaryFolder();
  await using running = startWaybill([], { home: folder.path, environment: emptyIn(folder.path) });

  running.write(`\u{FEFF}${lines([initialize])}`);
  await answered(running, 1);

  expect(answersIn(running.shown())).toMatchObject([{ id: 1, result: { protocolVersion: '2025-06-18' } }]);
});

test('a batch is answered as one where 2025-03-26 was agreed, and refused elsewhere', async () => {
  using folder = temporaryFolder();
  await using running = startWaybill([], { home: folder.path, environment: emptyIn(folder.path) });
  const { params } = initialize;
  running.write(lines([{ ...initialize, params: { ...params, protocolVersion: '2025-03-26' } }]));
  await answered(running, 1);

  running.write(
    lines([
      [
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        request(2, 'ping', null),
        { id: 'bad', method: 'ping' },
        request(3, 'no/such/method'),
      ],
      [{ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 99 } }],
    ]),
  );
  await answered(running, 3);
  running.write(lines([request(4, 'ping'), []]));
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

  await using later = startWaybill([], { home: folder.path, environment: emptyIn(folder.path) });
  later.write(lines([initialize]));
  await answered(later, 1);
  later.write(lines([[request(2, 'ping')]]));
  await waitUntil(() => later.shown().includes('-32600'));
  expect(answersIn(later.shown()).at(-1)?.error?.message).toContain('only protocol 2025-03-26 has batches');
});

test('a reader that goes away early is no crash', async () => {
  using folder = temporaryFolder();
  await using running = await startProcess(['openapi'], { home: folder.path });
  running.closeOutput();

  const { code, stderr } = await running.ended;

  expect([code, stderr]).toEqual([0, '']);
});

const request = (id: number, method: string, params?: object | null) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params !== undefined && { params }),
});

const answered = (running: { shown(): string }, id: number): Promise<void> =>
  waitUntil(() => running.shown().includes(`"id":${id}`));
