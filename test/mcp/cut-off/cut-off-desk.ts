import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import {
  Client,
  ReadBuffer,
  serializeMessage,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { inject } from 'vitest';
import * as z from 'zod';
import { createApiServer } from '../../../src/cli/http/api-server.ts';
import { openCopy, type LocalCopy } from '../../../src/copy/copy.ts';
import type { Log } from '../../../src/log.ts';
import { recordResult } from '../../../src/mcp/results/record-result.ts';
import { tool } from '../../../src/mcp/tool/tool.ts';
import { createMessageHandler } from '../../../src/mcp/http/message-handler.ts';
import { openConnection } from '../../../src/mcp/server/connection.ts';
import type { ToolServer } from '../../../src/mcp/server/tool-server.ts';
import type { ToolTelemetry } from '../../../src/mcp/server/telemetry.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { makeFilledCopy } from '../../support/filled-copy.ts';
import { startOfTest } from '../../support/service/service.ts';
import { askEachTime } from '../../support/tool-server.ts';
import type { ReadingCall } from '../../deep/foreign/reading-calls.ts';

/** Ways in which a client leaves a question that is under way. */
export const cuts = ['cancels over stdio', 'closes stdio', 'ends its HTTP request'] as const;
export type CutKind = (typeof cuts)[number];

/** A question that was left, as the server saw it. */
export interface LeftQuestion {
  /** Outcomes of the calls, as they are reported: an error's code, or `read`. */
  readonly outcomes: readonly string[];
  /** Steps after the cut that began work for this question alone. */
  readonly begunLater: readonly string[];
}

export interface CutOffDesk extends AsyncDisposable {
  readonly desk: TestDesk;
  /** Warnings and errors of the server and of the desk. */
  readonly logged: readonly string[];
  /** Lists the steps of a question that nobody leaves: requests of the API, and reads of the copy. */
  listSteps(call: ReadingCall): Promise<readonly string[]>;
  /** Asks, and leaves when the nth step begins. `meanwhile` is called at that moment. */
  leave(call: ReadingCall, cut: CutKind, step: number, meanwhile?: () => void): Promise<LeftQuestion>;
}

/** Number of reads of the copy by the test's tool. */
export const readsOfCounting = 4;

/** A tool that reads the copy several times, one after the other. */
export const countShipments = tool({
  name: 'count_shipments',
  title: 'Count shipments',
  description: 'Counts the shipments several times.',
  toolset: 'desk',
  gate: 'none',
  operations: [],
  input: z.strictObject({}),
  output: z.object({ counts: z.array(z.number()) }),
  async read(ctx) {
    const { db } = await ctx.records();
    const counts: number[] = [];
    for (let read = 0; read < readsOfCounting; read += 1)
      counts.push((await db.selectFrom('shipment').select('id').execute()).length);
    return recordResult({ summary: `${counts.join(', ')} shipments.`, asOf: ctx.now(), lines: [], data: { counts } });
  },
});

const world = { seed: 2, size: { shipments: 400 }, now: startOfTest } as const;
/** Longer than any machine takes. */
const patience = { timeout: 600_000 };

/** Starts a desk whose clients leave in the middle of their questions. */
export async function startCutOffDesk(): Promise<CutOffDesk> {
  const watch = watchSteps();
  const opened: { copy?: LocalCopy } = {};
  const desk = await startDesk({
    tools: [countShipments],
    seed: 'few',
    server: {
      apiVersion: askEachTime,
      telemetry: watch.telemetry,
      copy: async () => opened.copy ?? Promise.reject(new Error('the copy is not open yet')),
    },
  });
  const file = path.join(inject('runFolder'), `copy-${randomUUID()}.db`);
  await copyFile(await makeFilledCopy(world), file);
  const copy = await openCopy(`sqlite:${file}`, { api: desk.api, isEmbedded: true }, { patienceMs: patience.timeout });
  opened.copy = watch.watchCopy(copy);
  desk.wire.intercept = async (request) => watch.pass(`request ${new URL(request.url).pathname}`);
  const log: Log = (level, message) => {
    if (level === 'warn' || level === 'error') desk.logged.push(message);
  };
  const http = await serveOverHttp(desk.server, log);
  return {
    desk,
    logged: desk.logged,
    async listSteps({ tool, input }) {
      watch.begin();
      await desk.callTool(tool, { ...input });
      return watch.steps();
    },
    async leave(call, cut, step, meanwhile) {
      const connection = await connect(cut, desk.server, log, http.url);
      watch.begin(step, () => {
        connection.leave();
        meanwhile?.();
      });
      const answer = connection.client.callTool({ name: call.tool, arguments: { ...call.input } }, connection.options);
      await answer.catch(() => {});
      await watch.settled();
      const seenSteps = { outcomes: watch.outcomes(), begunLater: watch.steps().slice(step).filter(isOfOneQuestion) };
      await connection.client.close();
      return seenSteps;
    },
    async [Symbol.asyncDispose]() {
      http.close();
      await copy.close();
      await desk.close();
    },
  };
}

/** Requests of an update may be shared with other questions. */
const isOfOneQuestion = (step: string): boolean => step.startsWith('read');

/** Counts the steps of questions, and says when one has ended at the server. */
function watchSteps() {
  let steps: string[] = [];
  let outcomes: string[] = [];
  let cutAt: { readonly step: number; readonly leave: () => void } | undefined;
  let settled = Promise.withResolvers<void>();
  const pass = async (step: string): Promise<undefined> => {
    steps.push(step);
    if (steps.length !== cutAt?.step) return;
    cutAt.leave();
    // The server has heard of it before the step goes on.
    await waitForTurns();
  };
  const telemetry: ToolTelemetry = {
    begin: () => ({
      traceparent: `00-${randomUUID().replaceAll('-', '')}-${'1'.repeat(16)}-01`,
      end({ outcome }) {
        outcomes.push(outcome);
        settled.resolve();
      },
    }),
    close: async () => {},
  };
  return {
    pass,
    telemetry: async () => telemetry,
    watchCopy: (copy: LocalCopy): LocalCopy => ({
      ...copy,
      readCurrent(...question) {
        copy.noteWrite();
        return copy.readCurrent(...question);
      },
      async refresh(...question) {
        copy.noteWrite();
        const extent = await copy.refresh(...question);
        return {
          ...extent,
          async read(...query) {
            await pass('read');
            return extent.read(...query);
          },
          async readTogether(...queries) {
            await pass('read together');
            return extent.readTogether(...queries);
          },
        };
      },
    }),
    begin(step?: number, leave: () => void = () => {}): void {
      steps = [];
      outcomes = [];
      cutAt = step === undefined ? undefined : { step, leave };
      settled = Promise.withResolvers();
    },
    steps: (): readonly string[] => steps,
    outcomes: (): readonly string[] => outcomes,
    settled: () => settled.promise,
  };
}

/** Waits until what is under way on streams and sockets of this process has arrived. */
async function waitForTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function serveOverHttp(server: ToolServer, log: Log): Promise<{ readonly url: URL; readonly close: () => void }> {
  const handler = createMessageHandler(server, log);
  const httpServer = createApiServer((request) => handler.fetch(request, {}));
  httpServer.listen(0, '127.0.0.1');
  await once(httpServer, 'listening');
  // A listening TCP server always has an address object.
  const { port } = httpServer.address() as AddressInfo;
  return { url: new URL(`http://127.0.0.1:${port}/mcp`), close: () => void httpServer.close() };
}

async function connect(cut: CutKind, server: ToolServer, log: Log, httpUrl: URL) {
  const client = new Client({ name: 'leaving', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  const leaving = new AbortController();
  const options = { ...patience, signal: leaving.signal, onprogress: () => {} };
  const transport =
    cut === 'ends its HTTP request' ? new StreamableHTTPClientTransport(httpUrl) : serveOverStdio(server, log);
  await client.connect(transport);
  const disconnect = () => {
    if (cut === 'closes stdio') void transport.close();
    else leaving.abort(new Error('the client has left'));
  };
  return { client, options, leave: disconnect };
}

/** The two ends of a pair of pipes. */
function serveOverStdio(server: ToolServer, log: Log): Transport {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const { buildServer, close } = openConnection(server, log);
  const connection = serveStdio(buildServer, {
    transport: new StdioServerTransport(stdin, stdout),
    onerror: (error) => log('warn', error.message),
  });
  const received = new ReadBuffer();
  const transport: Transport = {
    async start() {
      stdout.on('data', (bytes: Buffer) => {
        received.append(bytes);
        for (let message = received.readMessage(); message !== null; message = received.readMessage())
          transport.onmessage?.(message);
      });
    },
    async send(message) {
      stdin.write(serializeMessage(message));
    },
    async close() {
      stdin.end();
      close();
      await connection.close();
      transport.onclose?.();
    },
  };
  return transport;
}
