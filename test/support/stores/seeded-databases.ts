import { createHash } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { seedBrokerage } from '../../../src/sandbox/seed.ts';
import { openBrokerage } from '../../../src/store/database.ts';
import { testCipher } from '../cipher.ts';
import { copyDatabase, createDatabase, type DatabaseName, runOnPostgres, type TestDatabase } from './databases.ts';
import { makeOnce } from './made-once.ts';

/** Settings of a generated brokerage. The same settings generate the same records. */
export interface WorldSettings {
  readonly seed: number;
  readonly now: string;
  readonly size: 'small' | { readonly shipments: number };
}

/** Computes a key that tells generated brokerages apart in the names of files and databases. */
export const computeWorldKey = (world: WorldSettings): string =>
  createHash('sha256').update(JSON.stringify(world)).digest('hex').slice(0, 16);

/** A new database with a generated brokerage: a copy of one that is generated once in a run. */
export async function createSeededDatabase(name: DatabaseName, world: WorldSettings): Promise<TestDatabase> {
  return copyDatabase(name, await (name === 'SQLite' ? makeSqliteTemplate : makePostgresTemplate)(world));
}

const makeSqliteTemplate = (world: WorldSettings): Promise<string> =>
  makeOnce(`${computeWorldKey(world)}.db`, async (file) => {
    await using database = await seed('SQLite', world);
    await rename(database.url.slice('sqlite:'.length), file);
  });

async function makePostgresTemplate(world: WorldSettings): Promise<string> {
  const template = `waybill_${computeWorldKey(world)}`;
  // The file says that the database is there.
  await makeOnce(`${template}.made`, async (file) => {
    await using database = await seed('PostgreSQL', world);
    await runOnPostgres(`alter database ${new URL(database.url).pathname.slice(1)} rename to ${template}`);
    await writeFile(file, '');
  });
  return template;
}

async function seed(name: DatabaseName, world: WorldSettings): Promise<TestDatabase> {
  const database = await createDatabase(name);
  const brokerage = await openBrokerage(database.url, { durability: 'off' });
  await seedBrokerage(brokerage, { ...world, cipher: testCipher });
  await brokerage.close();
  return database;
}
