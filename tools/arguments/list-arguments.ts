import * as z from 'zod';
import { fieldError } from '../../src/errors.ts';
import type { ListFacts } from '../../src/mcp/results/list-result.ts';
import { formatTypedName } from '../../src/mcp/text/text.ts';

/** Arguments that every list tool takes. */
export const listArguments = {
  limit: z.number().min(1).max(250).optional(),
  cursor: z.string().max(100).optional(),
  /** Exactly these columns, by name or heading. */
  fields: z.array(z.string().max(40)).min(1).max(40).optional(),
  format: z.enum(['table', 'csv', 'json']).optional(),
} as const;

/** A date as YYYY-MM-DD or in words. */
export const DateText = z.string().min(1).max(60);
/** A record as a person names it. */
export const RecordText = z.string().min(1).max(200);

/** The columns that are meant, by their name or by the heading they are shown with; others are refused. */
export function chosenFields(
  fields: readonly string[] | undefined,
  { columns, hidden = [], onRequest = [] }: Pick<ListFacts, 'columns' | 'hidden' | 'onRequest'>,
): readonly string[] | undefined {
  if (fields === undefined) return undefined;
  const known = [...columns, ...[...hidden, ...onRequest].map((key) => ({ key, title: key }))];
  const meant = fields.map((field) => ({
    field,
    key: known.find(({ key }) => key === field)?.key ?? known.find(({ title }) => sameWords(title, field))?.key,
  }));
  const unknown = meant.filter(({ key }) => key === undefined).map(({ field }) => field);
  if (unknown.length > 0)
    throw fieldError(
      'BAD_REQUEST',
      'fields',
      `${unknown.map(formatTypedName).join(', ')}: no such column; there are ${known.map(({ key }) => key).join(', ')}`,
    );
  return [...new Set(meant.flatMap(({ key }) => key ?? []))];
}

const sameWords = (title: string, field: string) => wordsOf(title) === wordsOf(field);
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** What the output schema of a list tool declares. */
export const listOutput = z.object({
  total: z.number().nullable(),
  totals: z.array(z.object({ currency: z.string(), count: z.number(), amount: z.number() })),
  rows: z.array(z.record(z.string(), z.unknown())),
  notes: z.array(z.string()),
  nextCursor: z.string().nullable(),
});
