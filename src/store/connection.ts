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
  /** What was found damaged since it was opened. */
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
/** Either the reader or a transaction: what a query needs. */
export type Queries = Kysely<Tables>;

/** Whose rows a query may reach: it adds the organization to its condition, so that no caller can forget to. */
export interface Scope {
  readonly db: Queries;
  readonly organizationId: string;
}
