import { fieldError } from '../../src/errors.ts';
import { type ListPosition, readCursor } from '../../src/mcp/results/cursor.ts';
import { limitDefault } from './list-arguments.ts';

export interface LocalPage<Row> {
  readonly rows: readonly Row[];
  readonly position: ListPosition;
  readonly nextCursor: string | null;
}

/** One page of rows that were sorted here over the complete set; its members fit `listResult`. */
export function localPage<Row>(
  all: readonly Row[],
  { limit = limitDefault, cursor }: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
): LocalPage<Row> {
  const position = readCursor(cursor);
  const offset = Number(position.cursor ?? 0);
  if (!Number.isSafeInteger(offset) || offset < 0) {
    throw fieldError('BAD_REQUEST', 'cursor', 'was not made by this tool; leave it out to start over');
  }
  const end = offset + Math.floor(limit);
  return { rows: all.slice(offset, end), position, nextCursor: end < all.length ? String(end) : null };
}
