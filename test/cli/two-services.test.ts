import { expect, test } from 'vitest';
import type { ApiClient } from '../../src/client/client.ts';
import { createDatabase, onBothDatabases } from '../support/databases.ts';
import { order } from './support/freight.ts';
import { clientOf, startServiceCommand } from './support/service.ts';
import { temporaryFolder } from './support/waybill.ts';

const perProcess = 25;

onBothDatabases('two service processes on one store', (kind) => {
  test('lose no write and never give a number twice', async () => {
    using folder = temporaryFolder();
    await using database = await createDatabase(kind);
    const start = () => startServiceCommand(['--database', database.url], { home: folder.path });
    await using first = await start();
    await using second = await start();
    const secret = first.ready.clientSecret;
    await using left = clientOf(first.ready, secret);
    await using right = clientOf(second.ready, secret);
    const customer = await left.customers.create({ name: 'Acme Foods', status: 'ACTIVE' });

    const write = (api: ApiClient, side: string) =>
      Array.from({ length: perProcess }, (_, index) =>
        api.quotes.create({ customer: { id: customer.id }, order, key: `${side}-${index}`, amount: index + 1 }),
      );
    const written = await Promise.all([...write(left, 'left'), ...write(right, 'right')]);

    const { data } = await right.quotes.filter({ pageSize: 250 });
    const stored = new Map(data.map((quote) => [quote.id, quote]));
    expect(stored.size).toBe(2 * perProcess);
    expect(written.filter((quote) => stored.get(quote.id)?.key !== quote.key)).toEqual([]);
    expect(new Set(data.map(({ friendlyId }) => friendlyId)).size).toBe(2 * perProcess);
  });

  test('started at the same moment on an empty store they agree on one organization', async () => {
    using folder = temporaryFolder();
    await using database = await createDatabase(kind);
    const start = () => startServiceCommand(['--database', database.url], { home: folder.path });
    const [first, second] = await Promise.all([start(), start()]);
    await using left = first;
    await using right = second;

    const secrets = [left, right].map(({ ready }) => ready.clientSecret);

    expect(right.ready.clientId).toBe(left.ready.clientId);
    expect(secrets.filter((secret) => secret !== null)).toHaveLength(1);
  });

  test('a write repeated at the other process under the same key happens once', async () => {
    using folder = temporaryFolder();
    await using database = await createDatabase(kind);
    const start = () => startServiceCommand(['--database', database.url], { home: folder.path });
    await using first = await start();
    await using second = await start();
    await using left = clientOf(first.ready, first.ready.clientSecret);
    await using right = clientOf(second.ready, first.ready.clientSecret);

    const create = (api: ApiClient) => api.paymentTerms.create({ name: 'Net 15' }, { idempotencyKey: 'the-same-key' });
    const answers = await Promise.all([left, right, left, right].map(create));

    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect((await left.paymentTerms.filter({})).data).toHaveLength(1);
  });
});
