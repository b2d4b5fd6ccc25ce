import { SqliteConnection, type SqliteAnswer, type SqlitePiece } from './connection.ts';
import type { SqliteOptions } from './open-file.ts';

/** The outcome of a statement. The names of its columns are left out where the caller has as many. */
export type ThreadAnswer = Omit<SqliteAnswer, 'names'> & { readonly names: readonly string[] | undefined };

/** The work that a thread does with the connections it holds. Connections and cursors go by numbers of the caller. */
export interface ThreadHost {
  open(connection: number, options: SqliteOptions): void;
  execute(connection: number, sql: string, parameters: readonly unknown[], columnCount: number): ThreadAnswer;
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

  return {
    // Nobody may wait inside SQLite: whoever else needs the thread would wait along.
    open: (connection, options) =>
      void connections.set(connection, new SqliteConnection({ ...options, isPatient: false })),
    execute(connection, sql, parameters, columnCount) {
      const { names, rows, changes, insertId } = find(connection).execute(sql, parameters);
      return { names: names.length === columnCount ? undefined : names, rows, changes, insertId };
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
