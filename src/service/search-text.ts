import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { normaliseSearchText } from '../domain/references.ts';

const wordsMax = 12;
/** What separates words in names, addresses, e-mails and numbers. */
const separators = ['-', '.', ',', '/', '(', ')', '&', '@', '_', '#', "'"];

/** Every word of the query begins some word of the texts, whatever the case; undefined for a query without words. */
export function queryCondition(query: string, texts: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> | undefined {
  const words = normaliseSearchText(query)
    .match(/[\p{L}\p{N}]+/gu)
    ?.slice(0, wordsMax);
  if (!words) return undefined;
  const haystack = plainWords(texts);
  return sql`(${sql.join(
    words.map((word) => begins(haystack, word)),
    sql` and `,
  )})`;
}

/** 0 for rows where a text is the query itself, 1 where the first text begins with it, 2 for all others. */
export function queryRank(query: string, texts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const [first] = texts;
  const typed = normaliseSearchText(query);
  if (!first) return sql`2`;
  const same = sql.join(
    texts.map((text) => sql`lower(${text}) = ${typed}`),
    sql` or `,
  );
  const start = `${typed.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
  return sql`case when ${same} then 0 when lower(${first}) like ${start} escape '\\' then 1 else 2 end`;
}

function plainWords(texts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const joined = sql.join(
    texts.map((text) => sql`coalesce(${text}, '')`),
    sql` || ' ' || `,
  );
  return separators.reduce<RawBuilder<unknown>>(
    (text, separator) => sql`replace(${text}, ${sql.lit(separator)}, ' ')`,
    sql`lower(' ' || ${joined})`,
  );
}

/** The databases fold the case of ASCII letters only, so that other letters are tried in both. */
function begins(haystack: RawBuilder<unknown>, word: string): RawBuilder<SqlBool> {
  const spellings = new Set([word, word.replaceAll(/[^\0-\x7F]/g, (letter) => letter.toUpperCase())]);
  const tests = [...spellings].map((spelling) => sql<SqlBool>`${haystack} like ${`% ${spelling}%`}`);
  return sql`(${sql.join(tests, sql` or `)})`;
}
