import { SqliteConnection, type SqliteAnswer, type SqlitePiece } from './connection.ts';
import { type ThreadFault, toFault } from './thread-fault.ts';
import type { SqliteOptions } from './open-file.ts';

/** A statement, with the number of columns whose names the caller has. */
export type ThreadStatement = readonly [sql: string, parameters: readonly unknown[], columnCount: number];

/** The outcome of a statement. The names of its columns are left out where the caller has them. */
export type ThreadAnswer = Omit<SqliteAnswer, 'names'> & {
  readonly names: readonly string[] | undefined;
  readonly ms: number;
};

/** The outcome of one of several statements. */
export type ThreadOutcome = readonly [answer: ThreadAnswer | undefined, fault?: ThreadFault];

/** The work that a thread does with the connections it holds. Connections and cursors go by numbers of the caller. */
export interface ThreadHost {
  open(connection: number, options: SqliteOptions): void;
  execute(connection: number, statement: ThreadStatement): ThreadAnswer;
  /** Executes statements that don't depend on each other. */
  executeAll(connection: number, statements: readonly ThreadStatement[]): readonly ThreadOutcome[];
  /** Reads statements in one transaction, so that all of them see the file at one moment. */
  readTogether(connection: number, statements: readonly ThreadStatement[]): readonly ThreadAnswer[];
  beginWriting(connection: number): void;
  rollBack(connection: number): void;
  openCursor(cursor: number, connection: number, sql: string, parameters: readonly unknown[], size: number): void;
  /** Returns the next rows; undefined behind the last. */
  readCursor(cursor: number): SqlitePiece | undefined;
  closeCursor(cursor: number): void;
  close(connection: number): void;
}

export type HostMethod = keyof ThreadHost;

export function createThreadHost(): ThreadHost {
  const connections = new Map<number, SqliteConnection>();
  const cursors = new Map<number, Generator<SqlitePiece>>();

  function find(connection: number): SqliteConnection {
    const opened = connections.get(connection);
    if (opened === undefined) throw new Error('database is not open');
    return opened;
  }

  function execute(connection: SqliteConnection, [sql, parameters, columnCount]: ThreadStatement): ThreadAnswer {
    const startedAt = performance.now();
    const { names, rows, changes, insertId } = connection.execute(sql, parameters);
    const ms = performance.now() - startedAt;
    return { names: names.length === columnCount ? undefined : names, rows, changes, insertId, ms };
  }

  function tryExecute(connection: SqliteConnection, statement: ThreadStatement): ThreadOutcome {
    try {
      return [execute(connection, statement)];
    } catch (error) {
      return [undefined, toFault(error)];
    }
  }

  return {
    open: (connection, options) => void connections.set(connection, new SqliteConnection(options)),
    execute: (connection, statement) => execute(find(connection), statement),
    executeAll(connection, statements) {
      const opened = find(connection);
      return statements.map((statement) => tryExecute(opened, statement));
    },
    readTogether(connection, statements) {
      const opened = find(connection);
      opened.execute('begin', []);
      try {
        return statements.map((statement) => execute(opened, statement));
      } finally {
        opened.rollBack();
      }
    },
    beginWriting: (connection) => find(connection).beginWriting(),
    rollBack: (connection) => find(connection).rollBack(),
    openCursor: (cursor, connection, sql, parameters, size) =>
      void cursors.set(cursor, find(connection).iterate(sql, parameters, size)),
    readCursor(cursor) {
      const { value, done } = cursors.get(cursor)?.next() ?? { value: undefined, done: true };
      return done === true ? undefined : value;
    },
    closeCursor(cursor) {
      cursors.get(cursor)?.return(undefined);
      cursors.delete(cursor);
    },
    close(connection) {
      connections.get(connection)?.close();
      connections.delete(connection);
    },
  };
}
