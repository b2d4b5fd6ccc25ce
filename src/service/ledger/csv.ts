import { setImmediate as endTurn } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';

type CsvValue = string | number | null;
type CsvRow = readonly CsvValue[];

/** Rows that are written at once: a few milliseconds of work. Other requests are served between two pieces. */
const rowsAtOnce = 200;

/** Builds a response of RFC 4180 text. Values that a spreadsheet would run as a formula get an apostrophe in front. */
export function buildCsvResponse(header: CsvRow, rows: readonly CsvRow[]): Response {
  // The header is ours: `1-30` is no formula, and nothing in it comes from a caller.
  const text = ReadableStream.from(writePieces([header, ...rows]));
  return new Response(text, { headers: { 'content-type': 'text/csv; charset=utf-8' } });
}

async function* writePieces(rows: readonly CsvRow[]): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    if (from > 0) await endTurn();
    const piece = rows.slice(from, from + rowsAtOnce).map((row) => [...row]);
    yield encoder.encode(
      stringify(piece, {
        escape_formulas: true,
        // Only the delimiter of the records is quoted by itself; readers also end a record at a lone CR or LF.
        quoted_match: /[\r\n]/,
        record_delimiter: 'windows',
      }),
    );
  }
}
