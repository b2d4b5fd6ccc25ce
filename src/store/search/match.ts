import { isNameToken, nameToken } from './words.ts';

/** A word of a document, or the beginning of one. */
export interface SearchToken {
  readonly text: string;
  readonly isWhole: boolean;
}

/** Lists of alternative tokens. A document fits if it has at least one token of each list. */
export type TokenMatch = readonly (readonly SearchToken[])[];

/**
 * Interpretations of a query, the best match first. A record belongs to the first tier that it fits, and every record
 * fits the last.
 */
export type Tiers = readonly TokenMatch[];

const matchWhole = (text: string): SearchToken => ({ text, isWhole: true });
const matchBeginning = (text: string): SearchToken => ({ text, isWhole: false });

/**
 * Builds the tiers of a query: the name is the query, the name begins with it, every word of the query is a word of the
 * record, begins one, or is part of one. `containing` holds for each word the longer words that contain it.
 */
export function buildTiers(words: readonly string[], containing: readonly (readonly string[])[]): Tiers {
  const name = nameToken(words);
  const tiers: TokenMatch[] = [
    [[matchWhole(name)]],
    [[matchBeginning(name)]],
    words.map((word) => [matchWhole(word)]),
    words.map((word) => [matchBeginning(word)]),
  ];
  if (!containing.some(({ length }) => length > 0)) return tiers;
  return [...tiers, words.map((word, index) => [matchBeginning(word), ...(containing[index] ?? []).map(matchWhole)])];
}

/** Possible corrections of a word. */
export interface Spellings {
  /** A record has the word as it was typed. */
  readonly isKnown: boolean;
  /** Similar words of the records, the most likely first. */
  readonly corrections: readonly string[];
}

/**
 * Builds the tiers of a query with spelling mistakes: first those of its likeliest words, and last every word as it is
 * or corrected.
 */
export function buildCorrectedTiers(words: readonly string[], spellings: readonly Spellings[]): Tiers {
  const likely = words.map((word, index) => {
    const { isKnown, corrections } = spellings[index] ?? unknown;
    return isKnown ? word : (corrections[0] ?? word);
  });
  const any = words.map((word, index) => [
    matchBeginning(word),
    ...(spellings[index] ?? unknown).corrections.map(matchWhole),
  ]);
  // A word that only begins with a likely word is not what was typed, so those tiers must also lie within the last.
  return [...buildTiers(likely, []).map((match) => (isWholeWords(match) ? match : [...match, ...any])), any];
}

const isWholeWords = (match: TokenMatch) => match.flat().every(({ text, isWhole }) => isWhole && !isNameToken(text));

const unknown: Spellings = { isKnown: false, corrections: [] };

/**
 * Formats a match for SQLite's full text search. Folded words hold no quotes or wildcards, so no part of a query is
 * read as syntax.
 */
export const formatSqliteMatch = (match: TokenMatch): string =>
  joinWords(match, { and: ' AND ', or: ' OR ', token: ({ text, isWhole }) => `"${text}"${isWhole ? '' : ' *'}` });

export const formatPostgresMatch = (match: TokenMatch): string =>
  joinWords(match, { and: ' & ', or: ' | ', token: ({ text, isWhole }) => `'${text}'${isWhole ? '' : ':*'}` });

/**
 * Formats a `like` pattern for a token. Documents have two spaces before and one after each word, and the name first.
 */
export const formatPattern = ({ text, isWhole }: SearchToken): string =>
  `${isNameToken(text) ? '' : '%'}  ${text.replaceAll('_', '\\_')}${isWhole ? ' ' : ''}%`;

interface Syntax {
  readonly and: string;
  readonly or: string;
  readonly token: (token: SearchToken) => string;
}

const joinWords = (match: TokenMatch, { and, or, token }: Syntax): string =>
  match.map((tokens) => `(${tokens.map(token).join(or)})`).join(and);
