import { createHash } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { seedBrokerage } from '../../../src/sandbox/seed.ts';
import { openBrokerage } from '../../../src/store/database.ts';
import { testCipher } from '../cipher.ts';
import { copyDatabase, createDatabase, type DatabaseName, onPostgres, type TestDatabase } from './databases.ts';
import { madeOnce } from './made-once.ts';

/** What is the same in two generated brokerages with the same records. */
export interface World {
  readonly seed: number;
  readonly now: string;
  readonly size: 'small' | { readonly shipments: number };
}

/** Tells generated brokerages apart in the names of files and databases. */
export const worldKey = (world: World): string =>
  createHash('sha256').update(JSON.stringify(world)).digest('hex').slice(0, 16);

/** A new database with a generated brokerage: a copy of one that is generated once in a run. */
export async function createSeededDatabase(name: DatabaseName, world: World): Promise<TestDatabase> {
  return copyDatabase(name, await (name === 'SQLite' ? sqliteTemplate : postgresTemplate)(world));
}

const sqliteTemplate = (world: World): Promise<string> =>
  madeOnce(`${worldKey(world)}.db`, async (file) => {
    await using database = await seed('SQLite', world);
    await rename(database.url.slice('sqlite:'.length), file);
  });

async function postgresTemplate(world: World): Promise<string> {
  const template = `waybill_${worldKey(world)}`;
  // The file says that the database is there.
  await madeOnce(`${template}.made`, async (file) => {
    await using database = await seed('PostgreSQL', world);
    await onPostgres(`alter database ${new URL(database.url).pathname.slice(1)} rename to ${template}`);
    await writeFile(file, '');
  });
  return template;
}

async function seed(name: DatabaseName, world: World): Promise<TestDatabase> {
  const database = await createDatabase(name);
  const brokerage = await openBrokerage(database.url, { durability: 'off' });
  await seedBrokerage(brokerage, { ...world, cipher: testCipher });
  await brokerage.close();
  return database;
}
