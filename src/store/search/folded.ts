import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { foldText } from '../../domain/text/folding.ts';

/** Builds SQL that folds a text for comparison: small letters without accents. Both databases have the function. */
export const foldValue = (value: RawBuilder<unknown>): RawBuilder<string | null> => sql`search_fold(${value})`;

/**
 * Builds SQL that folds a column, which both databases compare by bytes. They fold plain ASCII text themselves, several
 * times as fast as with the function.
 */
export const foldColumn = (column: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`case when octet_length(${column}) = length(${column}) then lower(${column}) else ${foldValue(column)} end`;

/** Positions in a value where a text can be searched. */
export const places = {
  anywhere: (text: string) => `%${text}%`,
  atStart: (text: string) => `${text}%`,
  atEnd: (text: string) => `%${text}`,
} as const;

/** Escapes the wildcards of `like` in a text with a backslash. */
export const escapeWildcards = (text: string): string => text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);

/** Builds the condition that a folded value holds a text at a position, whatever the case and accents of both. */
export const matchFolded = (
  value: RawBuilder<string | null>,
  text: string,
  placed: (typeof places)[keyof typeof places],
): RawBuilder<SqlBool> => sql`${value} like ${placed(escapeWildcards(foldText(text)))} escape '\\'`;
