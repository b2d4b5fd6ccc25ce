import type { QueryResult } from 'kysely';
import { retryWhileBusy } from './busy.ts';
import { SqliteConnection, type SqliteAnswer } from './connection.ts';
import type { SqliteOptions } from './open-file.ts';
import { toRows } from './rows.ts';

/** A statement with the values of its places. */
export interface SqliteStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** A connection to a SQLite file, in this thread or in another one. */
export interface SqliteLink {
  execute(sql: string, parameters: readonly unknown[]): Promise<QueryResult<unknown>>;
  /** Reads rows in pieces of so many. */
  stream(sql: string, parameters: readonly unknown[], size: number): AsyncIterableIterator<QueryResult<unknown>>;
}

/** A connection that writes. It serves one transaction at a time. */
export interface SqliteWriter extends SqliteLink {
  /** Takes the write lock, or fails busy at once. */
  beginWriting(): Promise<void>;
  commit(): Promise<void>;
  /** Rolls back. It does nothing if SQLite has already rolled back. */
  rollBack(): Promise<void>;
}

/** A connection that one reader has for itself until it is given back. */
export interface LentReader extends SqliteLink {
  giveBack(): void;
}

/** An open SQLite file. */
export interface SqliteFile {
  /** Connection for reads that stand alone. */
  readonly reader: Pick<SqliteLink, 'execute'>;
  /** Returns the connection that writes. The caller sees to it that one transaction at a time uses it. */
  takeWriter(): Promise<SqliteWriter>;
  /** Lends a connection for reads that belong together: on the reader's, others would read at that moment too. */
  lendReader(): Promise<LentReader>;
  /** Reads several statements that see the file at one moment. */
  readTogether(statements: readonly SqliteStatement[]): Promise<readonly QueryResult<unknown>[]>;
  close(): Promise<void>;
}

/** Opens a file whose statements run in the caller's thread, which does other work while the file is locked. */
export async function openInThisThread(options: SqliteOptions): Promise<SqliteFile> {
  const connections: SqliteConnection[] = [];
  const close = () => {
    for (const connection of connections) connection.close();
  };
  async function open(connectionOptions: SqliteOptions): Promise<SqliteConnection> {
    const connection = await retryWhileBusy(async () => new SqliteConnection(connectionOptions));
    connections.push(connection);
    return connection;
  }
  const openReader = () => open({ ...options, isReadOnly: true });
  try {
    const writer = await open(options);
    const writerLink = createLink(writer);
    const takeTurn = createTurns();
    let lent: SqliteLink | undefined;
    async function takeReader(): Promise<LentReader> {
      const giveBack = await takeTurn();
      try {
        lent ??= createLink(await openReader());
        return { ...lent, giveBack };
      } catch (error) {
        giveBack();
        throw error;
      }
    }
    return {
      reader: createLink(await openReader()),
      takeWriter: async () => ({
        ...writerLink,
        beginWriting: async () => writer.beginWriting(),
        // Readers of a file without a log are waited for.
        commit: async () => void (await writerLink.execute('commit', [])),
        rollBack: async () => writer.rollBack(),
      }),
      lendReader: takeReader,
      readTogether: async (statements) => readInTurn(await takeReader(), statements),
      close: async () => close(),
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** Reads statements in one transaction of a lent connection, and gives it back. */
async function readInTurn(lent: LentReader, statements: readonly SqliteStatement[]): Promise<QueryResult<unknown>[]> {
  try {
    await lent.execute('begin', []);
    try {
      const results: QueryResult<unknown>[] = [];
      for (const { sql, parameters } of statements) results.push(await lent.execute(sql, parameters));
      return results;
    } finally {
      await lent.execute('rollback', []);
    }
  } finally {
    lent.giveBack();
  }
}

const createLink = (connection: SqliteConnection): SqliteLink => ({
  execute: (sql, parameters) => retryWhileBusy(async () => toResult(connection.execute(sql, parameters))),
  async *stream(sql, parameters, size) {
    const pieces = await retryWhileBusy(async () => connection.iterate(sql, parameters, size));
    for (const { names, rows } of pieces) yield { rows: toRows(names, rows) };
  },
});

/** Makes Kysely's result of the outcome of a statement. */
export const toResult = ({ names, rows, changes, insertId }: SqliteAnswer): QueryResult<unknown> =>
  names.length > 0
    ? { rows: toRows(names, rows) }
    : { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(insertId) };

/** Creates a queue in which so many callers have a turn at a time, each until it gives it back. */
export function createTurns(count = 1): () => Promise<() => void> {
  let freeCount = count;
  const waiting: (() => void)[] = [];
  const pass = () => {
    const next = waiting.shift();
    if (next === undefined) freeCount += 1;
    else next();
  };
  return async () => {
    if (freeCount > 0) freeCount -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    let isOver = false;
    return () => {
      if (!isOver) pass();
      isOver = true;
    };
  };
}
