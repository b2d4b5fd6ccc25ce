import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerJson, startRemoteApi } from '../../client/remote-api.ts';
import { isDeep } from '../../support/depth.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { startWaybill, runWaybill } from '../support/in-process.ts';
import { createOpenedHome } from '../support/opened-home.ts';
import { type Folder, createTemporaryFolder } from '../support/waybill.ts';

const words = ['install', 'cursor'];
/** Types nothing; a command has a terminal as soon as there is a person. */
const typeNothing = () => '';
const listCopies = (home: string) => readdirSync(home).filter((name) => name.startsWith('copy-'));
const isInstalled = (home: string) => existsSync(path.join(home, '.cursor', 'mcp.json'));

let folder: Folder;
beforeEach(async () => {
  folder = await createOpenedHome();
  for (const name of listCopies(folder.path)) rmSync(path.join(folder.path, name));
});
afterEach(() => folder[Symbol.dispose]());

test('a person who connects a client in a terminal has the records copied, and hears how many there are', async () => {
  const home = folder.path;

  const { code, stdout, stderr } = await runWaybill(words, { home }, typeNothing);
  const status = JSON.parse((await runWaybill(['sync', 'status', '--json'], { home })).stdout);
  const again = await runWaybill(words, { home }, typeNothing);

  expect(code).toBe(0);
  expect(stderr).toMatch(
    /^Copying your records, so that the first answer is quick\. You can stop with Ctrl-C\. The rest is copied when Cursor starts Waybill\.\n(?:Copying your records: [\d,]+ so far\n)*$/,
  );
  expect(stdout).toMatch(/^Added Waybill to Cursor: [^]+\nCopied [\d,]{5,} records\.\n$/);
  expect(status).toMatchObject({ isWhole: true });
  expect(again.stdout).toMatch(/^Waybill is already in Cursor: [^]+\nCopied [\d,]{5,} records\.\n$/);
});

test('a person who stops the copying has Waybill installed and a sandbox, and the next run goes on', async () => {
  using blank = createTemporaryFolder();
  const { path: home } = blank;
  const running = startWaybill(words, { home }, typeNothing);

  const { code, stdout, stderr } = await running.stop();
  await using next = startWaybill(words, { home }, typeNothing);
  await waitUntil(() => next.logged().includes('Copying your records, '));
  // The copying of all records is what the test before is about.
  const again = await (isDeep ? next.ended : next.stop());

  expect([code, isInstalled(home)]).toEqual([0, true]);
  expect(stdout).not.toContain('Copied');
  expect(stderr).toMatch(
    /^Making your sandbox brokerage, which takes up to a minute\.\.\.\nCopying your records, [^\n]+\nStopped\. The rest is copied when Cursor starts Waybill\.\n$/,
  );
  expect(again.stderr).toMatch(/^Copying your records, /);
  expect(again.stdout).toMatch(
    isDeep ? /\nCopied [\d,]{5,} records\.\n$/ : /^Waybill is already in Cursor: [^\n]+cursor[^\n]+\n/,
  );
});

test('an API that does not answer the copying is named, and Waybill is installed all the same', async () => {
  const { path: home } = folder;
  await using api = await startRemoteApi(() => {}, {
    token: (response) => answerJson(response, 401, { error: 'invalid_client' }),
  });
  const settings = { API_URL: `${api.origin}/v1`, CLIENT_ID: 'desk', CLIENT_SECRET: 'wrong' };
  const lines = Object.entries(settings).map(([name, value]) => `WAYBILL_${name}=${value}\n`);
  writeFileSync(path.join(home, '.env'), lines.join(''), { mode: 0o600 });

  const { code, stdout, stderr } = await runWaybill(words, { home }, typeNothing);

  expect([code, isInstalled(home)]).toEqual([0, true]);
  expect(stdout).not.toContain('Copied');
  expect(stderr).toMatch(/\nYour records couldn't be copied: \S+ refused the client credentials/);
  expect(stderr).toMatch(/\nWaybill is installed all the same\. It copies your records when Cursor starts it\.\n$/);
});

test('nothing is copied where nobody waits for it, or where the client reads other records', async () => {
  const home = folder.path;
  const environment = { WAYBILL_DATABASE_URL: `sqlite:${path.join(home, 'other.db')}` };

  const leftOut = await runWaybill([...words, '--no-copy'], { home }, typeNothing);
  const unattended = await runWaybill(words, { home });
  const elsewhere = await runWaybill(words, { home, environment }, typeNothing);

  expect([leftOut.stderr, unattended.stderr]).toEqual(['', '']);
  expect(elsewhere).toMatchObject({
    code: 0,
    stderr: "Your records aren't copied yet, because Cursor doesn't get WAYBILL_DATABASE_URL.\n",
  });
  expect(listCopies(home)).toEqual([]);
});
