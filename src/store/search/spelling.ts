import type { Queries } from '../connection.ts';
import { type RawBuilder, sql } from 'kysely';
import { countSpellingMistakes, computeSimilarity, listTrigrams } from '../../domain/kit/spelling.ts';
import type { Spellings } from './match.ts';

/** Shorter words are too alike to be guessed, longer ones are nobody's names. */
const guessedMin = 4;
const wordMax = 40;
const twoMistakesFrom = 8;
const candidatesMax = 400;
const spellingsMax = 8;
/** Shorter parts are in too many words to mean one of them. */
const partMin = 3;
const containingMax = 40;

interface Words {
  readonly db: Queries;
  /** Whose records the words are of. */
  readonly organizationIds: readonly string[];
}

/** Longer words that have the word inside: not at their beginning, and no numbers. */
export async function findContaining(words: Words, part: string): Promise<readonly string[]> {
  if (part.length < partMin || part.length > wordMax || /\d/.test(part)) return [];
  const grams = Array.from({ length: part.length - 2 }, (_, place) => part.slice(place, place + 3));
  const distinct = new Set(grams).size;
  return wordsWith(words, grams, {
    // A gram counts once for each organization that knows the word.
    having: sql`count(distinct gram) = ${distinct} and word like ${`_%${part}%`} and substr(word, 1, ${part.length}) <> ${part}`,
    limit: containingMax,
  });
}

/** What the word may have been meant as, out of the words that records hold. */
export async function findSpellings(words: Words, typed: string): Promise<Spellings> {
  if (typed.length < guessedMin || typed.length > wordMax || /\d/.test(typed)) return { isKnown: false, others: [] };
  const mistakesMax = typed.length < twoMistakesFrom ? 1 : 2;
  const candidates = await wordsWith(words, [...listTrigrams(typed)], {
    having: sql`length(word) between ${typed.length - mistakesMax} and ${typed.length + mistakesMax}`,
    limit: candidatesMax,
  });
  const others = candidates
    .map((word) => ({ word, mistakes: countSpellingMistakes(typed, word), similarity: computeSimilarity(typed, word) }))
    .filter(({ mistakes }) => mistakes > 0 && mistakes <= mistakesMax)
    .sort((a, b) => a.mistakes - b.mistakes || b.similarity - a.similarity || (a.word < b.word ? -1 : 1))
    .slice(0, spellingsMax);
  return { isKnown: candidates.includes(typed), others: others.map(({ word }) => word) };
}

interface Wanted {
  readonly having: RawBuilder<unknown>;
  readonly limit: number;
}

/** Words that have some of the trigrams, those with the most first. */
async function wordsWith(
  { db, organizationIds }: Words,
  grams: readonly string[],
  { having, limit }: Wanted,
): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`select word from search_gram
    where organization_id in (${sql.join([...organizationIds])}) and gram in (${sql.join([...grams])})
    group by word having ${having} order by count(distinct gram) desc, word limit ${limit}`.execute(db);
  return rows.map(({ word }) => word);
}
