import { stripInvisible } from './invisible.ts';
import type { FlagReason, OrderCheck } from './instruction-like.ts';

/** Longest record text in a list and in a single record, in characters. */
export const textCaps = { list: 200, record: 2000 } as const;
export type TextPlace = keyof typeof textCaps;

export interface CleanText {
  readonly text: string;
  /** Characters removed because nobody can see them. */
  readonly strippedCount: number;
  readonly isTruncated: boolean;
}

export interface MarkedText extends CleanText {
  readonly reasons: readonly FlagReason[];
}

/** Strips and caps record text. */
export const cleanText = (raw: string, place: TextPlace): CleanText => capText(flatText(raw, place), place);

/** Of a text that is cut where it is shown, this many times as much is checked: an order behind the cut is pointed out too. */
const checkedCaps = 10;

/** Strips and caps record text, checks it for orders, and says why it is marked. */
export function markText(raw: string, place: TextPlace, check: OrderCheck): MarkedText {
  const flat = flatText(raw, place);
  const clean = capText(flat, place);
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

function capText({ text, count }: ReturnType<typeof stripInvisible>, place: TextPlace): CleanText {
  const cap = textCaps[place];
  return { text: cutText(text, cap), strippedCount: count, isTruncated: text.length > cap };
}

function flatText(raw: string, place: TextPlace): ReturnType<typeof stripInvisible> {
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
 * Puts record text between « and » on one line: quotation marks inside become single ones, so it cannot close the quote,
 * and line breaks become a slash, so no line of the answer begins with it. That a text was cut is said behind the quote.
 */
export function quoted(text: string): string {
  const remark = cutRemark.exec(text)?.[0] ?? '';
  const oneLine = text
    .slice(0, text.length - remark.length)
    .trim()
    .replace(/(?:(?<!\s)\s*)?[\n\r\v\f\u0085\u2028\u2029]\s*/gu, ' / ');
  return `«${oneLine.replace(otherQuotes, '"').replace(openers, '‹').replace(closers, '›')}»${remark}`;
}

/** The record texts that a sentence quotes. */
export const quotesIn = (text: string): readonly string[] =>
  [...text.matchAll(/«([^»]*)/g)].map(([, inside = '']) => inside);

/** A text of so many characters at most, which says how long it was. */
export const cutText = (text: string, max: number): string => cut(text, max, (head) => `${head}…`);

/** The same for a sentence that quotes record text: a quote is closed, so that what follows does not read as part of it. */
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
  quoted(cutText(flatText(raw, place).text, textCaps[place]));

/** A name that a caller typed, for an error that repeats it: as it is where it can be one, else as data. */
export const typedText = (text: string): string => (/^[\w.[\]-]{1,100}$/.test(text) ? text : recordText(text, 'list'));
