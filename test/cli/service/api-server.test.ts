import { promisify } from 'node:util';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import {
  type AnswerHttp,
  type ApiServerOptions,
  createApiServer,
  pipelinedMax,
} from '../../../src/cli/http/api-server.ts';
import { createServerTurns, toolServerLimits } from '../../../src/cli/http/server-turns.ts';
import { uploadLifetimeMs } from '../../../src/domain/freight/document.ts';
import { WaybillError } from '../../../src/errors.ts';
import type { Log } from '../../../src/log.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { openPipeline, type PipelineRequest } from '../support/pipeline.ts';

test('the socket leaves an upload as long as its address lives', () => {
  const server = createApiServer(async () => new Response());

  expect(server.requestTimeout).toBe(uploadLifetimeMs);
  expect(server.headersTimeout).toBeLessThan(uploadLifetimeMs);
});

interface WorkServer extends AsyncDisposable {
  /** Connections that are open at the server. */
  readonly countConnections: () => Promise<number>;
  readonly url: string;
  /** Work under way, in the order in which it started. */
  readonly started: readonly string[];
  /** Ends the work that started first. */
  finishNext(): void;
  /** Lets all work end at once from now on. */
  finishAll(): void;
  work(name: string): Promise<Response>;
}

interface WorkOptions extends ApiServerOptions {
  readonly body?: string;
  readonly isFinished?: boolean;
}

