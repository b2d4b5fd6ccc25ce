import type { Kysely } from 'kysely';
import type { DatabaseKind } from './table.ts';

export interface Migration {
  /** Unique and never changed once released; applied in list order. */
  readonly name: string;
  up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void>;
}
