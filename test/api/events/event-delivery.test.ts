import { quietOutages } from '../../support/outages.ts';
import { webcrypto } from 'node:crypto';
import { expect, test } from 'vitest';
import { startWebhookWorker } from '../../../src/service/webhooks/worker.ts';
import { claimDeliveries, replayFailures } from '../../../src/store/webhook-deliveries.ts';
import { type DatabaseName, onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import { createToken, startSecondService } from '../../support/service/second-service.ts';
import { testCipher } from '../../support/cipher.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import {
  advance,
  makeSandbox,
  type ReceivedWebhook,
  startDeliverer,
  startReceiver,
  subscribe,
  token,
} from '../../support/servers/webhooks.ts';
import { createCustomer } from '../parties/parties.ts';

async function startSandbox(database: DatabaseName): Promise<TestService> {
  const api = await startService(database);
  await makeSandbox(api);
  return api;
}

const getWebhookId = ({ headers }: ReceivedWebhook) => headers['webhook-id'];

/** Reads a subscription. Hours may have passed since the last request, so each comes with a token of its own. */
async function readSubscription(api: TestService, id: string) {
  const authorization = `Bearer ${await createToken(api)}`;
  return (await api.request('GET', `/v1/webhook-subscriptions/${id}`, undefined, { authorization })).body;
}

const listDeliveries = ({ database }: TestService) =>
  database.reader.selectFrom('webhook_delivery').selectAll().orderBy('id').execute();

/** Checks a signature as a receiver would, with another implementation than the sender's. */
async function isSigned({ headers, text }: ReceivedWebhook, signingSecret: string): Promise<boolean> {
  const [version, signature = ''] = String(headers['webhook-signature']).split(',');
  const bytes = Buffer.from(signingSecret.replace('whsec_', ''), 'base64');
  const key = await webcrypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const signed = Buffer.from([headers['webhook-id'], headers['webhook-timestamp'], text].join('.'));
  return version === 'v1' && webcrypto.subtle.verify('HMAC', key, Buffer.from(signature, 'base64'), signed);
}

