import type { DatabaseKind } from '../../store/connection.ts';
import { type RawBuilder, sql } from 'kysely';

/** Expressions that several searches are made of. With the casts PostgreSQL knows the types of columns that are always empty. */
export const noText = sql<string | null>`cast(null as text)`;
export const noNumber = sql<number | null>`cast(null as double precision)`;

/** Field that has no value in any row. */
export const noRelated = { related: () => sql<never>`1 = 0` };

export const toRef = (name: string): RawBuilder<unknown> => sql.ref(name);

/** Selects a text of a JSON column. */
export function selectJsonText(
  kind: DatabaseKind,
  column: RawBuilder<unknown>,
  name: string,
): RawBuilder<string | null> {
  if (kind === 'sqlite') return sql`json_extract(${column}, ${sql.lit(`$.${name}`)})`;
  return sql`(cast(${column} as json) ->> ${sql.lit(name)}) collate "C"`;
}

/** Selects integer cents as the plain number of the wire. */
export const selectMoney = (cents: RawBuilder<unknown>) =>
  sql<number | null>`(cast(${cents} as double precision) / 100)`;

/** Selects the translated value of a code column. Codes that the table doesn't name are null. */
export function translateCodes<Codes extends Readonly<Record<string, string>>>(
  column: RawBuilder<unknown>,
  codes: Codes,
): RawBuilder<Codes[keyof Codes]> {
  const cases = Object.entries(codes).map(
    ([code, translation]) => sql`when ${sql.lit(code)} then ${sql.lit(translation)}`,
  );
  return sql`case ${column} ${sql.join(cases, sql` `)} end`;
}

/** Counts the whole months from a stored date or instant until today. */
export function countMonthsSince(column: RawBuilder<unknown>, today: string): RawBuilder<number | null> {
  const [year, month, day] = today.split('-').map(Number);
  const selectPart = (start: number, length: number) =>
    sql`cast(substr(${column}, ${sql.lit(start)}, ${sql.lit(length)}) as integer)`;
  return sql`((${sql.lit(year ?? 0)} - ${selectPart(1, 4)}) * 12 + ${sql.lit(month ?? 0)} - ${selectPart(6, 2)}
    - case when ${selectPart(9, 2)} > ${sql.lit(day ?? 0)} then 1 else 0 end)`;
}
