import { foldText } from '../../src/domain/kit/folding.ts';
import { toCityKey } from '../../src/domain/places/city-key.ts';
import { stateZones } from '../../src/domain/places/state-zones.ts';
import { fieldError } from '../../src/errors.ts';
import { recordText } from '../../src/mcp/text/text.ts';

const plain = (text: string) => foldText(text).replaceAll('.', '').replace(/\s+/g, ' ').trim();

// Where two countries share a code, the one listed first is meant: US before Canada before Mexico.
const codes: ReadonlyMap<string, string> = new Map(
  stateZones
    .flatMap(({ codes: [main, ...others], name }) =>
      [main, ...others, name].map((word) => [plain(word), main] as const),
    )
    .reverse(),
);

/** The code of a state or province written as code or name; undefined when it is neither. */
export const stateCodeOf = (text: string): string | undefined => codes.get(plain(text));

/** The same for an argument; refused by name when it is no state. */
export function stateArgument(name: string, text: string): string {
  const code = stateCodeOf(text);
  if (code === undefined)
    throw fieldError(
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
export function cityAndState(text: string): CityAndState | undefined {
  const [, city, rest] = /^([^,]+),\s*([^\s,][^,]*?)(?:,\s*(?:USA?|Canada|Mexico))?$/i.exec(text.trim()) ?? [];
  if (city === undefined || rest === undefined) return undefined;
  const { before: name, postalCode } = splitPostalCode(rest);
  const state = stateCodeOf(name);
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

/** The same without a comma: "dallas tx", "salt lake city utah". What is a state by itself is no city. */
export function cityBeforeState(text: string): CityAndState | undefined {
  if (text.includes(',') || stateCodeOf(text) !== undefined) return undefined;
  const { before, postalCode } = splitPostalCode(text.trim());
  const words = before.split(/\s+/);
  for (let count = Math.min(stateWordsMax, words.length - 1); count > 0; count -= 1) {
    const state = stateCodeOf(words.slice(-count).join(' '));
    if (state !== undefined) return { city: words.slice(0, -count).join(' '), state, postalCode };
  }
  return undefined;
}

export const isSamePlaceName = (one: string, other: string): boolean => toCityKey(one) === toCityKey(other);

/** As lists of cities write a name that people shorten, or spell out. */
export const inFull = (city: string): string =>
  city
    .trim()
    .replace(/^(?:st|saint)\.?\s+/i, 'St. ')
    .replace(/^ft\.?\s+/i, 'Fort ')
    .replace(/^mt\.?\s+/i, 'Mount ');
