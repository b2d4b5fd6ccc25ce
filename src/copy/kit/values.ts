import * as z from 'zod';
import { roundToCents } from '../../domain/money/money.ts';

/** Rounds an amount to whole cents, because another API may send more decimals. */
export const toCents = (amount: number): number => roundToCents(amount);

export const toCentsOrNull = (amount: number | null): number | null => (amount === null ? null : roundToCents(amount));

/** Text of an instant in the form that the copy stores. Days that not every month has are left to the parser. */
const storedInstant = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** Formats a moment always as the same text, so that moments compare and sort as texts. */
export const toInstant = (text: string): string => (storedInstant.test(text) ? text : new Date(text).toISOString());

export const toInstantOrNull = (text: string | null | undefined): string | null => (text ? toInstant(text) : null);

export const toFlag = (value: boolean): number => (value ? 1 : 0);

export const toFlagOrNull = (value: boolean | null | undefined): number | null =>
  value === null || value === undefined ? null : toFlag(value);

const Names = z.array(z.string());

/** Encodes a list of names as one value; JSON, because a name may contain a comma. */
export const encodeNames = (names: readonly string[]): string => JSON.stringify(names);

export const decodeNames = (text: string): readonly string[] => Names.parse(JSON.parse(text));

/** Joins names in alphabetical order; null if there are none. */
export function joinNames(entries: readonly { readonly name: string }[]): string | null {
  const names = entries.map(({ name }) => name).toSorted();
  return names.length === 0 ? null : names.join(', ');
}
