import type { z } from 'zod';
import type { CopyNow } from '../../src/mcp/tool/copy-now.ts';

/** Rows of the copy in the form that the question expects. */
export async function copyRows<Row extends z.ZodObject>(
  { read }: Pick<CopyNow, 'read'>,
  row: Row,
  query: string,
  parameters: readonly unknown[] = [],
): Promise<z.output<Row>[]> {
  return (await read(query, parameters)).map((found) => row.parse(found));
}
