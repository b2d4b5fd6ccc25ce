import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { GivenValues, Rule } from '../domain/rules/rule.ts';
import { type RuleSql, toSql } from '../domain/rules/rule-sql.ts';

type Columns<Field extends string> = string | Readonly<Partial<Record<Field, string>>>;

/** Builds the condition that rows of this alias meet the rule. */
export function matchRule<Field extends string>(rule: Rule<Field>, columns?: Columns<Field>): Expression<SqlBool>;
export function matchRule<Field extends string, Name extends string>(
  rule: Rule<Field, Name>,
  columns: Columns<Field> | undefined,
  given: GivenValues<Name>,
): Expression<SqlBool>;
export function matchRule<Field extends string, Name extends string>(
  rule: Rule<Field, Name>,
  columns?: Columns<Field>,
  givenValues?: GivenValues<Name>,
): Expression<SqlBool> {
  return toExpression<SqlBool>(
    givenValues === undefined ? toSql(rule as Rule<Field>, columns) : toSql(rule, columns, givenValues),
  );
}

/** Builds an expression of SQL text that a declaration prints, with its values as parameters. */
export function toExpression<Value>({ text, values }: RuleSql): RawBuilder<Value> {
  const [first = '', ...rest] = text.split('?');
  const parts = rest.map((part, place) => sql`${values[place] ?? null}${sql.raw(part)}`);
  return sql<Value>`(${sql.raw(first)}${sql.join(parts, sql``)})`;
}

/** Builds the condition that a column or an expression holds one of many values, which take one place however many they are. */
export const isAmongValues = (
  column: string | Expression<unknown>,
  values: readonly (string | number | null)[],
): Expression<SqlBool> =>
  sql<SqlBool>`${typeof column === 'string' ? sql.ref(column) : column} in (select value from json_each(${JSON.stringify(values)}))`;

/** Builds a table of numbers by their id, to be joined to rows of the copy. */
export const toNumberTable = (
  numbers: readonly (readonly [id: string, value: number])[],
): RawBuilder<{ readonly id: string; readonly number: number }> =>
  sql`(select value ->> 0 as id, value ->> 1 as number from json_each(${JSON.stringify(numbers)}))`;
