import { stringify } from 'csv-stringify/sync';

export type CsvCell = string | number | boolean | null | undefined;

/**
 * Formats comma-separated text with a header. Text that a spreadsheet would run as a formula gets an apostrophe in
 * front.
 */
export function formatCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return stringify(
    [header, ...rows].map((row) => [...row]),
    {
      escape_formulas: true,
      cast: { boolean: (value) => String(value) },
    },
  );
}
