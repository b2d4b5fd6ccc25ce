import { sql, type Transaction } from 'kysely';
import { collections } from './collections/index.ts';
import { factTables } from './facts/tables.ts';
import type { CopyTables } from './tables.ts';

/** Empties the copy. The counts of updates go on, because somebody may be waiting for the next one. */
export async function forgetAll(tx: Transaction<CopyTables>): Promise<void> {
  const tables = [...collections.flatMap((collection) => Object.keys(collection.tables)), ...Object.keys(factTables)];
  for (const name of tables) await sql`delete from ${sql.table(name)}`.execute(tx);
  await tx.deleteFrom('pass').execute();
  await tx.deleteFrom('reread').execute();
  await tx.deleteFrom('record_count').execute();
  await tx
    .updateTable('copied_collection')
    .set({ since: null, newest_id: null, as_of: null, complete_from: null, is_whole: 0 })
    .execute();
}
