import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { classify, type FailureNames } from './store-error.ts';
import { fold, searchDocument } from './migrations/brokerage/0008-search/folding.ts';

const statementsMax = 500;
/** How long a writer waits for another process to finish before the call fails busy. */
const busyWaitMs = 5000;

export interface SqliteOptions {
  readonly file: string;
  /** `off` only for tests: a power loss may lose what was acknowledged. */
  readonly durability?: 'full' | 'off';
  /** True while an empty store is filled with very much at once. */
  readonly isBulk?: boolean;
}

const everydaySettings = 'pragma temp_store = memory';
/** Sorts what does not fit into memory on disk, and with another thread. */
const bulkSettings = 'pragma temp_store = file; pragma cache_size = -256000; pragma threads = 2';

export function openSqlite({ file, durability = 'full', isBulk = false }: SqliteOptions): DatabaseSync {
  const folder = path.dirname(file);
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const isNew = !existsSync(file);
  requireWithItsLog(file);
  const connection = new DatabaseSync(file);
  try {
    if (isNew) chmodSync(file, 0o600);
    connection.exec(`pragma busy_timeout = ${busyWaitMs}`);
    // The log would take as much disk again as the store itself; a rollback journal need not hold pages that are new.
    if (!isBulk || !isEmpty(connection)) useWriteAheadLog(connection);
    connection.exec(`pragma synchronous = ${durability}`);
    // Triggers call it for every record that people can look up.
    connection.function('search_document', { deterministic: true }, (fields) => searchDocument(String(fields)));
    connection.function('search_fold', { deterministic: true }, foldValue);
    connection.exec(`pragma foreign_keys = off; ${isBulk ? bulkSettings : everydaySettings}`);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** As PostgreSQL's function of that name. */
const foldValue = (value: SQLOutputValue) => (value === null ? null : fold(String(value)));

/** SQLite would begin a new store over the log of one that is gone: what was acknowledged last lies in that log. */
function requireWithItsLog(file: string): void {
  const sizeOf = (name: string) => statSync(name, { throwIfNoEntry: false })?.size ?? 0;
  const log = `${file}-wal`;
  if (sizeOf(file) > 0 || sizeOf(log) === 0) return;
  throw new Error(
    `${file} is ${existsSync(file) ? 'empty' : 'missing'}, but its log ${log} is there: put the database back beside it, or restore both from a backup`,
  );
}

const isEmpty = (connection: DatabaseSync) => connection.prepare('pragma page_count').get()?.['page_count'] === 0;

/** SQLite does not wait by itself while another process makes the same new file a write-ahead one: it fails busy at once. */
function useWriteAheadLog(connection: DatabaseSync): void {
  const deadline = Date.now() + busyWaitMs;
  for (;;) {
    try {
      connection.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** Kysely over one `node:sqlite` connection. A writer, whose files are watched, hands its connection to one caller at a time. */
export function sqliteDialect(connection: DatabaseSync, failures: FailureNames, requireInPlace?: () => void): Dialect {
  const database = adapt(connection, failures);
  return {
    createAdapter: () => new Adapter(),
    createDriver: () =>
      requireInPlace ? new WriterDriver(connection, database, requireInPlace) : new SqliteDriver({ database }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Kysely need not queue the callers: a read is over before the next begins, and the writer's driver queues by itself. */
class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Queues callers and begins every transaction with the write lock in hand, so that none fails half way. */
class WriterDriver extends SqliteDriver {
  readonly #database: DatabaseSync;
  readonly #requireInPlace: () => void;
  #last: Promise<void> = Promise.resolve();
  readonly #release = new WeakMap<object, () => void>();
  readonly #deadline = new WeakMap<object, number>();

  constructor(connection: DatabaseSync, database: SqliteDatabase, requireInPlace: () => void) {
    super({ database });
    this.#database = connection;
    this.#requireInPlace = requireInPlace;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const previous = this.#last;
    // Time in the queue counts: while another process holds the lock, each caller waits once and not once per predecessor.
    const deadline = Date.now() + busyWaitMs;
    let release = () => {};
    this.#last = new Promise((resolve) => {
      release = resolve;
    });
    await previous;
    const shared = await super.acquireConnection();
    const connection: DatabaseConnection = {
      executeQuery: (query, ...rest) => shared.executeQuery(query, ...rest),
      streamQuery: (query, size, ...rest) => shared.streamQuery(query, size, ...rest),
    };
    this.#release.set(connection, release);
    this.#deadline.set(connection, deadline);
    return connection;
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    if (connection) this.#release.get(connection)?.();
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    this.#requireInPlace();
    const deadline = this.#deadline.get(connection) ?? 0;
    for (let delayMs = 2; ; delayMs = Math.min(delayMs * 2, 100)) {
      try {
        // Not as a kept statement: SQLite obeys this pragma when it is compiled, not when it runs.
        this.#database.exec('pragma busy_timeout = 0');
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
        return;
      } catch (error) {
        // Waiting here instead of inside SQLite leaves the process free for other callers meanwhile.
        if (!isBusy(error) || Date.now() > deadline) throw error;
        await new Promise((resolve) => setTimeout(resolve, delayMs));
      } finally {
        this.#database.exec(`pragma busy_timeout = ${busyWaitMs}`);
      }
    }
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    // It may have been taken away while the transaction ran.
    this.#requireInPlace();
    await super.commitTransaction(connection);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A full disk makes SQLite roll back by itself; a second rollback would hide what went wrong.
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

const isBusy = (error: unknown) => classify(error) === 'busy';

/** Makes a `node:sqlite` connection look like the driver's expected one, and keeps compiled statements. */
function adapt(connection: DatabaseSync, failures: FailureNames): SqliteDatabase {
  const statements = new LRUCache<string, SqliteStatement>({ max: statementsMax });
  return {
    close: () => connection.close(),
    prepare(sql) {
      let statement = statements.get(sql);
      if (!statement) {
        statement = adaptStatement(
          named(() => connection.prepare(sql), failures),
          failures,
        );
        statements.set(sql, statement);
      }
      return statement;
    },
  };
}

function named<Result>(work: () => Result, { name }: FailureNames): Result {
  try {
    return work();
  } catch (error) {
    throw name(error);
  }
}

function adaptStatement(statement: StatementSync, failures: FailureNames): SqliteStatement {
  // Kysely binds what callers gave it; values that SQLite cannot hold are refused by SQLite itself.
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  statement.setReturnArrays(true);
  const toRow = rowMaker(statement);
  const step = <Value>(rows: Iterator<Value>) => named(() => rows.next(), failures);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => named(() => statement.all(...values(parameters)), failures).map(toRow),
    run: (parameters) => named(() => statement.run(...values(parameters)), failures),
    *iterate(parameters) {
      const rows = named(() => statement.iterate(...values(parameters)), failures);
      for (let next = step(rows); !next.done; next = step(rows)) yield toRow(next.value);
    },
  };
}

/** Rows as copies of one blank row: objects of a known shape are made and read in half the time of those that node:sqlite makes. */
function rowMaker(statement: StatementSync): (values: unknown) => Readonly<Record<string, unknown>> {
  let names = namesOf(statement);
  let blank = blankOf(names);
  return (given) => {
    // What setReturnArrays makes of a row.
    const values = given as readonly unknown[];
    if (values.length !== names.length) {
      // A migration has changed the table since the statement was compiled.
      names = namesOf(statement);
      blank = blankOf(names);
    }
    const row = { ...blank };
    let place = 0;
    for (const name of names) {
      row[name] = values[place];
      place += 1;
    }
    return row;
  };
}

const namesOf = (statement: StatementSync) => statement.columns().map(({ name }) => name);

/** Parsed, because an object that is filled name by name becomes a slow one when it has many. */
const blankOf = (names: readonly string[]) =>
  // Keys are the names.
  JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:null`).join(',')}}`) as Record<string, unknown>;
