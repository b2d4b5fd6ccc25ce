import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as LegacyTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { expect, test } from 'vitest';
import { createEndpoint, type Endpoint } from '../../../src/mcp/http/endpoint.ts';
import { createMessageHandler, type MessageHandler } from '../../../src/mcp/http/message-handler.ts';
import { openConnection } from '../../../src/mcp/server/connection.ts';
import { type TestDesk, type TestDeskOptions, startDesk } from '../../support/desk.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { waitUntil } from '../../support/wait-until.ts';

const origin = 'http://127.0.0.1:3333';
const never = 1e9;
const startWatching = (options: Partial<TestDeskOptions> = {}, lookMs = never) =>
  startDesk({ tools: [], seed: 'small', server: { watchPaces: { tickMs: 5, lookMs } }, ...options });

/** A client that is told of changes, and the addresses that it was told of. */
type ServedEndpoint = Pick<MessageHandler, 'close'> & Pick<Endpoint, 'fetch'>;

interface ResourceSubscriber extends AsyncDisposable {
  readonly updatedUris: string[];
  subscribe(uris: readonly string[]): Promise<void>;
  /** Takes back what it subscribed to last. */
  unsubscribe(): Promise<void>;
}

function createModernClient(updatedUris: string[]): Client {
  const client = new Client({ name: 'modern', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void updatedUris.push(params.uri));
  return client;
}

const serve = ({ server }: TestDesk): ServedEndpoint => {
  const handler = createMessageHandler(server, () => {});
  const endpoint = createEndpoint({
    admit: async () => ({ handler }),
    origins: async () => [origin],
    checkReadiness: async () => ({}),
    page: async () => new Response('the page'),
    toolNames: new Set(),
    log: () => {},
  });
  return { fetch: endpoint.fetch, close: handler.close };
};

function createFetch(desk: TestDesk, endpoint = serve(desk)) {
  return (url: string | URL, init?: RequestInit) => {
    const request = new Request(url, init);
    request.headers.set('host', new URL(origin).host);
    return endpoint.fetch(request);
  };
}

/** Subscribes over HTTP, with the newer protocol. */
async function subscribeOverHttp(desk: TestDesk): Promise<ResourceSubscriber> {
  const endpoint = serve(desk);
  const updatedUris: string[] = [];
  const client = createModernClient(updatedUris);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { fetch: createFetch(desk, endpoint) }),
  );
  let last: Awaited<ReturnType<Client['listen']>> | undefined;
  return {
    updatedUris: updatedUris,
    async subscribe(uris) {
      last = await client.listen({ resourceSubscriptions: [...uris] });
      expect(last.honoredFilter.resourceSubscriptions).toEqual(uris);
    },
    unsubscribe: async () => last?.close(),
    async [Symbol.asyncDispose]() {
      await client.close();
      await endpoint.close();
    },
  };
}

/** Subscribes over a connection that lasts, with the older protocol and the client that most hosts still use. */
async function subscribeOverConnection({ server }: TestDesk): Promise<ResourceSubscriber> {
  const [near, far] = LegacyTransport.createLinkedPair();
  const connection = openConnection(server, () => {});
  const serving = serveStdio(connection.buildServer, { transport: far });
  const client = new LegacyClient({ name: 'legacy', version: '1' });
  const updatedUris: string[] = [];
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void updatedUris.push(params.uri));
  await client.connect(near);
  expect(client.getServerCapabilities()?.resources).toEqual({ listChanged: false, subscribe: true });
  let last: readonly string[] = [];
  return {
    updatedUris: updatedUris,
    async subscribe(uris) {
      last = uris;
      for (const uri of uris) await client.subscribeResource({ uri });
    },
    async unsubscribe() {
      for (const uri of last) await client.unsubscribeResource({ uri });
    },
    async [Symbol.asyncDispose]() {
      await client.close();
      connection.close();
      await serving.close();
    },
  };
}

