import { buildCorrectedTiers, type Tiers, buildTiers } from '../../store/search/match.ts';
import { findContaining, findSpellings } from '../../store/search/spelling.ts';
import { searchWords } from '../../store/search/words.ts';
import type { ServiceContext } from '../shared/context.ts';

const wordsMax = 12;

interface Found {
  readonly total: number;
}

interface QuerySearch<Page extends Found> {
  readonly query: string | undefined;
  /** Whose words a part of a word or a mistyped one may stand for. */
  readonly organizationIds: readonly string[];
  /** What is returned when the query has something in it, but no word. */
  readonly nothing: Page;
  readonly find: (tiers: Tiers | undefined) => Promise<Page>;
}

/**
 * Finds what has all words of a query; where nothing has them, what has words that they may have been mistyped from.
 * A query is words and nothing else: no character of it means anything to a database.
 */
export async function findByQuery<Page extends Found>(
  { db }: ServiceContext,
  { query = '', organizationIds, nothing, find }: QuerySearch<Page>,
): Promise<Page> {
  const words = searchWords(query).slice(0, wordsMax);
  if (words.length === 0) return query.trim() === '' ? find(undefined) : nothing;
  const known = { db, organizationIds: [...new Set(organizationIds)] };
  const containing = await Promise.all(words.map((word) => findContaining(known, word)));
  const found = await find(buildTiers(words, containing));
  if (found.total > 0) return found;
  const spellings = await Promise.all(words.map((word) => findSpellings(known, word)));
  return spellings.some(({ corrections }) => corrections.length > 0)
    ? find(buildCorrectedTiers(words, spellings))
    : found;
}
