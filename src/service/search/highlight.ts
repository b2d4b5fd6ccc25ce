import type { TokenMatch, SearchToken } from '../../store/search/match.ts';
import { searchWords } from '../../store/search/words.ts';

/** A text of a record that a search looks at, with the name people know it by. */
export interface SearchedField {
  readonly label: string;
  readonly text: string | null | undefined;
}

export interface Highlight {
  readonly field: string;
  /** HTML: only `<em>` is markup, everything of the record is escaped. */
  readonly highlight: string | null;
}

/** Finds the field with the most words of the query, the first one of several, and marks the words in it. */
export function findHighlight(fields: readonly SearchedField[], match: TokenMatch): Highlight {
  const counted = fields.map(({ label, text }) => ({
    label,
    text: text ?? '',
    matchCount: countWords(text ?? '', match),
  }));
  const bestCount = Math.max(0, ...counted.map(({ matchCount }) => matchCount));
  const best = counted.find(({ matchCount, text }) => text !== '' && matchCount === bestCount) ?? counted[0];
  if (!best || bestCount === 0) return { field: best?.label ?? '', highlight: null };
  return { field: best.label, highlight: markTokens(best.text, match.flat()) };
}

function countWords(text: string, match: TokenMatch): number {
  const words = [...searchWords(text), joinWords(text)];
  return match.filter((tokens) => words.some((word) => tokens.some((token) => isMatch(word, token)))).length;
}

const isMatch = (word: string, { text, isWhole }: SearchToken) => (isWhole ? word === text : word.startsWith(text));

/** Joins the words of a text with digits: `MC-1234` is also found as `mc1234`. */
const joinWords = (text: string) => (/\d/.test(text) ? searchWords(text).join('') : '');

function markTokens(text: string, tokens: readonly SearchToken[]): string {
  const parts = text.split(/([^\s\p{P}\p{S}]+)/u).map((part) => markWord(part, tokens));
  if (parts.some(({ isMarked }) => isMarked)) return parts.map(({ html }) => html).join('');
  return tokens.some((token) => isMatch(joinWords(text), token)) ? `<em>${escapeHtml(text)}</em>` : escapeHtml(text);
}

function markWord(part: string, tokens: readonly SearchToken[]): { readonly html: string; readonly isMarked: boolean } {
  const [word, ...more] = searchWords(part);
  const fitting = word === undefined || more.length > 0 ? [] : tokens.filter((token) => isMatch(word, token));
  if (fitting.length === 0) return { html: escapeHtml(part), isMarked: false };
  // Where folding changed the number of letters, there is no telling which of them were meant.
  const isSameLength = word?.length === part.length && fitting.every(({ isWhole }) => !isWhole);
  const length = isSameLength ? Math.max(...fitting.map(({ text }) => text.length)) : part.length;
  return { html: `<em>${escapeHtml(part.slice(0, length))}</em>${escapeHtml(part.slice(length))}`, isMarked: true };
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
