/** Numbers that a public registry gives to a carrier. */
export type RegistryNumberKind = 'mc' | 'dot';

/** Letters that records and people write before the digits. */
const prefixes: Readonly<Record<RegistryNumberKind, readonly string[]>> = {
  mc: ['', 'MC-', 'MC', 'MC '],
  dot: ['', 'DOT-', 'DOT', 'DOT ', 'USDOT ', 'USDOT-', 'USDOT'],
};

/** The lengths to which registries and forms pad a number with zeros. */
const paddedLengths = [6, 7, 8];
const digitsMax = 8;

/** Drops the leading zeros, which say nothing: 0123456 is 123456. */
export const dropLeadingZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '');

/** Drops the leading zeros of a number that stands behind its letters: "MC-0123456" is "MC-123456". */
export const dropRegistryZeros = (text: string): string => text.trim().replace(/(?<!\d)0+(?=\d)/, '');

/** Reads the digits of an MC or DOT number without their leading zeros; undefined for a text that is no such number. */
export function readRegistryNumber(text: string | null | undefined): string | undefined {
  const digits = /^\D{0,12}(\d{1,12})\D{0,3}$/.exec(text?.trim() ?? '')?.[1];
  const bare = digits === undefined ? undefined : dropLeadingZeros(digits);
  return bare === undefined || bare.length > digitsMax ? undefined : bare;
}

/** A number that a person typed; without a kind it can be either. */
export interface TypedRegistryNumber {
  readonly kind: RegistryNumberKind | undefined;
  readonly digits: string;
}

const typedNumber =
  /^(?:(?<mc>MC)|(?<dot>(?:US[ -]?)?DOT))?[\s#:.-]{0,4}(?:(?:no|num|number)\b[.:\s#]{0,3})?(?<digits>\d{1,12})$/i;

/** Reads "MC# 0123456", "USDOT 9000777" or a number alone; undefined for any other text. */
export function parseRegistryNumber(text: string): TypedRegistryNumber | undefined {
  const { mc, dot, digits } = typedNumber.exec(text.trim())?.groups ?? {};
  const bare = digits === undefined ? undefined : dropLeadingZeros(digits);
  if (bare === undefined || bare.length > digitsMax) return undefined;
  return { kind: mc ? 'mc' : dot ? 'dot' : undefined, digits: bare };
}

/** Lists the forms in which records store a number: with and without its letters and leading zeros. */
export function listRegistrySpellings(kind: RegistryNumberKind, digits: string): readonly string[] {
  const bare = dropLeadingZeros(digits);
  const padded = [...new Set([bare, ...paddedLengths.map((length) => bare.padStart(length, '0'))])];
  return prefixes[kind].flatMap((prefix) => padded.map((number) => `${prefix}${number}`));
}

/** Checks whether two texts are the same number in different spellings. */
export function isSameRegistryNumber(first: string | null | undefined, second: string | null | undefined): boolean {
  const number = readRegistryNumber(first);
  return number !== undefined && number === readRegistryNumber(second);
}
