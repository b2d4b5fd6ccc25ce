import { Kysely, type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import { brokerageMigrations } from './migrations/index.ts';
import { type Migration, runMigrations } from './migrate.ts';
import type { Tables } from './schema.ts';
import { openSqlite, sqliteDialect } from './sqlite.ts';
import { classify, CommitUnknown, isRetryable } from './store-error.ts';
import type { DatabaseKind } from './table.ts';

export interface DatabaseOptions {
  /** `off` only for tests: a power loss may lose what was acknowledged. */
  readonly durability?: 'full' | 'off';
  /** True for who fills an empty store with very much at once. */
  readonly isBulk?: boolean;
}

/** One set of queries over either database: reads go to `reader`, every write runs in a transaction. */
export interface Database<Schema> {
  readonly kind: DatabaseKind;
  readonly reader: Kysely<Schema>;
  /** Runs in one transaction; a serialization failure or a lost connection is tried once more. */
  transaction<Result>(work: (tx: Transaction<Schema>) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

export type BrokerageDatabase = Database<Tables>;
export type Tx = Transaction<Tables>;
/** Either the reader or a transaction: what a query needs. */
export type Queries = Kysely<Tables>;

export const openBrokerage = (url: string, options: DatabaseOptions = {}): Promise<BrokerageDatabase> =>
  openDatabase<Tables>(url, brokerageMigrations, options);

/** Opens `sqlite:PATH` or `postgres://…` and brings its schema up to date. */
export async function openDatabase<Schema>(
  url: string,
  migrations: readonly Migration[],
  options: DatabaseOptions = {},
): Promise<Database<Schema>> {
  const database = url.startsWith('sqlite:')
    ? openSqliteStore<Schema>(url, options)
    : await openPostgresStore<Schema>(url);
  try {
    await runMigrations(database, migrations);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

function openSqliteStore<Schema>(url: string, options: DatabaseOptions): Database<Schema> {
  const file = url.slice('sqlite:'.length);
  const writerConnection = openSqlite({ file, ...options });
  const writer = new Kysely<Schema>({ dialect: sqliteDialect(writerConnection, 'writer') });
  const readerConnection = openSqlite({ file, ...options });
  const reader = new Kysely<Schema>({ dialect: sqliteDialect(readerConnection, 'reader') });
  return {
    kind: 'sqlite',
    reader,
    transaction: (work) => writer.transaction().execute(work),
    async close() {
      await reader.destroy();
      await writer.destroy();
      if (writerConnection.isOpen) writerConnection.close();
    },
  };
}

/** The driver is loaded only where it is used: most desks run on SQLite. */
async function openPostgresStore<Schema>(url: string): Promise<Database<Schema>> {
  const { openPool, postgresDialect } = await import('./postgres.ts');
  const db = new Kysely<Schema>({ dialect: postgresDialect(openPool(url)) });
  return {
    kind: 'postgres',
    reader: db,
    transaction: (work) => runTwice(db, work),
    close: () => db.destroy(),
  };
}

async function runTwice<Schema, Result>(
  db: Kysely<Schema>,
  work: (tx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  try {
    return await runOnce(db, work);
  } catch (error) {
    if (!isRetryable(error)) throw error;
    return await runOnce(db, work);
  }
}

/** A connection that breaks during the commit leaves open whether the change was kept: trying again could make it twice. */
async function runOnce<Schema, Result>(
  db: Kysely<Schema>,
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
    if (isDone && classify(error) === 'unavailable') throw new CommitUnknown('commit', { cause: error });
    throw error;
  }
}

/**
 * Takes a lock that lasts until the transaction ends, or answers false when somebody holds it.
 * SQLite's writing transactions already exclude each other, so there it is always free.
 */
export async function tryLock<Schema>(kind: DatabaseKind, tx: Transaction<Schema>, name: string): Promise<boolean> {
  if (kind === 'sqlite') return true;
  const { rows } = await sql<{
    locked: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(tx);
  return rows[0]?.locked === true;
}

/** Waits for a lock that lasts until the transaction ends, and that any number may hold together. */
export async function lockShared(kind: DatabaseKind, tx: QueryExecutorProvider, name: string): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(tx);
}

/** Waits for a lock that lasts until the transaction ends. */
export async function lock(kind: DatabaseKind, tx: QueryExecutorProvider, name: string): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}
