import { configProblem, parseInput } from './config-problem.ts';
import { DatabaseUrl } from './settings.ts';

export const readDatabase = (text: string): string => parseInput(DatabaseUrl, text, '--database');

/** Reads a whole number from 1 to `max`. */
export function readCount(name: string, text: string, max: number): number {
  return readWhole(name, text, { min: 1, max });
}

export function readWhole(
  name: string,
  text: string,
  { min, max }: { readonly min: number; readonly max: number },
): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw configProblem(name, `must be a whole number from ${min} to ${max}; it is ${JSON.stringify(text)}.`);
}
