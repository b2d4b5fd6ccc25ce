import { foldText } from '../text/folding.ts';

/** Words at the start of a name that people shorten, or spell out. */
const beginnings: readonly (readonly [RegExp, string])[] = [
  [/^(?:saint|st)\s+/, 'st '],
  [/^(?:sainte|ste)\s+/, 'ste '],
  [/^(?:fort|ft)\s+/, 'ft '],
  [/^(?:mount|mt)\s+/, 'mt '],
  [/^n\s+/, 'north '],
  [/^s\s+/, 'south '],
  [/^e\s+/, 'east '],
  [/^w\s+/, 'west '],
];

const plainName = /^(?!(?:saint|sainte|st|ste|fort|ft|mount|mt|[nsew])\s)[a-z ]+$/i;

/** Folds the name of a city as two are compared: "Saint Louis", "St. Louis" and "St Louis" are one; so are "De Soto" and "Desoto". */
export function toCityKey(name: string): string {
  // Most names are plain words; tens of thousands are folded when the table is read.
  if (plainName.test(name)) return name.replaceAll(' ', '').toLowerCase();
  const plain = foldText(name)
    .replace(/[.'’`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return beginnings
    .reduce((current, [pattern, replacement]) => current.replace(pattern, replacement), plain)
    .replaceAll(' ', '');
}
