import type { SqliteThread } from './thread.ts';

/** Time that a read waits for a thread before another one is started. */
const patienceMs = 5;

interface Waiting {
  /** Undefined where any thread will do. */
  readonly wanted: SqliteThread | undefined;
  readonly resolve: (thread: SqliteThread) => void;
}

/** Threads that read. Each does one thing at a time, so that what waits goes to whichever is free first. */
export class ReaderThreads {
  readonly #threadsMax: number;
  readonly #startThread: () => SqliteThread;
  readonly #threads = new Set<SqliteThread>();
  readonly #idle: SqliteThread[] = [];
  #waiting: Waiting[] = [];
  #growing: NodeJS.Timeout | undefined;

  constructor(threadsMax: number, startThread: () => SqliteThread) {
    this.#threadsMax = threadsMax;
    this.#startThread = startThread;
  }

  /** Gives a thread to the work alone, which does not pause meanwhile. */
  async use<Result>(work: (thread: SqliteThread) => Promise<Result>, wanted?: SqliteThread): Promise<Result> {
    const thread = this.#takeIdle(wanted) ?? (await this.#wait(wanted));
    try {
      return await work(thread);
    } finally {
      this.#release(thread);
    }
  }

  async end(): Promise<void> {
    clearTimeout(this.#growing);
    const threads = [...this.#threads];
    this.#threads.clear();
    this.#idle.length = 0;
    await Promise.all(threads.map((thread) => thread.end()));
  }

  #takeIdle(wanted: SqliteThread | undefined): SqliteThread | undefined {
    // Work for a thread that is over fails at once.
    if (wanted?.isOver() === true) return wanted;
    for (const thread of this.#idle.filter((each) => each.isOver())) this.#drop(thread);
    const place = wanted === undefined ? this.#idle.length - 1 : this.#idle.indexOf(wanted);
    const [thread] = place === -1 ? [] : this.#idle.splice(place, 1);
    return thread ?? (wanted === undefined && this.#threads.size === 0 ? this.#start() : undefined);
  }

  #wait(wanted: SqliteThread | undefined): Promise<SqliteThread> {
    return new Promise((resolve) => {
      this.#waiting.push({ wanted, resolve });
      this.#growing ??= setTimeout(() => this.#grow(), patienceMs);
    });
  }

  #release(thread: SqliteThread): void {
    if (thread.isOver()) return this.#drop(thread);
    const place = this.#waiting.findIndex(({ wanted }) => wanted === undefined || wanted === thread);
    const [next] = place === -1 ? [] : this.#waiting.splice(place, 1);
    if (next === undefined) this.#idle.push(thread);
    else next.resolve(thread);
  }

  /** Forgets a thread that is over. Work that needs this very thread fails; other work gets a new one. */
  #drop(thread: SqliteThread): void {
    this.#threads.delete(thread);
    const place = this.#idle.indexOf(thread);
    if (place !== -1) this.#idle.splice(place, 1);
    const lost = this.#waiting.filter(({ wanted }) => wanted === thread);
    this.#waiting = this.#waiting.filter(({ wanted }) => wanted !== thread);
    for (const { resolve } of lost) resolve(thread);
    this.#grow();
  }

  #grow(): void {
    clearTimeout(this.#growing);
    this.#growing = undefined;
    const isNeeded = this.#waiting.some(({ wanted }) => wanted === undefined);
    if (isNeeded && this.#threads.size < this.#threadsMax) this.#release(this.#start());
  }

  #start(): SqliteThread {
    const thread = this.#startThread();
    this.#threads.add(thread);
    return thread;
  }
}
