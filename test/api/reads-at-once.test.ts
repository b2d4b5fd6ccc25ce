import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { isPostgresMissing } from '../support/databases.ts';
import { startService } from '../support/service.ts';

test.skipIf(isPostgresMissing)('eight reads are worked on at a time, and the others wait their turn', async () => {
  await using api = await startService('PostgreSQL');
  await api.request('POST', '/v1/payment-terms', { name: 'Net 30' });
  const read = () => api.request('POST', '/v1/payment-terms/filter', {});
  await read();

  const reads = await api.database.transaction(async (tx) => {
    await sql`lock table payment_term in access exclusive mode`.execute(tx);
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`select count(*) from pg_locks
        where relation = 'payment_term'::regclass and not granted`.execute(tx);
      return rows[0]?.count ?? 0;
    };
    const started = Array.from({ length: 20 }, read);
    await vi.waitUntil(async () => (await waiting()) >= 8, { timeout: 10_000 });
    await wait(500);
    expect(await waiting()).toBe(8);
    return { started };
  });

  for (const { status } of await Promise.all(reads.started)) expect(status).toBe(200);
});
