import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { createInterface } from 'node:readline';
import { readPostgresAddress } from '../../src/store/postgres/address.ts';
import { openPool } from '../../src/store/postgres/pool.ts';
import { postgresWaits } from '../../src/store/postgres/waits.ts';
import { openSqlite } from '../../src/store/sqlite/open-file.ts';
import type { RecordedStatement } from '../statements.ts';

/**
 * Minimum cost of a read: its SQL on one connection with the settings of the product, and one JSON.stringify of all
 * rows. Each line of stdin holds the statements of one read; each line of stdout how many ms they took.
 */
const [databaseUrl = ''] = process.argv.slice(2);
const readRows = databaseUrl.startsWith('sqlite:') ? openSqliteReader() : await openPostgresReader();

for await (const line of createInterface({ input: process.stdin })) {
  // Written by the process that started this one.
  const statements = JSON.parse(line) as readonly RecordedStatement[];
  const startedAt = performance.now();
  const results: unknown[] = [];
  for (const statement of statements) results.push(await readRows(statement));
  JSON.stringify(results);
  process.stdout.write(`${performance.now() - startedAt}\n`);
}
process.exit();

function openSqliteReader(): (statement: RecordedStatement) => unknown {
  const connection = openSqlite({ file: databaseUrl.slice('sqlite:'.length) });
  const prepared = new Map<string, StatementSync>();
  return ({ text, values }) => {
    const statement = prepared.get(text) ?? connection.prepare(text);
    prepared.set(text, statement);
    // SQLite has taken the same values from the service.
    return statement.all(...(values as readonly SQLInputValue[]));
  };
}

async function openPostgresReader(): Promise<(statement: RecordedStatement) => unknown> {
  const client = await openPool(readPostgresAddress(databaseUrl), postgresWaits).connect();
  const names = new Map<string, string>();
  return async ({ text, values }) => {
    const name = names.get(text) ?? `bare${names.size}`;
    names.set(text, name);
    const { rows } = await client.query({ text, values: [...values], name });
    return rows;
  };
}
