import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createForeignFetch } from '../../support/foreign-api/foreign-api.ts';
import { oldWithGaps } from '../../support/foreign-api/profiles.ts';
import { runWaybill } from '../support/in-process.ts';
import { createServiceClient, startServiceCommand } from '../support/service.ts';
import { createTemporaryFolder } from '../support/waybill.ts';

/** Settings of a desk whose API is an older version with gaps. */
let environment: Record<string, string>;
const open = new AsyncDisposableStack();
beforeAll(async () => {
  const folder = open.use(createTemporaryFolder());
  const service = open.use(await startServiceCommand(['--database', 'sqlite:desk.db'], { home: folder.path }));
  const { url, clientId, clientSecret } = service.ready;
  await using api = createServiceClient(service.ready, clientSecret);
  await api.customers.create({ name: 'Cobalt Ridge', status: 'ACTIVE' });
  const foreignFetch = createForeignFetch(oldWithGaps, async (request) => {
    const address = new URL(request.url);
    address.host = new URL(url).host;
    return fetch(new Request(address, request));
  });
  const server = serve({ fetch: foreignFetch, port: 0, hostname: '127.0.0.1' });
  open.defer(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  // A server on a port has an address with it.
  const { port } = server.address() as AddressInfo;
  environment = {
    WAYBILL_API_URL: `http://127.0.0.1:${port}/v1`,
    WAYBILL_CLIENT_ID: clientId,
    WAYBILL_CLIENT_SECRET: clientSecret ?? '',
  };
});
afterAll(() => open.disposeAsync());

test('after a sync, doctor lists what the API lacks, how that was seen, and what Waybill does instead', async () => {
  using folder = createTemporaryFolder();
  const settings = { home: folder.path, environment };

  const before = await runWaybill(['doctor'], settings);
  const sync = await runWaybill(['sync'], settings);
  const after = await runWaybill(['doctor'], settings);

  expect([before.code, sync.code, after.code]).toEqual([0, 0, 0]);
  expect(before.stdout).toContain('ok       API abilities: ');
  const limits = after.stdout.split('\n').filter((line) => line.startsWith('limit    API abilities: '));
  expect(limits).toContainEqual(
    expect.stringMatching(/List orders.*: not available \(.*, 1 minute ago\); orders are taken from the shipments/),
  );
  expect(limits).toContainEqual(expect.stringMatching(/Pages of up to 250 records: not available \(/));
  expect(after.stdout).toContain(`Everything works. ${limits.length} limits of your API that Waybill works around.`);
});
