import * as z from 'zod';
import { createFieldError } from '../../src/errors.ts';
import type { ListResultInput } from '../../src/mcp/results/list-result.ts';
import { isSameName } from '../records/columns.ts';
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

/** Resolves columns by their name or by the heading they are shown with; others are refused. */
export function resolveFields(
  fields: readonly string[] | undefined,
  { columns, hidden = [], onRequest = [] }: Pick<ListResultInput, 'columns' | 'hidden' | 'onRequest'>,
): readonly string[] | undefined {
  if (fields === undefined) return undefined;
  const availableColumns = [...columns, ...[...hidden, ...onRequest].map((key) => ({ key, title: key }))];
  const resolvedFields = fields.map((field) => ({
    field,
    key:
      availableColumns.find(({ key }) => key === field)?.key ??
      availableColumns.find(({ title }) => isSameName(title, field))?.key ??
      availableColumns.find(({ title }) => isSameHeading(title, field))?.key ??
      availableColumns.find(({ key }) => isSameName(key, field))?.key,
  }));
  const unknown = resolvedFields.filter(({ key }) => key === undefined).map(({ field }) => field);
  if (unknown.length > 0)
    throw createFieldError(
      'BAD_REQUEST',
      'fields',
      `${unknown.map(formatTypedName).join(', ')}: no such column; there are ${availableColumns.map(({ key }) => key).join(', ')}`,
    );
  return [...new Set(resolvedFields.flatMap(({ key }) => key ?? []))];
}

const isSameHeading = (title: string, field: string) => normalizeHeading(title) === normalizeHeading(field);
const normalizeHeading = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** Output schema of a list tool. */
export const listOutput = z.object({
  total: z.number().nullable(),
  totals: z.array(z.object({ currency: z.string(), count: z.number(), amount: z.number() })),
  rows: z.array(z.record(z.string(), z.unknown())),
  notes: z.array(z.string()),
  nextCursor: z.string().nullable(),
});