onOneDatabase('delivery of events', (database) => {
  test('a receiver gets the event with its token and a signature that it can check', async () => {
    await using api = await startSandbox(database);
    await using receiver = await startReceiver();
    await using deliverer = startDeliverer(api);
    const { id, signingSecret } = await subscribe(api, { url: receiver.url });
    const happenedAt = api.clock.now;
    const customer = await createCustomer(api);
    advance(api, 2);

    await deliverer.round();
    await deliverer.round();

    expect(receiver.received).toHaveLength(1);
    const [received] = receiver.received as [ReceivedWebhook];
    expect(received.delivery).toEqual({
      sentAt: api.clock.now,
      events: [{ event: 'CUSTOMER_CREATED', timestamp: happenedAt, data: customer, diff: null }],
    });
    expect(received.headers).toMatchObject({
      'content-type': 'application/json',
      'x-api-key': token,
      'webhook-timestamp': String(Date.parse(api.clock.now) / 1000),
    });
    expect(await isSigned(received, signingSecret)).toBe(true);
    expect(await isSigned({ ...received, text: `${received.text} ` }, signingSecret)).toBe(false);
    expect(await readSubscription(api, id)).toMatchObject({ status: 'ACTIVE', lastDeliveredAt: api.clock.now });
  });

  test('what was not accepted is tried again after a while, under the same id and newly signed', async () => {
    await using api = await startSandbox(database);
    await using receiver = await startReceiver();
    await using deliverer = startDeliverer(api);
    const { id, signingSecret } = await subscribe(api, { url: receiver.url });
    await createCustomer(api);
    const received: number[] = [];
    const roundAfter = async (seconds: number) => {
      advance(api, seconds);
      await deliverer.round();
      received.push(receiver.received.length);
    };

    receiver.answer = (response) => void response.writeHead(500).end();
    for (const seconds of [0, 4, 1, 299]) await roundAfter(seconds);
    receiver.answer = (response) => void response.writeHead(204).end();
    for (const seconds of [1, 30 * 60]) await roundAfter(seconds);

    expect(received).toEqual([1, 1, 2, 2, 3, 3]);
    expect(new Set(receiver.received.map(getWebhookId)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3);
    for (const webhook of receiver.received) expect(await isSigned(webhook, signingSecret)).toBe(true);
    expect(await listDeliveries(api)).toMatchObject([
      { status: 'DELIVERED', attempts: 3, last_status: 204, last_error: null },
    ]);
    expect(await readSubscription(api, id)).toMatchObject({ status: 'ACTIVE', lastFailure: null });
  });

  test('after seven attempts it is given up, which the subscription shows until something arrives again', async () => {
    await using api = await startSandbox(database);
    await using receiver = await startReceiver();
    await using deliverer = startDeliverer(api);
    const { id } = await subscribe(api, { url: receiver.url });
    await createCustomer(api);
    receiver.answer = (response) => void response.writeHead(503).end();

    for (const seconds of [0, 5, 300, 1800, 7200, 18_000, 36_000, 72_000]) {
      advance(api, seconds);
      await deliverer.round();
    }

    const failing = await readSubscription(api, id);
    const [givenUp] = await listDeliveries(api);
    receiver.answer = (response) => void response.writeHead(200).end();
    const replayed = await replay(api, id);
    await deliverer.round();
    const recovered = await readSubscription(api, id);

    expect([replayed, receiver.received.length]).toEqual([1, 8]);
    expect(givenUp).toMatchObject({ status: 'FAILED', attempts: 7, next_attempt_at: null, last_status: 503 });
    const lastFailure = { attempts: 7, status: 503, message: 'The receiver answered 503.' };
    expect(failing).toMatchObject({ status: 'FAILING', lastFailure });
    expect(recovered).toMatchObject({ status: 'ACTIVE', lastFailure, lastDeliveredAt: api.clock.now });
  });

  test('a receiver that is not there, or that does not answer in time, is tried again', async () => {
    await using api = await startSandbox(database);
    const gone = await startReceiver();
    await gone[Symbol.asyncDispose]();
    await using silent = await startReceiver();
    silent.answer = () => {};
    await using deliverer = startDeliverer(api, { timeoutMs: 1000 });
    const nobody = await subscribe(api, { url: gone.url });
    const sleeper = await subscribe(api, { url: silent.url });
    await createCustomer(api);

    await deliverer.round();

    const outcome = { status: 'PENDING', attempts: 1, last_status: null };
    expect(new Map((await listDeliveries(api)).map((row) => [row.subscription_id, row]))).toMatchObject(
      new Map([
        [nobody.id, { ...outcome, last_error: 'The receiver refused the connection.' }],
        [sleeper.id, { ...outcome, last_error: 'The receiver did not answer within 1 seconds.' }],
      ]),
    );
  });

  test('a receiver that hangs holds up neither requests nor other receivers', async () => {
    await using api = await startSandbox(database);
    await using hanging = await startReceiver();
    await using quick = await startReceiver();
    hanging.answer = () => {};
    await using deliverer = startDeliverer(api);
    await subscribe(api, { url: hanging.url, events: ['CUSTOMER_CREATED'] });
    await subscribe(api, { url: quick.url, events: ['CUSTOMER_CREATED'] });
    for (let n = 0; n < 8; n += 1) await createCustomer(api);

    await deliverer.begin();
    await hanging.until(4);
    await createCustomer(api);
    const answered = await api.request('POST', '/v1/customers/filter');
    await waitUntil(async () => {
      await deliverer.begin();
      return quick.received.length >= 9;
    });

    expect(answered.body.data).toHaveLength(9);
    expect(quick.received).toHaveLength(9);
    expect(hanging.received).toHaveLength(4);
  });

  test('redirects are not followed', async () => {
    await using api = await startSandbox(database);
    await using target = await startReceiver();
    await using receiver = await startReceiver();
    receiver.answer = (response) => void response.writeHead(307, { location: target.url }).end();
    await using deliverer = startDeliverer(api);
    await subscribe(api, { url: receiver.url });
    await createCustomer(api);

    await deliverer.round();

    expect([receiver.received.length, target.received.length]).toEqual([1, 0]);
    expect(await listDeliveries(api)).toMatchObject([{ status: 'PENDING', last_status: 307 }]);
  });

  test('an answer that never ends is not read to its end', async () => {
    await using api = await startSandbox(database);
    await using receiver = await startReceiver();
    receiver.answer = (response) => {
      response.writeHead(200);
      const writeMore = () => {
        if (!response.destroyed) response.write(Buffer.alloc(16_384), writeMore);
      };
      writeMore();
    };
    await using deliverer = startDeliverer(api);
    await subscribe(api, { url: receiver.url });
    await createCustomer(api);

    await deliverer.round();

    expect(await listDeliveries(api)).toMatchObject([{ status: 'DELIVERED', last_status: 200 }]);
  });

  test('outside the sandbox a host name that means a private address is never connected to', async () => {
    await using api = await startService(database);
    const looked: string[] = [];
    await using deliverer = startDeliverer(api, {
      resolve: (host, done) => {
        looked.push(host);
        done(null, [{ address: '127.0.0.1', family: 4 }]);
      },
    });
    await subscribe(api, { url: 'https://hooks.example/in' });
    await createCustomer(api);

    await deliverer.round();

    expect(looked).toEqual(['hooks.example']);
    expect(await listDeliveries(api)).toMatchObject([
      { status: 'PENDING', last_status: null, last_error: 'The address must be a public address.' },
    ]);
  });

  test('an address that was allowed in the sandbox is refused where there is none', async () => {
    await using api = await startSandbox(database);
    await using receiver = await startReceiver();
    await subscribe(api, { url: receiver.url });
    await createCustomer(api);
    await api.database.transaction((tx) => tx.updateTable('organization').set({ is_sandbox: 0 }).execute());
    await using deliverer = startDeliverer(api);

    await deliverer.round();

    expect(receiver.received).toEqual([]);
    expect(await listDeliveries(api)).toMatchObject([{ last_error: 'The address must be a public address.' }]);
  });

  test('an address on the same machine that was allowed is sent nothing once others can call the service', async () => {
    await using api = await startSandbox(database);
    await using receiver = await startReceiver();
    await subscribe(api, { url: receiver.url });
    await createCustomer(api);
    await using deliverer = startDeliverer(api, { isBoundToLoopback: false });

    await deliverer.round();

    expect(receiver.received).toEqual([]);
    expect(await listDeliveries(api)).toMatchObject([{ last_error: 'The address must be a public address.' }]);
  });

  test('what happens while a subscription is paused waits until it is active again', async () => {
    await using api = await startSandbox(database);
    await using receiver = await startReceiver();
    await using deliverer = startDeliverer(api);
    const { id } = await subscribe(api, { url: receiver.url });
    const set = (status: string) => api.request('PATCH', `/v1/webhook-subscriptions/${id}`, { status });

    expect((await set('PAUSED')).body.status).toBe('PAUSED');
    await createCustomer(api);
    await deliverer.round();
    const paused = receiver.received.length;
    await set('ACTIVE');
    await deliverer.round();

    expect([paused, receiver.received.length]).toEqual([0, 1]);
  });

  test('a changed address and token count for what is still to be sent', async () => {
    await using api = await startSandbox(database);
    await using receiver = await startReceiver();
    await using moved = await startReceiver();
    await using deliverer = startDeliverer(api);
    const { id } = await subscribe(api, { url: receiver.url });
    await createCustomer(api);

    await api.request('PATCH', `/v1/webhook-subscriptions/${id}`, { url: moved.url, token: 'another-token-of-ours' });
    await deliverer.round();

    expect(receiver.received).toEqual([]);
    expect(moved.received[0]?.headers['x-api-key']).toBe('another-token-of-ours');
  });

  test('a token that cannot be decrypted any more fails its own notifications only', async () => {
    await using api = await startSandbox(database);
    await using receiver = await startReceiver();
    await using deliverer = startDeliverer(api);
    const lost = await subscribe(api, { url: receiver.url });
    await subscribe(api, { url: receiver.url });
    await api.database.transaction((tx) =>
      tx.updateTable('webhook_subscription').set({ token: 'enc:v1:AAAA' }).where('id', '=', lost.id).execute(),
    );
    await createCustomer(api);

    await deliverer.round();

    expect(receiver.received).toHaveLength(1);
    const failed = (await listDeliveries(api)).find(
      ({ subscription_id: subscriptionId }) => subscriptionId === lost.id,
    );
    expect(failed).toMatchObject({ status: 'PENDING', attempts: 1, last_error: expect.stringContaining('decrypted') });
  });

  test('the worker sends by itself, and forgets after thirty days', async () => {
    await using api = await startSandbox(database);
    await using receiver = await startReceiver();
    await subscribe(api, { url: receiver.url, events: ['CUSTOMER_CREATED'] });
    await createCustomer(api);
    const now = () => api.clock.now;
    const { database: store } = api;
    const options = {
      database: store,
      cipher: testCipher,
      now,
      log: () => {},
      outages: quietOutages,
      isBoundToLoopback: true,
    };

    const first = startWebhookWorker(options);
    await waitUntil(async () => (await listDeliveries(api)).every(({ status }) => status === 'DELIVERED'));
    await first.stop();
    advance(api, 30 * 24 * 60 * 60 + 1);
    const second = startWebhookWorker(options);
    await waitUntil(async () => (await listDeliveries(api)).length === 0);
    await second.stop();

    expect(receiver.received).toHaveLength(1);
  });
});

onBothDatabases('the lease of a notification', (database) => {
  test('two workers at once send everything, and nothing twice', async () => {
    await using api = await startSandbox(database);
    await using second = await startSecondService(api);
    await using receiver = await startReceiver();
    await using firstDeliverer = startDeliverer(api);
    await using secondDeliverer = startDeliverer({ database: second.database, clock: api.clock });
    await subscribe(api, { url: receiver.url, events: ['CUSTOMER_CREATED'] });
    for (let n = 0; n < 12; n += 1) await createCustomer(api);

    for (let n = 0; n < 6; n += 1) await Promise.all([firstDeliverer.round(), secondDeliverer.round()]);

    expect(receiver.received).toHaveLength(12);
    expect(new Set(receiver.received.map(getWebhookId)).size).toBe(12);
  });

  test('what a worker sent and never accounted for is sent again under the same id, once its lease is over', async () => {
    await using api = await startSandbox(database);
    await using receiver = await startReceiver();
    const { id } = await subscribe(api, { url: receiver.url });
    await createCustomer(api);
    // The store fails this worker after the receiver has accepted: as good as dead.
    await using dying = startDeliverer({ ...api, database: breakAfterOne(api) });
    await dying.round();
    await using other = startDeliverer(api);

    await other.round();
    const early = receiver.received.length;
    advance(api, 30);
    await other.round();

    expect([early, receiver.received.length]).toEqual([1, 2]);
    expect(new Set(receiver.received.map(getWebhookId)).size).toBe(1);
    expect(await listDeliveries(api)).toMatchObject([{ status: 'DELIVERED', attempts: 2 }]);
    expect(await readSubscription(api, id)).toMatchObject({ status: 'ACTIVE' });
  });

  test('a worker that comes back after its lease was lost changes nothing', async () => {
    await using api = await startSandbox(database);
    await using receiver = await startReceiver();
    const answers: (() => void)[] = [];
    receiver.answer = (response) => void answers.push(() => response.writeHead(500).end());
    await using slow = startDeliverer(api);
    await subscribe(api, { url: receiver.url });
    await createCustomer(api);
    await slow.begin();
    await receiver.until(1);
    advance(api, 30);
    receiver.answer = (response) => void response.writeHead(200).end();
    await using other = startDeliverer(api);
    await other.round();

    for (const answer of answers) answer();
    await slow.idle();

    expect(await listDeliveries(api)).toMatchObject([{ status: 'DELIVERED', attempts: 2, last_error: null }]);
  });

  test('a process that ends leaves what is under way to the next one, at once', async () => {
    await using api = await startSandbox(database);
    await using receiver = await startReceiver();
    receiver.answer = () => {};
    const ending = startDeliverer(api);
    await subscribe(api, { url: receiver.url });
    await createCustomer(api);
    await ending.begin();
    await receiver.until(1);

    await ending.close();
    receiver.answer = (response) => void response.writeHead(200).end();
    await using next = startDeliverer(api);
    await next.round();

    expect(receiver.received).toHaveLength(2);
    expect(await listDeliveries(api)).toMatchObject([{ status: 'DELIVERED', attempts: 1 }]);
  });

  test('a lease is for one organization and one subscription', async () => {
    await using api = await startSandbox(database);
    const { id } = await subscribe(api);
    const other = await api.anotherOrganization();
    await createCustomer(api);
    const lease = { now: api.clock.now, leaseUntil: '2026-11-20T15:00:30.000Z', limit: 10 };

    const otherDelivery = await claimDeliveries(api.database, {
      ...lease,
      receiver: { id, organization_id: other.organizationId },
    });
    const ownDelivery = await claimDeliveries(api.database, {
      ...lease,
      receiver: { id, organization_id: api.organizationId },
    });

    expect([otherDelivery.length, ownDelivery.length]).toEqual([0, 1]);
  });
});

const replay = ({ database, organizationId, clock }: TestService, subscriptionId: string) =>
  database.transaction((db) => replayFailures({ db, organizationId }, subscriptionId, clock.now));

/** Wraps the service's store so that one transaction works and every later one fails. */
function breakAfterOne({ database }: TestService): TestService['database'] {
  let isBroken = false;
  return {
    ...database,
    transaction: async (work) => {
      if (isBroken) throw new Error('the store is gone');
      isBroken = true;
      return database.transaction(work);
    },
  };
}
