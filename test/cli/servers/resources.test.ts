import path from 'node:path';
import { expect, test } from 'vitest';
import { waitUntil } from '../../support/wait-until.ts';
import { type ProtocolEra, startAgent } from '../support/agent.ts';
import { connectOverHttp, startHttpCommand } from '../support/http.ts';
import { runWaybill } from '../support/in-process.ts';
import { createTemporaryFolder } from '../support/waybill.ts';

/** Builds the settings of a store without a sandbox, which opens at once. */
const buildSettings = (home: string) => ({
  home,
  environment: { WAYBILL_DATABASE_URL: `sqlite:${path.join(home, 'desk.db')}` },
});

const uris = ['waybill://policy'];

test.each(['modern', 'legacy'] satisfies ProtocolEra[])(
  'over stdio a %s client is told that a person stopped the writes with another command',
  async (era) => {
    using folder = createTemporaryFolder();
    const settings = buildSettings(folder.path);
    await using agent = await startAgent(settings, era);
    const { client } = agent;
    const updatedUris: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void updatedUris.push(params.uri));
    if (era === 'modern') await client.listen({ resourceSubscriptions: uris });
    else for (const uri of uris) await client.subscribeResource({ uri });

    await runWaybill(['policy', 'stop', '--reason', 'month end'], settings);
    await waitUntil(() => updatedUris.length > 0);

    const { contents } = await client.readResource({ uri: 'waybill://policy' });
    expect(updatedUris).toEqual(uris);
    expect(JSON.stringify(contents)).toContain('WRITES ARE STOPPED.');
  },
);

test('over stdio each of two subscriptions to an address is told once', async () => {
  using folder = createTemporaryFolder();
  const settings = buildSettings(folder.path);
  await using agent = await startAgent(settings);
  const { client } = agent;
  const updatedUris: string[] = [];
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void updatedUris.push(params.uri));
  await client.listen({ resourceSubscriptions: ['waybill://glossary', ...uris] });
  await client.listen({ resourceSubscriptions: uris });

  await runWaybill(['policy', 'stop'], settings);
  await waitUntil(() => updatedUris.length >= 2);
  // What comes behind it shows that no more was told before.
  await client.readResource({ uri: 'waybill://glossary' });

  expect(updatedUris).toEqual([...uris, ...uris]);
});

test('over HTTP a client is told, and the end of the server ends what it subscribed to', async () => {
  using folder = createTemporaryFolder();
  const settings = buildSettings(folder.path);
  await using http = await startHttpCommand([], settings);
  await using agent = await connectOverHttp(http.ready.url);
  const updatedUris: string[] = [];
  agent.client.setNotificationHandler(
    'notifications/resources/updated',
    ({ params }) => void updatedUris.push(params.uri),
  );
  const subscription = await agent.client.listen({ resourceSubscriptions: uris });

  await runWaybill(['policy', 'stop'], settings);
  await waitUntil(() => updatedUris.length > 0);
  const { code } = await http.stop();

  expect(updatedUris).toEqual(uris);
  expect(await subscription.closed).toBe('graceful');
  expect(code).toBe(0);
});