const ways = { 'over HTTP': subscribeOverHttp, 'over a connection': subscribeOverConnection };
const wayNames = ['over HTTP', 'over a connection'] as const;

async function openQuotes({ api }: TestDesk) {
  const { data } = await api.quotes.filter({ filter: { status: { equalTo: 'QUOTED' } }, pageSize: 2 });
  const [first, second] = data;
  if (!first || !second) throw new Error('the sandbox has no open quotes');
  return { first, second };
}

async function price(desk: TestDesk, quote: string, amount: string): Promise<void> {
  const { data } = await desk.callTool('price_quote', { quote, amount }, 'accept');
  expect(data.status).toBe('done');
}

const listAddresses = ({ friendlyId, id }: { friendlyId: string; id: string }) =>
  [friendlyId, id].map((text) => `waybill://quotes/${text}`);

onOneDatabase('a client that subscribes', (database) => {
  test.each(wayNames)('is told %s of what a tool writes, by number and by uuid, and of nothing else', async (way) => {
    await using desk = await startWatching({ database });
    const { first, second } = await openQuotes(desk);
    await using subscriber = await ways[way](desk);
    await subscriber.subscribe([...listAddresses(second), ...listAddresses(first)]);

    await price(desk, first.friendlyId, '$7,777');
    await waitUntil(() => subscriber.updatedUris.length >= 2);

    expect(subscriber.updatedUris.toSorted()).toEqual(listAddresses(first).toSorted());
  });

  test.each(wayNames)('is told %s that a person stopped the writes, and that they go on', async (way) => {
    await using desk = await startWatching({ database });
    await using subscriber = await ways[way](desk);
    await subscriber.subscribe(['waybill://glossary', 'waybill://policy']);

    await desk.memory.stop.keep({ by: 'morgan', at: desk.clock.now, reason: null });
    await waitUntil(() => subscriber.updatedUris.length === 1);
    await desk.memory.stop.lift();
    await waitUntil(() => subscriber.updatedUris.length === 2);

    expect(subscriber.updatedUris).toEqual(['waybill://policy', 'waybill://policy']);
  });
});

test.each(wayNames)('a client is told %s of a plan that waits, and of what a person decides', async (way) => {
  await using desk = await startWatching();
  const { first } = await openQuotes(desk);
  await using subscriber = await ways[way](desk);
  await subscriber.subscribe(['waybill://approvals']);

  const { data } = await desk.callTool('convert_quote', { quote: first.friendlyId }, 'none');
  await waitUntil(() => subscriber.updatedUris.length === 1);
  await desk.deny(data.approval.id);
  await waitUntil(() => subscriber.updatedUris.length === 2);

  expect(subscriber.updatedUris).toEqual(['waybill://approvals', 'waybill://approvals']);
});

test.each(wayNames)(
  'a client is told %s with the next look of what others than this desk have written',
  async (way) => {
    await using desk = await startWatching({}, 50);
    const { first } = await openQuotes(desk);
    await using subscriber = await ways[way](desk);
    const [byNumber = ''] = listAddresses(first);
    await subscriber.subscribe([byNumber]);

    await desk.api.quotes.update({ id: first.id, amount: 7777 });
    await waitUntil(() => subscriber.updatedUris.length > 0);

    expect(subscriber.updatedUris).toEqual([byNumber]);
  },
);

test.each(wayNames)('a record that is there from now on has changed for a client %s', async (way) => {
  await using desk = await startWatching({}, 50);
  await using subscriber = await ways[way](desk);
  await subscriber.subscribe(['waybill://customers/Northwind%20Testing']);

  await desk.api.customers.create({ name: 'Northwind Testing', status: 'ACTIVE' });
  await waitUntil(() => subscriber.updatedUris.length > 0);

  expect(subscriber.updatedUris).toEqual(['waybill://customers/Northwind%20Testing']);
});

