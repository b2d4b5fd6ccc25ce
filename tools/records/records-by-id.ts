import { chunks } from './chunks.ts';
import { distinct } from './distinct.ts';

/** Ids in one condition of a filter. */
const idsMax = 250;

interface ById<Row> {
  readonly filter: { readonly id: { readonly in: readonly string[] } };
  /** The same condition, for an API that does not apply it. */
  readonly local: Readonly<Record<string, (row: Row) => boolean>>;
}

/** Records by their ids, each once, few calls for many. */
export async function recordsById<Row extends { readonly id: string }>(
  ids: readonly (string | null | undefined)[],
  read: (question: ById<Row>) => Promise<{ readonly rows: readonly Row[] }>,
): Promise<ReadonlyMap<string, Row>> {
  const pages = await Promise.all(
    chunks(distinct(ids), idsMax).map((some) => {
      const asked = new Set(some);
      return read({ filter: { id: { in: some } }, local: { id: ({ id }) => asked.has(id) } });
    }),
  );
  return new Map(pages.flatMap(({ rows }) => rows.map((row) => [row.id, row])));
}
