import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { confirmAt } from '../../src/cli/confirmation.ts';
import type { ApiClient } from '../../src/client/calls/api-client.ts';
import { createDatabase, type DatabaseName, onOneDatabase } from '../support/stores/databases.ts';
import { runWaybill } from './support/in-process.ts';
import { copyOpenedHome } from './support/opened-home.ts';
import { createServiceClient, startServiceCommand } from './support/service.ts';
import { type Folder, createTemporaryFolder } from './support/waybill.ts';

interface Opened extends AsyncDisposable {
  readonly api: ApiClient;
  /** One of the commands, on the sandbox that a service has open. */
  run(...args: string[]): ReturnType<typeof runWaybill>;
}

async function openSandbox(name: DatabaseName, { path: home }: Folder): Promise<Opened> {
  const database = await createDatabase(name);
  const store = ['--database', database.url];
  await runWaybill(['seed', '--shipments', '90', ...store], { home });
  const service = await startServiceCommand(store, { home });
  const api = createServiceClient(service.ready, service.ready.clientSecret);
  return {
    api,
    run: (...args) => runWaybill(['sandbox', ...args, ...store], { home }),
    async [Symbol.asyncDispose]() {
      await api[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

onOneDatabase('the commands of the sandbox', (name) => {
  test('tell its time and let it pass, while a service has it open', async () => {
    using folder = createTemporaryFolder();
    await using sandbox = await openSandbox(name, folder);
    const readNewest = async () => (await sandbox.api.shipments.filter({ pageSize: 1 })).data[0]?.createdAt ?? '';
    const before = await readNewest();

    const status = await sandbox.run('status');
    const advanced = JSON.parse((await sandbox.run('advance', '240', '--json')).stdout);
    const again = await sandbox.run('advance', '1.5');

    expect([status.code, status.stderr]).toEqual([0, '']);
    expect(status.stdout).toMatch(
      /^It is [A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d [AP]M \S+ in the sandbox, the real time\.\nMade from seed 1 as of [A-Z][a-z]{2} \d+, \d{4}, /,
    );
    expect(status.stdout).toMatch(
      /\n\d+ shipments: .*\d+ delivered.*\n[1-9]\d* late, \d+ standing .*, \d+ without a truck\.\n$/,
    );
    expect(advanced).toMatchObject({ advancedHours: 240, seed: 1 });
    expect(Math.min(advanced.shipments, advanced.delivered, advanced.arrivals)).toBeGreaterThan(0);
    expect((await readNewest()) > before).toBe(true);
    expect(again.stdout).toMatch(
      /^It is [A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d [AP]M \S+ in the sandbox, 241\.5 hours ahead of the real time\.\nMeanwhile \d+ shipments? taken, \d+ shipments? delivered; trucks came to \d+ stops? and left \d+\.\n$/,
    );
  });

  test('make it anew when a person says so, while a service has it open', async () => {
    using folder = createTemporaryFolder();
    await using sandbox = await openSandbox(name, folder);
    await sandbox.api.teams.create({ name: 'Night desk' });

    const refused = await sandbox.run('reset');
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toMatch(
      /^waybill sandbox reset deletes every record of the sandbox .+; add --yes to confirm\.\n$/,
    );
    expect((await sandbox.api.teams.filter({})).data).toHaveLength(1);

    const begun = await sandbox.run('reset', '--yes');

    expect([begun.code, begun.stderr]).toEqual([0, '']);
    expect(begun.stdout).toMatch(
      /^The sandbox begins anew on [A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d [AP]M \S+, with 90 shipments from seed 1\.\n$/,
    );
    expect((await sandbox.api.teams.filter({})).data).toEqual([]);
    expect(JSON.parse((await sandbox.run('status', '--json')).stdout)).toMatchObject({
      advancedHours: 0,
      goesOn: true,
    });
  });

  test('say where there is no sandbox', async () => {
    using folder = createTemporaryFolder();
    await using database = await createDatabase(name);
    const store = ['--database', database.url];
    await runWaybill(['org', 'add', 'Vega Freight', ...store], { home: folder.path });

    const { code, stdout, stderr } = await runWaybill(['sandbox', 'status', ...store], { home: folder.path });

    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^waybill sandbox works on a sandbox only, and .+ is none\.\n$/);
  });
});

test('without a database of its own a command is about the sandbox of the data folder, once there is one', async () => {
  using folder = createTemporaryFolder();
  const none = await runWaybill(['sandbox', 'status'], { home: folder.path });
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('sandbox.db is made when')]);
  await copyOpenedHome(folder.path);

  const { code, stdout } = await runWaybill(['sandbox', 'status', '--json'], { home: folder.path });

  expect(code).toBe(0);
  expect(JSON.parse(stdout).shipments.DELIVERED).toBeGreaterThan(1_000);
});

test.each(['0.2', '721', 'a day', '-5', '1e2'])('%s is not a time that may pass', async (hours) => {
  using folder = createTemporaryFolder();

  const { code, stderr } = await runWaybill(['sandbox', 'advance', '--', hours], { home: folder.path });

  expect([code, stderr]).toEqual([2, `HOURS must be a number from 0.25 to 720; it is ${JSON.stringify(hours)}.\n`]);
});

test.each([
  ['yes\n', true],
  ['Y\n', true],
  ['no\n', false],
  ['\n', false],
  ['yes please\n', false],
  ['', false],
])('a person who types %j says %s', async (typed, expected) => {
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  streams.stdin.end(typed);

  expect(await confirmAt(streams, 'Make it anew?')).toBe(expected);
});
