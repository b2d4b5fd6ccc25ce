import { expect, test } from 'vitest';
import { listCapabilityRows } from '../../src/client/capabilities/capability-words.ts';
import { createCapabilities, type LearnedCapability } from '../../src/client/capabilities/api-capabilities.ts';

function createStorage() {
  const learnedCapabilities: LearnedCapability[] = [];
  return {
    kept: learnedCapabilities,
    storage: {
      list: async () => learnedCapabilities,
      keep: async (row: LearnedCapability) => void learnedCapabilities.push(row),
    },
  };
}

test('what an API lacks is remembered for a day, then tried again', async () => {
  let now = '2026-11-20T12:00:00.000Z';
  const { kept: learnedCapabilities, storage } = createStorage();
  const capabilities = createCapabilities({ storage, now: () => now });

  await capabilities.learn('operation orders.filter', 'disproved', 'POST /orders/filter was answered with 404');
  const onTheSameDay = await capabilities.isMissing('operation orders.filter');
  await capabilities.learn('operation orders.filter', 'disproved', 'POST /orders/filter was answered with 404');
  now = '2026-11-21T12:00:01.000Z';
  const onTheNextDay = await capabilities.isMissing('operation orders.filter');
  await capabilities.learn('operation orders.filter', 'disproved', 'POST /orders/filter was answered with 404');

  expect([onTheSameDay, onTheNextDay]).toEqual([true, false]);
  // A verdict that says nothing new is written once a day.
  expect(learnedCapabilities.map(({ learnedAt }) => learnedAt)).toEqual([
    '2026-11-20T12:00:00.000Z',
    '2026-11-21T12:00:01.000Z',
  ]);
});

test('a proof from the future proves nothing, and a lack from the future stays the careful answer', async () => {
  const { storage } = createStorage();
  const tomorrow = createCapabilities({ storage, now: () => '2026-11-21T12:00:00.000Z' });
  await tomorrow.learn('Idempotency-Key', 'proven', 'x');
  await tomorrow.learn('page size', 'disproved', 'x');

  const today = createCapabilities({ storage, now: () => '2026-11-20T12:00:00.000Z' });

  expect(await today.find('Idempotency-Key')).toEqual({ verdict: 'unknown', isDue: true });
  expect(await today.find('page size')).toEqual({ verdict: 'disproved', isDue: true });
});

test('what the policy declares is never learned', async () => {
  const { kept: learnedCapabilities, storage } = createStorage();
  const capabilities = createCapabilities({ storage, declared: { 'Idempotency-Key': 'disproved' } });

  await capabilities.learn('Idempotency-Key', 'proven', 'x');

  expect(learnedCapabilities).toEqual([]);
  expect(await capabilities.find('Idempotency-Key')).toEqual({ verdict: 'disproved', isDue: false });
});

test('each row says in words of the trade what it is for and what works without it', async () => {
  const { storage } = createStorage();
  const now = '2026-11-20T12:00:00.000Z';
  const capabilities = createCapabilities({ storage, now: () => now });
  await capabilities.learn('filter billPayments.updatedAt', 'disproved', 'the API named it');
  await capabilities.learn('operation orders.filter', 'disproved', 'POST /orders/filter was answered with 404');

  expect(await listCapabilityRows(capabilities)).toEqual([
    {
      name: 'filter billPayments.updatedAt',
      verdict: 'disproved',
      evidence: 'the API named it',
      learnedAt: now,
      meaning: 'Filter bill payments by time of the last change',
      fallback: 'new and open records are read for each question, and all of them once a day',
    },
    {
      name: 'operation orders.filter',
      verdict: 'disproved',
      evidence: 'POST /orders/filter was answered with 404',
      learnedAt: now,
      meaning: 'List orders that match a filter, newest first',
      fallback: 'orders are taken from the shipments and quotes that they belong to',
    },
  ]);
});
