import { type RawBuilder, sql } from 'kysely';
import type { Collection } from './collection.ts';
import { members } from './members.ts';

/** Condition on the rows of a collection that may still change. */
export function matchOpen({ open }: Collection): RawBuilder<unknown> {
  if (open === undefined) return sql`0`;
  return 'final' in open ? sql`status not in ${members(open.final)}` : sql`${sql.ref(open.column)} > 0`;
}
