import { type Dialect, Kysely, type Transaction } from 'kysely';
import type { BrokerageDatabase, Database } from './connection.ts';
import { watchPlace } from './sqlite-file/place.ts';
import { requireKnownMigrations, runMigrations } from './migrate.ts';
import { brokerageMigrations } from './migrations/brokerage/index.ts';
import { toolMemoryMigrations } from './migrations/tool-memory/index.ts';
import type { Migration } from './migrations/migration.ts';
import { prepareInTurn } from './preparing.ts';
import { readPostgresAddress } from './postgres/address.ts';
import { requireSessions } from './postgres/pooler.ts';
import { postgresWaits, type PostgresWaits } from './postgres/waits.ts';
import type { Tables } from './schema.ts';
import { shownAddress } from './shown-address.ts';
import { openSqlite, sqliteDialect } from './sqlite.ts';
import { CommitUnknown, isRetryable, isRolledBack, StoreFailed, createFailureNames } from './store-error.ts';

export interface DatabaseOptions {
  /** `off` only for tests: a power loss may lose what was acknowledged. */
  readonly durability?: 'full' | 'off';
  /** True while an empty store is filled with very much at once. */
  readonly isBulk?: boolean;
  /** True where all of it can be fetched again: then writing goes on although its file was taken away. */
  readonly isDisposable?: boolean;
  /** True where the tables of a newer version of the program are not touched. */
  readonly isNewerRefused?: boolean;
  /** Called once where another process has to finish preparing the store first. */
  readonly onWait?: (() => void) | undefined;
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
    ? openSqliteStore<Schema>(url, options)
    : await openPostgresStore<Schema>(url, options);
  try {
    await prepareInTurn(() => runMigrations(database, migrations), options.onWait);
    if (options.isNewerRefused) await requireKnownMigrations(database, allMigrations, shownAddress(url));
    // The log is there by now.
    database.requireInPlace();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

function openSqliteStore<Schema>(url: string, options: DatabaseOptions): Database<Schema> {
  const file = url.slice('sqlite:'.length);
  const failures = createFailureNames(shownAddress(url));
  const writerConnection = openSqlite({ file, ...options });
  const requireInPlace = options.isDisposable ? () => {} : createPlaceCheck(file);
  const writer = new Kysely<Schema>({ dialect: sqliteDialect(writerConnection, failures, requireInPlace) });
  const readerConnection = openSqlite({ file, ...options });
  const reader = new Kysely<Schema>({ dialect: sqliteDialect(readerConnection, failures) });
  const snapshots = createSnapshots<Schema>(() => sqliteDialect(openSqlite({ file, ...options }), failures));
  return {
    kind: 'sqlite',
    reader,
    transaction: (work) => writer.transaction().execute(work),
    snapshot: snapshots.run,
    damage: failures.findDamage,
    requireInPlace,
    breakOff() {},
    async close() {
      await snapshots.close();
      await reader.destroy();
      await writer.destroy();
      if (writerConnection.isOpen) writerConnection.close();
    },
  };
}

/** A connection of its own for reads at one moment, opened with the first: on the reader's, others would read at that moment too. */
function createSnapshots<Schema>(createDialect: () => Dialect) {
  let database: Kysely<Schema> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return {
    run: async <Result>(work: (db: Kysely<Schema>) => Promise<Result>): Promise<Result> => {
      const opened = (database ??= new Kysely<Schema>({ dialect: createDialect() }));
      // One connection is in one transaction at a time.
      const turn = last.then(() => opened.transaction().execute(work));
      last = turn.catch(() => {});
      return turn;
    },
    close: async () => database?.destroy(),
  };
}

function createPlaceCheck(file: string): () => void {
  const place = watchPlace(file);
  return () => {
    const fault = place.describeFault();
    if (fault !== undefined) throw new StoreFailed('displaced', fault);
  };
}

/** The driver is loaded only where it is used: most desks run on SQLite. */
async function openPostgresStore<Schema>(url: string, options: DatabaseOptions): Promise<Database<Schema>> {
  const [{ openPool }, { postgresDialect }] = await Promise.all([
    import('./postgres/pool.ts'),
    import('./postgres/dialect.ts'),
  ]);
  const waits = { ...postgresWaits, ...options.waits };
  const failures = createFailureNames(shownAddress(url));
  const address = readPostgresAddress(url);
  const pool = openPool(address, waits);
  const db = new Kysely<Schema>({ dialect: postgresDialect({ pool, address, waits, nameFault: failures.name }) });
  try {
    if (address.pooling === 'session') await requireSessions(pool);
  } catch (error) {
    await db.destroy();
    throw failures.name(error);
  }
  return {
    kind: 'postgres',
    reader: db,
    transaction: (work) => runTwice(db, shownAddress(url), work),
    snapshot: (work) => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
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

/** A connection that breaks during the commit leaves open whether the change was kept: trying again could make it twice. */
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
