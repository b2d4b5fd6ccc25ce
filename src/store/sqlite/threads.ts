import { nextTick } from 'node:process';
import type { QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import { retryWhileBusy } from './busy.ts';
import {
  createTurns,
  type LentReader,
  type SqliteFile,
  type SqliteStatement,
  type SqliteWriter,
  toResult,
} from './file.ts';
import type { SqliteOptions } from './open-file.ts';
import { ReaderThreads } from './reader-threads.ts';
import { toRows } from './rows.ts';
import { toError } from './thread-fault.ts';
import type { ThreadAnswer, ThreadStatement } from './thread-host.ts';
import { startThread, type SqliteThread } from './thread.ts';

/**
 * Threads for the SQLite databases of a process: one that writes and some that read. They start with the first database,
 * and end with the last.
 */
export interface SqliteThreads {
  /** Opens a file. `onReopen` is called where it had to be opened again, because the thread that writes had ended. */
  openFile(options: SqliteOptions, onReopen: () => void): Promise<SqliteFile>;
}

/** Readers are started one by one, where all are busy for so long, and are ended after a rest: each takes about 20 MB. */
const readerLimits = { threadsMax: 3, patienceMs: 20, restMaxMs: 30_000 };
/** Connections of one file that are lent at a time; each takes memory. */
const lentMax = 4;
const statementsMax = 1000;
/** Statements that took less than this when they last ran share a message: others would have to wait for a slow one. */
const quickMs = 1;
const togetherMax = 16;

/** Facts about a statement that ran before. */
interface StatementKnowledge {
  readonly names: readonly string[];
  readonly isQuick: boolean;
}

/** A quick read that waits for the end of this turn, to share a message with others. */
interface WaitingRead {
  readonly statement: ThreadStatement;
  readonly resolve: (answer: ThreadAnswer) => void;
  readonly reject: (error: unknown) => void;
}

interface ThreadConnection {
  readonly thread: SqliteThread;
  readonly id: number;
}

/** The threads, and the next number of a connection or cursor. */
interface ThreadSet {
  readonly readers: ReaderThreads;
  readonly findWriter: () => SqliteThread;
  readonly countUp: () => number;
}

export function createSqliteThreads(): SqliteThreads {
  let fileCount = 0;
  let writer: SqliteThread | undefined;
  let lastNumber = 0;
  const set: ThreadSet = {
    readers: new ReaderThreads({ ...readerLimits, startThread }),
    findWriter: () => (writer = writer === undefined || writer.isOver() ? startThread() : writer),
    countUp: () => (lastNumber += 1),
  };
  async function releaseThreads(): Promise<void> {
    fileCount -= 1;
    if (fileCount > 0) return;
    const thread = writer;
    writer = undefined;
    await Promise.all([thread?.end(), set.readers.end()]);
  }
  return {
    async openFile(options, onReopen) {
      fileCount += 1;
      const file = new ThreadedFile(set, options, { onReopen, onClose: releaseThreads });
      try {
        // Makes the file, or says what is wrong with it.
        await file.takeWriter();
        return file;
      } catch (error) {
        await file.close();
        throw error;
      }
    },
  };
}

interface FileEvents {
  readonly onReopen: () => void;
  readonly onClose: () => Promise<void>;
}

/** An open SQLite file whose statements run in threads. No thread waits for a lock: callers try again after a pause. */
class ThreadedFile implements SqliteFile {
  readonly #set: ThreadSet;
  readonly #options: SqliteOptions;
  readonly #events: FileEvents;
  readonly #knowledge = new LRUCache<string, StatementKnowledge>({ max: statementsMax });
  #waiting: WaitingRead[] = [];
  readonly #connections = new Map<number, SqliteThread>();
  readonly #readers = new WeakMap<SqliteThread, ThreadConnection>();
  readonly #takeTurn = createTurns(lentMax);
  #idle: ThreadConnection[] = [];
  #writer: ThreadConnection | undefined;
  #isClosed = false;

  constructor(set: ThreadSet, options: SqliteOptions, events: FileEvents) {
    this.#set = set;
    this.#options = options;
    this.#events = events;
  }

  readonly reader = {
    execute: async (sql: string, parameters: readonly unknown[]) =>
      retryWhileBusy(async () => {
        const statement = this.#describe(sql, parameters);
        const answer = await (this.#knowledge.get(sql)?.isQuick === true
          ? this.#readTogether(statement)
          : this.#set.readers.use(async (thread) =>
              thread.call('execute', (await this.#findReader(thread)).id, statement),
            ));
        return this.#toResult(sql, answer);
      }),
  };

  async takeWriter(): Promise<SqliteWriter> {
    const connection = await this.#findWriter();
    const { thread, id } = connection;
    return {
      execute: (sql, parameters) => this.#execute(connection, sql, parameters),
      stream: (sql, parameters, size) => this.#stream(connection, { sql, parameters, size }, (work) => work()),
      beginWriting: () => thread.call('beginWriting', id),
      // Readers of a file without a log are waited for.
      commit: async () => void (await retryWhileBusy(() => this.#execute(connection, 'commit', []))),
      rollBack: () => thread.call('rollBack', id),
    };
  }

  async #findWriter(): Promise<ThreadConnection> {
    const former = this.#writer;
    if (former?.thread.isOver() === false) return former;
    this.#writer = await retryWhileBusy(() => this.#open(this.#set.findWriter(), this.#options));
    if (former !== undefined) this.#events.onReopen();
    return this.#writer;
  }

  async lendReader(): Promise<LentReader> {
    const endTurn = await this.#takeTurn();
    try {
      const connection = await retryWhileBusy(() => this.#set.readers.use((thread) => this.#findIdle(thread)));
      const returnThread = this.#set.readers.lend(connection.thread);
      const use = <Result>(work: () => Promise<Result>) =>
        retryWhileBusy(() => this.#set.readers.use(work, connection.thread));
      return {
        execute: (sql, parameters) => use(() => this.#execute(connection, sql, parameters)),
        stream: (sql, parameters, size) => this.#stream(connection, { sql, parameters, size }, use),
        giveBack: () => {
          if (!connection.thread.isOver()) this.#idle.push(connection);
          returnThread();
          endTurn();
        },
      };
    } catch (error) {
      endTurn();
      throw error;
    }
  }

  /** Reads all statements with one message to the thread, which costs about as much as a small read. */
  async readTogether(statements: readonly SqliteStatement[]): Promise<readonly QueryResult<unknown>[]> {
    const answers = await retryWhileBusy(() =>
      this.#set.readers.use(async (thread) =>
        thread.call(
          'readTogether',
          (await this.#findReader(thread)).id,
          statements.map(({ sql, parameters }) => this.#describe(sql, parameters)),
        ),
      ),
    );
    return statements.flatMap(({ sql }, place) => {
      const answer = answers[place];
      return answer === undefined ? [] : [this.#toResult(sql, answer)];
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // What is gone with its thread is closed.
    await Promise.allSettled([...this.#connections].map(([id, thread]) => thread.call('close', id)));
    await this.#events.onClose();
  }

  async #open(thread: SqliteThread, options: SqliteOptions): Promise<ThreadConnection> {
    if (this.#isClosed) throw new Error('database is not open');
    this.#forgetEnded();
    const id = this.#set.countUp();
    this.#connections.set(id, thread);
    try {
      await thread.call('open', id, options);
      return { thread, id };
    } catch (error) {
      this.#connections.delete(id);
      throw error;
    }
  }

  /** Forgets connections that are gone with their threads. */
  #forgetEnded(): void {
    for (const [id, thread] of this.#connections) if (thread.isOver()) this.#connections.delete(id);
    this.#idle = this.#idle.filter(({ thread }) => !thread.isOver());
  }

  async #findReader(thread: SqliteThread): Promise<ThreadConnection> {
    const former = this.#readers.get(thread);
    if (former !== undefined) return former;
    const connection = await this.#open(thread, { ...this.#options, isReadOnly: true });
    this.#readers.set(thread, connection);
    return connection;
  }

  async #findIdle(thread: SqliteThread): Promise<ThreadConnection> {
    const place = this.#idle.findIndex((each) => each.thread === thread);
    const [connection] = place === -1 ? [] : this.#idle.splice(place, 1);
    return connection ?? this.#open(thread, { ...this.#options, isReadOnly: true });
  }

  #describe(sql: string, parameters: readonly unknown[]): ThreadStatement {
    return [sql, parameters, this.#knowledge.get(sql)?.names.length ?? 0];
  }

  /** Learns from the answer how the statement is, and makes Kysely's result of it. */
  #toResult(sql: string, { names: newNames, ms, ...answer }: ThreadAnswer): QueryResult<unknown> {
    const former = this.#knowledge.get(sql);
    const names = newNames ?? former?.names ?? [];
    const isQuick = ms < quickMs;
    if (names !== former?.names || isQuick !== former.isQuick) this.#knowledge.set(sql, { names, isQuick });
    return toResult({ ...answer, names });
  }

  async #execute(
    { thread, id }: ThreadConnection,
    sql: string,
    parameters: readonly unknown[],
  ): Promise<QueryResult<unknown>> {
    return this.#toResult(sql, await thread.call('execute', id, this.#describe(sql, parameters)));
  }

  #readTogether(statement: ThreadStatement): Promise<ThreadAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ statement, resolve, reject });
      // What runs until then may read, too.
      if (this.#waiting.length === 1) nextTick(() => this.#readWaiting());
    });
  }

  #readWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let from = 0; from < waiting.length; from += togetherMax)
      void this.#readAll(waiting.slice(from, from + togetherMax));
  }

  async #readAll(reads: readonly WaitingRead[]): Promise<void> {
    try {
      const outcomes = await this.#set.readers.use(async (thread) =>
        thread.call(
          'executeAll',
          (await this.#findReader(thread)).id,
          reads.map(({ statement }) => statement),
        ),
      );
      for (const [place, { resolve, reject }] of reads.entries()) {
        const [answer, fault] = outcomes[place] ?? [];
        if (answer === undefined) reject(fault === undefined ? new Error('no answer') : toError(fault));
        else resolve(answer);
      }
    } catch (error) {
      for (const { reject } of reads) reject(error);
    }
  }

  async *#stream(
    { thread, id }: ThreadConnection,
    { sql, parameters, size }: { readonly sql: string; readonly parameters: readonly unknown[]; readonly size: number },
    use: <Result>(work: () => Promise<Result>) => Promise<Result>,
  ): AsyncGenerator<QueryResult<unknown>> {
    const cursor = this.#set.countUp();
    await use(() => thread.call('openCursor', cursor, id, sql, parameters, size));
    try {
      for (;;) {
        const piece = await use(() => thread.call('readCursor', cursor));
        if (piece === undefined) return;
        yield { rows: toRows(piece.names, piece.rows) };
      }
    } finally {
      if (!thread.isOver()) await use(() => thread.call('closeCursor', cursor));
    }
  }
}
