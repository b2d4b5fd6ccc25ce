import { truncateSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { catalogue, type CatalogueEntry } from '../../src/contract/catalogue.ts';
import { type DatabaseName, onBothDatabases, onOneDatabase } from '../support/stores/databases.ts';
import { buildSamplePath, buildSampleBody } from '../support/service/samples.ts';
import { type ApiAnswer, startService, type TestService } from '../support/service/service.ts';

const entries = catalogue();
const writes = entries.filter(({ effect }) => effect !== 'read');
const withBody = entries.filter(({ operation }) => operation.body !== undefined);
const shared = { 'idempotency-key': 'the same key' };

const ask = (api: TestService, entry: CatalogueEntry, headers: Record<string, string> = {}) =>
  api.request(entry.method, buildSamplePath(entry), buildSampleBody(entry), headers);

/** Lists the operations whose answer is not this error, in the form of every error. */
async function listOtherAnswers(
  askedEntries: readonly CatalogueEntry[],
  code: string,
  request: (entry: CatalogueEntry) => Promise<ApiAnswer>,
): Promise<string[]> {
  const names: string[] = [];
  for (const entry of askedEntries) {
    const { status, headers, body } = await request(entry);
    const isProblem = headers.get('content-type') === 'application/problem+json' && body.error?.code === code;
    if (!isProblem) names.push(`${entry.name}: ${status} ${JSON.stringify(body)}`);
  }
  return names;
}

onBothDatabases('any operation', (database) => {
  test('that changes something refuses an idempotency key of another request', async () => {
    await using api = await startService(database);
    await api.request('POST', '/v1/payment-terms', { name: 'Net 15' }, shared);

    const other = await listOtherAnswers(writes, 'VALIDATION_ERROR', (entry) => ask(api, entry, shared));

    expect(other).toEqual([]);
  });

  test('that changes something waits for nobody who is busy with the same idempotency key', async () => {
    await using api = await startService(database);
    await using during = new AsyncDisposableStack();
    during.use(await holdKey(database, api));

    const other = await listOtherAnswers(writes, 'CONFLICT', (entry) => ask(api, entry, shared));

    expect(other).toEqual([]);
  });

  test('whose store cannot answer says so and that nothing was changed', async () => {
    await using api = await startService(database, { hasOwnStore: true });
    await using during = new AsyncDisposableStack();
    during.use(await breakStore(database, api));

    const other = await listOtherAnswers(entries, 'SERVICE_UNAVAILABLE', (entry) => ask(api, entry));

    expect(other).toEqual([]);
  });

  test('that fails unexpectedly shows no detail of the failure', async () => {
    await using api = await startService(database, { hasOwnStore: true });
    await api.database.transaction((tx) => sql`alter table api_client rename column revoked_at to lost`.execute(tx));
    try {
      const other = await listOtherAnswers(entries, 'INTERNAL_ERROR', (entry) => ask(api, entry));
      const { body } = await api.request('GET', '/v1/reference-data/charge-codes');

      expect(other).toEqual([]);
      expect(JSON.stringify(body)).not.toMatch(/revoked_at|column|sql|\.ts/i);
    } finally {
      await api.database.transaction((tx) => sql`alter table api_client rename column lost to revoked_at`.execute(tx));
    }
  });

  test.skipIf(database === 'SQLite')('whose query takes too long says so', async () => {
    await using api = await startService(database, { hasOwnStore: true });
    await using during = new AsyncDisposableStack();
    during.use(await lockTable(api, 'statement_timeout'));

    const other = await listOtherAnswers(entries, 'GATEWAY_TIMEOUT', (entry) => ask(api, entry));

    expect(other).toEqual([]);
  });
});

onOneDatabase('any operation before it runs', (database) => {
  test('answers nobody may keep or take for something else', async () => {
    await using api = await startService(database);

    const open: string[] = [];
    for (const entry of entries) {
      const { headers } = await ask(api, entry);
      const isGuarded =
        headers.get('x-content-type-options') === 'nosniff' && /no-store/.test(String(headers.get('cache-control')));
      if (!isGuarded) open.push(entry.name);
    }

    expect(open).toEqual([]);
  });

  test('refuses a caller without a token', async () => {
    await using api = await startService(database);

    const challenges = new Set<string | null>();
    const other = await listOtherAnswers(entries, 'UNAUTHORIZED', async (entry) => {
      const answer = await ask(api, entry, { authorization: '' });
      challenges.add(answer.headers.get('www-authenticate'));
      return answer;
    });
    const { status, headers } = await ask(api, entries[0] as CatalogueEntry, { authorization: 'Bearer stolen' });

    expect(other).toEqual([]);
    expect([...challenges]).toEqual(['Bearer realm="brokerage"']);
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="brokerage", error="invalid_token"']);
  });

  test('refuses a caller that has used up its minute', async () => {
    await using api = await startService(database, { rateLimitPerMinute: 1 });
    await api.request('GET', '/v1/reference-data/charge-codes');

    const other = await listOtherAnswers(entries, 'RATE_LIMIT_EXCEEDED', (entry) => ask(api, entry));

    expect(other).toEqual([]);
  });

  test('refuses a body over 1 MB, and ends the connection that it came on', async () => {
    await using api = await startService(database);
    const large = JSON.stringify({ name: 'x'.repeat(1024 * 1024) });

    const other = await listOtherAnswers(withBody, 'PAYLOAD_TOO_LARGE', (entry) =>
      api.request(entry.method, buildSamplePath(entry), large),
    );

    expect(other).toEqual([]);
  });

  test('refuses a body in a coding that it does not read', async () => {
    await using api = await startService(database);

    const other = await listOtherAnswers(withBody, 'UNSUPPORTED_MEDIA_TYPE', (entry) =>
      ask(api, entry, { 'content-encoding': 'zstd' }),
    );

    expect(other).toEqual([]);
  });

  test('refuses a query parameter that it does not know', async () => {
    await using api = await startService(database);

    const other = await listOtherAnswers(entries, 'BAD_REQUEST', (entry) =>
      api.request(entry.method, `${buildSamplePath(entry)}?colour=red`, buildSampleBody(entry)),
    );

    expect(other).toEqual([]);
  });
});

/** Starts a request with the shared key that is under way until this is disposed of. */
async function holdKey(database: DatabaseName, api: TestService): Promise<AsyncDisposable> {
  if (database === 'SQLite') return holdKeyOnSqlite(api);
  const client = new Client(api.url);
  await client.connect();
  const name = `idempotency:${api.organizationId}:${shared['idempotency-key']}`;
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name]);
  return { [Symbol.asyncDispose]: () => client.end() };
}

