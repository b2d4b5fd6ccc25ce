import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../src/client/calls/api-client.ts';
import { onBothDatabases } from '../../support/stores/databases.ts';
import { lendBrokerage } from '../../support/stores/lent-stores.ts';
import { order } from '../support/freight.ts';
import { createServiceClient, type ServiceProcess, startServiceProcess } from '../support/service.ts';
import { createTemporaryFolder } from '../support/waybill.ts';

const perProcess = 25;

onBothDatabases('two service processes on one store', (kind) => {
  const open = new AsyncDisposableStack();
  let services: readonly ServiceProcess[];
  let firstClient: ApiClient;
  let secondClient: ApiClient;
  // At the same moment, on a store without an organization.
  beforeAll(async () => {
    const folder = open.use(createTemporaryFolder());
    const database = open.use(await lendBrokerage(kind));
    const start = () => startServiceProcess(['--database', database.url], { home: folder.path });
    services = await Promise.all([start(), start()]);
    for (const service of services) open.use(service);
    const secret =
      services.map(({ ready }) => ready.clientSecret).find((printedSecret) => printedSecret !== null) ?? null;
    const [first, second] = services.map(({ ready }) => open.use(createServiceClient(ready, secret)));
    if (!first || !second) throw new Error('there are two services');
    [firstClient, secondClient] = [first, second];
  });
  afterAll(() => open.disposeAsync());

  test('agree on one organization, whose secret one of them shows', () => {
    const secrets = services.map(({ ready }) => ready.clientSecret);

    expect(new Set(services.map(({ ready }) => ready.clientId)).size).toBe(1);
    expect(secrets.filter((secret) => secret !== null)).toHaveLength(1);
  });

  test('lose no write and never give a number twice', async () => {
    const customer = await firstClient.customers.create({ name: 'Acme Foods', status: 'ACTIVE' });

    const write = (api: ApiClient, side: string) =>
      Array.from({ length: perProcess }, (_, index) =>
        api.quotes.create({ customer: { id: customer.id }, order, key: `${side}-${index}`, amount: index + 1 }),
      );
    const written = await Promise.all([...write(firstClient, 'left'), ...write(secondClient, 'right')]);

    const { data } = await secondClient.quotes.filter({ pageSize: 250 });
    const stored = new Map(data.map((quote) => [quote.id, quote]));
    expect(stored.size).toBe(2 * perProcess);
    expect(written.filter((quote) => stored.get(quote.id)?.key !== quote.key)).toEqual([]);
    expect(new Set(data.map(({ friendlyId }) => friendlyId)).size).toBe(2 * perProcess);
  });

  test('do a write once that is repeated at the other process under the same key', async () => {
    const create = (api: ApiClient) => api.paymentTerms.create({ name: 'Net 15' }, { idempotencyKey: 'the-same-key' });
    const answers = await Promise.all([firstClient, secondClient, firstClient, secondClient].map(create));

    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect((await firstClient.paymentTerms.filter({})).data).toHaveLength(1);
  });
});
