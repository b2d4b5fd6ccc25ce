import { quietOutages } from '../support/outages.ts';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { startWebhookWorker } from '../../src/service/webhooks/worker.ts';
import { startWorker } from '../../src/service/shared/worker.ts';
import { onOneDatabase } from '../support/stores/databases.ts';
import { countCases } from '../support/depth.ts';
import { insertBill, insertInvoice } from '../support/records/fixtures.ts';
import { generate, insertReadyShipment } from '../support/records/invoicing.ts';
import { deliverOne, createMailer, startMailServer } from '../support/servers/mail-server.ts';
import { testCipher } from '../support/cipher.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { waitUntil } from '../support/wait-until.ts';
import { listEventNames, makeSandbox, startReceiver, subscribe } from '../support/servers/webhooks.ts';

const rounds = countCases({ usual: 2, deep: 20 });
const hourMs = 3_600_000;

/** Writes that tell subscribers something, queue mail, or do both. */
async function write(api: TestService): Promise<number[]> {
  const [invoice, bill] = [await insertInvoice(api), await insertBill(api)];
  const { shipment } = await insertReadyShipment(api);
  const answers = await Promise.all([
    api.request('POST', '/v1/customers', { name: 'Acme Foods', status: 'ACTIVE' }),
    api.request('POST', '/v1/carriers', { name: 'Prairie Haul', type: 'TRUCKLOAD', status: 'ACTIVE' }),
    api.request('POST', `/v1/invoices/${invoice.id}/send`, { toEmails: ['ap@acme.example'] }),
    api.request('POST', `/v1/bills/${bill.id}/approve`),
    generate(api, shipment.id),
  ]);
  return answers.map(({ status }) => status);
}

const listMailStatuses = async ({ database }: TestService) =>
  (await database.reader.selectFrom('mail').select('status').execute()).map(({ status }) => status);

onOneDatabase('receivers of notifications and mail that do not answer', (database) => {
  test('hold up no request, and get everything once when they answer again', { timeout: hourMs }, async () => {
    await using api = await startService(database);
    await makeSandbox(api);
    const answering = Promise.withResolvers<void>();
    await using mailServer = await startMailServer({ until: answering.promise });
    await using receiver = await startReceiver();
    const pendingResponses: ServerResponse[] = [];
    receiver.answer = (response) => void pendingResponses.push(response);
    const { id: subscriptionId } = await subscribe(api, { url: receiver.url });
    const log = () => {};
    const mailer = createMailer(mailServer.url, { deadlineMs: hourMs, graceMs: 0 });
    const deliverMail = (signal: AbortSignal) => deliverOne(api, mailer, signal);
    const sender = startWorker({ name: 'mail', everyMs: 5, log, outages: quietOutages, work: deliverMail });
    const getNow = () => api.clock.now;
    const deliverer = startWebhookWorker({
      database: api.database,
      cipher: testCipher,
      now: getNow,
      log,
      outages: quietOutages,
      isBoundToLoopback: true,
      timeoutMs: hourMs,
    });

    expect(await write(api)).toEqual([201, 201, 200, 200, 200]);
    await waitUntil(() => pendingResponses.length > 0);
    for (let round = 1; round < rounds; round += 1) expect(await write(api)).toEqual([201, 201, 200, 200, 200]);

    // All of that was answered while nobody had heard a word from them.
    expect([mailServer.received, new Set(await listMailStatuses(api))]).toEqual([[], new Set(['QUEUED'])]);
    answering.resolve();
    receiver.answer = (response) => void response.writeHead(200).end();
    for (const response of pendingResponses) response.writeHead(200).end();
    const eventNames = await listEventNames(api.database, subscriptionId);
    await waitUntil(() => receiver.received.length >= eventNames.length);
    await waitUntil(async () => (await listMailStatuses(api)).every((status) => status === 'SENT'));
    await Promise.all([sender.stop(), deliverer.stop()]);

    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(eventNames.length);
    expect(receiver.received).toHaveLength(eventNames.length);
    expect(mailServer.received).toHaveLength(rounds);
  });
});
