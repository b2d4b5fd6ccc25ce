import { type FlagReason, isInstructionLike } from './instruction-like.ts';

/** Longest record text in a list and in a single record, in characters. */
export const textCaps = { list: 200, record: 2000 } as const;
export type TextPlace = keyof typeof textCaps;

export interface CleanText {
  readonly text: string;
  /** Characters removed because nobody can see them. */
  readonly strippedCount: number;
  readonly isTruncated: boolean;
  readonly isInstructionLike: boolean;
}

/** What hides, reorders or smuggles text, as code point ranges; tab and line feed stay. */
const invisibleRanges: readonly (readonly [from: number, to: number, what: string])[] = [
  [0x00, 0x08, 'controls'],
  [0x0b, 0x1f, 'controls'],
  [0x7f, 0x9f, 'delete and C1 controls'],
  [0xad, 0xad, 'soft hyphen'],
  [0x34f, 0x34f, 'combining grapheme joiner'],
  [0x61c, 0x61c, 'Arabic letter mark'],
  [0x115f, 0x1160, 'Hangul fillers'],
  [0x17b4, 0x17b5, 'Khmer inherent vowels'],
  [0x180b, 0x180f, 'Mongolian selectors and vowel separator'],
  [0x200b, 0x200f, 'zero-width characters and bidirectional marks'],
  [0x2028, 0x202e, 'line and paragraph separators, bidirectional overrides'],
  [0x2060, 0x206f, 'word joiner, invisible operators, bidirectional isolates'],
  [0x3164, 0x3164, 'Hangul filler'],
  [0xfe00, 0xfe0f, 'variation selectors'],
  [0xfeff, 0xfeff, 'byte order mark'],
  [0xffa0, 0xffa0, 'halfwidth Hangul filler'],
  [0xfff9, 0xfffb, 'interlinear marks'],
  [0xe0000, 0xe0fff, 'tags and further variation selectors'],
];
const hex = (codePoint: number) => `\\u{${codePoint.toString(16)}}`;
const invisible = new RegExp(`[${invisibleRanges.map(([from, to]) => `${hex(from)}-${hex(to)}`).join('')}]`, 'gu');

/** Removes what cannot be seen; carriage returns before line feeds go without being counted. */
export function stripInvisible(text: string): { readonly text: string; readonly count: number } {
  let count = 0;
  const stripped = text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replace(invisible, () => {
      count += 1;
      return '';
    });
  return { text: stripped, count };
}

/** Record text as data: stripped, capped, and looked over for sentences that sound like orders to a model. */
export function cleanText(raw: string, place: TextPlace): CleanText {
  const { text, count } = stripInvisible(raw);
  const flat = place === 'list' ? text.replace(/\s+/g, ' ').trim() : text;
  const cap = textCaps[place];
  const isTruncated = flat.length > cap;
  return {
    // Cutting may halve a surrogate pair; toWellFormed would show a box, so the lone half goes.
    text: isTruncated ? `${flat.slice(0, cap - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : flat,
    strippedCount: count,
    isTruncated,
    isInstructionLike: isInstructionLike(flat),
  };
}

export function reasonsOf(clean: CleanText): readonly FlagReason[] {
  return [
    ...(clean.strippedCount > 0 ? (['stripped'] as const) : []),
    ...(clean.isInstructionLike ? (['instruction_like'] as const) : []),
    ...(clean.isTruncated ? (['truncated'] as const) : []),
  ];
}

/** Puts record text between « and »; those characters inside it become single ones, so it cannot close the quote. */
export function quoted(text: string): string {
  return `«${text.replaceAll('«', '‹').replaceAll('»', '›')}»`;
}

/** A sentence that was cut inside quoted record text, closed again so that what follows does not read as part of it. */
export function closeQuote(text: string): string {
  return text.lastIndexOf('«') > text.lastIndexOf('»') ? `${text}…»` : text;
}

/** Record text for `content`: cleaned, capped and quoted. */
export function recordText(raw: string, place: TextPlace = 'record'): string {
  return quoted(cleanText(raw, place).text);
}
