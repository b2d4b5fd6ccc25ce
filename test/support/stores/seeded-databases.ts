import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { inject } from 'vitest';
import { seedBrokerage } from '../../../src/sandbox/seed.ts';
import { openBrokerage } from '../../../src/store/database.ts';
import { testCipher } from '../cipher.ts';
import { copyDatabase, createDatabase, type DatabaseName, onPostgres, type TestDatabase } from './databases.ts';

/** What is the same in two generated brokerages with the same records. */
export interface World {
  readonly seed: number;
  readonly now: string;
  readonly size: 'small' | { readonly shipments: number };
}

/** A new database with a generated brokerage: a copy of one that is generated once in a run. */
export async function createSeededDatabase(name: DatabaseName, world: World): Promise<TestDatabase> {
  const key = createHash('sha256').update(JSON.stringify(world)).digest('hex').slice(0, 16);
  return copyDatabase(name, await (name === 'SQLite' ? sqliteTemplate : postgresTemplate)(key, world));
}

async function sqliteTemplate(key: string, world: World): Promise<string> {
  const template = path.join(inject('runFolder'), `${key}.db`);
  if (existsSync(template)) return template;
  await using database = await seed('SQLite', world);
  // Another worker may have made the same.
  await rename(database.url.slice('sqlite:'.length), template);
  return template;
}

async function postgresTemplate(key: string, world: World): Promise<string> {
  const template = `waybill_${key}`;
  if (await isThere(template)) return template;
  await using database = await seed('PostgreSQL', world);
  const made = new URL(database.url).pathname.slice(1);
  try {
    await onPostgres(`alter database ${made} rename to ${template}`);
  } catch (error) {
    // Another worker made the same.
    if (!(await isThere(template))) throw error;
  }
  return template;
}

const isThere = (database: string) => onPostgres(`select 1 from pg_database where datname = '${database}'`);

async function seed(name: DatabaseName, world: World): Promise<TestDatabase> {
  const database = await createDatabase(name);
  const brokerage = await openBrokerage(database.url, { durability: 'off' });
  await seedBrokerage(brokerage, { ...world, cipher: testCipher });
  await brokerage.close();
  return database;
}
