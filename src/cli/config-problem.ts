import type { z } from 'zod';
import { WaybillError } from '../errors.ts';

/** Ends the start with one sentence: the name of a setting, a flag or an argument, and what is wrong with it. */
export function configProblem(name: string, message: string): WaybillError {
  return new WaybillError('CONFIGURATION', `${name} ${message}`, { details: [{ field: name, message }] });
}

/** Parses the settings, or the text of one flag; throws one sentence about the first of them that is wrong. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown, flag?: string): z.output<Schema> {
  const parsed = schema.safeParse(input, { error: wordChoices, jitless: true });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0];
  throw configProblem(flag ?? String(name), `${issue?.message}.`);
}

/** A wrong choice reads the same everywhere; every other schema has a sentence of its own. */
const wordChoices: z.core.$ZodErrorMap = (issue) => {
  if (issue.code !== 'invalid_value') return undefined;
  const choices = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(issue.values.map(String));
  return `must be ${choices}; it is ${JSON.stringify(issue.input)}`;
};
