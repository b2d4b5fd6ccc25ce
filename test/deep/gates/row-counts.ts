import { sql } from 'kysely';
import { tables } from '../../../src/store/schema.ts';
import type { TestService } from '../../support/service/service.ts';

/** Number of rows by table. */
export type RowCounts = Readonly<Record<string, number>>;

/** Not about the brokerage: what keeps the API from doing something twice, or too often. */
const leftOut: ReadonlySet<string> = new Set(['idempotency', 'rate_window']);

const counted = Object.keys(tables).filter((name) => !leftOut.has(name));
const query = counted.map((name) => `select '${name}' as name, count(*) as size from ${name}`).join(' union all ');

/** Counts the rows of each table of the brokerage. */
export async function countRows({ database }: Pick<TestService, 'database'>): Promise<RowCounts> {
  const { rows } = await sql.raw<{ name: string; size: number | string }>(query).execute(database.reader);
  return Object.fromEntries(rows.map(({ name, size }) => [name, Number(size)]));
}

export const countAddedRows = (before: RowCounts, after: RowCounts): RowCounts =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, size]) => [name, size - (before[name] ?? 0)] as const)
      .filter(([, added]) => added !== 0),
  );
