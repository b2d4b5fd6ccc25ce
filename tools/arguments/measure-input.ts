import * as z from 'zod';
import { createFieldError } from '../../src/errors.ts';
import { quoteWords } from './date-words.ts';

/** A measure as a number or with the unit that people write behind it. */
export const MeasureText = z.union([z.number(), z.string().max(40)]);
export type MeasureText = z.output<typeof MeasureText>;

const hourMinutes = 60;
const digits = String.raw`(\d+|\d{1,3}(?:,\d{3})+)`;
const hourWord = '(?:h|hr|hrs|hours?)';
const minuteWord = '(?:m|min|mins|minutes?)';

/** Forms of a duration as people write it, with the minutes that each one means. */
const durations: readonly (readonly [RegExp, (match: readonly string[]) => number])[] = [
  [new RegExp(`^(\\d+(?:\\.\\d+)?|\\.\\d+) ?${hourWord}?$`), ([, hours]) => Number(hours) * hourMinutes],
  [
    new RegExp(`^(\\d+) ?${hourWord} ?(?:and )?([0-5]?\\d) ?${minuteWord}?$`),
    ([, hours, minutes]) => Number(hours) * hourMinutes + Number(minutes),
  ],
  [/^(\d+):([0-5]\d)$/, ([, hours, minutes]) => Number(hours) * hourMinutes + Number(minutes)],
  [new RegExp(`^(\\d+) ?${minuteWord}$`), ([, minutes]) => Number(minutes)],
  [new RegExp(`^(\\d+)(?: and a half| 1/2) ?${hourWord}$`), ([, hours]) => Number(hours) * hourMinutes + 30],
  [new RegExp(`^(?:half an? |1/2 )${hourWord}$`), () => 30],
  [new RegExp(`^an? ${hourWord}$`), () => hourMinutes],
];

/** Parses whole minutes of a duration such as "2.5 h", "2h30" or "90 min"; a bare number is hours. */
export function parseMinutes(value: MeasureText, name: string): number {
  const text = normalizeText(value);
  for (const [pattern, toMinutes] of durations) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const minutes = toMinutes(match);
    // 2.3333 hours are meant to be 2 h 20 min.
    return Math.round(minutes);
  }
  throw createFieldError(
    'BAD_REQUEST',
    name,
    `${quoteWords(text)} is no duration; write for example "2.5 h", "2h30" or "90 min"`,
  );
}

/**
 * Parses a share from 0 to 100 such as "15%" or 12.5. Below 1 it has to say that it is per cent: 0.15 can be 15 % as
 * well.
 */
export function parsePercent(value: MeasureText, name: string): number {
  const text = normalizeText(value);
  const [, number, sign] = /^(\d+(?:\.\d+)?|\.\d+) ?(%|pct|percent|per cent)?$/.exec(text) ?? [];
  const percent = Number(number);
  const isUnclear = sign === undefined && percent > 0 && percent < 1;
  if (number === undefined || percent > 100 || isUnclear)
    throw createFieldError(
      'BAD_REQUEST',
      name,
      `${quoteWords(text)} is no percentage; write for example "15%" or "0.5%"`,
    );
  return percent;
}

/** Pounds in one of each unit. A ton is short, as the trade says it; a tonne is metric. */
const pounds: Readonly<Record<string, number>> = {
  '': 1,
  '#': 1,
  lb: 1,
  pound: 1,
  kg: 2.204_622_621_8,
  kilo: 2.204_622_621_8,
  kilogram: 2.204_622_621_8,
  t: 2204.622_621_8,
  mt: 2204.622_621_8,
  tonne: 2204.622_621_8,
  'metric ton': 2204.622_621_8,
  ton: 2000,
  cwt: 100,
  'short ton': 2000,
};
const weight = new RegExp(String.raw`^${digits}(?:\.(\d+))?(?: ?(k)(?![a-z]*g))? ?(#|[a-z ]*?)\.?$`);

/** Parses whole pounds of a weight such as 42000, "42k lb", "42,000#", "19000 kg" or "20 t". */
export function parsePounds(value: MeasureText, name: string): number {
  const text = normalizeText(value);
  const [, whole, decimals = '0', thousand, unit = ''] = weight.exec(text) ?? [];
  const factor = pounds[unit.length > 2 || unit === 'lbs' ? unit.replace(/s$/, '') : unit];
  // "18.500 kg" is 18,500 where a dot parts thousands.
  if (decimals.length === 3 && thousand === undefined)
    throw createFieldError(
      'BAD_REQUEST',
      name,
      `${quoteWords(text)} is unclear; write for example ${whole}${decimals} or ${whole}.${decimals.slice(0, 2)}`,
    );
  if (whole === undefined || factor === undefined)
    throw createFieldError(
      'BAD_REQUEST',
      name,
      `${quoteWords(text)} is no weight; write for example 42000, "42k lb" or "19,000 kg"`,
    );
  return Math.round(Number(`${whole.replaceAll(',', '')}.${decimals}`) * (thousand ? 1000 : 1) * factor);
}

const normalizeText = (value: MeasureText) => String(value).trim().toLowerCase().replace(/\s+/g, ' ');
