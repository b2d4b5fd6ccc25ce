import { type RawBuilder, sql } from 'kysely';
import { compactColumn } from '../migrations/brokerage/0014-search-text/references.ts';

/** Builds SQL for a column of references without separators, in the same words as its index. */
export const stripReferenceColumn = (column: string): RawBuilder<string | null> => sql.raw(compactColumn(column));
