import path from 'node:path';
import { expect, test } from 'vitest';
import { waitUntil } from '../../support/until.ts';
import { type Era, startAgent } from '../support/agent.ts';
import { connectOverHttp, startHttpCommand } from '../support/http.ts';
import { waybill } from '../support/in-process.ts';
import { temporaryFolder } from '../support/waybill.ts';

/** A store without a sandbox: opened at once. */
const settingsIn = (home: string) => ({
  home,
  environment: { WAYBILL_DATABASE_URL: `sqlite:${path.join(home, 'desk.db')}` },
});

const uris = ['waybill://policy'];

test.each(['modern', 'legacy'] satisfies Era[])(
  'over stdio a %s client is told that a person stopped the writes with another command',
  async (era) => {
    using folder = temporaryFolder();
    const settings = settingsIn(folder.path);
    await using agent = await startAgent(settings, era);
    const { client } = agent;
    const told: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.push(params.uri));
    if (era === 'modern') await client.listen({ resourceSubscriptions: uris });
    else for (const uri of uris) await client.subscribeResource({ uri });

    await waybill(['policy', 'stop', '--reason', 'month end'], settings);
    await waitUntil(() => told.length > 0);

    const { contents } = await client.readResource({ uri: 'waybill://policy' });
    expect(told).toEqual(uris);
    expect(JSON.stringify(contents)).toContain('WRITES ARE STOPPED.');
  },
);

test('over stdio each of two subscriptions to an address is told once', async () => {
  using folder = temporaryFolder();
  const settings = settingsIn(folder.path);
  await using agent = await startAgent(settings);
  const { client } = agent;
  const told: string[] = [];
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.push(params.uri));
  await client.listen({ resourceSubscriptions: ['waybill://glossary', ...uris] });
  await client.listen({ resourceSubscriptions: uris });

  await waybill(['policy', 'stop'], settings);
  await waitUntil(() => told.length >= 2);
  // What comes behind it shows that no more was told before.
  await client.readResource({ uri: 'waybill://glossary' });

  expect(told).toEqual([...uris, ...uris]);
});

test('over HTTP a client is told, and the end of the server ends what it subscribed to', async () => {
  using folder = temporaryFolder();
  const settings = settingsIn(folder.path);
  await using http = await startHttpCommand([], settings);
  await using agent = await connectOverHttp(http.ready.url);
  const told: string[] = [];
  agent.client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.push(params.uri));
  const subscription = await agent.client.listen({ resourceSubscriptions: uris });

  await waybill(['policy', 'stop'], settings);
  await waitUntil(() => told.length > 0);
  const { code } = await http.stop();

  expect(told).toEqual(uris);
  expect(await subscription.closed).toBe('graceful');
  expect(code).toBe(0);
});
