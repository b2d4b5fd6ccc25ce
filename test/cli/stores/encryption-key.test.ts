import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { waybill } from '../support/in-process.ts';
import { clientOf, startServiceCommand, startServiceProcess } from '../support/service.ts';
import { temporaryFolder } from '../support/waybill.ts';
import { plainCommands } from '../support/plain-commands.ts';
import { call } from '../support/record.ts';

const number = '000123456789';
const [key, otherKey] = [Buffer.alloc(32, 1).toString('base64'), Buffer.alloc(32, 2).toString('base64')];
const database = ['--database', 'sqlite:desk.db'];
const serve = ['service', '--port', '0', ...database];
const sentence = (home: string, why: string, file = 'desk.db') =>
  `WAYBILL_ENCRYPTION_KEY must be the key that ${path.join(home, file)} was encrypted with, ` +
  `but ${why}; set it to that key, or put its key file back as ${path.join(home, 'encryption.key')}. Where it is lost for good, \`waybill keys give-up\` gives up what it was needed for.\n`;

/** Every byte that is kept below the folder. */
const stored = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

test('two services that start at once on a new folder make one key, kept for its owner, and read the same numbers', async () => {
  using folder = temporaryFolder();
  const start = () => startServiceProcess(database, { home: folder.path, environment: { WAYBILL_LOG: 'debug' } });
  const [first, second] = await Promise.all([start(), start()]);
  await using left = first;
  await using right = second;
  const secret = left.ready.clientSecret ?? right.ready.clientSecret;
  const [writer, reader] = [clientOf(left.ready, secret), clientOf(right.ready, secret)];

  const { id } = await writer.carrierFactors.create({ companyName: 'Quick Factor', accountNumber: number });
  const read = await reader.carrierFactors.get({ id });

  const file = path.join(folder.path, 'encryption.key');
  expect(read.accountNumber).toBe('****6789');
  expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toHaveLength(32);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const ended = [await left.stop(), await right.stop()];
  expect([stored(folder.path), ...ended.map(({ stdout, stderr }) => stdout + stderr)].join('\n')).not.toContain(number);
});

test('a store opens with its own key only, and says which setting is wrong', async () => {
  using folder = temporaryFolder();
  const home = folder.path;
  const starting = await startServiceCommand(database, { home });
  await starting.stop();
  const file = path.join(home, 'encryption.key');
  const right = readFileSync(file, 'utf8').trim();
  renameSync(file, path.join(home, 'kept.key'));

  const without = await waybill(serve, { home });
  const left = readdirSync(home).includes('encryption.key');
  const wrong = await waybill(serve, { home, environment: { WAYBILL_ENCRYPTION_KEY: otherKey } });
  writeFileSync(file, otherKey);
  const exchanged = await waybill(serve, { home });
  writeFileSync(file, 'nonsense');
  const broken = await waybill(serve, { home });
  rmSync(file);

  const none = 'it is not set and there is no key file';
  expect([without.code, without.stdout, plainCommands(without.stderr)]).toEqual([2, '', sentence(home, none)]);
  expect(left).toBe(false);
  expect([wrong.code, plainCommands(wrong.stderr)]).toEqual([2, sentence(home, 'it is another one')]);
  expect(plainCommands(exchanged.stderr)).toBe(sentence(home, 'it is not set and the key file holds another one'));
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
  using folder = temporaryFolder();
  const home = folder.path;

  for (const text of ['nonsense-key', Buffer.alloc(31, 1).toString('base64'), `${key}${key}`]) {
    const ended = await waybill(serve, { home, environment: { WAYBILL_ENCRYPTION_KEY: text } });
    expect(ended).toEqual({
      code: 2,
      stdout: '',
      stderr: 'WAYBILL_ENCRYPTION_KEY must be 32 random bytes in base64, such as `openssl rand -base64 32` prints.\n',
    });
  }
  const missing = await waybill(serve, { home, environment: { WAYBILL_ENCRYPTION_KEY_FILE: '/nowhere/key' } });
  expect(missing.stderr).toBe('WAYBILL_ENCRYPTION_KEY_FILE names the file /nowhere/key, which does not exist.\n');
});

test('seeding says where the key lies that its database needs', async () => {
  using folder = temporaryFolder();

  const seeded = await waybill(['seed', '--shipments', '1', ...database], { home: folder.path });

  const { encryptionKey: file } = JSON.parse(seeded.stdout) as { readonly encryptionKey: string };
  expect(file).toBe(path.join(folder.path, 'encryption.key'));
  expect(readFileSync(file, 'utf8')).toMatch(/=\n$/);
});

test('a seeded database holds no number in plain text and belongs to the key it was seeded with', async () => {
  using folder = temporaryFolder();
  const home = folder.path;
  const environment = { WAYBILL_ENCRYPTION_KEY: key };

  const seeded = await waybill(['seed', '--shipments', '20', ...database], { home, environment });

  expect([seeded.code, JSON.parse(seeded.stdout)]).toMatchObject([0, { encryptionKey: 'WAYBILL_ENCRYPTION_KEY' }]);
  expect(stored(home)).toContain('enc:v1:');
  // The first of the generated factors, whose numbers are the same in every seeded brokerage.
  expect(stored(home)).not.toContain('7700041003');
  const tools = { home, environment: { WAYBILL_DATABASE_URL: `sqlite:${path.join(home, 'desk.db')}` } };
  const filter = { operation: 'carrierFactors.filter', input: { pageSize: 250 }, fields: ['accountNumber'] };
  const wrong = await waybill(['call', 'api_read', JSON.stringify(filter)], tools);
  const right = await call({ ...tools, environment: { ...tools.environment, ...environment } }, 'api_read', filter);
  const doctor = await waybill(['doctor'], tools);
  const none = 'it is not set and there is no key file';
  expect([wrong.code, plainCommands(wrong.stderr)]).toEqual([2, sentence(home, none, 'waybill.db')]);
  expect(JSON.stringify(right.result)).toContain('****1003');
  expect(plainCommands(doctor.stdout)).toContain(`problem  API: ${sentence(home, none)}`);
});
