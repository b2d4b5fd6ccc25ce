import { CompiledQuery, Kysely, type Transaction } from 'kysely';
import type { BrokerageDatabase, Database, QueryText } from './connection.ts';
import { type FilePlace, watchPlace } from './sqlite-file/place.ts';
import { requireKnownMigrations, runMigrations } from './migrate.ts';
import { brokerageMigrations } from './migrations/brokerage/index.ts';
import { toolMemoryMigrations } from './migrations/tool-memory/index.ts';
import type { Migration } from './migrations/migration.ts';
import { prepareInTurn } from './preparing.ts';
import { readPostgresAddress } from './postgres/address.ts';
import { requireSessions } from './postgres/pooler.ts';
import { postgresWaits, type PostgresWaits } from './postgres/waits.ts';
import type { Tables } from './schema.ts';
import type { Durability } from './sqlite/open-file.ts';
import { formatAddress } from './shown-address.ts';
import { openInThisThread } from './sqlite/file.ts';
import type { SqliteThreads } from './sqlite/threads.ts';
import { createReaderDialect, createSnapshotDialect, createWriterDialect } from './sqlite-dialect.ts';
import { CommitUnknown, isRetryable, isRolledBack, StoreFailed, createFailureNames } from './store-error.ts';

export interface DatabaseOptions {
  /** `off` only for tests: a power loss may lose what was acknowledged. */
  readonly durability?: Durability;
  /** True while an empty store is filled with very much at once. */
  readonly isBulk?: boolean;
  /** True where all of it can be fetched again: then writing goes on although its file was taken away. */
  readonly isDisposable?: boolean;
  /** True where the tables of a newer version of the program are not touched. */
  readonly isNewerRefused?: boolean;
  /** Called once where another process has to finish preparing the store first. */
  readonly onWait?: (() => void) | undefined;
  /** Threads in which the statements of a SQLite file run; left out: in the caller's own. */
  readonly threads?: SqliteThreads | undefined;
  /** Shorter waits for PostgreSQL than the product's, in tests. */
  readonly waits?: Partial<PostgresWaits>;
}

/** One PostgreSQL may hold the brokerage and what the tool server remembers. */
const allMigrations = [...brokerageMigrations, ...toolMemoryMigrations];

export const openBrokerage = (url: string, options: DatabaseOptions = {}): Promise<BrokerageDatabase> =>
  openDatabase<Tables>(url, brokerageMigrations, { isNewerRefused: true, ...options });

/** Opens `sqlite:PATH` or `postgres://…` and brings its schema up to date. */
export async function openDatabase<Schema>(
  url: string,
  migrations: readonly Migration[],
  options: DatabaseOptions = {},
): Promise<Database<Schema>> {
  const database = url.startsWith('sqlite:')
    ? await openSqliteStore<Schema>(url, options)
    : await openPostgresStore<Schema>(url, options);
  try {
    await prepareInTurn(() => runMigrations(database, migrations), options.onWait);
    if (options.isNewerRefused) await requireKnownMigrations(database, allMigrations, formatAddress(url));
    // The log is there by now.
    database.requireInPlace();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openSqliteStore<Schema>(url: string, options: DatabaseOptions): Promise<Database<Schema>> {
  const { threads, isDisposable = false, isBulk = false } = options;
  // The latest transactions of what can be fetched again need not survive a power loss: the rest of it is consistent.
  const durability = options.durability ?? (isDisposable ? 'normal' : 'full');
  const fileOptions = { file: url.slice('sqlite:'.length), durability, isBulk };
  const where = formatAddress(url);
  const failures = createFailureNames(where);
  let place: FilePlace | undefined;
  const file =
    threads === undefined
      ? await openInThisThread(fileOptions)
      : await threads.openFile(fileOptions, () => place?.forgetLog());
  place = options.isDisposable ? undefined : watchPlace(fileOptions.file);
  const requireInPlace = () => {
    const fault = place?.describeFault();
    if (fault !== undefined) throw new StoreFailed('displaced', fault);
  };
  const writer = new Kysely<Schema>({ dialect: createWriterDialect(file, { failures, where, requireInPlace }) });
  const reader = new Kysely<Schema>({ dialect: createReaderDialect(file, failures) });
  const snapshots = new Kysely<Schema>({ dialect: createSnapshotDialect(file, failures) });
  return {
    kind: 'sqlite',
    reader,
    transaction: (work) => writer.transaction().execute(work),
    snapshot: (work) => snapshots.transaction().execute(work),
    async readTogether(queries) {
      try {
        return (await file.readTogether(queries)).map(({ rows }) => rows);
      } catch (error) {
        throw failures.name(error);
      }
    },
    damage: failures.findDamage,
    requireInPlace,
    breakOff() {},
    async close() {
      await Promise.all([snapshots.destroy(), reader.destroy(), writer.destroy()]);
      await file.close();
    },
  };
}

/** Opens a PostgreSQL store. The driver is loaded here, because most desks run on SQLite. */
async function openPostgresStore<Schema>(url: string, options: DatabaseOptions): Promise<Database<Schema>> {
  const [{ openPool }, { createPostgresDialect }] = await Promise.all([
    import('./postgres/pool.ts'),
    import('./postgres/dialect.ts'),
  ]);
  const waits = { ...postgresWaits, ...options.waits };
  const failures = createFailureNames(formatAddress(url));
  const address = readPostgresAddress(url);
  const pool = openPool(address, waits);
  const db = new Kysely<Schema>({ dialect: createPostgresDialect({ pool, address, waits, nameFault: failures.name }) });
  try {
    if (address.pooling === 'session') await requireSessions(pool);
  } catch (error) {
    await db.destroy();
    throw failures.name(error);
  }
  const runSnapshot: Database<Schema>['snapshot'] = (work) =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
  return {
    kind: 'postgres',
    reader: db,
    transaction: (work) => runTwice(db, formatAddress(url), work),
    snapshot: runSnapshot,
    readTogether: (queries) => runSnapshot((tx) => readInTurn(tx, queries)),
    damage: failures.findDamage,
    requireInPlace() {},
    breakOff: pool.breakOff,
    async close() {
      const overdue = setTimeout(pool.breakOff, waits.closeMs);
      await db.destroy();
      clearTimeout(overdue);
    },
  };
}

async function readInTurn<Schema>(db: Kysely<Schema>, queries: readonly QueryText[]): Promise<unknown[][]> {
  const results: unknown[][] = [];
  for (const { sql, parameters } of queries) {
    const { rows } = await db.executeQuery(CompiledQuery.raw(sql, [...parameters]));
    results.push(rows);
  }
  return results;
}

async function runTwice<Schema, Result>(
  db: Kysely<Schema>,
  where: string,
  work: (tx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  try {
    return await runOnce(db, where, work);
  } catch (error) {
    if (!isRetryable(error)) throw error;
    return await runOnce(db, where, work);
  }
}

/**
 * Runs a transaction once. If the connection breaks during the commit, the change may have been saved, so it must not
 * be tried again.
 */
async function runOnce<Schema, Result>(
  db: Kysely<Schema>,
  where: string,
  work: (tx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  let isDone = false;
  try {
    return await db.transaction().execute(async (tx) => {
      const result = await work(tx);
      isDone = true;
      return result;
    });
  } catch (error) {
    if (isDone && !isRolledBack(error)) throw new CommitUnknown(where, error);
    throw error;
  }
}
