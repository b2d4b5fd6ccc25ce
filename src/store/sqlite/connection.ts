import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { openSqlite, type SqliteOptions } from './open-file.ts';

/** The outcome of a statement: rows as arrays of values in the order of their names, or the number of changes. */
export interface SqliteAnswer {
  /** Column names; empty for a statement that returns no rows. The array is the same one as long as the names are. */
  readonly names: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  readonly changes: number | bigint;
  readonly insertId: number | bigint;
}

/** Some rows of a statement that is read in pieces. */
export type SqlitePiece = Pick<SqliteAnswer, 'names' | 'rows'>;

/** A statement that SQLite has compiled. */
interface KeptStatement {
  readonly statement: StatementSync;
  names: readonly string[];
}

const statementsMax = 500;
const noRows: readonly (readonly unknown[])[] = [];

/** One connection to a SQLite file, with its compiled statements. It works in the thread that opened it. */
export class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new LRUCache<string, KeptStatement>({ max: statementsMax });

  constructor(options: SqliteOptions) {
    this.#database = openSqlite(options);
  }

  execute(sql: string, parameters: readonly unknown[]): SqliteAnswer {
    const cached = this.#prepare(sql);
    // Kysely binds what callers gave it; values that SQLite cannot hold are refused by SQLite itself.
    const values = parameters as SQLInputValue[];
    if (cached.names.length === 0) {
      const { changes, lastInsertRowid } = cached.statement.run(...values);
      return { names: cached.names, rows: noRows, changes, insertId: lastInsertRowid };
    }
    // What setReturnArrays makes of rows.
    const rows = cached.statement.all(...values) as unknown as readonly (readonly unknown[])[];
    updateNames(cached, rows[0]);
    return { names: cached.names, rows, changes: 0, insertId: 0 };
  }

  /** Reads rows in pieces of so many, while the statement stays open. The first piece is read at once: it alone can be busy. */
  iterate(sql: string, parameters: readonly unknown[], size: number): Generator<SqlitePiece> {
    const pieces = this.#readPieces(sql, parameters, size);
    return continuePieces(pieces.next(), pieces);
  }

  *#readPieces(sql: string, parameters: readonly unknown[], size: number): Generator<SqlitePiece> {
    // Not a kept one: others may run the same statement meanwhile.
    const { statement, names } = this.#compile(sql);
    let rows: (readonly unknown[])[] = [];
    for (const row of statement.iterate(...(parameters as SQLInputValue[]))) {
      // What setReturnArrays makes of a row.
      rows.push(row as unknown as readonly unknown[]);
      if (rows.length < size) continue;
      yield { names, rows };
      rows = [];
    }
    if (rows.length > 0) yield { names, rows };
  }

  /** Takes the write lock, or fails busy at once. */
  beginWriting(): void {
    this.execute('begin immediate', []);
  }

  /**
   * Rolls back unless SQLite did so itself, as it does when the disk is full. A second rollback would hide the cause.
   */
  rollBack(): void {
    if (this.#database.isTransaction) this.execute('rollback', []);
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #prepare(sql: string): KeptStatement {
    let cached = this.#statements.get(sql);
    if (cached === undefined) {
      cached = this.#compile(sql);
      this.#statements.set(sql, cached);
    }
    return cached;
  }

  #compile(sql: string): KeptStatement {
    const statement = this.#database.prepare(sql);
    statement.setReturnArrays(true);
    return { statement, names: listNames(statement) };
  }
}

function* continuePieces(first: IteratorResult<SqlitePiece>, rest: Generator<SqlitePiece>): Generator<SqlitePiece> {
  try {
    if (first.done === true) return;
    yield first.value;
    yield* rest;
  } finally {
    rest.return(undefined);
  }
}

/** Updates the column names of a statement: a migration may have changed the table since it was compiled. */
function updateNames(cached: KeptStatement, row: readonly unknown[] | undefined): void {
  if (row !== undefined && row.length !== cached.names.length) cached.names = listNames(cached.statement);
}

const listNames = (statement: StatementSync): string[] => statement.columns().map(({ name }) => name);
