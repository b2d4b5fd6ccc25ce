import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { runWaybill } from './support/in-process.ts';
import { simplifyCommands } from './support/plain-commands.ts';
import { createServiceClient, startServiceCommand } from './support/service.ts';
import { startProcess, createTemporaryFolder } from './support/waybill.ts';
import { countCases } from '../support/depth.ts';
import { createDatabase } from '../support/stores/databases.ts';
import { waitUntil } from '../support/wait-until.ts';

const listCopies = (home: string) => readdirSync(home).filter((name) => /^copy-[0-9a-f]{16}\.db$/.test(name));

function changeVendors(home: string): void {
  using file = new DatabaseSync(path.join(home, listCopies(home)[0] ?? ''));
  file.exec("update vendor set name = 'Somebody else'");
}

/** Creates a generated brokerage in a database of its own. */
async function createDesk(home: string, shipments: number) {
  const database = await createDatabase('SQLite');
  await runWaybill(['seed', '--shipments', String(shipments), '--database', database.url], { home });
  return database;
}

/** Creates a desk whose API is a service in another process. */
async function createRemoteDesk(home: string, shipments: number) {
  const database = await createDesk(home, shipments);
  const store = ['--database', database.url];
  const [organization] = JSON.parse((await runWaybill(['org', 'list', '--json', ...store], { home })).stdout);
  // A backfill takes half of the limit: each request begins 40 ms after the one before, so that no kill comes too late.
  await runWaybill(['org', 'set', organization.id, '--rate-limit', '3000', ...store], { home });
  const service = await startServiceCommand(['--database', database.url], { home });
  const { url, authUrl, clientId, clientSecret } = service.ready;
  return {
    api: createServiceClient(service.ready, clientSecret),
    desk: {
      home,
      environment: {
        WAYBILL_API_URL: url,
        WAYBILL_AUTH_URL: authUrl,
        WAYBILL_CLIENT_ID: clientId,
        WAYBILL_CLIENT_SECRET: clientSecret ?? '',
      },
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** Counts the records of the copy; 0 before there is one. Asking the command each time would take most of a test's time. */
function countCopied(home: string): number {
  const [copy] = listCopies(home);
  if (copy === undefined) return 0;
  using file = new DatabaseSync(path.join(home, copy), { readOnly: true });
  if (file.prepare("select 1 from sqlite_schema where name = 'record_count'").get() === undefined) return 0;
  return Number(file.prepare('select coalesce(sum(records), 0) as records from record_count').get()?.['records']);
}

const kills = countCases({ usual: 1, deep: 2 });

const sumField = (rows: readonly Record<string, number>[], field: string): number =>
  rows.reduce((sum, row) => sum + (row[field] ?? 0), 0);

/** Lets the time pass for which others wait for a process that was killed while it wrote. */
function endLease(home: string): void {
  using file = new DatabaseSync(path.join(home, listCopies(home)[0] ?? ''));
  file.exec('update lease set until = 0');
}

test('sync makes a copy for each API, says what it holds, asks nobody for its status, and mends what differs', async () => {
  using folder = createTemporaryFolder();
  const home = folder.path;
  await using database = await createDesk(home, 60);
  const desk = { home, environment: { WAYBILL_DATABASE_URL: database.url } };

  const before = await runWaybill(['sync', 'status'], desk);
  const made = await runWaybill(['sync'], desk);
  const status = await runWaybill(['sync', 'status'], desk);
  const verified = await runWaybill(['sync', 'verify'], desk);
  changeVendors(home);
  const differing = await runWaybill(['sync', 'verify'], desk);
  const repaired = await runWaybill(['sync', 'verify', '--repair'], desk);
  const whole = JSON.parse((await runWaybill(['sync', 'verify', '--whole', '--json'], desk)).stdout);
  changeVendors(home);
  const full = await runWaybill(['sync', '--full'], desk);
  const anew = await runWaybill(['sync', 'verify', '--whole'], desk);
  const json = JSON.parse((await runWaybill(['sync', 'status', '--json'], desk)).stdout);
  const later = await runWaybill(['sync', 'status'], desk);

  expect(simplifyCommands(before.stdout)).toBe('There is no copy yet; `waybill sync` makes it.\n');
  // A machine that takes its time shows progress.
  expect(made).toMatchObject({ code: 0, stderr: expect.stringMatching(/^(?:[\d,]+ records so far[^\n]*\.\n)*$/) });
  const sentence =
    /^The copy is complete: [\d,]+ records as of [A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d [AP]M \S+\. It takes [\d.]+ MB in \S+copy-\w+\.db\.\n$/;
  expect(made.stdout).toMatch(sentence);
  expect(status.stdout).toMatch(
    /\nshipments +\d+ +complete, as of [A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d [AP]M \S+; \d+ requests?; the first fill took [\d.]+ s\n/,
  );
  expect(status.stdout).toContain('\nNot compared with the API yet.\n');
  expect(verified).toMatchObject({ code: 0, stderr: '' });
  expect(verified.stdout).toMatch(/\nThe copy holds what the API shows\.\n$/);
  expect(differing.code).toBe(1);
  expect(differing.stdout).toMatch(/\nvendors: \d+ compared, [1-9] differ\n/);
  expect(simplifyCommands(differing.stdout)).toContain(
    '`waybill sync verify --repair` reads what differs again; `waybill sync --full` fills the copy anew.',
  );
  expect(repaired.code).toBe(0);
  expect(whole).toMatchObject({ isSame: true });
  expect(full.stdout).toMatch(sentence);
  expect(anew.code).toBe(0);
  expect(status.stdout).toMatch(/, and has cost \d+ requests; the first fill took [\d.]+ s\.\n$/);
  expect(json.bytes).toBeGreaterThan(100_000);
  // One export, and one request for each collection that had changes to look for.
  expect(json.requests).toBeGreaterThanOrEqual(1);
  expect(json.requests).toBe(sumField(json.collections, 'requests'));
  expect(json.fillSeconds).toBeGreaterThan(0);
  expect(json).toMatchObject({ isMade: true, isWhole: true, completeFrom: null, comparison: { different: 0 } });
  expect(later.stdout).toMatch(
    /\nLast compared with the API on [A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d [AP]M \S+: [\d,]+ records, all the same\.\n/,
  );
  expect(listCopies(home)).toHaveLength(1);
  expect(statSync(path.join(home, listCopies(home)[0] ?? '')).mode & 0o777).toBe(0o600);
});

test('the limit of requests is left to others where the service is in the same process', async () => {
  using folder = createTemporaryFolder();
  const home = folder.path;
  await using database = await createDesk(home, 60);
  const store = ['--database', database.url];
  const [organization] = JSON.parse((await runWaybill(['org', 'list', '--json', ...store], { home })).stdout);
  await runWaybill(['org', 'set', organization.id, '--rate-limit', '5', ...store], { home });

  const made = await runWaybill(['sync'], { home, environment: { WAYBILL_DATABASE_URL: database.url } });

  expect(made.stdout).toMatch(/^The copy is complete: /);
  using file = new DatabaseSync(database.url.slice('sqlite:'.length));
  expect(file.prepare('select used from rate_window').all()).toEqual([]);
});

test('a process of its own fills the copy with the service in a thread, and ends when all is there', async () => {
  using folder = createTemporaryFolder();
  await using database = await createDesk(folder.path, 60);
  const desk = { home: folder.path, environment: { WAYBILL_DATABASE_URL: database.url } };

  await using running = await startProcess(['sync'], desk);
  const finished = await running.ended;

  expect(finished).toMatchObject({ code: 0, stdout: expect.stringMatching(/^The copy is complete: /) });
  expect((await runWaybill(['sync', 'verify', '--whole'], desk)).stdout).toMatch(
    /\nThe copy holds what the API shows\.\n$/,
  );
});

test('sync that is killed again and again goes on, and loses no more than the page in hand', async () => {
  using folder = createTemporaryFolder();
  await using remote = await createRemoteDesk(folder.path, 150);
  let copiedBefore = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    await using running = await startProcess(['sync'], remote.desk);
    await waitUntil(() => countCopied(folder.path) > copiedBefore);
    await running.stop('SIGKILL');
    const copiedNow = countCopied(folder.path);
    expect(copiedNow).toBeGreaterThanOrEqual(copiedBefore);
    copiedBefore = copiedNow;
    endLease(folder.path);
  }

  const carriers = await remote.api.carriers.filter({ pageSize: 1 });
  await remote.api.carriers.update({ id: carriers.data[0]?.id ?? '', name: 'Renamed meanwhile' });
  const finished = await runWaybill(['sync'], remote.desk);
  const verified = await runWaybill(['sync', 'verify', '--whole'], remote.desk);

  expect(finished.stdout).toMatch(/^The copy is complete: /);
  expect(verified.stdout).toMatch(/\nThe copy holds what the API shows\.\n$/);
  expect(verified.code).toBe(0);
});
