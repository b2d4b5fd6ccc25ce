import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BrokerageDatabase } from '../../src/store/connection.ts';
import { lendBrokerage, type LentStore } from '../support/stores/lent-stores.ts';
import { invariants } from './invariants/index.ts';
import { now } from './world.ts';

describe('the sandbox brokerage', () => {
  let lent: LentStore<BrokerageDatabase>;
  beforeAll(async () => {
    lent = await lendBrokerage('SQLite', { world: { seed: 1, now, size: 'small' } });
  });
  afterAll(() => lent[Symbol.asyncDispose]());

  test.each(invariants)('$promise', async ({ broken }) => {
    const query = sql.raw(broken.replaceAll(':now', `'${now}'`));

    const { rows } = await query.execute(lent.store.reader);

    expect(rows.slice(0, 5)).toEqual([]);
  });
});
