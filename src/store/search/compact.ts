import { type RawBuilder, sql } from 'kysely';
import { compactColumn } from '../migrations/brokerage/0014-search-text/references.ts';

/** A column of references as they are looked up, written as the index has it. */
export const compacted = (column: string): RawBuilder<string | null> => sql.raw(compactColumn(column));
