import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../table.ts';
import { compactColumn } from './0014-search-text/references.ts';

const numbered = ['reference', 'friendly_id', 'key'] as const;
const numberedByOthers = [compactColumn('reference'), ...numbered] as const;

/** The large tables in which a part of a text is looked for, and what of a record can hold it. */
const typedTexts = {
  bill: numberedByOthers,
  bill_payment: numbered,
  document: ['file_name', 'key'],
  invoice: numberedByOthers,
  payment: numberedByOthers,
} as const;

/**
 * Creates indexes for searches of a part of a text, which go record by record, newest first. SQLite then reads an index
 * that holds what it compares, in place of whole records; it takes the place of the one that had the order alone.
 * PostgreSQL reads whole records together faster than an index in its order, and refuses entries as long as these texts
 * may be.
 */
export async function holdTypedTexts(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  if (kind === 'postgres') return;
  for (const [table, texts] of Object.entries(typedTexts)) {
    const index = `${table}_typed_text_idx`;
    const columns = ['organization_id', 'id', 'deleted_at', ...texts];
    await sql.raw(`create index ${index} on ${table} (${columns.join(', ')})`).execute(db);
    await sql.raw(`drop index ${table}_organization_id_id_idx`).execute(db);
    // As for all other indexes: the organization alone selects nothing, an id one record.
    const statistic = [100_000, 100_000, ...columns.slice(1).map(() => 1)].join(' ');
    await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${table}, ${index}, ${statistic})`.execute(db);
  }
  await sql`analyze sqlite_schema`.execute(db);
}
