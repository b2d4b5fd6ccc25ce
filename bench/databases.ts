import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { PostgresServer } from '../test/support/stores/postgres.ts';

/** An empty database on the run's own server. */
export async function newDatabase({ url }: PostgresServer): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `bench_${randomBytes(6).toString('hex')}`;
  await execute(url, `create database ${name}`);
  return { url: url.replace(/\/[^/]*$/, `/${name}`), drop: () => execute(url, `drop database ${name} with (force)`) };
}

/** What its own daemon begins a minute after much was written; meanwhile reads would be measured beside it. */
export const vacuum = (url: string): Promise<void> => execute(url, 'vacuum');

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
