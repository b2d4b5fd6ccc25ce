import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { busyWaitMs, retryWhileBusy } from './sqlite/busy.ts';
import { createTurns, type LentReader, type SqliteFile, type SqliteLink, type SqliteWriter } from './sqlite/file.ts';
import { ThreadEnded } from './sqlite/thread-ended.ts';
import { CommitUnknown, type FailureNames } from './store-error.ts';

/** Creates a dialect from the parts of Kysely that all connections to SQLite share. */
const createDialect = (createDriver: () => Driver): Dialect => ({
  createAdapter: () => new Adapter(),
  createDriver,
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

/** Kysely need not queue the callers: each driver below queues where that has to be. */
class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Creates the dialect for single reads. They share no snapshot. */
export const createReaderDialect = (file: SqliteFile, failures: FailureNames): Dialect =>
  createDialect(() => new ReaderDriver(file, failures));

/** Creates the dialect for transactions that only read. They see the file as it was when the first read began. */
export const createSnapshotDialect = (file: SqliteFile, failures: FailureNames): Dialect =>
  createDialect(() => new SnapshotDriver(file, failures));

interface WriterOptions {
  readonly failures: FailureNames;
  /** Address of the database, for people. */
  readonly where: string;
  readonly requireInPlace: () => void;
}

/** Creates the dialect for transactions that write, one at a time. */
export const createWriterDialect = (file: SqliteFile, options: WriterOptions): Dialect =>
  createDialect(() => new WriterDriver(file, options));

class ReaderDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(file: SqliteFile, failures: FailureNames) {
    this.#connection = connect(
      {
        execute: (sql, parameters) => file.reader.execute(sql, parameters),
        async *stream(sql, parameters, size) {
          const lent = await file.lendReader();
          try {
            yield* lent.stream(sql, parameters, size);
          } finally {
            lent.giveBack();
          }
        },
      },
      failures,
    );
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
  async beginTransaction(): Promise<void> {
    throw new Error('a transaction begins with transaction() or snapshot() of the database');
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

class SnapshotDriver implements Driver {
  readonly #file: SqliteFile;
  readonly #failures: FailureNames;
  readonly #lent = new WeakMap<DatabaseConnection, LentReader>();

  constructor(file: SqliteFile, failures: FailureNames) {
    this.#file = file;
    this.#failures = failures;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const lent = await this.#file.lendReader().catch((error: unknown) => Promise.reject(this.#failures.name(error)));
    const connection = connect(lent, this.#failures);
    this.#lent.set(connection, lent);
    return connection;
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#lent.get(connection)?.execute('begin', []);
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#lent.get(connection)?.execute('commit', []);
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A connection whose thread has ended is gone with its transaction.
    await this.#lent.get(connection)?.execute('rollback', []).catch(ignoreThreadEnd);
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#lent.get(connection)?.giveBack();
  }

  async destroy(): Promise<void> {}
}

/** A caller's turn with the connection that writes. */
interface WriterTurn {
  readonly writer: SqliteWriter;
  readonly giveBack: () => void;
  readonly deadline: number;
}

/** Queues callers and begins every transaction with the write lock in hand, so that none fails half way. */
class WriterDriver implements Driver {
  readonly #file: SqliteFile;
  readonly #options: WriterOptions;
  readonly #takeTurn = createTurns();
  readonly #turns = new WeakMap<DatabaseConnection, WriterTurn>();

  constructor(file: SqliteFile, options: WriterOptions) {
    this.#file = file;
    this.#options = options;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    // Time in the queue counts: while another process holds the lock, each caller waits once and not once per predecessor.
    const deadline = Date.now() + busyWaitMs;
    const giveBack = await this.#takeTurn();
    try {
      const writer = await this.#file.takeWriter();
      const connection = connect(writer, this.#options.failures);
      this.#turns.set(connection, { writer, giveBack, deadline });
      return connection;
    } catch (error) {
      giveBack();
      throw this.#options.failures.name(error);
    }
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#turns.get(connection)?.giveBack();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    this.#options.requireInPlace();
    const { writer, deadline } = this.#getTurn(connection);
    await this.#name(retryWhileBusy(() => writer.beginWriting(), deadline));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    // It may have been taken away while the transaction ran.
    this.#options.requireInPlace();
    try {
      await this.#getTurn(connection).writer.commit();
    } catch (error) {
      if (error instanceof ThreadEnded) throw new CommitUnknown(this.#options.where, error);
      throw this.#options.failures.name(error);
    }
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#name(this.#getTurn(connection).writer.rollBack().catch(ignoreThreadEnd));
  }

  async destroy(): Promise<void> {}

  #getTurn(connection: DatabaseConnection): WriterTurn {
    const turn = this.#turns.get(connection);
    if (turn === undefined) throw new Error('the connection belongs to another driver');
    return turn;
  }

  async #name<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      throw this.#options.failures.name(error);
    }
  }
}

/** Ignores the end of a thread, which also ends its connections and their transactions. */
function ignoreThreadEnd(error: unknown): void {
  if (!(error instanceof ThreadEnded)) throw error;
}

const streamedRows = 100;

/** Makes a connection of Kysely of a link, with the names that failures have here. */
function connect(link: SqliteLink, { name }: FailureNames): DatabaseConnection {
  return {
    async executeQuery<Row>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      try {
        // The caller says which rows its statement returns.
        return (await link.execute(sql, parameters)) as QueryResult<Row>;
      } catch (error) {
        throw name(error);
      }
    },
    async *streamQuery<Row>(
      { sql, parameters }: { sql: string; parameters: readonly unknown[] },
      size: number = streamedRows,
    ) {
      try {
        // As above.
        yield* link.stream(sql, parameters, size) as AsyncIterableIterator<QueryResult<Row>>;
      } catch (error) {
        throw name(error);
      }
    },
  };
}
