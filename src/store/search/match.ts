import { isNameToken, nameToken } from './words.ts';

/** A word of a document, or how one begins. */
export interface Token {
  readonly text: string;
  readonly isWhole: boolean;
}

/** A document fits when it has one token of each list. */
export type Match = readonly (readonly Token[])[];

/** What a query means, the best match first: a record belongs to the first tier that it fits, and the last holds all. */
export type Tiers = readonly Match[];

const whole = (text: string): Token => ({ text, isWhole: true });
const begins = (text: string): Token => ({ text, isWhole: false });

/**
 * The name is the query; it begins with it; every word of the query is a word of the record; begins one; is part of one.
 * `containing` holds for each word the longer words that it is inside of.
 */
export function tiersOf(words: readonly string[], containing: readonly (readonly string[])[]): Tiers {
  const name = nameToken(words);
  const tiers: Match[] = [
    [[whole(name)]],
    [[begins(name)]],
    words.map((word) => [whole(word)]),
    words.map((word) => [begins(word)]),
  ];
  if (!containing.some(({ length }) => length > 0)) return tiers;
  return [...tiers, words.map((word, index) => [begins(word), ...(containing[index] ?? []).map(whole)])];
}

/** What a word may have been meant as. */
export interface Spellings {
  /** A record has the word as it was typed. */
  readonly isKnown: boolean;
  /** The most likely first. */
  readonly others: readonly string[];
}

/** As if the likeliest words had been typed; and last, each word as typed or as it may have been meant. */
export function correctedTiers(words: readonly string[], spellings: readonly Spellings[]): Tiers {
  const likely = words.map((word, index) => {
    const { isKnown, others } = spellings[index] ?? unknown;
    return isKnown ? word : (others[0] ?? word);
  });
  const any = words.map((word, index) => [begins(word), ...(spellings[index] ?? unknown).others.map(whole)]);
  // A word that only begins with a likely word is not what was typed, so those tiers must also lie within the last.
  return [...tiersOf(likely, []).map((match) => (isWholeWords(match) ? match : [...match, ...any])), any];
}

const isWholeWords = (match: Match) => match.flat().every(({ text, isWhole }) => isWhole && !isNameToken(text));

const unknown: Spellings = { isKnown: false, others: [] };

/** Folded words hold neither quotes nor wildcards, so that nothing of a query can be taken for syntax. */
export const sqliteMatch = (match: Match): string =>
  joinWords(match, { and: ' AND ', or: ' OR ', token: ({ text, isWhole }) => `"${text}"${isWhole ? '' : ' *'}` });

export const postgresMatch = (match: Match): string =>
  joinWords(match, { and: ' & ', or: ' | ', token: ({ text, isWhole }) => `'${text}'${isWhole ? '' : ':*'}` });

/** Finds the token in a document that has two spaces before and one after each word, and its name first. */
export const patternOf = ({ text, isWhole }: Token): string =>
  `${isNameToken(text) ? '' : '%'}  ${text.replaceAll('_', '\\_')}${isWhole ? ' ' : ''}%`;

interface Syntax {
  readonly and: string;
  readonly or: string;
  readonly token: (token: Token) => string;
}

const joinWords = (match: Match, { and, or, token }: Syntax): string =>
  match.map((tokens) => `(${tokens.map(token).join(or)})`).join(and);
