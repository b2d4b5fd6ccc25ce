import * as z from 'zod';
import { roundToCents } from '../../domain/money/money.ts';

/** Another API may send more decimals than this one does; what is summed are whole cents. */
export const cents = (amount: number): number => roundToCents(amount);

export const centsOrNull = (amount: number | null): number | null => (amount === null ? null : roundToCents(amount));

/** Text of an instant in the form that the copy stores. Days that not every month has are left to the parser. */
const storedInstant = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** Formats a moment always as the same text, so that moments compare and sort as texts. */
export const instant = (text: string): string => (storedInstant.test(text) ? text : new Date(text).toISOString());

export const instantOrNull = (text: string | null | undefined): string | null => (text ? instant(text) : null);

export const flag = (value: boolean): number => (value ? 1 : 0);

export const flagOrNull = (value: boolean | null | undefined): number | null =>
  value === null || value === undefined ? null : flag(value);

const Names = z.array(z.string());

/** A list of names as one value: any of them may hold a comma. */
export const keptNames = (names: readonly string[]): string => JSON.stringify(names);

export const namesIn = (kept: string): readonly string[] => Names.parse(JSON.parse(kept));

/** In one text, in the order of the alphabet; null where there is none. */
export function namesOf(entries: readonly { readonly name: string }[]): string | null {
  const names = entries.map(({ name }) => name).toSorted();
  return names.length === 0 ? null : names.join(', ');
}
