import type { SqliteThread } from './thread.ts';

export interface ReaderThreadOptions {
  readonly threadsMax: number;
  /** Time in which no thread becomes free before another one is started: all of them are busy with slow statements then. */
  readonly patienceMs: number;
  /** Time that a thread rests before it is ended, unless it is the last one. */
  readonly restMaxMs: number;
  readonly startThread: () => SqliteThread;
}

interface ReaderRequest {
  /** Thread that must run the work; undefined if any thread will do. */
  readonly requiredThread: SqliteThread | undefined;
  readonly resolve: (thread: SqliteThread) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Threads that read. Each does one thing at a time, so that what waits goes to whichever is free first. Short reads take
 * turns in one thread: more of them would take memory and gain little, since their callers keep the main thread busy.
 */
export class ReaderThreads {
  readonly #options: ReaderThreadOptions;
  readonly #threads = new Set<SqliteThread>();
  readonly #idle: SqliteThread[] = [];
  /** Threads that did nothing when the last look was taken. */
  #resting = new Set<SqliteThread>();
  readonly #lentCounts = new Map<SqliteThread, number>();
  #waiting: ReaderRequest[] = [];
  #hasReleased = false;
  #growing: NodeJS.Timeout | undefined;
  #shrinking: NodeJS.Timeout | undefined;

  constructor(options: ReaderThreadOptions) {
    this.#options = options;
  }

  /** Gives a thread to the work alone, which does not pause meanwhile. */
  async use<Result>(work: (thread: SqliteThread) => Promise<Result>, requiredThread?: SqliteThread): Promise<Result> {
    const thread = this.#takeIdle(requiredThread) ?? (await this.#wait(requiredThread));
    try {
      return await work(thread);
    } finally {
      this.#release(thread);
    }
  }

  /** Keeps a thread, in which a caller has a connection for itself, until the returned function is called. */
  lend(thread: SqliteThread): () => void {
    const counts = this.#lentCounts;
    counts.set(thread, (counts.get(thread) ?? 0) + 1);
    return () => {
      const count = counts.get(thread) ?? 0;
      if (count > 1) counts.set(thread, count - 1);
      else counts.delete(thread);
    };
  }

  async end(): Promise<void> {
    clearTimeout(this.#growing);
    clearTimeout(this.#shrinking);
    this.#growing = undefined;
    this.#shrinking = undefined;
    const threads = [...this.#threads];
    this.#threads.clear();
    this.#idle.length = 0;
    await Promise.all(threads.map((thread) => thread.end()));
  }

  #takeIdle(requiredThread: SqliteThread | undefined): SqliteThread | undefined {
    // Work for a thread that is over fails at once.
    if (requiredThread?.isOver() === true) return requiredThread;
    for (const thread of this.#idle.filter((each) => each.isOver())) this.#drop(thread);
    const place = requiredThread === undefined ? this.#idle.length - 1 : this.#idle.indexOf(requiredThread);
    const [thread] = place === -1 ? [] : this.#idle.splice(place, 1);
    if (thread !== undefined) this.#resting.delete(thread);
    return thread ?? (requiredThread === undefined && this.#threads.size === 0 ? this.#start() : undefined);
  }

  #wait(requiredThread: SqliteThread | undefined): Promise<SqliteThread> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ requiredThread, resolve, reject });
      this.#waitToGrow();
    });
  }

  #release(thread: SqliteThread): void {
    if (thread.isOver()) return this.#drop(thread);
    this.#hasReleased = true;
    const place = this.#waiting.findIndex(
      ({ requiredThread }) => requiredThread === undefined || requiredThread === thread,
    );
    const [next] = place === -1 ? [] : this.#waiting.splice(place, 1);
    if (next === undefined) this.#idle.push(thread);
    else next.resolve(thread);
  }

  /** Forgets a thread that is over. Work that needs this very thread fails; other work gets a new one. */
  #drop(thread: SqliteThread): void {
    this.#threads.delete(thread);
    this.#resting.delete(thread);
    const place = this.#idle.indexOf(thread);
    if (place !== -1) this.#idle.splice(place, 1);
    const lost = this.#waiting.filter(({ requiredThread }) => requiredThread === thread);
    this.#waiting = this.#waiting.filter(({ requiredThread }) => requiredThread !== thread);
    for (const { resolve } of lost) resolve(thread);
    this.#grow();
  }

  #waitToGrow(): void {
    if (this.#growing !== undefined) return;
    this.#hasReleased = false;
    this.#growing = setTimeout(() => {
      this.#growing = undefined;
      if (!this.#hasReleased) this.#grow();
      if (this.#isNeeded()) this.#waitToGrow();
    }, this.#options.patienceMs);
  }

  #grow(): void {
    if (!this.#isNeeded()) return;
    try {
      this.#release(this.#start());
    } catch (error) {
      // Where the machine starts no more, what waits goes to those that there are.
      if (this.#threads.size > 0) return;
      const lost = this.#waiting;
      this.#waiting = [];
      for (const { reject } of lost) reject(error);
    }
  }

  /** Tells if a read waits that another thread could do. */
  #isNeeded(): boolean {
    return (
      this.#threads.size < this.#options.threadsMax &&
      this.#waiting.some(({ requiredThread }) => requiredThread === undefined)
    );
  }

  #waitToShrink(): void {
    this.#shrinking ??= setTimeout(() => {
      this.#shrinking = undefined;
      this.#endResting();
      if (this.#threads.size > 1) this.#waitToShrink();
    }, this.#options.restMaxMs).unref();
  }

  /** Ends the threads that have rested since the last look, but for one. */
  #endResting(): void {
    const free = this.#idle.filter((thread) => this.#resting.has(thread) && !this.#lentCounts.has(thread));
    for (const thread of free.slice(0, this.#threads.size - 1)) {
      this.#drop(thread);
      void thread.end();
    }
    this.#resting = new Set(this.#idle);
  }

  #start(): SqliteThread {
    const thread = this.#options.startThread();
    this.#threads.add(thread);
    if (this.#threads.size > 1) this.#waitToShrink();
    return thread;
  }
}
