import { sql } from 'kysely';
import { openBrokerage, openDatabase } from '../../../src/store/database.ts';
import type { BrokerageDatabase, Database } from '../../../src/store/connection.ts';
import { createMemoryKeyCheck } from '../../../src/store/memory/memory-key.ts';
import type { ToolMemoryTables } from '../../../src/store/memory/tables.ts';
import { openToolMemory, type ToolMemoryStore } from '../../../src/store/memory/tool-memory.ts';
import { openTestKey } from '../cipher.ts';
import { createDatabase, type DatabaseName } from './databases.ts';
import { createSeededDatabase, type WorldSettings } from './seeded-databases.ts';

/** A store that one test has for itself: open, and without any record. */
export interface LentStore<Store> extends AsyncDisposable {
  readonly store: Store;
  readonly url: string;
}

/** An open store that goes from test to test: emptying it takes a fraction of the time that opening a new one takes. */
interface KeptStore<Store> {
  readonly store: Store;
  readonly url: string;
  /** Deletes every record; false when the store is no longer as good as a new one. */
  empty(): Promise<boolean>;
  drop(): Promise<void>;
}

const durability = 'off';
/** Deleting more takes longer than making the tables anew. */
const deletedMax = 5000;

const idleBrokerages: Record<DatabaseName, KeptStore<BrokerageDatabase>[]> = { SQLite: [], PostgreSQL: [] };
const idleMemories: Record<DatabaseName, KeptStore<ToolMemoryStore>[]> = { SQLite: [], PostgreSQL: [] };

interface Loan {
  /** Set by a test that changes settings of connections, tables or the file itself. */
  readonly isOwn?: boolean;
  /** With a generated brokerage. */
  readonly world?: WorldSettings | undefined;
}

/** A brokerage's store. A test may open it by its address as well. */
export async function lendBrokerage(
  database: DatabaseName,
  { isOwn = false, world }: Loan = {},
): Promise<LentStore<BrokerageDatabase>> {
  const isReused = !isOwn && world === undefined;
  const lentStore = (isReused ? idleBrokerages[database].pop() : undefined) ?? (await keepBrokerage(database, world));
  const { store, finish } = trackTransactions(lentStore.store);
  return {
    store,
    url: lentStore.url,
    async [Symbol.asyncDispose]() {
      await finish();
      if (isReused && (await lentStore.empty())) idleBrokerages[database].push(lentStore);
      else await lentStore.drop();
    },
  };
}

/** A store of what the tool server remembers. */
export async function lendToolMemory(database: DatabaseName): Promise<LentStore<ToolMemoryStore>> {
  const lentStore = idleMemories[database].pop() ?? (await keepToolMemory(database));
  const { store, finish } = trackCalls(lentStore.store);
  return {
    store,
    url: lentStore.url,
    async [Symbol.asyncDispose]() {
      await finish();
      if (await lentStore.empty()) idleMemories[database].push(lentStore);
      else await lentStore.drop();
    },
  };
}

async function keepBrokerage(name: DatabaseName, world?: WorldSettings): Promise<KeptStore<BrokerageDatabase>> {
  const database = await (world ? createSeededDatabase(name, world) : createDatabase(name));
  const store = await openBrokerage(database.url, { durability });
  const tables = await listTables(store);
  return {
    store,
    url: database.url,
    empty: () => emptyTables(store, tables),
    async drop() {
      await store.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

async function keepToolMemory(name: DatabaseName): Promise<KeptStore<ToolMemoryStore>> {
  const database = await createDatabase(name);
  const store = await openToolMemory(database.url, openTestKey, { durability });
  // The tool memory offers no way to delete.
  const cleaner = await openDatabase<ToolMemoryTables>(database.url, [], { durability });
  const tables = (await listTables(cleaner)).filter((table) => table.startsWith('tool_'));
  return {
    store,
    url: database.url,
    async empty() {
      if (!(await emptyTables(cleaner, tables))) return false;
      // As when it is opened for the first time.
      await openTestKey(createMemoryKeyCheck(cleaner));
      return true;
    },
    async drop() {
      await Promise.all([store.close(), cleaner.close()]);
      await database[Symbol.asyncDispose]();
    },
  };
}

/**
 * Tracks what a test leaves running, so that it doesn't write into the next test's store: it is waited for, or refused
 * if it comes later.
 */
function trackTransactions(store: BrokerageDatabase): { store: BrokerageDatabase; finish: () => Promise<void> } {
  const running = new Set<Promise<unknown>>();
  let isFinished = false;
  const trackedStore: BrokerageDatabase = {
    ...store,
    async transaction(work) {
      if (isFinished) throw new Error('The test that this store was lent to is over.');
      const run = store.transaction(work);
      running.add(run);
      try {
        return await run;
      } finally {
        running.delete(run);
      }
    },
  };
  return {
    store: trackedStore,
    async finish() {
      isFinished = true;
      await Promise.allSettled(running);
    },
  };
}

/** Tracks calls of a memory's parts in the same way. Each loan is an object of its own, so that nothing is known of it. */
function trackCalls(store: ToolMemoryStore): { store: ToolMemoryStore; finish: () => Promise<void> } {
  const running = new Set<Promise<unknown>>();
  let isFinished = false;
  const track = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...input: unknown[]): unknown => {
          if (isFinished) throw new Error('The test that this memory was lent to is over.');
          const answer: unknown = value.apply(target, input);
          if (!(answer instanceof Promise)) return answer;
          const settle = () => running.delete(answer);
          running.add(answer);
          answer.then(settle, settle);
          return answer;
        };
      },
    });
  return {
    store: {
      ...store,
      approvals: track(store.approvals),
      approver: track(store.approver),
      passkeys: track(store.passkeys),
      stop: track(store.stop),
      audit: track(store.audit),
      ledger: track(store.ledger),
      reservations: track(store.reservations),
      pages: track(store.pages),
      undos: track(store.undos),
      briefs: track(store.briefs),
      movedMoney: track(store.movedMoney),
      capabilities: track(store.capabilities),
    },
    async finish() {
      isFinished = true;
      await Promise.allSettled(running);
    },
  };
}

/** Lists the tables that hold records. The full text index of SQLite follows by triggers. */
async function listTables<Schema>({ kind, reader }: Database<Schema>): Promise<string[]> {
  const query =
    kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_schema
          where type = 'table' and name not like 'sqlite_%' and name not like 'search_text%'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`;
  const { rows } = await query.execute(reader);
  return rows.map(({ name }) => name).filter((name) => name !== 'migration');
}

/**
 * Deletes all rows, and returns false if another connection holds a lock, a table is missing, or there was too much.
 */
async function emptyTables<Schema>(database: Database<Schema>, tables: readonly string[]): Promise<boolean> {
  try {
    const deleted = await database.transaction(async (tx) => {
      if (database.kind === 'postgres') {
        const statements = ["set local lock_timeout = '10s'", ...tables.map((table) => `delete from ${table}`)];
        await sql.raw(statements.join('; ')).execute(tx);
        return 0;
      }
      let count = 0;
      for (const table of tables)
        count += Number((await sql`delete from ${sql.table(table)}`.execute(tx)).numAffectedRows);
      return count;
    });
    return deleted <= deletedMax;
  } catch {
    // A store that cannot be emptied is dropped by the caller.
    return false;
  }
}
