import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { waitUntil } from '../../support/wait-until.ts';
import { loadConfig } from '../../../src/cli/config.ts';
import { openNotifier } from '../../../src/cli/opening/notifications/notifier.ts';
import { startAgent } from '../support/agent.ts';
import { runWaybill } from '../support/in-process.ts';
import { createOpenedHome } from '../support/opened-home.ts';
import { buildListeningSettings, key, startReceiver } from '../support/hook-receiver.ts';
import { givenPendingDeletion } from '../support/record.ts';
import { createTemporaryFolder } from '../support/waybill.ts';

const enterSecret = (prompt: string): string => /secret of this desk is ([0-9A-Z-]{23})/.exec(prompt)?.[1] ?? '';

test('an address is told when an approval begins to wait, is decided and ran, under a signature of its own', async () => {
  using folder = createTemporaryFolder();
  await using receiver = await startReceiver();
  const settings = buildListeningSettings(folder.path, receiver.url);
  const { id } = await givenPendingDeletion(settings);
  await using agent = await startAgent(settings);

  const again = await agent.call('api_write', { operation: 'paymentTerms.delete', input: { id } });
  const made = await agent.call('api_write', { operation: 'paymentTerms.create', input: { name: 'Net 30' } });
  const planned = await agent.call('api_write', {
    operation: 'paymentTerms.delete',
    input: { id: made.data.record.id },
  });
  const approvalId = String(planned.data.approval.id);
  await runWaybill(['approvals', 'approve', approvalId, '--as', 'R. Vega'], settings, enterSecret);
  await agent.call('run_approved', { approvalId });
  await waitUntil(() => receiver.received.length === 3);

  // What waits already is told once, however often it is asked for.
  expect(again.data.status).toBe('approval_required');
  expect(receiver.events().map(({ event, data }) => [event, data.id, data.status])).toEqual([
    ['APPROVAL_WAITING', approvalId, 'pending'],
    ['APPROVAL_DECIDED', approvalId, 'approved'],
    ['APPROVAL_RAN', approvalId, 'done'],
  ]);
  expect(receiver.events()[1]).toEqual({
    event: 'APPROVAL_DECIDED',
    timestamp: expect.stringMatching(/^20.*Z$/),
    data: {
      id: approvalId,
      organization: { id: expect.stringMatching(/^[\da-f-]{36}$/), name: 'My brokerage', isSandbox: false },
      status: 'approved',
      title: planned.data.plan.title,
      tool: 'api_write',
      gate: 'approve',
      money: [],
      requester: expect.any(String),
      client: 'test agent 1',
      askedAt: expect.stringMatching(/^20.*Z$/),
      expiresAt: expect.stringMatching(/^20.*Z$/),
      decidedBy: expect.stringMatching(/^R\. Vega \(user .+\)$/),
      leftOut: [],
      outcome: null,
      page: null,
    },
    diff: null,
  });
  expect(receiver.events()[2]?.data.outcome).toMatch(/^DONE\. /);
  for (const { headers, text } of receiver.received) {
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    expect(headers['x-api-key']).toBeUndefined();
  }
});

test('a receiver that fails is asked again under the same id, a few times, and nobody waits for it', async () => {
  using folder = createTemporaryFolder();
  await using receiver = await startReceiver([503, 500, 503, 503]);
  const settings = buildListeningSettings(folder.path, receiver.url);
  await using agent = await startAgent(settings);
  const made = await agent.call('api_write', { operation: 'paymentTerms.create', input: { name: 'Net 30' } });

  const { data } = await agent.call('api_write', {
    operation: 'paymentTerms.delete',
    input: { id: made.data.record.id },
  });
  expect(data.status).toBe('approval_required');
  await waitUntil(() => receiver.received.length === 3);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids).toEqual(Array.from({ length: 3 }, () => `${data.approval.id}-waiting`));
});

const api = { WAYBILL_API_URL: 'https://api.example/v1', WAYBILL_CLIENT_ID: 'desk', WAYBILL_CLIENT_SECRET: 'hunter2' };

test.each([
  [{}, 'http://hooks.example/in', 'must begin with https://.'],
  [{}, 'https://hooks.example:8443/in', 'must not name a port.'],
  [{}, 'https://desk:hunter2@hooks.example/in', 'must not hold a user name or password.'],
  [{}, 'https://10.1.2.3/in', 'must be a public address.'],
  [api, 'http://127.0.0.1:8080/in', 'must be a public address.'],
] as const)('with %o nothing is sent to %s', (more, url, problem) => {
  using folder = createTemporaryFolder();
  const { environment } = buildListeningSettings(folder.path, url);
  const config = loadConfig({ WAYBILL_HOME: folder.path, ...more, ...environment });

  expect(() => openNotifier(config, { now: () => '', log: () => {}, organization: async () => undefined })).toThrow(
    `WAYBILL_APPROVAL_WEBHOOK ${problem}`,
  );
});

test('money, title, address and the name of the sandbox are told of a plan that waits', async () => {
  using folder = await createOpenedHome();
  await using receiver = await startReceiver();
  const { WAYBILL_DATABASE_URL: _database, ...environment } =
    buildListeningSettings(folder.path, receiver.url).environment ?? {};
  const settings = { home: folder.path, environment: { ...environment, WAYBILL_TOOLSETS: 'desk,payables' } };
  await using agent = await startAgent(settings);
  const { data: bills } = await agent.call('list_bills', { verdict: 'clean', limit: 2 });

  const planned = await agent.call('approve_bills', {
    bills: bills.rows.map(({ friendlyId }: { readonly friendlyId: string }) => friendlyId),
  });
  await waitUntil(() => receiver.received.length === 1);

  const { approval, plan } = planned.data;
  expect(receiver.events()[0]).toMatchObject({
    event: 'APPROVAL_WAITING',
    data: {
      id: approval.id,
      organization: { id: expect.any(String), name: 'Juniper Freight Brokerage', isSandbox: true },
      title: plan.title,
      money: [{ currency: 'USD', amount: expect.any(Number) }],
      page: approval.how.url,
    },
  });
  expect(receiver.events()[0].data.page).toMatch(/^http:/);
});