/** A server whose work ends when the test says so; the person is the first word of what is asked for. */
async function startWorkServer({ body = 'done', isFinished = false, ...options }: WorkOptions): Promise<WorkServer> {
  const started: string[] = [];
  const finishes: (() => void)[] = [];
  let finishesAll = isFinished;
  const answer: AnswerHttp = async (request, { turn }) => {
    const name = decodeURIComponent(new URL(request.url).pathname.slice(1));
    if (name === 'healthz') return new Response('ok');
    try {
      await turn.enter(name.split(' ')[0] ?? '');
      await turn.startWork();
    } catch (error) {
      if (!(error instanceof WaybillError)) throw error;
      return new Response(error.message, { status: error.code === 'CANCELLED' ? 499 : 503 });
    }
    started.push(name);
    if (!finishesAll) await new Promise<void>((resolve) => finishes.push(resolve));
    return new Response(name.endsWith('small') ? 'done' : body);
  };
  const server = createApiServer(answer, options);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server always has an address object.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const finishNext = () => finishes.shift()?.();
  return {
    url,
    started,
    finishNext,
    finishAll() {
      finishesAll = true;
      while (finishes.length > 0) finishNext();
    },
    work: (name) => fetch(`${url}/${name}`),
    countConnections: () => promisify(server.getConnections.bind(server))(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const logged: string[] = [];
const log: Log = (level, message, facts) =>
  void logged.push([level, message, facts?.['cause']].filter(Boolean).join(' '));
const limits = { ...toolServerLimits, runningMax: 3, turnsOfOneMax: 2, waitingOfOneMax: 4, waitingMax: 6 };
const createTurns = () => createServerTurns(limits, log);

const askHealth = async ({ url }: WorkServer) => (await fetch(`${url}/healthz`)).text();

test('while one person has more under way than may be, health is answered and another person is served between', async () => {
  await using server = await startWorkServer({ turns: createTurns() });
  logged.length = 0;
  const ofAnn = ['ann 1', 'ann 2', 'ann 3', 'ann 4', 'ann 5', 'ann 6'].map((name) => server.work(name));
  await waitUntil(() => server.started.length === 2);
  // The answer proves that what was asked for before it has come.
  expect(await askHealth(server)).toBe('ok');

  const ofBen = ['ben 1', 'ben 2'].map((name) => server.work(name));
  await waitUntil(() => server.started.length === 3);
  expect(await askHealth(server)).toBe('ok');
  expect(server.started.map((name) => name.slice(0, 3))).toEqual(['ann', 'ann', 'ben']);

  server.finishNext();
  await waitUntil(() => server.started.length === 4);
  expect(server.started[3]).toBe('ben 2');
  server.finishAll();

  expect((await Promise.all([...ofAnn, ...ofBen])).map(({ status }) => status)).toEqual(
    Array.from({ length: 8 }, () => 200),
  );
  expect(logged).toEqual([]);
});

test('work that is over at once takes turns: another person comes before the next request of the same one', async () => {
  await using server = await startWorkServer({ turns: createServerTurns({ ...limits, runningMax: 1 }, log) });
  const ofAnn = ['ann 1', 'ann 2', 'ann 3'].map((name) => server.work(name));
  await waitUntil(() => server.started.length === 1);
  expect(await askHealth(server)).toBe('ok');
  const ofBen = server.work('ben 1');
  expect(await askHealth(server)).toBe('ok');

  server.finishNext();
  await waitUntil(() => server.started.length === 2);
  server.finishAll();

  expect(server.started[1]).toBe('ben 1');
  expect((await Promise.all([...ofAnn, ofBen])).every(({ ok }) => ok)).toBe(true);
});

test('what is asked for beyond what may wait is refused, and one line of the log says so', async () => {
  await using server = await startWorkServer({ turns: createTurns() });
  logged.length = 0;
  const accepted = ['ann 1', 'ann 2', 'ann 3', 'ann 4', 'ann 5', 'ann 6'].map((name) => server.work(name));
  await waitUntil(() => server.started.length === 2);
  expect(await askHealth(server)).toBe('ok');

  const refused = await Promise.all([server.work('ann 7'), server.work('ann 8')]);
  server.finishAll();

  expect(refused.map(({ status }) => status)).toEqual([503, 503]);
  expect(await refused[0]?.text()).toBe(
    'The server is busy: 4 of your requests are waiting. Try again in a moment. Nothing was changed; try again in a moment.',
  );
  expect(logged).toEqual(['warn Requests are refused because too many are waiting.']);
  expect((await Promise.all(accepted)).every(({ ok }) => ok)).toBe(true);
});

const ask = (name: string): PipelineRequest => ({ method: 'GET', path: `/${encodeURIComponent(name)}` });

test('one request of a connection is under way at a time, and responses come in order', async () => {
  await using server = await startWorkServer({ turns: createTurns() });
  using pipeline = await openPipeline(server.url, ['ann 1', 'ann 2', 'ann 3'].map(ask));
  await waitUntil(() => server.started.length === 1);
  expect(await askHealth(server)).toBe('ok');
  expect(server.started).toEqual(['ann 1']);

  server.finishAll();

  expect((await pipeline.readResponses(3)).map(({ body }) => body)).toEqual(['done', 'done', 'done']);
  expect(server.started).toEqual(['ann 1', 'ann 2', 'ann 3']);
});

const large = 'x'.repeat(16 * 1024 * 1024);

test('a response that nobody reads holds up its own connection, and no work of others', async () => {
  await using server = await startWorkServer({ turns: createTurns(), body: large, isFinished: true });
  using unread = await openPipeline(server.url, ['ann 1', 'ann 2', 'ann 3'].map(ask));
  using alsoUnread = await openPipeline(server.url, ['ann 4', 'ann 5'].map(ask));
  await waitUntil(() => server.started.length === 2);

  const another = await server.work('ben 1');

  expect((await another.text()).length).toBe(large.length);
  // Both turns of this person wait to be read.
  expect(server.started).toEqual(['ann 1', 'ann 4', 'ben 1']);
  expect((await unread.readResponses(3)).map(({ body }) => body.length)).toEqual(Array(3).fill(large.length));
  expect((await alsoUnread.readResponses(2)).length).toBe(2);
});

test('a connection that reads nothing for too long is closed, and its turn is free', async () => {
  // More than the buffers of both ends hold.
  const body = large.repeat(4);
  await using server = await startWorkServer({ turns: createTurns(), body, isFinished: true, unreadMaxMs: 50 });
  const unread = await Promise.all([1, 2].map((nth) => openPipeline(server.url, [ask(`ann ${nth}`)])));
  await waitUntil(() => server.started.length === 2);

  // Reading a large response could take this machine longer than the limit of this test.
  const next = await server.work('ann small');

  expect(await next.text()).toBe('done');
  // That of the request above stays open for the next one.
  await waitUntil(async () => (await server.countConnections()) <= 1);
  for (const pipeline of unread)
    await expect(pipeline.readResponses(1)).rejects.toThrow('closed after 0 of 1 responses');
});

test('work that takes longer than a response may stay unread is waited for', async () => {
  await using server = await startWorkServer({ turns: createTurns(), unreadMaxMs: 1 });
  const answer = server.work('ann 1');
  await waitUntil(() => server.started.length === 1);
  for (let nth = 0; nth < 20; nth += 1) await askHealth(server);

  server.finishAll();

  expect(await (await answer).text()).toBe('done');
});

test('who hangs up while waiting leaves the queue', async () => {
  await using server = await startWorkServer({ turns: createTurns() });
  const first = ['ann 1', 'ann 2'].map((name) => server.work(name));
  await waitUntil(() => server.started.length === 2);
  const waiting = await openPipeline(server.url, [ask('ann 3')]);
  expect(await askHealth(server)).toBe('ok');

  waiting.socket.destroy();
  await waiting.closed;
  expect(await askHealth(server)).toBe('ok');
  server.finishAll();
  await Promise.all(first);

  expect((await server.work('ann 4')).status).toBe(200);
  expect(server.started).toEqual(['ann 1', 'ann 2', 'ann 4']);
});

test('a connection with more requests than may wait on one is closed', async () => {
  await using server = await startWorkServer({ turns: createTurns() });

  using pipeline = await openPipeline(
    server.url,
    Array.from({ length: pipelinedMax + 2 }, (_, nth) => ask(`ann ${nth}`)),
  );

  await expect(pipeline.readResponses(1)).rejects.toThrow('closed after 0 of 1 responses');
  expect(await askHealth(server)).toBe('ok');
});

/** Starts a server whose responses are streams that the test writes. */
async function startStreamServer(): Promise<StreamServer> {
  const bodies: ReadableStreamDefaultController<Uint8Array>[] = [];
  const abandoned: Request[] = [];
  const answer: AnswerHttp = async (request) => {
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      bodies.push(controller);
      request.signal.addEventListener('abort', () => {
        controller.error(new Error('the caller has hung up'));
        abandoned.push(request);
      });
    };
    return new Response(new ReadableStream<Uint8Array>({ start }));
  };
  const server = createApiServer(answer, { log });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    abandoned,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface StreamServer extends AsyncDisposable {
  readonly url: string;
  readonly bodies: readonly ReadableStreamDefaultController<Uint8Array>[];
  /** Requests whose callers have gone; their bodies have failed. */
  readonly abandoned: readonly Request[];
}

const piece = new TextEncoder().encode('piece');

test.each([
  { pieces: 0, code: undefined },
  { pieces: 1, code: undefined },
  { pieces: 1, code: 'ERR_STREAM_PREMATURE_CLOSE' },
])(
  'a response that fails after $pieces pieces ($code) closes its connection, and one line of the log says why',
  async ({ pieces, code }) => {
    await using server = await startStreamServer();
    using printed = vi.spyOn(console, 'error');
    using informed = vi.spyOn(console, 'info');
    logged.length = 0;

    const reading = fetch(server.url).then((response) => response.text());
    await waitUntil(() => server.bodies.length === 1);
    for (let nth = 0; nth < pieces; nth += 1) server.bodies[0]?.enqueue(piece);
    server.bodies[0]?.error(Object.assign(new Error('the thread ended'), { code }));

    await expect(reading).rejects.toThrow(/terminated|fetch failed/);
    expect(logged).toEqual(['warn A response broke off before its end. the thread ended']);
    expect([...printed.mock.calls, ...informed.mock.calls]).toEqual([]);
  },
);

test('a response whose caller hangs up is no line of the log, also where it fails for that', async () => {
  await using server = await startStreamServer();
  using printed = vi.spyOn(console, 'error');
  logged.length = 0;
  const caller = new AbortController();
  const reading = fetch(server.url, { signal: caller.signal }).then((response) => response.text());
  await waitUntil(() => server.bodies.length === 1);
  server.bodies[0]?.enqueue(piece);

  caller.abort();
  await expect(reading).rejects.toThrow('aborted');
  await waitUntil(() => server.abandoned.length === 1);
  // The next turn of the loop comes after all that the end of the connection leads to.
  await new Promise(setImmediate);

  expect(logged).toEqual([]);
  expect(printed.mock.calls).toEqual([]);
});
