import type { BrokerageDatabase } from '../../src/store/connection.ts';
import { openBrokerage } from '../../src/store/database.ts';
import { seedBrokerage } from '../../src/sandbox/seed.ts';
import { createDatabase, type DatabaseName } from '../support/databases.ts';
import { testCipher } from '../support/service.ts';

/** A Friday morning at the desk. */
export const now = '2026-11-20T15:00:00.000Z';

export interface TestWorld extends AsyncDisposable {
  readonly database: BrokerageDatabase;
}

/** A store with the small sandbox in it. */
export async function seededWorld(name: DatabaseName, seed = 1): Promise<TestWorld> {
  const target = await createDatabase(name);
  const database = await openBrokerage(target.url, { durability: 'off' });
  await seedBrokerage(database, { seed, now, size: 'small', cipher: testCipher });
  return {
    database,
    async [Symbol.asyncDispose]() {
      await database.close();
      await target[Symbol.asyncDispose]();
    },
  };
}
