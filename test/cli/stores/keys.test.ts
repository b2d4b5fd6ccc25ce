import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createCipher } from '../../../src/store/cipher.ts';
import { openBrokerage } from '../../../src/store/database.ts';
import { openKeyedMemory } from '../../../src/store/memory/rekey.ts';
import { createKeyedBrokerage } from '../../../src/store/rekey.ts';
import { simplifyCommands } from '../support/plain-commands.ts';
import { runWaybill } from '../support/in-process.ts';
import { call, buildDeskSettings } from '../support/record.ts';
import { createServiceClient, startServiceCommand, fetchServiceToken } from '../support/service.ts';
import { startProcess, createTemporaryFolder } from '../support/waybill.ts';

const database = ['--database', 'sqlite:desk.db'];
const factor = { companyName: 'Quick Factor', accountNumber: '000123456789' };

type KeysEnvironment = Readonly<Record<string, string>>;

async function createFactor(home: string, environment: KeysEnvironment = {}): Promise<void> {
  const service = await startServiceCommand(database, { home, environment });
  await using client = createServiceClient(service.ready, service.ready.clientSecret);
  await client.carrierFactors.create(factor);
  await service.stop();
}

const listFactors = async (home: string, environment: KeysEnvironment = {}) => {
  const settings = { home, environment: { ...buildDeskSettings(home).environment, ...environment } };
  const input = { operation: 'carrierFactors.filter', fields: ['companyName', 'accountNumber'] };
  return JSON.stringify((await call(settings, 'api_read', input)).result);
};

test('a rotated key opens brokerage, plans and audit log, and needs a yes', async () => {
  using folder = createTemporaryFolder();
  const home = folder.path;
  await createFactor(home);
  await runWaybill(['clients', 'add', 'desk', ...database], { home });
  const file = path.join(home, 'encryption.key');
  const before = readFileSync(file, 'utf8');

  const unconfirmed = await runWaybill(['keys', 'rotate', ...database], { home });
  const keyBefore = readFileSync(file, 'utf8');
  const rotated = await runWaybill(['keys', 'rotate', '--yes', ...database], { home });
  const verified = await runWaybill(['audit', 'verify'], { home });

  expect([unconfirmed.code, keyBefore]).toEqual([2, before]);
  expect([rotated.code, verified.code]).toEqual([0, 0]);
  expect(rotated.stdout.match(/is encrypted with the new key/g)).toHaveLength(2);
  expect(readFileSync(file, 'utf8')).not.toBe(before);
  expect(readdirSync(home)).not.toContain('encryption.key.next');
  expect(await listFactors(home)).toContain('****6789');
});

/** Points where a killed rotation may have stopped, with the key of each store by then. */
test.each([
  ['before any store has the new key', []],
  ['between the brokerage and the memory', ['brokerage']],
  ['when both have it, and its file is not in place', ['brokerage', 'memory']],
])('a rotation that was killed %s is in use meanwhile, and goes on when it is run again', async (_, done) => {
  using folder = createTemporaryFolder();
  const home = folder.path;
  await createFactor(home);
  await runWaybill(['clients', 'add', 'desk', ...database], { home });
  const [currentFile, next] = [path.join(home, 'encryption.key'), path.join(home, 'encryption.key.next')];
  writeFileSync(next, `${newKey.toString('base64')}\n`, { mode: 0o600 });
  await rekeyStores(home, done, readKey(currentFile));

  const meanwhile = await listFactors(home);
  const rotated = await runWaybill(['keys', 'rotate', '--yes', ...database], { home });
  const verified = await runWaybill(['audit', 'verify'], { home });

  expect([meanwhile, rotated.code, verified.code]).toEqual([expect.stringContaining('****6789'), 0, 0]);
  expect([readKey(currentFile).equals(newKey), existsSync(next)]).toEqual([true, false]);
  expect(await listFactors(home)).toContain('****6789');
});

test('a rotation that is killed as soon as the first store has the new key goes on when it is run again', async () => {
  using folder = createTemporaryFolder();
  const home = folder.path;
  await createFactor(home);
  await runWaybill(['clients', 'add', 'desk', ...database], { home });
  await using doomed = await startProcess(['keys', 'rotate', '--yes', ...database], { home });
  await doomed.firstLine;
  await doomed.stop('SIGKILL');

  const meanwhile = await listFactors(home);
  const rotated = await runWaybill(['keys', 'rotate', '--yes', ...database], { home });

  expect([meanwhile, rotated.code]).toEqual([expect.stringContaining('****6789'), 0]);
  expect(await listFactors(home)).toContain('****6789');
  expect((await runWaybill(['audit', 'verify'], { home })).code).toBe(0);
});

