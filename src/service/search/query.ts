import { buildCorrectedTiers, type Tiers, buildTiers } from '../../store/search/match.ts';
import { findContaining, findSpellings } from '../../store/search/spelling.ts';
import { searchWords } from '../../store/search/words.ts';
import type { ServiceContext } from '../shared/context.ts';

const wordsMax = 12;

interface QueryPage {
  readonly total: number;
}

interface QuerySearch<Page extends QueryPage> {
  readonly query: string | undefined;
  /** Organizations whose words complete or correct the words of the query. */
  readonly organizationIds: readonly string[];
  /** Result for a query that has characters but no word. */
  readonly nothing: Page;
  readonly find: (tiers: Tiers | undefined) => Promise<Page>;
}

/**
 * Finds what has all words of a query; where nothing has them, what has words that they may have been mistyped from.
 * A query is words and nothing else: no character of it means anything to a database.
 */
export async function findByQuery<Page extends QueryPage>(
  { db }: ServiceContext,
  { query = '', organizationIds, nothing, find }: QuerySearch<Page>,
): Promise<Page> {
  const words = searchWords(query).slice(0, wordsMax);
  if (words.length === 0) return query.trim() === '' ? find(undefined) : nothing;
  const wordQuery = { db, organizationIds: [...new Set(organizationIds)] };
  const containing = await Promise.all(words.map((word) => findContaining(wordQuery, word)));
  const page = await find(buildTiers(words, containing));
  if (page.total > 0) return page;
  const spellings = await Promise.all(words.map((word) => findSpellings(wordQuery, word)));
  return spellings.some(({ corrections }) => corrections.length > 0)
    ? find(buildCorrectedTiers(words, spellings))
    : page;
}
