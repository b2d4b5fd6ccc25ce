import { stripInvisible } from './invisible.ts';
import type { FlagReason, OrderCheck } from './instruction-like.ts';

/** Longest record text in a list and in a single record, in characters. */
export const textCaps = { list: 200, record: 2000 } as const;
export type TextPlace = keyof typeof textCaps;

export interface CleanText {
  readonly text: string;
  /** Number of invisible characters that were removed. */
  readonly strippedCount: number;
  readonly isTruncated: boolean;
}

export interface MarkedText extends CleanText {
  readonly reasons: readonly FlagReason[];
}

/** Strips and caps record text. */
export const cleanText = (raw: string, place: TextPlace): CleanText => limitText(flattenText(raw, place), place);

/** Factor by which more of a text is checked than is shown, so that an order behind the cut is found too. */
const checkedCaps = 10;

/** Strips and caps record text, checks it for orders, and says why it is marked. */
export function markText(raw: string, place: TextPlace, check: OrderCheck): MarkedText {
  const flat = flattenText(raw, place);
  const clean = limitText(flat, place);
  const verdict = check.judge(flat.text.slice(0, textCaps[place] * checkedCaps));
  return {
    ...clean,
    reasons: [
      ...(clean.strippedCount > 0 ? (['stripped'] as const) : []),
      ...(verdict === null ? [] : [verdict]),
      ...(clean.isTruncated ? (['truncated'] as const) : []),
    ],
  };
}

function limitText({ text, count }: ReturnType<typeof stripInvisible>, place: TextPlace): CleanText {
  const cap = textCaps[place];
  return { text: cutText(text, cap), strippedCount: count, isTruncated: text.length > cap };
}

function flattenText(raw: string, place: TextPlace): ReturnType<typeof stripInvisible> {
  const { text, count } = stripInvisible(raw);
  return { text: place === 'list' ? text.replace(/\s+/g, ' ').trim() : text, count };
}

/** The quotation marks of record text, what looks like them, and what does so where two stand together. */
const openers = lookAlikes('«≪⋘⟪《⪡⪣⫷︽⪻⏪⏮', '<＜﹤‹˂〈\u2329⟨❬❮❰︿⋖⦑⧼⮜≺⊰ᐸᚲ𝈶');
const closers = lookAlikes('»≫⋙⟫》⪢⫸︾⪼⏩⏭', '>＞﹥›˃〉\u232a⟩❭❯❱﹀⋗⦒⧽⮞≻⊱ᐳ𖼿𝈷');
/** Other quotation marks that open low or stand doubled. */
const otherQuotes = /[„‟⹂〝〞〟]/gu;

function lookAlikes(doubled: string, single: string): RegExp {
  const any = `[${doubled}${single}]`;
  const gap = String.raw`[\s\p{M}]{0,2}`;
  return new RegExp(`${any}(?:${gap}${any})+|[${doubled}]`, 'gu');
}

/** The remark of a cut text: it is ours, so it stands behind the quote. */
const cutRemark = /(?<=…) \(cut, \d{1,12} characters\)$/;

/**
 * Puts record text between « and » on one line. Quotation marks inside become single ones, so that it cannot close the
 * quote, and line breaks become a slash, so that no line of the answer begins with it. The remark that a text was cut
 * follows the quote.
 */
export function quoteText(text: string): string {
  const remark = cutRemark.exec(text)?.[0] ?? '';
  const oneLine = text
    .slice(0, text.length - remark.length)
    .trim()
    .replace(/(?:(?<!\s)\s*)?[\n\r\v\f\u0085\u2028\u2029]\s*/gu, ' / ');
  return `«${oneLine.replace(otherQuotes, '"').replace(openers, '‹').replace(closers, '›')}»${remark}`;
}

/** Double quotation marks, and characters that look like one. */
const doubleQuotes = /["“”„‟″‶❝❞⹂〝〞〟＂ʺ˝]/gu;

/** Puts record text, which « and » mark for models, in the quotation marks that people read. It can't close them itself. */
export const quoteForPeople = (text: string): string =>
  text.replaceAll(/«([^«»]*)»/g, (_, inner: string) => `"${inner.replaceAll(doubleQuotes, "'")}"`);

/** Extracts the record texts that a sentence quotes. */
export const extractQuotedTexts = (text: string): readonly string[] =>
  [...text.matchAll(/«([^»]*)/g)].map(([, inside = '']) => inside);

/** Cuts a text to a number of characters, and adds how long it was. */
export const cutText = (text: string, max: number): string => cut(text, max, (head) => `${head}…`);

/**
 * Cuts a sentence that quotes record text. It closes the quote, so that the text after it does not read as part of it.
 */
export const cutSentence = (text: string, max: number): string =>
  cut(text, max, (head) => (head.lastIndexOf('«') > head.lastIndexOf('»') ? `${head}…»` : `${head}…`));

function cut(text: string, max: number, end: (head: string) => string): string {
  if (text.length <= max) return text;
  const note = ` (cut, ${text.length} characters)`;
  // Cutting may halve a surrogate pair; toWellFormed would show a box, so the lone half goes.
  return `${end(text.slice(0, max - 1 - note.length).replace(/[\uD800-\uDBFF]$/, ''))}${note}`;
}

/** Quoted names and other short texts of lists: a brief or a list names the same few payees thousands of times. */
const quotedTexts = new Map<string, string>();
const quotedTextsMax = 2000;

/** Formats record text for `content`: cleaned, capped and quoted. */
export function recordText(raw: string, place: TextPlace = 'record'): string {
  if (place !== 'list' || raw.length > textCaps.list) return formatQuote(raw, place);
  const text = quotedTexts.get(raw) ?? formatQuote(raw, place);
  if (quotedTexts.size >= quotedTextsMax) quotedTexts.clear();
  quotedTexts.set(raw, text);
  return text;
}

const formatQuote = (raw: string, place: TextPlace): string =>
  quoteText(cutText(flattenText(raw, place).text, textCaps[place]));

/**
 * Formats a name that a caller typed, for an error that repeats it: unchanged if it can be a name, else quoted as data.
 */
export const formatTypedName = (text: string): string =>
  /^[\w.[\]-]{1,100}$/.test(text) ? text : recordText(text, 'list');
