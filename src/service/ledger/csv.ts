import { stringify } from 'csv-stringify/sync';

type CsvCell = string | number | null;

/** RFC 4180 text as a response; what a spreadsheet would run as a formula gets an apostrophe in front. */
export function csvResponse(header: readonly string[], rows: readonly (readonly CsvCell[])[]): Response {
  // The header is ours: `1-30` is no formula, and nothing in it comes from a caller.
  const text = stringify(
    [header, ...rows].map((row) => [...row]),
    {
      escape_formulas: true,
      // Only the delimiter of the records is quoted by itself; readers also end a record at a lone CR or LF.
      quoted_match: /[\r\n]/,
      record_delimiter: 'windows',
    },
  );
  return new Response(text, { headers: { 'content-type': 'text/csv; charset=utf-8' } });
}
