import type { Queries } from '../connection.ts';
import { type RawBuilder, sql } from 'kysely';
import { countSpellingMistakes, computeSimilarity, listTrigrams } from '../../domain/text/spelling.ts';
import type { Spellings } from './match.ts';

/** Shortest word that is corrected; shorter words are too similar. */
const guessedMin = 4;
const wordMax = 40;
const twoMistakesFrom = 8;
const candidatesMax = 400;
const spellingsMax = 8;
/** Shorter parts are in too many words to mean one of them. */
const partMin = 3;
const containingMax = 40;

interface WordQuery {
  readonly db: Queries;
  /** Organizations whose records hold the words. */
  readonly organizationIds: readonly string[];
}

/** Finds longer words that contain the word, but not at their beginning. Numbers have none. */
export async function findContaining(words: WordQuery, part: string): Promise<readonly string[]> {
  if (part.length < partMin || part.length > wordMax || /\d/.test(part)) return [];
  const grams = Array.from({ length: part.length - 2 }, (_, place) => part.slice(place, place + 3));
  const distinct = new Set(grams).size;
  return findWords(words, grams, {
    // A gram counts once for each organization that knows the word.
    having: sql`count(distinct gram) = ${distinct} and word like ${`_%${part}%`} and substr(word, 1, ${part.length}) <> ${part}`,
    limit: containingMax,
  });
}

/** Finds words of the records that the typed word may be a misspelling of. */
export async function findSpellings(words: WordQuery, typed: string): Promise<Spellings> {
  if (typed.length < guessedMin || typed.length > wordMax || /\d/.test(typed))
    return { isKnown: false, corrections: [] };
  const mistakesMax = typed.length < twoMistakesFrom ? 1 : 2;
  const candidates = await findWords(words, [...listTrigrams(typed)], {
    having: sql`length(word) between ${typed.length - mistakesMax} and ${typed.length + mistakesMax}`,
    limit: candidatesMax,
  });
  const corrections = candidates
    .map((word) => ({ word, mistakes: countSpellingMistakes(typed, word), similarity: computeSimilarity(typed, word) }))
    .filter(({ mistakes }) => mistakes > 0 && mistakes <= mistakesMax)
    .sort((a, b) => a.mistakes - b.mistakes || b.similarity - a.similarity || (a.word < b.word ? -1 : 1))
    .slice(0, spellingsMax);
  return { isKnown: candidates.includes(typed), corrections: corrections.map(({ word }) => word) };
}

interface WordFilter {
  readonly having: RawBuilder<unknown>;
  readonly limit: number;
}

/** Finds words that have some of the trigrams, those with the most first. */
async function findWords(
  { db, organizationIds }: WordQuery,
  grams: readonly string[],
  { having, limit }: WordFilter,
): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`select word from search_gram
    where organization_id in (${sql.join([...organizationIds])}) and gram in (${sql.join([...grams])})
    group by word having ${having} order by count(distinct gram) desc, word limit ${limit}`.execute(db);
  return rows.map(({ word }) => word);
}
