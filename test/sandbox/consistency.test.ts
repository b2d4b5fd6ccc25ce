import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../support/databases.ts';
import { invariants } from './invariants/index.ts';
import { now, seededWorld, type TestWorld } from './world.ts';

onBothDatabases('the sandbox brokerage', (name) => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await seededWorld(name);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  test.each(invariants)('$promise', async ({ broken }) => {
    const query = sql.raw(broken.replaceAll(':now', `'${now}'`));

    const { rows } = await query.execute(world.database.reader);

    expect(rows.slice(0, 5)).toEqual([]);
  });
});
