import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { RuleSql } from '../../domain/rules/rule-sql.ts';

/** Binds the values of a printed rule, whose question marks are its places. */
export function bindRule({ text, values }: RuleSql): RawBuilder<SqlBool> {
  const [first = sql``, ...rest] = text.split('?').map((part) => sql.raw(part));
  const bound = rest.flatMap((part, place) => [sql`${values[place]}`, part]);
  return sql<SqlBool>`(${sql.join([first, ...bound], sql``)})`;
}
