import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkPart, type PartReadiness } from '../../../src/domain/kit/readiness.ts';
import type { Log } from '../../../src/log.ts';
import { toJsonAnswer } from '../../../src/mcp/http/answer-form.ts';
import { createEndpoint, type Endpoint } from '../../../src/mcp/http/endpoint.ts';
import { createMessageHandler, type MessageHandler } from '../../../src/mcp/http/message-handler.ts';
import { startTermDesk, type TermDesk } from '../support/term-desk.ts';

const origin = 'http://127.0.0.1:3333';
const logged: { readonly level: string; readonly facts: Readonly<Record<string, unknown>> | undefined }[] = [];
const log: Log = (level, _message, facts) => void logged.push({ level, facts });
let desk: TermDesk;
let endpoint: Endpoint;
let handler: MessageHandler;
let problem: string | undefined;
let copyPart: PartReadiness | undefined;

let refusal: Response | undefined;

beforeAll(async () => {
  desk = await startTermDesk();
  handler = createMessageHandler(desk.server, log);
  endpoint = createEndpoint({
    admit: async () => refusal?.clone() ?? { handler },
    origins: async () => [origin, 'http://localhost:3333'],
    allowedHosts: ['host.docker.internal', 'desk.internal:8443'],
    allowedOrigins: ['https://chat.example.com'],
    checkReadiness: async ({ fillsCopy }) => ({
      store: await checkPart(async () => {
        if (problem !== undefined) throw new Error(problem);
      }),
      ...(copyPart && { copy: fillsCopy ? { ...copyPart, reason: 'It is filled now.' } : copyPart }),
    }),
    page: async () => new Response('the page'),
    toolNames: new Set(desk.server.tools.map(({ name }) => name)),
    log,
  });
});
afterAll(() => desk[Symbol.asyncDispose]());

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const call = (name: string, input: object) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } });

function post(body: string, headers: Readonly<Record<string, string>> = {}, to = origin): Promise<Response> {
  const { host } = new URL(to);
  return endpoint.fetch(new Request(`${to}/mcp`, { method: 'POST', body, headers: { ...json, host, ...headers } }));
}

test.each([
  ['another name', { host: 'rebound.example:3333' }],
  ['another port', { host: '127.0.0.1:80' }],
  ['a page of the internet', { origin: 'https://evil.example' }],
  ['a page of another port of this machine', { origin: 'http://127.0.0.1:8080' }],
  ['a page without an origin of its own', { origin: 'null' }],
  ['a longer name than an allowed one', { host: 'host.docker.internal.evil.example:3333' }],
  ['another port than the allowed one', { host: 'desk.internal:3333' }],
  ['a page of an allowed host', { host: 'host.docker.internal:3333', origin: 'http://host.docker.internal:3333' }],
])('%s is refused, and no tool runs', async (_what, headers) => {
  const answer = await post(call('list_terms', {}), headers);

  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32_600 } });
});

test.each([
  {},
  { origin },
  { origin: 'http://localhost:3333' },
  { host: 'LocalHost:3333' },
  { host: 'Host.Docker.Internal:3333' },
  { host: 'host.docker.internal' },
  { host: 'desk.internal:8443' },
  { origin: 'https://chat.example.com' },
])('%j is answered', async (headers) => {
  const answer = await post(call('list_terms', {}), headers);

  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('"structuredContent"');
});

test.each([
  ['plain JSON', 'application/json', 'application/json'],
  ['any form', '*/*', 'application/json'],
  ['nothing', undefined, 'application/json'],
  ['a stream only', 'text/event-stream', 'text/event-stream'],
  ['both forms', 'application/json, text/event-stream', 'text/event-stream'],
])('a client that accepts %s is answered in a form that it reads', async (_what, accept, expected) => {
  const { accept: _, ...headers } = json;
  const send = (body: string) =>
    endpoint.fetch(
      new Request(`${origin}/mcp`, {
        method: 'POST',
        body,
        headers: { ...headers, host: '127.0.0.1:3333', ...(accept !== undefined && { accept }) },
      }),
    );
  const answer = await send(call('list_terms', {}));
  const text = await answer.text();

  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain(expected);
  expect(text).toContain('"structuredContent"');
  if (expected === 'text/event-stream') return;
  expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0', id: 1 });
  const batch = await send(`[${call('list_terms', {})},${call('list_terms', {}).replace('"id":1', '"id":2')}]`);
  const answers: unknown = await batch.json();
  expect(answers).toMatchObject([{ result: {} }, { result: {} }]);
});

test('a stream that ends without an answer is an error for a client that reads no streams', async () => {
  const ended = new Response('event: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress"}\n\n', {
    headers: { 'content-type': 'text/event-stream' },
  });

  const answer = await toJsonAnswer(ended, {});

  expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('look before you repeat')]);
});

test('null for the arguments and the parameters is read as nothing', async () => {
  const noArguments = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_terms', arguments: null } };
  const answers = [
    await post(JSON.stringify(noArguments)),
    await post('{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}'),
  ];

  for (const answer of answers) expect(await answer.text()).toContain('"result"');
});

test('/mcp/ is /mcp, under its checks as well', async () => {
  const send = (host: string) =>
    endpoint.fetch(
      new Request(`${origin}/mcp/`, { method: 'POST', body: call('list_terms', {}), headers: { ...json, host } }),
    );
  logged.length = 0;

  const [answer, refused] = [await send('127.0.0.1:3333'), await send('rebound.example:3333')];

  expect(await answer.text()).toContain('"structuredContent"');
  expect(refused.status).toBe(403);
  expect(logged.map(({ facts }) => facts?.['route'])).toEqual(['/mcp', '/mcp']);
});

