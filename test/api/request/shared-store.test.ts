import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import type { BrokerageDatabase } from '../../../src/store/connection.ts';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../support/stores/databases.ts';
import { sendRequest, createToken, startSecondService } from '../../support/service/second-service.ts';
import { startSeededService } from '../../support/service/seeded-service.ts';
import { startService } from '../../support/service/service.ts';

const path = '/v1/payment-terms';
const stillRunning = {
  code: 'CONFLICT',
  message: 'A request with this Idempotency-Key is still running.',
  details: [{ field: 'Idempotency-Key', code: 'STILL_RUNNING', message: 'is still at work' }],
};
const once = { 'idempotency-key': 'plan-1' };

onBothDatabases('two services on one store', (database) => {
  test('the same request under one key, sent to both at once and again, happens once', async () => {
    await using api = await startService(database);
    await using other = await startSecondService(api);

    for (let round = 0; round < 5; round += 1) {
      const key = { 'idempotency-key': `plan-${round}` };
      const body = { name: `Net ${round}` };
      const answers = await Promise.all([
        api.request('POST', path, body, key),
        other.request('POST', path, body, key),
        api.request('POST', path, body, key),
        other.request('POST', path, body, key),
      ]);
      const late = await other.request('POST', path, body, key);

      const made = answers.filter(({ status }) => status === 201);
      const busy = answers.filter(({ status }) => status === 409);
      expect(made.length).toBeGreaterThan(0);
      expect(made.length + busy.length).toBe(4);
      for (const { headers, body } of busy) {
        expect(headers.get('retry-after')).toBe('1');
        expect(body.error).toEqual(stillRunning);
      }
      expect(new Set(made.map(({ body: { id } }) => id))).toEqual(new Set([late.body.id]));
      expect(late.headers.get('idempotency-replayed')).toBe('true');
    }

    expect((await api.request('POST', `${path}/filter`)).body.data).toHaveLength(5);
  });

  test('while the first is at work, the same request is told so, and to ask again in a second', async () => {
    await using api = await startService(database, { hasOwnStore: true });
    await api.request('POST', path, { name: 'Net 15' }, { 'idempotency-key': 'plan-0' });
    const release = await holdWrites(api.url);

    const requests = [1, 2].map(() => api.request('POST', path, { name: 'Net 30' }, once));
    const firstAnswer = await Promise.race(requests).finally(release);
    const statuses = (await Promise.all(requests)).map(({ status }) => status);

    expect([firstAnswer.status, firstAnswer.headers.get('retry-after'), firstAnswer.body.error]).toEqual([
      409,
      '1',
      stillRunning,
    ]);
    expect(new Set(statuses)).toEqual(new Set([201, 409]));
  });

  test('the limit of requests per minute is one limit', async () => {
    await using api = await startService(database, { rateLimitPerMinute: 45 });
    await using other = await startSecondService(api);

    const statuses: number[] = [];
    for (let n = 0; n < 60; n += 1) {
      statuses.push((await (n % 2 === 0 ? api : other).request('GET', `${path}/none`)).status);
    }

    expect(statuses.filter((status) => status === 404)).toHaveLength(45);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
    api.clock.now = '2026-11-20T15:01:00.000Z';
    expect((await other.request('GET', `${path}/none`)).status).toBe(404);
  });

  test('a token of one is a token of the other, until its client is revoked', async () => {
    await using api = await startService(database);
    await using other = await startSecondService(api);
    const token = await createToken(api);
    await api.database.transaction((tx) =>
      tx.updateTable('api_client').set({ revoked_at: api.clock.now }).where('name', '=', 'desk').execute(),
    );

    expect((await other.request('GET', `${path}/none`)).status).toBe(404);
    expect((await sendRequest(other.service, token, { method: 'GET', target: `${path}/none` })).status).toBe(401);
  });
});

/** Another program that lets nobody write payment terms until it is told to let go. */
async function holdWrites(url: string): Promise<() => void> {
  if (url.startsWith('sqlite:')) {
    const other = new DatabaseSync(url.slice('sqlite:'.length));
    other.exec('begin immediate');
    return () => other.close();
  }
  const other = new Client(url);
  await other.connect();
  await other.query('begin; lock table payment_term in exclusive mode');
  return () => void other.end();
}

