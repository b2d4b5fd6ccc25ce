import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { foldText } from '../../domain/kit/folding.ts';

/** A column's text as texts are compared. Both databases have the function: small letters without accents. */
export const folded = (value: RawBuilder<unknown>): RawBuilder<string | null> => sql`search_fold(${value})`;

/**
 * The same of a column, which both databases compare by bytes: text of ASCII alone they fold by themselves, several times
 * as fast as by the function.
 */
export const foldedColumn = (column: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`case when octet_length(${column}) = length(${column}) then lower(${column}) else ${folded(column)} end`;

/** Where in a value a text is looked for. */
export const places = {
  anywhere: (text: string) => `%${text}%`,
  atStart: (text: string) => `${text}%`,
  atEnd: (text: string) => `%${text}`,
} as const;

/** A text without anything that `like` would take for a wildcard; its escape sign is the backslash. */
export const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);

/** Whether a folded value holds a text there, whatever the case and accents of both. */
export const holdsFolded = (
  value: RawBuilder<string | null>,
  text: string,
  placed: (typeof places)[keyof typeof places],
): RawBuilder<SqlBool> => sql`${value} like ${placed(escaped(foldText(text)))} escape '\\'`;
