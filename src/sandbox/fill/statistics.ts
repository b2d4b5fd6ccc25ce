import { sql } from 'kysely';
import type { DatabaseKind, Tx } from '../../store/connection.ts';

/**
 * Counts what an empty store was just filled with. Until PostgreSQL's own daemon does, it plans for empty tables and
 * reads pages several times slower; SQLite's plans go by figures that its migrations have set.
 */
export async function countRows(kind: DatabaseKind, tx: Tx): Promise<void> {
  if (kind === 'postgres') await sql`analyze`.execute(tx);
}