/** Wraps a store so that it fails on the next write, before or after it was committed. */
function createFailingStore(when: 'before' | 'after', isArmed: { value: boolean }) {
  const throwOnce = () => {
    isArmed.value = false;
    throw new Error('the power went out');
  };
  return (store: BrokerageDatabase): BrokerageDatabase => ({
    ...store,
    async transaction(work) {
      const result = await store.transaction(async (tx) => {
        const made = await work(tx);
        return isArmed.value && when === 'before' ? throwOnce() : made;
      });
      return isArmed.value ? throwOnce() : result;
    },
  });
}

onBothDatabases('a crash', (database) => {
  test('before the change was kept leaves nothing, and the same request does it afterwards', async () => {
    await using api = await startService(database);
    const isArmed = { value: false };
    await using crashing = await startSecondService(api, createFailingStore('before', isArmed));
    await crashing.request('GET', `${path}/none`);
    await crashing.request('POST', path, { name: 'first' }, { 'idempotency-key': 'other' });
    isArmed.value = true;

    const crashed = await crashing.request('POST', path, { name: 'Net 30', key: 'net' }, once);
    const rows = await api.database.reader.selectFrom('payment_term').select('name').execute();
    const keyRows = await api.database.reader.selectFrom('idempotency').select('key').execute();
    const again = await crashing.request('POST', path, { name: 'Net 30', key: 'net' }, once);

    expect(crashed.status).toBe(500);
    expect(JSON.stringify(crashed.body)).not.toContain('power');
    expect(rows).toEqual([{ name: 'first' }]);
    expect(keyRows).toEqual([{ key: 'other' }]);
    expect(again).toMatchObject({ status: 201, body: { name: 'Net 30' } });
    expect(again.headers.get('idempotency-replayed')).toBeNull();
  });

  test('after the change was kept gives its answer to whoever asks again', async () => {
    await using api = await startService(database);
    const isArmed = { value: false };
    await using crashing = await startSecondService(api, createFailingStore('after', isArmed));
    await crashing.request('POST', path, { name: 'first' }, { 'idempotency-key': 'other' });
    isArmed.value = true;

    const crashed = await crashing.request('POST', path, { name: 'Net 30' }, once);
    const again = await crashing.request('POST', path, { name: 'Net 30' }, once);

    expect(crashed.status).toBe(500);
    expect(again).toMatchObject({ status: 201, body: { name: 'Net 30' } });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await api.request('POST', `${path}/filter`)).body.data).toHaveLength(2);
  });

  test('answers are forgotten after a day, so that the store does not grow with every request', async () => {
    await using api = await startService(database);
    for (let n = 0; n < 5; n += 1) await api.request('POST', path, { name: 'x' }, { 'idempotency-key': `old-${n}` });
    api.clock.now = '2026-11-21T15:00:00.001Z';
    const authorization = `Bearer ${await createToken(api)}`;

    const { headers } = await api.request('POST', path, { name: 'y' }, { authorization, 'idempotency-key': 'old-0' });
    const keyRows = await api.database.reader.selectFrom('idempotency').select('key').execute();

    expect(headers.get('idempotency-replayed')).toBeNull();
    expect(keyRows).toEqual([{ key: 'old-0' }]);
  });
});

/** Wraps a store so that, once it is armed, it can't be read from after a write. */
const refuseReadsAfterWrite =
  (isArmed: { value: boolean }) =>
  (store: BrokerageDatabase): BrokerageDatabase => {
    let isDeaf = false;
    return {
      ...store,
      get reader(): BrokerageDatabase['reader'] {
        if (isDeaf) throw new Error('the connection is gone');
        return store.reader;
      },
      async transaction(work) {
        const result = await store.transaction(work);
        isDeaf = isArmed.value;
        return result;
      },
    };
  };

onBothDatabases('a change that is kept', (database) => {
  test('is not called a failure because the store cannot be read a moment later', async () => {
    await using sandbox = await startSeededService(database);
    const isArmed = { value: false };
    await using other = await startSecondService(sandbox, refuseReadsAfterWrite(isArmed));
    await other.request('GET', `${path}/none`);
    isArmed.value = true;

    const moved = await other.request('POST', '/sandbox/clock', { advanceHours: 1 });

    expect(moved.status).toBe(200);
  });
});
