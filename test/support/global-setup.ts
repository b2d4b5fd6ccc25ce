import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { openBrokerage } from '../../src/store/database.ts';
import { postgresMissing, postgresTemplate, startPostgres } from './postgres.ts';

/** One PostgreSQL server for the whole run; each test takes a database of its own in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (postgresMissing !== null) {
    process.stderr.write(`Tests on PostgreSQL are skipped: ${postgresMissing}. SQLite is tested.\n`);
    project.provide('postgresUrl', null);
    return async () => {};
  }
  const server = await startPostgres();
  await makeTemplate(server.url);
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}

/** A database with the schema in it: copying it takes a fraction of the time that making the tables takes. */
async function makeTemplate(url: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query(`create database ${postgresTemplate}`);
  await client.end();
  const template = new URL(url);
  template.pathname = `/${postgresTemplate}`;
  const brokerage = await openBrokerage(template.href);
  await brokerage.close();
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string | null;
  }
}
