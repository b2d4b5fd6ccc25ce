import { requireRunning } from '../../client/transport/abort.ts';
import type { Worker } from 'node:worker_threads';
import { ConnectionLost } from '../../client/transport/network.ts';
import type { Log } from '../../log.ts';
import { type BodyMessage, type BodyPipes, createBodyPipes } from './body-pipes.ts';
import { restoreError } from './sent-error.ts';
import type { SentBody, SentHeaders, SentResponse, ServiceMessage, ServiceReport } from './service-messages.ts';
import { startWorker } from './start-worker.ts';

interface PendingRequest {
  readonly resolve: (response: SentResponse | undefined) => void;
  readonly reject: (error: Error) => void;
}

interface FetchTarget {
  readonly desk: number;
  readonly isCounted: boolean;
}

/** Space for what is new in the thread's heap: requests leave it soon, and the usual space is four times as large. */
const youngMegabytes = 24;

/** A running thread of services, and what waits for its answers. */
export class ServiceLink {
  readonly #worker: Worker;
  readonly #log: Log;
  readonly #calls = new Map<number, PendingRequest>();
  readonly #pipes: BodyPipes;
  readonly #ended = Promise.withResolvers<void>();
  /** Bodies of which the next piece is awaited, by their requests. */
  readonly #awaitedPieces = new Set<number>();
  #lastId = 0;
  #fault: Error | undefined;
  #isClosing = false;

