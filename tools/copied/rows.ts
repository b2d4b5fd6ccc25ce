import type { CopyNow } from '../../src/mcp/tool/copy-now.ts';

export type Reader = CopyNow['read'];

/** The rows of a query, as its caller says that they look. */
export async function rowsOf<Row>(
  read: Reader,
  query: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const rows = await read(query, values);
  // The query names its columns, and the tables of the copy say of which type each is.
  return rows as unknown as readonly Row[];
}
