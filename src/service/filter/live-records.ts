import { type Expression, type SqlBool, sql } from 'kysely';

/** Condition of a filter that doesn't name `deletedAt`: it finds live records only. */
export const live = sql<SqlBool>`deleted_at is null`;

/**
 * Returns true if a filter names `deletedAt` within a number of levels. Such a filter decides itself whether it finds
 * deleted records.
 */
export function hasDeletedAt(filter: unknown, depth: number): boolean {
  if (typeof filter !== 'object' || filter === null || depth < 0) return false;
  return Object.entries(filter).some(([name, value]) => {
    if (name === 'and' || name === 'or')
      return Array.isArray(value) && value.some((alternative) => hasDeletedAt(alternative, depth - 1));
    return name === 'deletedAt' || (name === 'not' && hasDeletedAt(value, depth - 1));
  });
}

/**
 * Adds that a record is live to a condition on the client key. Only live records are in the key's index, and SQLite
 * uses an index for an alternative of an `or` only if the alternative repeats the index's condition. Otherwise it reads
 * every record of the organization.
 */
export const addLiveCondition = (condition: Expression<SqlBool>): Expression<SqlBool> =>
  sql<SqlBool>`(${condition} and ${live})`;
