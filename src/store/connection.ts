import type { Kysely, Transaction } from 'kysely';
import type { DatabaseKind } from './migrations/table.ts';
import type { Tables } from './schema.ts';
import type { StoreFailed } from './store-error.ts';

export type { DatabaseKind } from './migrations/table.ts';

/** A query as text with the values of its places. */
export interface QueryText {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** One set of queries over either database: reads go to `reader`, every write runs in a transaction. */
export interface Database<Schema> {
  readonly kind: DatabaseKind;
  readonly reader: Kysely<Schema>;
  /** Runs in one transaction; a serialization failure or a lost connection is tried once more. */
  transaction<Result>(work: (tx: Transaction<Schema>) => Promise<Result>): Promise<Result>;
  /** Runs reads that all see the database as it was when the first of them began. */
  snapshot<Result>(work: (db: Kysely<Schema>) => Promise<Result>): Promise<Result>;
  /** Runs queries that all see the database at one moment; returns the rows of each. */
  readTogether(queries: readonly QueryText[]): Promise<readonly (readonly unknown[])[]>;
  /** Returns the damage that was found since the database was opened. */
  damage(): StoreFailed | undefined;
  /**
   * Throws where the file of the database was deleted, renamed or replaced since it was opened. Every transaction does so
   * by itself, before it begins and before it is committed.
   */
  requireInPlace(): void;
  /** Ends what waits for a server that may be silent: it fails as if the connection were lost. SQLite has no server. */
  breakOff(): void;
  close(): Promise<void>;
}

export type BrokerageDatabase = Database<Tables>;
export type Tx = Transaction<Tables>;
/** The reader or a transaction: either can run a query. */
export type Queries = Kysely<Tables>;

/**
 * The organization whose rows a query may reach. Queries take it as a parameter, so that no caller can forget the
 * condition.
 */
export interface Scope {
  readonly db: Queries;
  readonly organizationId: string;
}
