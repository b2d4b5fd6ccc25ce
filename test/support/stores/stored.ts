import { tables, type TableName } from '../../../src/store/schema.ts';
import { globSync, readFileSync } from 'node:fs';
import type { TestService } from '../service/service.ts';

/** Reads every row of every table as text and, on SQLite, the bytes of the database's files. */
export async function readEverything({ database, url }: Pick<TestService, 'database' | 'url'>): Promise<string> {
  const rows: unknown[] = [];
  // The names come from the definitions of the tables.
  for (const table of Object.keys(tables) as TableName[])
    rows.push(await database.reader.selectFrom(table).selectAll().execute());
  const files = url.startsWith('sqlite:') ? globSync(`${url.slice('sqlite:'.length)}*`) : [];
  return [JSON.stringify(rows), ...files.map((file) => readFileSync(file, 'latin1'))].join('\n');
}
