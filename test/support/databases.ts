import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { describe, inject } from 'vitest';
import { postgresTemplate } from './postgres.ts';

export type DatabaseName = 'SQLite' | 'PostgreSQL';

export interface TestDatabase extends AsyncDisposable {
  readonly url: string;
}

/** For `skipIf`: the run says at its beginning why PostgreSQL is not tested. */
export const isPostgresMissing = inject('postgresUrl') === null;

/** Runs the same promises on both databases; PostgreSQL is skipped, with the reason in the title, where it is not installed. */
export function onBothDatabases(title: string, promises: (database: DatabaseName) => void): void {
  describe(`${title} on SQLite`, () => {
    promises('SQLite');
  });
  describe.skipIf(isPostgresMissing)(
    `${title} on PostgreSQL${isPostgresMissing ? ' (skipped: no PostgreSQL server installed)' : ''}`,
    () => {
      promises('PostgreSQL');
    },
  );
}

/** A fresh database of the named kind without any record; `blank` is one without the tables either. */
export async function createDatabase(name: DatabaseName, { blank = false } = {}): Promise<TestDatabase> {
  return name === 'SQLite' ? createSqlite() : createPostgres(blank);
}

function createSqlite(): TestDatabase {
  const folder = mkdtempSync(path.join(tmpdir(), 'waybill-sqlite-'));
  return {
    url: `sqlite:${path.join(folder, 'waybill.db')}`,
    async [Symbol.asyncDispose]() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Emptied databases of this worker: emptying one takes a tenth of the time that making one takes. */
const idle: string[] = [];

async function createPostgres(blank: boolean): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  if (server === null) throw new Error('no PostgreSQL server is running for the tests');
  const database = (blank ? undefined : idle.pop()) ?? (await newDatabase(server, blank));
  const url = new URL(server);
  url.pathname = `/${database}`;
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      if (await emptied(url.href)) idle.push(database);
      else await onServer(server, `drop database ${database} with (force)`);
    },
  };
}

async function newDatabase(server: string, blank: boolean): Promise<string> {
  const database = `waybill_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${database}${blank ? '' : ` template ${postgresTemplate}`}`);
  return database;
}

/** Deletes every row but the record of the migrations; false when somebody still holds a lock, or a table is missing. */
async function emptied(url: string): Promise<boolean> {
  const client = new Client(url);
  try {
    await client.connect();
    await client.query("set lock_timeout = '2s'");
    const { rows } = await client.query<{ name: string }>(
      "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'migration'",
    );
    await client.query(rows.map(({ name }) => `delete from ${name}`).join('; '));
    return true;
  } catch {
    // A database that cannot be emptied is dropped by the caller.
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}
