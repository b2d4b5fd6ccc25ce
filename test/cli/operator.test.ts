import { randomUUID } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createOrganization } from '../../src/service/organization/organization.ts';
import { openBrokerage } from '../../src/store/database.ts';
import { onOneDatabase } from '../support/stores/databases.ts';
import { lendBrokerage } from '../support/stores/lent-stores.ts';
import { simplifyCommands } from './support/plain-commands.ts';
import { runWaybill } from './support/in-process.ts';
import { formatDatabaseUrl } from './support/record.ts';
import { createServiceClient, type ServiceReadyLine, startServiceCommand } from './support/service.ts';
import { createTemporaryFolder } from './support/waybill.ts';

onOneDatabase('the person who runs the service', (kind) => {
  test('adds an organization whose first client works at once and sees nothing of the others', async () => {
    using folder = createTemporaryFolder();
    await using database = await lendBrokerage(kind);
    const store = ['--database', database.url];
    await using service = await startServiceCommand(store, { home: folder.path });
    await using first = createServiceClient(service.ready, service.ready.clientSecret);
    await first.paymentTerms.create({ name: 'Net 15' });

    const added = await runForJson(folder.path, [
      'org',
      'add',
      'Vega Freight',
      '--currency',
      'CAD',
      '--time-zone',
      'America/Toronto',
      '--json',
      ...store,
    ]);

    expect(added).toMatchObject({
      name: 'Vega Freight',
      currency: 'CAD',
      timeZone: 'America/Toronto',
      tier: 'standard',
      rateLimitPerMinute: 300,
    });
    await using second = createServiceClient({ ...service.ready, clientId: added.clientId }, added.clientSecret);
    expect((await second.paymentTerms.filter({})).data).toEqual([]);
    const listed = await runForJson(folder.path, ['org', 'list', '--json', ...store]);
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(['My brokerage', 'Vega Freight']);
    expect(JSON.stringify(listed)).not.toContain(added.clientSecret);
  });

  test('changes tier and reviews of an organization, and nothing that was not named', async () => {
    using folder = createTemporaryFolder();
    await using database = await lendBrokerage(kind);
    const store = ['--json', '--database', database.url];
    const { organizationId: id } = await createFirstOrganization(database.url, 'Vega Freight');

    const enterprise = await runForJson(folder.path, ['org', 'set', id, '--tier', 'enterprise', ...store]);
    const limited = await runForJson(folder.path, [
      'org',
      'set',
      id,
      '--rate-limit',
      '50',
      '--reviews-bills',
      'no',
      '--time-zone',
      'America/Denver',
      ...store,
    ]);

    expect(enterprise).toMatchObject({
      tier: 'enterprise',
      rateLimitPerMinute: 1200,
      reviewsBills: true,
      timeZone: 'UTC',
    });
    expect(limited).toMatchObject({
      name: 'Vega Freight',
      tier: 'enterprise',
      rateLimitPerMinute: 50,
      reviewsBills: false,
      timeZone: 'America/Denver',
    });
  });

  test('rotates a client whose secret nobody has: the new secret works, the old one never again', async () => {
    using folder = createTemporaryFolder();
    await using database = await lendBrokerage(kind);
    const store = ['--database', database.url];
    const before = await createFirstOrganization(database.url, 'Vega Freight');
    const loud = { WAYBILL_LOG: 'info' };
    await using service = await startServiceCommand(store, { home: folder.path, environment: loud });
    const { clientId } = before;

    const rotated = await runForJson(folder.path, ['clients', 'rotate', clientId, '--json', ...store]);

    await using api = createServiceClient(service.ready, rotated.clientSecret);
    expect((await api.paymentTerms.filter({})).data).toEqual([]);
    expect(await fetchTokenStatus(service.ready, before.clientSecret)).toBe(401);
    const { stderr } = await service.stop();
    expect(service.ready.clientSecret).toBeNull();
    expect(simplifyCommands(stderr)).toContain(`waybill clients rotate ${clientId}`);
    expect(stderr).not.toContain(rotated.clientSecret);
  });

  test('gives a client only what it needs, and takes it away', async () => {
    using folder = createTemporaryFolder();
    await using database = await lendBrokerage(kind);
    const store = ['--database', database.url];
    await using service = await startServiceCommand(store, { home: folder.path });
    const reader = await runForJson(folder.path, ['clients', 'add', 'screen', '--scopes', 'read', '--json', ...store]);
    await using api = createServiceClient({ ...service.ready, clientId: reader.clientId }, reader.clientSecret);
    expect((await api.paymentTerms.filter({})).data).toEqual([]);
    await expect(api.paymentTerms.create({ name: 'Net 15' })).rejects.toMatchObject({ code: 'FORBIDDEN' });

    const { code } = await runWaybill(['clients', 'revoke', reader.clientId, ...store], { home: folder.path });

    expect(code).toBe(0);
    expect(await fetchTokenStatus({ ...service.ready, clientId: reader.clientId }, reader.clientSecret)).toBe(401);
    const listed = await runForJson(folder.path, ['clients', 'list', '--json', ...store]);
    expect(listed).toMatchObject([
      { name: 'first client', scopes: ['read', 'write'], revokedAt: null },
      { id: reader.clientId, name: 'screen', scopes: ['read'], revokedAt: expect.stringMatching(/Z$/) },
    ]);
    const again = await runWaybill(['clients', 'rotate', reader.clientId, ...store], { home: folder.path });
    expect([again.code, simplifyCommands(again.stderr)]).toEqual([
      1,
      `There is no API client "${reader.clientId}" that is not revoked. \`waybill clients list\` shows them.\n`,
    ]);
  });
});

