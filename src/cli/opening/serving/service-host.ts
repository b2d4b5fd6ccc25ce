import { readNow } from '../../clock.ts';
import { restoreConfig } from '../../sent-config.ts';
import { type BodyPipes, createBodyPipes } from '../../threads/body-pipes.ts';
import { toSentError } from '../../threads/sent-error.ts';
import { createSentLog } from '../../threads/sent-log.ts';
import type { SentBody, SentRequest, ServiceMessage, ServiceReport } from '../../threads/service-messages.ts';
import type { DeskService } from '../../threads/service-thread.ts';
import { type DeskStart, openDeskService } from '../stores/embedded.ts';

type PostReport = (report: ServiceReport, transferred?: ArrayBuffer[]) => void;

interface OpenDesk {
  readonly service: DeskService;
  /** Requests whose answers are not sent yet. */
  readonly underWay: Set<Promise<void>>;
}

/** The services of desks in this thread, and the requests to them. */
export class ServiceHost {
  readonly #post: PostReport;
  readonly #pipes: BodyPipes;
  readonly #desks = new Map<number, OpenDesk>();
  /** Requests that are being answered; false once their callers have gone. */
  readonly #isAwaited = new Map<number, boolean>();

  constructor(post: PostReport) {
    this.#post = post;
    this.#pipes = createBodyPipes(post);
  }

  async handle(message: ServiceMessage): Promise<void> {
    try {
      if (message.kind === 'open') await this.#open(message.desk, toDeskStart(message.start));
      else if (message.kind === 'close') await this.#close(message.desk);
      else if (message.kind === 'fetch') return await this.#serve(message.id, message.desk, message.request);
      else if (message.kind === 'abort') return this.#abandon(message.id);
      else return this.#pipes.handle(message);
      this.#post({ kind: 'answer', id: message.id, response: undefined });
    } catch (error) {
      this.#post({ kind: 'failed', id: message.id, error: toSentError(error) });
    }
  }

  async #open(desk: number, { config, ...place }: DeskStart): Promise<void> {
    const log = createSentLog(config.logLevel, this.#post);
    const service = await openDeskService(restoreConfig(config), place, readNow, log);
    this.#desks.set(desk, { service, underWay: new Set() });
  }

  async #close(number: number): Promise<void> {
    const desk = this.#desks.get(number);
    this.#desks.delete(number);
    if (desk === undefined) return;
    // Begun at once: it waits for the requests under way, and breaks off what a database doesn't answer.
    const closing = desk.service.close();
    await Promise.allSettled([closing, ...desk.underWay]);
    await closing;
  }

  async #serve(id: number, number: number, sent: SentRequest): Promise<void> {
    const desk = this.#desks.get(number);
    if (desk === undefined) throw new Error('the service of this desk is not open');
    const work = this.#answer(id, desk.service, sent);
    desk.underWay.add(work);
    this.#isAwaited.set(id, true);
    try {
      await work;
    } finally {
      desk.underWay.delete(work);
      this.#isAwaited.delete(id);
    }
  }

  async #answer(id: number, service: DeskService, sent: SentRequest): Promise<void> {
    const request = toRequest(sent, () => this.#pipes.receive(id));
    const response = await (sent.isCounted ? service.fetch(request) : service.fetchUncounted(request));
    // Once the service has answered it reads no more of the request.
    this.#pipes.breakOff(id, new Error('the request was answered'));
    if (this.#isAwaited.get(id) === false) return response.body?.cancel();
    const body = isWhole(sent, response) ? await readWhole(response) : 'in pieces';
    if (body === 'in pieces' && response.body) this.#pipes.send(id, response.body);
    const transferred = typeof body === 'string' ? [] : [body.buffer];
    const answer = { status: response.status, headers: [...response.headers], body };
    this.#post({ kind: 'answer', id, response: answer }, transferred);
  }

  #abandon(id: number): void {
    if (!this.#isAwaited.has(id)) return;
    this.#isAwaited.set(id, false);
    this.#pipes.breakOff(id, new Error('the caller has gone'));
  }
}

/** Reads the data that createEmbeddedService sends. */
const toDeskStart = (start: unknown) => start as DeskStart;

function toRequest({ method, url, headers, body }: SentRequest, receive: () => ReadableStream<Uint8Array>): Request {
  const content = body === 'none' ? null : body === 'in pieces' ? receive() : body;
  // Pairs of names and values, which the constructor of headers only reads.
  return new Request(url, { method, headers: headers as [string, string][], body: content, duplex: 'half' });
}

/** Returns true if the body of a response is sent at once: all but files, exports and other streams. */
const isWhole = ({ url }: SentRequest, { body, headers }: Response): boolean =>
  body === null || (!new URL(url).pathname.startsWith('/files/') && /\bjson\b/.test(headers.get('content-type') ?? ''));

const readWhole = async (response: Response): Promise<SentBody> =>
  response.body === null ? 'none' : new Uint8Array(await response.arrayBuffer());
