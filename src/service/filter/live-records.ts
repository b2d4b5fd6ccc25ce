import { type Expression, type SqlBool, sql } from 'kysely';

/** Which records a filter finds that does not name `deletedAt`. */
export const live = sql<SqlBool>`deleted_at is null`;

/** Whether a filter names `deletedAt` within so many levels: then that decides which records it finds. */
export function namesDeletedAt(filter: unknown, depth: number): boolean {
  if (typeof filter !== 'object' || filter === null || depth < 0) return false;
  return Object.entries(filter).some(([name, value]) => {
    if (name === 'and' || name === 'or')
      return Array.isArray(value) && value.some((one) => namesDeletedAt(one, depth - 1));
    return name === 'deletedAt' || (name === 'not' && namesDeletedAt(value, depth - 1));
  });
}

/**
 * A condition on the client key, which only live records have an index of: SQLite looks the alternatives of an `or` up
 * one by one where each says all that its index asks for, and else reads every record of the organization.
 */
export const onLiveKey = (condition: Expression<SqlBool>): Expression<SqlBool> =>
  sql<SqlBool>`(${condition} and ${live})`;
