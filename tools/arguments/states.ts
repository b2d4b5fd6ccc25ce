import { foldText } from '../../src/domain/text/folding.ts';
import { toCityKey } from '../../src/domain/places/city-key.ts';
import { stateZones } from '../../src/domain/places/state-zones.ts';
import { createFieldError } from '../../src/errors.ts';
import { recordText } from '../../src/mcp/text/text.ts';

const normalizeName = (text: string) => foldText(text).replaceAll('.', '').replace(/\s+/g, ' ').trim();

// Where two countries share a code, the one listed first is meant: US before Canada before Mexico.
const codes: ReadonlyMap<string, string> = new Map(
  stateZones
    .flatMap(({ codes: [main, ...otherCodes], name }) =>
      [main, ...otherCodes, name].map((word) => [normalizeName(word), main] as const),
    )
    .reverse(),
);

/** Finds the code of a state or province written as code or name; undefined when it is neither. */
export const findStateCode = (text: string): string | undefined => codes.get(normalizeName(text));

/** Parses the state or province of an argument; refused by name when it is none. */
export function parseStateArgument(name: string, text: string): string {
  const code = findStateCode(text);
  if (code === undefined)
    throw createFieldError(
      'BAD_REQUEST',
      name,
      `${recordText(text, 'list')} is not a state or province; use a code such as TX`,
    );
  return code;
}

export interface CityAndState {
  readonly city: string;
  readonly state: string;
  readonly postalCode: string | undefined;
}

/** Reads "Dallas, TX", "Dallas, Texas" and "Dallas, TX 75201"; undefined for any other text. */
export function parseCityAndState(text: string): CityAndState | undefined {
  const [, city, rest] = /^([^,]+),\s*([^\s,][^,]*?)(?:,\s*(?:USA?|Canada|Mexico))?$/i.exec(text.trim()) ?? [];
  if (city === undefined || rest === undefined) return undefined;
  const { before: name, postalCode } = splitPostalCode(rest);
  const state = findStateCode(name);
  return state === undefined ? undefined : { city: city.trim(), state, postalCode };
}

/** Begins at the first space of a gap, so that a long gap is read once and not from each of its spaces. */
const lastPostalCode = /(?<=\S)\s+(\d{5}(?:-\d{4})?|[A-Z]\d[A-Z][ -]?\d[A-Z]\d)$/i;

/** Splits off the ZIP or postal code that a place ends with; without one, the text is all before it. */
function splitPostalCode(text: string): { readonly before: string; readonly postalCode: string | undefined } {
  const match = lastPostalCode.exec(text);
  return { before: text.slice(0, match?.index), postalCode: match?.[1] };
}

const stateWordsMax = 3;

/** Reads the same without a comma: "dallas tx", "salt lake city utah". What is a state by itself is no city. */
export function parseCityBeforeState(text: string): CityAndState | undefined {
  if (text.includes(',') || findStateCode(text) !== undefined) return undefined;
  const { before, postalCode } = splitPostalCode(text.trim());
  const words = before.split(/\s+/);
  for (let count = Math.min(stateWordsMax, words.length - 1); count > 0; count -= 1) {
    const state = findStateCode(words.slice(-count).join(' '));
    if (state !== undefined) return { city: words.slice(0, -count).join(' '), state, postalCode };
  }
  return undefined;
}

export const isSamePlaceName = (a: string, b: string): boolean => toCityKey(a) === toCityKey(b);

/** Spells out a name that people shorten as lists of cities write it. */
export const expandCityName = (city: string): string =>
  city
    .trim()
    .replace(/^(?:st|saint)\.?\s+/i, 'St. ')
    .replace(/^ft\.?\s+/i, 'Fort ')
    .replace(/^mt\.?\s+/i, 'Mount ');
