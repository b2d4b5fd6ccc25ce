import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../../table.ts';

/** Separators between the digits and letters of a reference, which people write or leave out. */
export const referenceSeparators = [' ', '-', '.', '/', '_', '#', ':', ','] as const;

/**
 * Builds SQL for a number without its separators, the same on both databases. A text that has only separators stays as
 * it is.
 */
export function compactColumn(column: string): string {
  const plain = referenceSeparators.reduce((text, mark) => `replace(${text}, '${mark}', '')`, column);
  return `coalesce(nullif(${plain}, ''), ${column})`;
}

/** Creates the index on references without separators, as they are looked up. */
export async function createCompactReferenceIndex(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await sql
    .raw(
      `create index order_reference_compact_idx on order_reference (organization_id, ${compactColumn('search_value')})`,
    )
    .execute(db);
  if (kind === 'postgres') return;
  // As for all other indexes: the organization alone selects nothing.
  await sql`insert into sqlite_stat1 (tbl, idx, stat)
    values ('order_reference', 'order_reference_compact_idx', '100000 100000 10')`.execute(db);
  await sql`analyze sqlite_schema`.execute(db);
}