test.each([
  ['at once', []],
  ['after it was killed between the stores', ['brokerage']],
  ['after it was killed before it said so', ['brokerage', 'memory']],
])('a key that was set is rotated %s to a file of its own, and both entries are in the audit log', async (_, done) => {
  using folder = createTemporaryFolder();
  const home = folder.path;
  const environment = { WAYBILL_ENCRYPTION_KEY: Buffer.alloc(32, 3).toString('base64') };
  await createFactor(home, environment);
  await runWaybill(['clients', 'add', 'desk', ...database], { home, environment });
  const to = path.join(home, 'new.key');
  if (done.length > 0) writeFileSync(to, `${newKey.toString('base64')}\n`, { mode: 0o600 });
  await rekeyStores(home, done, Buffer.alloc(32, 3));

  const without = await runWaybill(['keys', 'rotate', '--yes', ...database], { home, environment });
  const rotated = await runWaybill(['keys', 'rotate', '--to', to, '--yes', ...database], { home, environment });
  const moved = { home, environment: { WAYBILL_ENCRYPTION_KEY_FILE: to } };
  const again = await runWaybill(['keys', 'rotate', '--to', to, '--yes', ...database], moved);
  const log = await runWaybill(['audit', 'tail'], moved);

  expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('--to')]);
  expect([rotated.code, rotated.stderr]).toEqual([0, '']);
  expect(rotated.stdout).toContain(`set WAYBILL_ENCRYPTION_KEY_FILE to it`);
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('present key')]);
  expect(log.stdout.match(/waybill keys rotate {2}(?:started|done)/g)).toEqual([
    'waybill keys rotate  started',
    'waybill keys rotate  done',
  ]);
  expect((await runWaybill(['audit', 'verify'], moved)).code).toBe(0);
  expect(await listFactors(home, moved.environment)).toContain('****6789');
});

test('a token of before a rotation is refused after it', async () => {
  using folder = createTemporaryFolder();
  const home = folder.path;
  const first = await startServiceCommand(database, { home });
  const token = await fetchServiceToken(first.ready);
  const fetchStatus = async ({ url }: { url: string }) =>
    (await fetch(`${url}/carrier-factors/filter`, { method: 'POST', headers: buildHeaders(token) })).status;
  const before = await fetchStatus(first.ready);
  await first.stop();

  await runWaybill(['keys', 'rotate', '--yes', ...database], { home });
  const second = await startServiceCommand(database, { home });
  const after = await fetchStatus(second.ready);
  await second.stop();

  expect([before, after]).toEqual([200, 401]);
});

const buildHeaders = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
const newKey = Buffer.alloc(32, 9);
const readKey = (file: string) => Buffer.from(readFileSync(file, 'utf8'), 'base64');

/** Repeats the part of a rotation that ran before it was killed: each store is encrypted anew at once or not at all. */
async function rekeyStores(home: string, stores: readonly string[], old: Buffer): Promise<void> {
  const [from, to, at] = [createCipher(old), createCipher(newKey), new Date().toISOString()];
  if (stores.includes('brokerage')) {
    const brokerage = await openBrokerage(`sqlite:${path.join(home, 'desk.db')}`);
    await createKeyedBrokerage(brokerage).rekey(from, to, at);
    await brokerage.close();
  }
  if (!stores.includes('memory')) return;
  const memory = await openKeyedMemory(`sqlite:${path.join(home, 'waybill.db')}`);
  await memory.rekey(from, to, at);
  await memory.close();
}

test('a store whose key is lost starts again after its numbers were given up', async () => {
  using folder = createTemporaryFolder();
  const home = folder.path;
  await createFactor(home);
  rmSync(path.join(home, 'encryption.key'));

  const without = await runWaybill(
    ['call', 'api_read', '{"operation":"carrierFactors.filter"}'],
    buildDeskSettings(home),
  );
  const givenUp = await runWaybill(['keys', 'give-up', '--yes', ...database], { home });
  const factorsAfter = await listFactors(home);
  const again = await runWaybill(['keys', 'give-up', '--yes', ...database], { home });
  const log = await runWaybill(['audit', 'tail'], { home });

  expect([without.code, simplifyCommands(without.stderr)]).toEqual([
    2,
    expect.stringContaining('waybill keys give-up'),
  ]);
  expect([givenUp.code, givenUp.stdout]).toEqual([0, expect.stringContaining('Given up in ')]);
  expect(factorsAfter).toContain('Quick Factor');
  expect(factorsAfter).not.toContain('6789');
  expect(again.stdout).toContain('Nothing was given up');
  expect(log.stdout).toContain('waybill keys give-up  done  Given up in ');
});
