import { once } from 'node:events';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { loadConfig } from '../../../src/cli/config.ts';
import { createCopyThread } from '../../../src/cli/opening/copies/copy-thread.ts';
import { isSandboxMade } from '../../../src/cli/opening/stores/store-address.ts';
import { createDatabase } from '../../support/stores/databases.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { runWaybill } from '../support/in-process.ts';
import { buildEnvironment, startProcess, createTemporaryFolder } from '../support/waybill.ts';

/** Counts the kinds of records of which a copy is complete; 0 before there is a copy. */
function countWhole(home: string): number {
  const name = readdirSync(home).find((file) => /^copy-[0-9a-f]{16}\.db$/.test(file));
  if (name === undefined) return 0;
  using file = new DatabaseSync(path.join(home, name), { readOnly: true });
  if (file.prepare("select 1 from sqlite_schema where name = 'copied_collection'").get() === undefined) return 0;
  return Number(file.prepare('select count(*) as n from copied_collection where is_whole = 1').get()?.['n']);
}

const openCopyFile = (home: string): DatabaseSync => {
  const name = readdirSync(home).find((file) => /^copy-[0-9a-f]{16}\.db$/.test(file)) ?? '';
  return new DatabaseSync(path.join(home, name));
};

function replaceNames(home: string): void {
  using file = openCopyFile(home);
  file.exec("update customer set name = 'Another company'");
}

function countReplaced(home: string): number {
  using file = openCopyFile(home);
  return Number(file.prepare("select count(*) as n from customer where name = 'Another company'").get()?.['n']);
}

const kinds = 17;
const listTools = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/list',
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};

/** Creates a brokerage with a few shipments, which a thread copies quickly. */
async function createBrokerage(home: string) {
  const database = await createDatabase('SQLite');
  await runWaybill(['seed', '--shipments', '20', '--database', database.url], { home });
  return database;
}

test('a server over stdio that listed its tools completes the copy before anybody asks, and ends at once', async () => {
  using folder = createTemporaryFolder();
  await using database = await createBrokerage(folder.path);
  const environment = { WAYBILL_DATABASE_URL: database.url };
  await using server = await startProcess(['stdio'], { home: folder.path, environment });

  server.write(`${JSON.stringify(listTools)}\n`);
  expect(JSON.parse(await server.firstLine)).toMatchObject({ id: 1 });
  await waitUntil(() => countWhole(folder.path) === kinds);

  expect(await server.stop()).toMatchObject({ code: 0, stderr: '' });
});

test('threads of several desks take turns, and one that is wanted by a question begins at once', async () => {
  using folder = createTemporaryFolder();
  await using database = await createBrokerage(folder.path);
  const createConfig = (name: string) => {
    const home = path.join(folder.path, name);
    cpSync(path.join(folder.path, 'encryption.key'), path.join(home, 'encryption.key'));
    return loadConfig(buildEnvironment(home, { WAYBILL_DATABASE_URL: database.url }));
  };
  const options = { log: () => {}, isPrepared: () => true };
  const first = createCopyThread(createConfig('first'), options);
  const second = createCopyThread(createConfig('second'), options);

  const ahead = [first.fillAhead(), second.fillAhead()];
  await waitUntil(() => first.filling.isRunning());
  expect(second.filling.isRunning()).toBe(false);
  second.filling.start(['bill']);
  expect(second.filling.isRunning()).toBe(true);
  await Promise.all(ahead);

  expect([first.filling.fault(), second.filling.fault()]).toEqual([undefined, undefined]);
  expect(['first', 'second'].map((name) => countWhole(path.join(folder.path, name)))).toEqual([kinds, kinds]);
  await first.close();
  await second.close();
});

test('the comparison of a day runs in a thread, once, and mends what the API shows otherwise', async () => {
  using folder = createTemporaryFolder();
  await using database = await createBrokerage(folder.path);
  const environment = { WAYBILL_DATABASE_URL: database.url, WAYBILL_LOG: 'warn' };
  const config = loadConfig(buildEnvironment(folder.path, environment));
  const logged: string[] = [];
  const log = (_level: string, message: string) => void logged.push(message);
  const thread = createCopyThread(config, { log, isPrepared: () => true });
  await thread.fillAhead();
  replaceNames(folder.path);

  expect(countReplaced(folder.path)).toBeGreaterThan(0);
  await Promise.all([thread.compareDay('2026-11-27'), thread.compareDay('2026-11-27')]);
  expect(countReplaced(folder.path)).toBe(0);
  replaceNames(folder.path);
  await thread.close();
  await thread.compareDay('2026-11-28');

  expect(countReplaced(folder.path)).toBeGreaterThan(0);
  expect(logged).toEqual(['Some records of the copy were not as the API shows them; they were read again.']);
});

test('a question that has waited for a new sandbox is told to ask again, and the sandbox is made all the same', async () => {
  using folder = createTemporaryFolder();
  const config = loadConfig(buildEnvironment(folder.path));
  const isPrepared = () => isSandboxMade(folder.path);
  const thread = createCopyThread(config, { log: () => {}, isPrepared, patienceMs: 1 });

  await expect(thread.prepare()).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: expect.stringContaining('The sandbox brokerage is being prepared'),
  });
  await waitUntil(isPrepared);
  await thread.prepare();

  await thread.close();
  expect(thread.filling.isRunning()).toBe(false);
});

test('a thread that cannot open its store says so once, and does so again at the next question', async () => {
  using folder = createTemporaryFolder();
  const address = `sqlite:${path.join(folder.path, 'missing', 'file', '\0.db')}`;
  const config = { ...loadConfig(buildEnvironment(folder.path)), databaseUrl: address };
  const logged: string[] = [];
  const thread = createCopyThread(config, { log: (_level, message) => logged.push(message), isPrepared: () => true });

  await thread.fillAhead();
  thread.filling.start([]);
  await thread.filling.settled();

  await thread.compareDay('2026-11-27');
  await thread.close();

  expect(logged).toEqual([
    expect.stringContaining('could not be filled further'),
    expect.stringContaining('could not be compared with the API'),
  ]);
  expect(thread.filling.fault()).toMatchObject({ name: 'WaybillError' });
  expect(existsSync(folder.path)).toBe(true);
});

test('a thread that ends in the middle says so', async () => {
  using folder = createTemporaryFolder();
  const logged: unknown[] = [];
  const log = (_level: string, message: string, facts?: object) => void logged.push({ message, ...facts });
  const thread = createCopyThread(loadConfig(buildEnvironment(folder.path)), { log, isPrepared: () => true });
  const endNext = async () => {
    // The process reports each of its threads with this event.
    const [worker] = (await once(process, 'worker')) as [Worker];
    await once(worker, 'online');
    await worker.terminate();
  };

  await Promise.all([endNext(), thread.fillAhead()]);
  await Promise.all([endNext(), thread.compareDay('2026-11-27')]);
  await thread.close();

  const cause = expect.stringContaining('The thread of the copy ended with code 1.');
  expect(thread.filling.fault()).toMatchObject({ name: 'WaybillError', message: cause });
  expect(logged).toEqual([
    { message: expect.stringContaining('could not be filled further'), cause },
    { message: expect.stringContaining('could not be compared with the API'), cause },
  ]);
});
