import type { DatabaseKind, Tx } from '../../store/connection.ts';
import { sql } from 'kysely';

/**
 * Counts what an empty store was just filled with. Until PostgreSQL's own daemon does, it plans for empty tables and
 * reads pages several times slower; SQLite's plans go by figures that its migrations have set.
 */
export async function countRows(kind: DatabaseKind, tx: Tx): Promise<void> {
  if (kind === 'postgres') await sql`analyze`.execute(tx);
}
