import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { loadConfig } from '../../../src/cli/config.ts';
import { openService } from '../../../src/cli/opening/stores/brokerage.ts';
import type { Log } from '../../../src/log.ts';
import type { S3Settings } from '../../../src/service/documents/s3-storage.ts';
import { createOrganization } from '../../../src/service/organization/organization.ts';
import { formatAddress } from '../../../src/store/shown-address.ts';
import { createTemporaryFolder } from '../../cli/support/waybill.ts';
import { sendRequest } from '../../support/service/second-service.ts';
import { fetchToken } from '../../support/service/service.ts';
import { startS3 } from '../../support/servers/s3.ts';
import { createDatabase, isPostgresMissing, onBothDatabases } from '../../support/stores/databases.ts';
import { writeNoise } from '../../support/stores/spoil.ts';
import { startPostgres } from '../../support/stores/postgres.ts';

const terms = '/v1/payment-terms';

interface OutageLogLine {
  readonly level: string;
  readonly message: string;
  readonly facts: Readonly<Record<string, unknown>> | undefined;
}

interface OutagePlace {
  readonly home: string;
  readonly bucket?: S3Settings;
  readonly smtpUrl?: string;
}

/** The service as the command opens it, with its workers, and a log that the test reads. */
async function openLogged(databaseUrl: string, { home, bucket, smtpUrl }: OutagePlace) {
  const clock = { now: '2026-11-20T15:00:00.000Z' };
  const lines: OutageLogLine[] = [];
  const log: Log = (level, message, facts) => {
    if (message !== 'request' && level !== 'debug') lines.push({ level, message, facts });
  };
  const config = loadConfig({ WAYBILL_HOME: home });
  const brokerage = await openService({
    databaseUrl,
    documents: { folder: path.join(home, 'documents'), bucket },
    encryption: config,
    mail: { ...config.mail, smtpUrl },
    seed: 'none',
    publicUrl: () => 'http://service.test',
    isBoundToLoopback: true,
    now: () => clock.now,
    log,
  });
  const { service, database, newId } = brokerage;
  const organization = await createOrganization(database, {
    name: 'Test',
    rateLimitPerMinute: 1_000_000,
    now: clock.now,
    newId,
  });
  const token = await fetchToken(service, organization);
  return {
    service,
    database,
    lines,
    request: (method: string, target: string, body?: object) => sendRequest(service, token, { method, target, body }),
    ready: () => service.fetch(new Request('http://service.test/readyz')),
    later: () => (clock.now = '2026-11-20T15:05:00.000Z'),
    [Symbol.asyncDispose]: () => brokerage.close(),
  };
}

type Logged = Awaited<ReturnType<typeof openLogged>>;

const formatLines = ({ lines }: Logged) => lines.map(({ level, message }) => `${level}: ${message}`);

onBothDatabases('a database that turns out to be damaged while it is served', (kind) => {
  test('is named in the log once, with the cause; callers are told what to do, and no more of them are sent', async () => {
    using folder = createTemporaryFolder();
    await using target = await createDatabase(kind);
    await using logged = await openLogged(target.url, { home: folder.path });
    const before = (await logged.ready()).status;

    if (kind === 'SQLite') writeNoise(formatAddress(target.url));
    else await simulateDamage(logged);
    const answers = [];
    for (const name of ['a', 'b', 'c']) answers.push(await logged.request('POST', terms, { name }));
    const ready = await logged.ready();

    const sentence = "The brokerage's database is damaged; nothing was changed. Restore it from a backup.";
    expect(before).toBe(200);
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(answers[0]?.body.error).toEqual({ code: 'SERVICE_UNAVAILABLE', message: sentence });
    expect([ready.status, await ready.json()]).toMatchObject([503, { error: answers[0]?.body.error }]);
    expect(formatLines(logged)).toEqual([
      'error: The database is damaged: restore it from a backup, then start again.',
    ]);
    const where = formatAddress(target.url);
    expect(logged.lines[0]?.facts).toEqual({ database: where, cause: expect.stringContaining(where) });
    expect(String(logged.lines[0]?.facts?.['cause'])).toMatch(/malformed|invalid page/);
  });
});

/** Makes the server answer as if it had read a page whose checksum is wrong. */
async function simulateDamage({ database }: Logged): Promise<void> {
  await sql`create function damaged() returns trigger language plpgsql as
    $$ begin raise exception 'invalid page in block 7' using errcode = 'XX001'; end $$`.execute(database.reader);
  await sql`create trigger damaged before insert on payment_term for each row execute function damaged()`.execute(
    database.reader,
  );
}

test.skipIf(isPostgresMissing)(
  'a database that is away for a while is one line in the log, and one when it is back, whatever asks meanwhile',
  async () => {
    using folder = createTemporaryFolder();
    const server = await startPostgres();
    try {
      await using logged = await openLogged(server.url, { home: folder.path });
      await logged.request('POST', terms, { name: 'Net 30' });

      await server.halt();
      const during = [];
      for (const name of ['a', 'b', 'c']) during.push(await logged.request('POST', terms, { name }));
      during.push(await logged.request('POST', `${terms}/filter`, {}), await logged.ready());
      await server.resume();
      logged.later();
      const after = [await logged.request('POST', terms, { name: 'd' }), await logged.ready()];

      expect(during.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
      expect(after.map(({ status }) => status)).toEqual([201, 200]);
      expect(formatLines(logged)).toEqual([
        'error: The database cannot be reached.',
        'info: The database can be reached again.',
      ]);
      expect(JSON.stringify(logged.lines)).not.toMatch(/\\n\s+at /);
    } finally {
      await server.stop();
    }
  },
);

test('a bucket that is away for a while is one line in the log, and one when it is back', async () => {
  using folder = createTemporaryFolder();
  await using target = await createDatabase('SQLite');
  await using s3 = await startS3();
  await using logged = await openLogged(target.url, { home: folder.path, bucket: s3.settings });
  const upload = async (fileName: string) => {
    const { body } = await logged.request('POST', '/v1/documents', { type: 'OTHER', fileName });
    const headers = { 'content-type': 'application/pdf' };
    return logged.service.fetch(new Request(body.uploadUrl, { method: 'PUT', body: 'signed', headers }));
  };

  await s3.fail('begin');
  const during = [await upload('a.pdf'), await upload('b.pdf'), await upload('c.pdf')];
  await s3.fail(null);
  logged.later();
  const after = await upload('d.pdf');

  expect(during.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(after.status).toBe(200);
  expect(formatLines(logged)).toEqual([
    'error: The store of documents fails.',
    'info: The store of documents works again.',
  ]);
});