  constructor(log: Log) {
    this.#log = log;
    this.#worker = startWorker(findWorkerFile(), { resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes } });
    this.#pipes = createBodyPipes((message, transferred) => {
      this.#worker.postMessage(message, transferred);
      if (message.kind === 'pull') this.#awaitedPieces.add(message.id);
      if (message.kind === 'cancel') this.#awaitedPieces.delete(message.id);
      this.#keepProcess();
    });
    this.#worker.on('message', (report: ServiceReport) => this.#takeReport(report));
    this.#worker.on('messageerror', (error) => {
      this.#breakOff(error.message);
      // The next request starts another one, and a store has one service.
      void this.#worker.terminate();
    });
    this.#worker.on('error', (error) => this.#breakOff(error instanceof Error ? error.message : String(error), error));
    this.#worker.once('exit', (code) => {
      this.#breakOff(`it ended with code ${code}`);
      this.#ended.resolve();
    });
    // Only work under way keeps the process. The first listener for messages keeps it too, so this comes after.
    this.#worker.unref();
  }

  isOver(): boolean {
    return this.#fault !== undefined;
  }

  async openDesk(desk: number, start: unknown): Promise<void> {
    await this.#call({ kind: 'open', id: this.#countUp(), desk, start });
  }

  async fetch(request: Request, { desk, isCounted }: FetchTarget): Promise<Response> {
    const { method, url, headers, signal } = request;
    const body = await readBody(request);
    requireRunning(signal);
    const id = this.#countUp();
    const sent = { method, url, headers: [...headers], body, isCounted };
    if (body === 'in pieces' && request.body) this.#pipes.send(id, request.body);
    const stop = () => this.#abort(id, signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    try {
      const answer = await this.#call({ kind: 'fetch', id, desk, request: sent }, listBuffers(body));
      if (answer === undefined) throw new Error('a request was answered with nothing');
      return this.#toResponse(id, answer);
    } finally {
      signal.removeEventListener('abort', stop);
      this.#pipes.letGo(id);
    }
  }

  /** Closes the service of a desk once the requests under way are answered. One that is gone with the thread is closed. */
  async closeDesk(desk: number): Promise<void> {
    if (this.isOver()) return;
    try {
      await this.#call({ kind: 'close', id: this.#countUp(), desk });
    } catch (error) {
      if (!this.isOver()) throw error;
    }
  }

  /** Ends the thread, whose desks are closed. */
  async end(): Promise<void> {
    this.#isClosing = true;
    this.#worker.ref();
    void this.#worker.terminate();
    await this.#ended.promise;
  }

  #countUp(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #call(
    message: Extract<ServiceMessage, { readonly kind: 'open' | 'fetch' | 'close' }>,
    transferred: ArrayBuffer[] = [],
  ): Promise<SentResponse | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#fault !== undefined) return reject(this.#fault);
      this.#worker.postMessage(message, transferred);
      this.#calls.set(message.id, { resolve, reject });
      this.#keepProcess();
    });
  }

  /** Has the process live as long as something of the thread is awaited. */
  #keepProcess(): void {
    if (this.#calls.size + this.#awaitedPieces.size > 0) this.#worker.ref();
    else this.#worker.unref();
  }

  #finish(id: number): PendingRequest | undefined {
    const pending = this.#calls.get(id);
    this.#calls.delete(id);
    this.#keepProcess();
    return pending;
  }

  #abort(id: number, reason: unknown): void {
    this.#worker.postMessage({ kind: 'abort', id } satisfies ServiceMessage);
    this.#finish(id)?.reject(reason instanceof Error ? reason : new Error(String(reason)));
  }

  #toResponse(id: number, { status, headers, body }: SentResponse): Response {
    const content = body === 'none' ? null : body === 'in pieces' ? this.#pipes.receive(id) : body;
    return new Response(content, { status, headers: toHeadersInit(headers) });
  }

  #takeReport(report: ServiceReport): void {
    if (report.kind === 'log') this.#log(report.level, report.message, report.facts);
    else if (report.kind === 'answer') this.#takeAnswer(report.id, report.response);
    else if (report.kind === 'failed') this.#finish(report.id)?.reject(restoreError(report.error));
    else this.#takePiece(report);
  }

  #takePiece(message: BodyMessage): void {
    if (message.kind !== 'pull' && message.kind !== 'cancel') this.#awaitedPieces.delete(message.id);
    this.#keepProcess();
    this.#pipes.handle(message);
  }

  #takeAnswer(id: number, response: SentResponse | undefined): void {
    const pending = this.#finish(id);
    if (pending !== undefined) return pending.resolve(response);
    // Its caller has gone meanwhile.
    if (response?.body === 'in pieces') this.#worker.postMessage({ kind: 'cancel', id } satisfies ServiceMessage);
  }

  #breakOff(reason: string, cause?: unknown): void {
    if (this.#fault !== undefined) return;
    const fault = new ConnectionLost(`the service of this process stopped unexpectedly (${reason})`, cause);
    this.#fault = fault;
    if (!this.#isClosing) {
      const stack = cause instanceof Error ? cause.stack : undefined;
      this.#log('error', endedText, { reason, cause: stack });
    }
    for (const { reject } of this.#calls.values()) reject(fault);
    this.#calls.clear();
    this.#awaitedPieces.clear();
    this.#pipes.breakAll(fault);
  }
}

const endedText = 'The service of this process stopped unexpectedly; the next request starts it again.';

/** Reads the body of a request, unless it is a file: those come in pieces. */
async function readBody(request: Request): Promise<SentBody> {
  if (request.method === 'GET' || request.method === 'HEAD') return 'none';
  if (new URL(request.url).pathname.startsWith('/files/')) return request.body === null ? 'none' : 'in pieces';
  return new Uint8Array(await request.arrayBuffer());
}

const listBuffers = (body: SentBody): ArrayBuffer[] => (typeof body === 'string' ? [] : [body.buffer]);

/** Pairs of names and values, which the constructor of headers only reads. */
const toHeadersInit = (headers: SentHeaders) => headers as [string, string][];

/** Finds the file of the worker. The built worker lies beside the bundle under its own name. */
const findWorkerFile = (): URL =>
  new URL(
    import.meta.url.endsWith('.ts') ? '../opening/serving/service-worker.ts' : './service-worker.mjs',
    import.meta.url,
  );
