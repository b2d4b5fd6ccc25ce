import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runWaybill } from '../support/in-process.ts';
import { createServiceClient, startServiceCommand, startServiceProcess } from '../support/service.ts';
import { createTemporaryFolder } from '../support/waybill.ts';
import { simplifyCommands } from '../support/plain-commands.ts';
import { call } from '../support/record.ts';

const number = '000123456789';
const [key, otherKey] = [Buffer.alloc(32, 1).toString('base64'), Buffer.alloc(32, 2).toString('base64')];
const database = ['--database', 'sqlite:desk.db'];
const serve = ['service', '--port', '0', ...database];
const formatRefusal = (home: string, why: string, file = 'desk.db') =>
  `WAYBILL_ENCRYPTION_KEY must be the key that ${path.join(home, file)} was encrypted with, ` +
  `but ${why}; set it to that key, or put its key file back as ${path.join(home, 'encryption.key')}. Where it is lost for good, \`waybill keys give-up\` gives up what it was needed for.\n`;

/** Reads every byte that is stored below the folder. */
const readBytesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

test('two services that start at once on a new folder make one key, kept for its owner, and read the same numbers', async () => {
  using folder = createTemporaryFolder();
  const start = () => startServiceProcess(database, { home: folder.path, environment: { WAYBILL_LOG: 'debug' } });
  const [first, second] = await Promise.all([start(), start()]);
  await using firstService = first;
  await using secondService = second;
  const secret = firstService.ready.clientSecret ?? secondService.ready.clientSecret;
  const [writer, reader] = [
    createServiceClient(firstService.ready, secret),
    createServiceClient(secondService.ready, secret),
  ];

  const { id } = await writer.carrierFactors.create({ companyName: 'Quick Factor', accountNumber: number });
  const read = await reader.carrierFactors.get({ id });

  const file = path.join(folder.path, 'encryption.key');
  expect(read.accountNumber).toBe('****6789');
  expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toHaveLength(32);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const ended = [await firstService.stop(), await secondService.stop()];
  expect([readBytesBelow(folder.path), ...ended.map(({ stdout, stderr }) => stdout + stderr)].join('\n')).not.toContain(
    number,
  );
});

test('a store opens with its own key only, and says which setting is wrong', async () => {
  using folder = createTemporaryFolder();
  const home = folder.path;
  const starting = await startServiceCommand(database, { home });
  await starting.stop();
  const file = path.join(home, 'encryption.key');
  const right = readFileSync(file, 'utf8').trim();
  renameSync(file, path.join(home, 'kept.key'));

  const without = await runWaybill(serve, { home });
  const hasKeyFile = readdirSync(home).includes('encryption.key');
  const wrong = await runWaybill(serve, { home, environment: { WAYBILL_ENCRYPTION_KEY: otherKey } });
  writeFileSync(file, otherKey);
  const exchanged = await runWaybill(serve, { home });
  writeFileSync(file, 'nonsense');
  const broken = await runWaybill(serve, { home });
  rmSync(file);

  const none = 'it is not set and there is no key file';
  expect([without.code, without.stdout, simplifyCommands(without.stderr)]).toEqual([2, '', formatRefusal(home, none)]);
  expect(hasKeyFile).toBe(false);
  expect([wrong.code, simplifyCommands(wrong.stderr)]).toEqual([2, formatRefusal(home, 'it is another one')]);
  expect(simplifyCommands(exchanged.stderr)).toBe(
    formatRefusal(home, 'it is not set and the key file holds another one'),
  );
  expect(broken.stderr).toBe(
    `WAYBILL_ENCRYPTION_KEY is not set and the key file ${file} does not hold 32 bytes in base64; restore it from a backup.\n`,
  );
  for (const environment of [
    { WAYBILL_ENCRYPTION_KEY: right },
    { WAYBILL_ENCRYPTION_KEY_FILE: path.join(home, 'kept.key') },
  ]) {
    const running = await startServiceCommand(database, { home, environment });
    expect((await running.stop()).code).toBe(0);
  }
  expect(readdirSync(home)).not.toContain('encryption.key');
});

test('a setting that is no key ends the start without being repeated', async () => {
  using folder = createTemporaryFolder();
  const home = folder.path;

  for (const text of ['nonsense-key', Buffer.alloc(31, 1).toString('base64'), `${key}${key}`]) {
    const ended = await runWaybill(serve, { home, environment: { WAYBILL_ENCRYPTION_KEY: text } });
    expect(ended).toEqual({
      code: 2,
      stdout: '',
      stderr: 'WAYBILL_ENCRYPTION_KEY must be 32 random bytes in base64, such as `openssl rand -base64 32` prints.\n',
    });
  }
  const missing = await runWaybill(serve, { home, environment: { WAYBILL_ENCRYPTION_KEY_FILE: '/nowhere/key' } });
  expect(missing.stderr).toBe('WAYBILL_ENCRYPTION_KEY_FILE names the file /nowhere/key, which does not exist.\n');
});

test('seeding says where the key lies that its database needs', async () => {
  using folder = createTemporaryFolder();

  const seeded = await runWaybill(['seed', '--shipments', '1', ...database], { home: folder.path });

  const { encryptionKey: file } = JSON.parse(seeded.stdout) as { readonly encryptionKey: string };
  expect(file).toBe(path.join(folder.path, 'encryption.key'));
  expect(readFileSync(file, 'utf8')).toMatch(/=\n$/);
});

test('a seeded database holds no number in plain text and belongs to the key it was seeded with', async () => {
  using folder = createTemporaryFolder();
  const home = folder.path;
  const environment = { WAYBILL_ENCRYPTION_KEY: key };

  const seeded = await runWaybill(['seed', '--shipments', '20', ...database], { home, environment });

  expect([seeded.code, JSON.parse(seeded.stdout)]).toMatchObject([0, { encryptionKey: 'WAYBILL_ENCRYPTION_KEY' }]);
  expect(readBytesBelow(home)).toContain('enc:v1:');
  // The first of the generated factors, whose numbers are the same in every seeded brokerage.
  expect(readBytesBelow(home)).not.toContain('7700041003');
  const tools = { home, environment: { WAYBILL_DATABASE_URL: `sqlite:${path.join(home, 'desk.db')}` } };
  const filter = { operation: 'carrierFactors.filter', input: { pageSize: 250 }, fields: ['accountNumber'] };
  const wrong = await runWaybill(['call', 'api_read', JSON.stringify(filter)], tools);
  const right = await call({ ...tools, environment: { ...tools.environment, ...environment } }, 'api_read', filter);
  const doctor = await runWaybill(['doctor'], tools);
  const none = 'it is not set and there is no key file';
  expect([wrong.code, simplifyCommands(wrong.stderr)]).toEqual([2, formatRefusal(home, none, 'waybill.db')]);
  expect(JSON.stringify(right.result)).toContain('****1003');
  expect(simplifyCommands(doctor.stdout)).toContain(`problem  API: ${formatRefusal(home, none)}`);
});
