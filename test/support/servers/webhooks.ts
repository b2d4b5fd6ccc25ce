import { quietOutages } from '../outages.ts';
import type { BrokerageDatabase } from '../../../src/store/connection.ts';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookEvent } from '../../../src/contract/events/events.ts';
import { webhookEvents } from '../../../src/contract/events/events.ts';
import { WebhookDelivery as WebhookDeliverySchema } from '../../../src/contract/events/events.ts';
import type { WebhookDelivery, WebhookPayload } from '../../../src/contract/types.ts';
import { createDeliverer, type Deliverer, type DelivererOptions } from '../../../src/service/webhooks/worker.ts';
import { testCipher } from '../cipher.ts';
import type { ApiAnswer, ApiCaller, TestService } from '../service/service.ts';

export const token = 'a-token-of-the-subscriber';

export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders;
  /** The bytes as they came. */
  readonly text: string;
  readonly delivery: WebhookDelivery;
}

export interface TestWebhookReceiver extends AsyncDisposable {
  readonly url: string;
  readonly received: ReceivedWebhook[];
  /** Handler of the next requests; by default it answers 200. */
  answer: (response: ServerResponse) => void;
  /** Resolves once so many requests have come in. */
  until(count: number): Promise<void>;
}

const accept = (response: ServerResponse) => void response.writeHead(200).end('ok');

/** Somebody else's server on loopback. */
export async function startReceiver(): Promise<TestWebhookReceiver> {
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      receiver.received.push({
        headers: request.headers,
        text,
        delivery: WebhookDeliverySchema.parse(JSON.parse(text)),
      });
      receiver.answer(response);
      for (const look of waiting) look();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server always has an address object.
  const { port } = server.address() as AddressInfo;
  const receiver: TestWebhookReceiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received: [],
    answer: accept,
    until: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (receiver.received.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

/** Makes the service's first organization a sandbox, so that its receivers may listen on loopback. */
export async function makeSandbox({ database, organizationId }: TestService): Promise<void> {
  await database.transaction((tx) =>
    tx.updateTable('organization').set({ is_sandbox: 1 }).where('id', '=', organizationId).execute(),
  );
}

interface SubscriptionInput {
  readonly url?: string;
  readonly events?: readonly WebhookEvent[];
}

/** A subscription to everything, unless only some events are wanted. */
export async function subscribe(
  api: ApiCaller,
  { url = 'https://hooks.example/in', events = webhookEvents }: SubscriptionInput = {},
): Promise<ApiAnswer['body']> {
  const { status, body } = await api.request('POST', '/v1/webhook-subscriptions', { url, events, token });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

/** Lists the payloads that wait in the outbox, oldest first. */
export async function listOutbox(database: BrokerageDatabase, subscriptionId: string): Promise<WebhookPayload[]> {
  const rows = await database.reader
    .selectFrom('webhook_delivery')
    .select('payload')
    .where('subscription_id', '=', subscriptionId)
    .orderBy('id')
    .execute();
  return rows.map(({ payload }) => JSON.parse(payload) as WebhookPayload);
}

export const listEventNames = async (database: BrokerageDatabase, subscriptionId: string): Promise<string[]> =>
  (await listOutbox(database, subscriptionId)).map(({ event }) => event);

export interface TestDeliverer extends Deliverer, AsyncDisposable {
  /** Sends what is due and waits for the outcome. */
  round(): Promise<void>;
}

/** A worker's worth of sending, without its timer. */
export function startDeliverer(
  { database, clock }: Pick<TestService, 'database' | 'clock'>,
  options: Partial<DelivererOptions> = {},
): TestDeliverer {
  const deliverer = createDeliverer({
    database,
    cipher: testCipher,
    now: () => clock.now,
    outages: quietOutages,
    log: () => {},
    isBoundToLoopback: true,
    ...options,
  });
  return {
    ...deliverer,
    async round() {
      await deliverer.begin();
      await deliverer.idle();
    },
    [Symbol.asyncDispose]: () => deliverer.close(),
  };
}

export function advance({ clock }: Pick<TestService, 'clock'>, seconds: number): void {
  clock.now = new Date(Date.parse(clock.now) + seconds * 1000).toISOString();
}