test('an address that cannot be read is not asked for at every turn', async () => {
  await using desk = await startWatching();
  await using subscriber = await subscribeOverHttp(desk);
  const ambiguous = 'waybill://carriers/a';
  await subscriber.subscribe(['waybill://policy', ambiguous]);
  const before = desk.requests.length;
  expect(before).toBeGreaterThan(0);

  for (let turn = 1; turn <= 4; turn += 1) {
    if (turn % 2 === 1) await desk.memory.stop.keep({ by: 'morgan', at: desk.clock.now, reason: null });
    else await desk.memory.stop.lift();
    await waitUntil(() => subscriber.updatedUris.length === turn);
  }

  expect(desk.requests.slice(before)).toEqual([]);
  expect(subscriber.updatedUris).not.toContain(ambiguous);
});

test.each(wayNames)('what is taken back %s, and who goes away, costs nothing any more', async (way) => {
  await using desk = await startWatching();
  const all = 1000;
  const { watch } = desk.server;
  const subscriber = await ways[way](desk);
  await subscriber.subscribe(['waybill://policy']);
  expect(watch.hasRoomFor(all)).toBe(false);

  await subscriber.unsubscribe();
  await waitUntil(() => watch.hasRoomFor(all));
  await subscriber.subscribe(['waybill://glossary', 'waybill://policy']);
  expect(watch.hasRoomFor(all)).toBe(false);
  await subscriber[Symbol.asyncDispose]();

  await waitUntil(() => watch.hasRoomFor(all));
  expect(subscriber.updatedUris).toEqual([]);
});

test.each(wayNames)('more than a thousand addresses are refused %s', async (way) => {
  await using desk = await startWatching();
  await using subscriber = await ways[way](desk);
  const uris = Array.from({ length: 1000 }, (_, index) => `waybill://planets/${index}`);
  const otherWatch = desk.server.watch.start(uris, undefined, () => {});

  await expect(subscriber.subscribe(['waybill://policy'])).rejects.toThrow('Too many resources are subscribed to.');
  otherWatch.stop();
  await subscriber.subscribe(['waybill://policy']);
});

test('over HTTP each caller is told of their own only', async () => {
  await using desk = await startWatching({
    server: {
      principalOf: (auth) => ({ name: auth?.clientId ?? 'dana', kind: 'person' }),
      watchPaces: { tickMs: 5, lookMs: never },
    },
  });
  const { first } = await openQuotes(desk);
  const handler = createMessageHandler(desk.server, () => {});
  const connectAs = async (clientId: string, updatedUris: string[]) => {
    const authInfo = { token: clientId, clientId, scopes: [] };
    const client = createModernClient(updatedUris);
    const fetch = async (url: string | URL, init?: RequestInit) => {
      const request = new Request(url, init);
      const parsedBody: unknown = await request.clone().json();
      return handler.fetch(request, { authInfo, parsedBody });
    };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { fetch }));
    await client.listen({ resourceSubscriptions: ['waybill://approvals'] });
    return client;
  };
  const urisByPerson = { dana: [] as string[], sam: [] as string[] };
  const clients = [await connectAs('dana', urisByPerson.dana), await connectAs('sam', urisByPerson.sam)];

  const { data } = await desk.callTool('convert_quote', { quote: first.friendlyId }, 'none');
  await waitUntil(() => urisByPerson.dana.length === 1);
  await desk.deny(data.approval.id);
  await waitUntil(() => urisByPerson.dana.length === 2);

  expect(urisByPerson.sam).toEqual([]);
  await handler.close();
  for (const client of clients) await client.close();
});

test('over HTTP the older protocol says that it tells of nothing', async () => {
  await using desk = await startWatching();
  const client = new Client({ name: 'older', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { fetch: createFetch(desk) }));

  expect(client.getServerCapabilities()?.resources).toEqual({ listChanged: false });
  await expect(client.subscribeResource({ uri: 'waybill://policy' })).rejects.toThrow('Method not found');
  await client.close();
});
