import { toNormalForm } from './normal-form.ts';

/** Letters that stay themselves when their accents are taken away. */
const plainLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
};

const isAscii = /^[\0-\u007F]*$/;
const marks = /[\u0300-\u036f]/g;
const capitals = /[A-Z]+/g;
/** The alphabets that have capitals and that names are written in: Latin, Greek, Cyrillic, Armenian. */
const letters = /[\u00C0-\u058F]/g;

/**
 * Text as two texts are compared: small letters without accents, in every alphabet. What a database folds to compare with
 * it is folded alike (`search_fold`), which a test holds for every character.
 */
export function foldText(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  return toNormalForm(text, 'NFKD')
    .replaceAll(marks, '')
    .replaceAll(capitals, (run) => run.toLowerCase())
    .replaceAll(letters, foldLetter);
}

function foldLetter(letter: string): string {
  const small = letter.toLowerCase();
  return plainLetters[small] ?? (small.length === 1 ? small : letter);
}

/** Checks whether two texts are equal, ignoring case and accents. */
export const isSameText = (text: string, other: string): boolean => foldText(text) === foldText(other);

/** Checks whether a text contains another one, ignoring case and accents. */
export const hasText = (value: string | null | undefined, part: string): boolean =>
  value !== null && value !== undefined && foldText(value).includes(foldText(part));
