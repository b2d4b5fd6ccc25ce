import * as z from 'zod';
import { fieldError } from '../../src/errors.ts';
import type { ListColumn } from '../../src/mcp/results/list-result.ts';

/** Arguments that every list tool takes. */
export const listArguments = {
  limit: z.number().min(1).max(250).optional(),
  cursor: z.string().max(2000).optional(),
  /** Exactly these columns. */
  fields: z.array(z.string().max(40)).min(1).max(40).optional(),
  format: z.enum(['table', 'csv', 'json']).optional(),
} as const;

/** A date as YYYY-MM-DD or in words. */
export const DateText = z.string().min(1).max(60);
/** A record as a person names it. */
export const RecordText = z.string().min(1).max(200);

export const limitDefault = 25;

/** Refuses columns that the list does not have, naming those that it has. */
export function checkFields(
  fields: readonly string[] | undefined,
  { columns, hidden = [] }: { readonly columns: readonly ListColumn[]; readonly hidden?: readonly string[] },
): void {
  const known = [...columns.map(({ key }) => key), ...hidden];
  const unknown = fields?.filter((field) => !known.includes(field)) ?? [];
  if (unknown.length > 0)
    throw fieldError('BAD_REQUEST', 'fields', `${unknown.join(', ')}: no such column; there are ${known.join(', ')}`);
}

/** What the output schema of a list tool declares. */
export const listOutput = z.object({
  total: z.number().nullable(),
  totals: z.array(z.object({ currency: z.string(), count: z.number(), amount: z.number() })),
  rows: z.array(z.record(z.string(), z.unknown())),
  coverage: z.string(),
  nextCursor: z.string().nullable(),
});
