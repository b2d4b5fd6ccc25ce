import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { foldText } from '../../domain/kit/folding.ts';

/** A column's text as texts are compared. Both databases have the function: small letters without accents. */
export const folded = (value: RawBuilder<unknown>): RawBuilder<string | null> => sql`search_fold(${value})`;

/** Where in a value a text is looked for. */
export const places = {
  anywhere: (text: string) => `%${text}%`,
  atStart: (text: string) => `${text}%`,
  atEnd: (text: string) => `%${text}`,
} as const;

/** A text without anything that `like` would take for a wildcard; its escape sign is the backslash. */
export const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);

/** Whether a value holds a text there, whatever the case and accents of both. */
export const holdsFolded = (
  value: RawBuilder<unknown>,
  text: string,
  placed: (typeof places)[keyof typeof places],
): RawBuilder<SqlBool> => sql`${folded(value)} like ${placed(escaped(foldText(text)))} escape '\\'`;