test('a wrong word ends with one sentence that says what is right', async () => {
  using folder = createTemporaryFolder();
  const store = ['--database', 'sqlite:desk.db'];
  const { organizationId: id } = await createFirstOrganization(
    formatDatabaseUrl({ home: folder.path }),
    'Vega Freight',
  );
  await createFirstOrganization(formatDatabaseUrl({ home: folder.path }), 'Rio Freight');
  const sentences: readonly (readonly [string[], string])[] = [
    [['org', 'add', ' ', ...store], 'The name of an organization must have 1 to 200 characters.'],
    [['org', 'add', 'X', '--currency', 'usd', ...store], '--currency must be a currency code of ISO 4217'],
    [['org', 'add', 'X', '--tier', 'gold', ...store], 'Allowed choices are standard, enterprise.'],
    [['org', 'set', id, ...store], 'waybill org set needs something to set'],
    [['org', 'set', id, '--rate-limit', '0', ...store], '--rate-limit must be a whole number from 1 to 1000000'],
    [['clients', 'add', 'screen', ...store], '--org is needed, because there are several organizations'],
    [['clients', 'add', 'screen', '--org', id, '--scopes', 'admin', ...store], '--scopes must be read, or read,write'],
    [['org', 'list', '--database', 'sqlite:desc.db'], 'desc.db does not exist; name the database of the service.'],
  ];

  for (const [args, sentence] of sentences) {
    const { code, stdout, stderr } = await runWaybill(args, { home: folder.path });
    expect([args, code, stdout]).toEqual([args, 2, '']);
    expect(stderr).toContain(sentence);
  }
});

test('a backup taken while the service writes holds every record that was acknowledged before it began', async () => {
  using folder = createTemporaryFolder();
  const store = ['--database', 'sqlite:desk.db'];
  await using service = await startServiceCommand(store, { home: folder.path });
  await using api = createServiceClient(service.ready, service.ready.clientSecret);
  const ids: string[] = [];
  const writing = new AbortController();
  const write = async () => {
    while (!writing.signal.aborted) ids.push((await api.paymentTerms.create({ name: 'Net 15' })).id);
  };
  const writers = Promise.all([write(), write(), write()]);
  while (ids.length < 20) await api.paymentTerms.filter({ pageSize: 1 });
  const before = [...ids];

  const { code, stdout } = await runWaybill(['backup', 'copy.db', '--json', ...store], { home: folder.path });
  writing.abort();
  await writers;

  const copy = path.join(folder.path, 'copy.db');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ file: copy, bytes: statSync(copy).size });
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  await service.stop();
  await using restored = await startServiceCommand(['--database', 'sqlite:copy.db'], { home: folder.path });
  await using reader = createServiceClient(restored.ready, service.ready.clientSecret);
  for (const id of before) expect((await reader.paymentTerms.get({ id })).name).toBe('Net 15');
});

test('a backup never overwrites a file, and says what to do where it cannot work', async () => {
  using folder = createTemporaryFolder();
  await createFirstOrganization(formatDatabaseUrl({ home: folder.path }), 'Vega Freight');
  writeFileSync(path.join(folder.path, 'precious.db'), 'precious');
  writeFileSync(
    path.join(folder.path, 'broken.db'),
    'no database at all, but longer than a header of SQLite would be, by far',
  );
  const saveBackup = async (file: string, database: string) => {
    const { code, stderr } = await runWaybill(['backup', file, '--database', database], { home: folder.path });
    return [code, stderr];
  };

  expect(await saveBackup('precious.db', 'sqlite:desk.db')).toEqual([2, expect.stringContaining('does not overwrite')]);
  expect(readFileSync(path.join(folder.path, 'precious.db'), 'utf8')).toBe('precious');
  expect(await saveBackup('x.db', 'sqlite:none.db')).toEqual([2, expect.stringContaining('does not exist')]);
  expect(await saveBackup('nowhere/x.db', 'sqlite:desk.db')).toEqual([2, expect.stringContaining('cannot write')]);
  expect(await saveBackup('x.db', 'sqlite:broken.db')).toEqual([1, expect.stringContaining('damaged')]);
  expect(await saveBackup('x.db', 'postgres://desk@127.0.0.1/desk')).toEqual([
    2,
    'waybill backup copies SQLite files; back up PostgreSQL with `pg_dump --format=custom`.\n',
  ]);
});

/** Creates an organization and its first client before any command runs. */
async function createFirstOrganization(url: string, name: string) {
  const database = await openBrokerage(url);
  const now = new Date().toISOString();
  const made = await createOrganization(database, { name, now, newId: randomUUID });
  await database.close();
  return made;
}

async function runForJson(home: string, args: string[]) {
  const { code, stdout, stderr } = await runWaybill(args, { home });
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

async function fetchTokenStatus({ authUrl, clientId }: ServiceReadyLine, clientSecret: string | null): Promise<number> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret ?? '' };
  return (await fetch(`${authUrl}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })).status;
}