/** Starts a first request that waits for a writer outside of this process. */
async function holdKeyOnSqlite(api: TestService): Promise<AsyncDisposable> {
  await api.request('POST', '/v1/payment-terms/filter', {});
  const writer = new DatabaseSync(api.url.slice('sqlite:'.length));
  writer.exec('begin immediate');
  const first = api.request('POST', '/v1/payment-terms', { name: 'Net 15' }, shared);
  return {
    async [Symbol.asyncDispose]() {
      writer.exec('rollback');
      writer.close();
      await first;
    },
  };
}

async function breakStore(database: DatabaseName, api: TestService): Promise<AsyncDisposable> {
  if (database === 'PostgreSQL') return lockTable(api, 'lock_timeout');
  const file = api.url.slice('sqlite:'.length);
  const other = new DatabaseSync(file);
  // A change from elsewhere makes every connection read the file anew, which by then has lost all but its first page.
  other.exec("update organization set name = 'Renamed'; pragma wal_checkpoint(truncate)");
  other.close();
  truncateSync(file, 4096);
  return { async [Symbol.asyncDispose]() {} };
}

/** Holds a table that every request reads, and sets how long this session waits for it. The pool hands out one session. */
async function lockTable(api: TestService, setting: 'lock_timeout' | 'statement_timeout'): Promise<AsyncDisposable> {
  await sql`set ${sql.raw(setting)} = '1ms'`.execute(api.database.reader);
  const client = new Client(api.url);
  await client.connect();
  await client.query('begin');
  await client.query('lock table api_client in access exclusive mode');
  return { [Symbol.asyncDispose]: () => client.end() };
}