test.each([
  ['/', 200],
  ['/approvals', 200],
  ['/approvals/APR-1', 200],
  ['/approvalsX', 404],
  ['/favicon.ico', 404],
  ['/register', 404],
  ['/mcp/anything', 404],
  ['/mcp/.well-known/openid-configuration', 404],
  ['/.well-known/oauth-protected-resource', 404],
])('%s is answered with %i', async (path, status) => {
  expect((await endpoint.fetch(new Request(`${origin}${path}`))).status).toBe(status);
});

test('a page of an allowed origin may read the answers, after its browser has asked', async () => {
  const ask = (page: string) =>
    endpoint.fetch(
      new Request(`${origin}/mcp`, {
        method: 'OPTIONS',
        headers: {
          host: '127.0.0.1:3333',
          origin: page,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,mcp-protocol-version',
        },
      }),
    );
  const [allowed, foreign, servedHere] = [
    await ask('https://chat.example.com'),
    await ask('https://evil.example'),
    await ask(origin),
  ];
  const answer = await post(call('list_terms', {}), { origin: 'https://chat.example.com' });
  await answer.text();

  expect(allowed.status).toBe(204);
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://chat.example.com');
  expect(allowed.headers.get('access-control-allow-headers')).toContain('mcp-protocol-version');
  expect(foreign.status).toBe(403);
  for (const other of [foreign, servedHere]) expect(other.headers.get('access-control-allow-origin')).toBeNull();
  expect(answer.headers.get('access-control-allow-origin')).toBe('https://chat.example.com');
  expect(answer.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
});

test('what is not JSON, is too large or of another type gets an error of the protocol', async () => {
  const answers = await Promise.all([
    post('{"jsonrpc":'),
    post(JSON.stringify({ padding: 'x'.repeat(4 * 1024 * 1024) })),
    post('hello', { 'content-type': 'text/plain' }),
    endpoint.fetch(new Request(`${origin}/mcp`, { headers: { host: '127.0.0.1:3333' } })),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([400, 413, 415, 405]);
  for (const answer of answers) expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', id: null });
});

test('a subscription has room for its addresses, and is not kept with more', async () => {
  const listen = (more: string) =>
    post(
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: { notifications: {}, more } }),
    );
  const [small, large] = await Promise.all([listen('x'.repeat(200_000)), listen('x'.repeat(300_000))]);

  expect(small.status).not.toBe(413);
  expect(large.status).toBe(413);
  expect(await large.text()).toContain('A subscription has at most');
});

test.each([
  ['as OAuth words it', { error: 'invalid_token', error_description: 'this token has expired' }, 401],
  [
    'as the protocol does',
    { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'this token has expired' } },
    403,
  ],
])('why somebody was not let in stands in the log, %s', async (_how, body, status) => {
  logged.length = 0;
  refusal = Response.json(body, { status });

  const answer = await post(call('list_terms', {}));
  refusal = undefined;

  expect(await answer.json()).toEqual(body);
  expect(logged.map(({ facts }) => facts)).toMatchObject([{ status, refused: 'this token has expired' }]);
});

test('the log says which tool was called, under which request id, and nothing that was sent', async () => {
  logged.length = 0;

  const answer = await post(call('get_term', { id: 'a-secret-argument' }), { 'x-request-id': 'mine-1' });
  await answer.text();
  await (await post(call('a-name-of-the-callers', {}))).text();

  expect(answer.headers.get('x-request-id')).toBe('mine-1');
  expect(logged.map(({ level, facts }) => [level, facts?.['asked'], facts?.['tool'], facts?.['status']])).toEqual([
    ['info', 'tools/call', 'get_term', 200],
    ['info', 'tools/call', undefined, 200],
  ]);
  expect(logged[0]?.facts?.['requestId']).toBe('mine-1');
  expect(JSON.stringify(logged)).not.toMatch(/a-secret-argument|a-name-of-the-callers/);
});

test('it is ready while its memory can be read, and not any more once it ends', async () => {
  const readReadiness = async (query = '') => {
    const answer = await endpoint.fetch(new Request(`${origin}/readyz${query}`));
    return [answer.status, await answer.json()];
  };

  const store = { status: 'ready' };
  expect(await readReadiness()).toEqual([200, { status: 'ready', parts: { store } }]);
  problem = 'the disk is full';
  expect(await readReadiness()).toEqual([
    503,
    { status: 'unavailable', parts: { store: { status: 'unavailable', reason: 'the disk is full' } } },
  ]);
  problem = undefined;
  copyPart = { status: 'filling', reason: 'Bills are missing.' };
  expect(await readReadiness()).toEqual([200, { status: 'ready', parts: { store, copy: copyPart } }]);
  expect(await readReadiness('?wait=copy')).toEqual([
    503,
    { status: 'unavailable', parts: { store, copy: { status: 'filling', reason: 'It is filled now.' } } },
  ]);
  expect((await readReadiness('?wait=mail'))[0]).toBe(400);
  copyPart = { status: 'ready' };
  expect((await readReadiness('?wait=copy'))[0]).toBe(200);
  endpoint.drain();
  expect(await readReadiness()).toEqual([503, { status: 'draining' }]);
});

test('a handler is prepared with a list of tools that nobody asked for, and nothing is logged', async () => {
  logged.length = 0;
  const answer: unknown = JSON.parse(await handler.prepare());
  expect(answer).toMatchObject({
    result: { tools: expect.arrayContaining([expect.objectContaining({ name: 'get_term' })]) },
  });
  expect(logged).toEqual([]);
});
