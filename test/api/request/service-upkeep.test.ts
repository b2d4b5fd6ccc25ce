import { createOutages } from '../../../src/service/shared/outages.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { insertClient, revokeClient, rotateClient } from '../../../src/service/organization/api-clients.ts';
import { createService, type Service } from '../../../src/service/app.ts';
import { createFolderStorage } from '../../../src/service/shared/document-storage.ts';
import { createFileService } from '../../../src/service/documents/files.ts';
import { createIds } from '../../../src/service/identifiers/ids.ts';
import { loadSecrets } from '../../../src/service/secrets/load-secrets.ts';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import { sendRequest, startSecondService } from '../../support/service/second-service.ts';
import { testCipher } from '../../support/cipher.ts';
import { startService, type TestService, fetchToken } from '../../support/service/service.ts';

onOneDatabase('a service in operation', (database) => {
  test('once it drains it is no longer ready, but finishes what it is asked', async () => {
    await using api = await startService(database);

    api.service.drain();

    expect((await fetchReadiness(api.service)).status).toBe(503);
    expect((await api.service.fetch(new Request('http://service.test/healthz'))).status).toBe(200);
    expect((await api.request('POST', '/v1/payment-terms', { name: 'Net 15' })).status).toBe(201);
  });

  test('has settled once every request has its answer', async () => {
    await using api = await startService(database);
    const requests = [1, 2, 3].map((nth) => api.request('POST', '/v1/payment-terms', { name: `Net ${nth}` }));

    await api.service.settled();

    const written = await api.database.reader.selectFrom('payment_term').select('name').orderBy('name').execute();
    expect(written.map(({ name }) => name)).toEqual(['Net 1', 'Net 2', 'Net 3']);
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([201, 201, 201]);
  });

  test('writes one line per request that names route, status, organization and request id, and no more', async () => {
    await using api = await startService(database);
    const { service, lines } = await startLoggedService(api);
    const { body: document } = await api.request('POST', '/v1/documents', { type: 'OTHER', fileName: 'private.txt' });
    const requests: [string, string, object?][] = [
      ['POST', '/v1/payment-terms', { name: 'private words', key: 'private-key' }],
      ['GET', '/v1/payment-terms/private-key'],
      ['GET', '/v1/payment-terms/private-key'],
      ['GET', '/v1/nothing/private-key'],
      ['PUT', new URL(document.uploadUrl).pathname],
      ['GET', '/healthz'],
    ];

    for (const [method, target, body] of requests) {
      const headers = { 'x-request-id': `asked-${lines.length + 1}`, 'content-type': 'text/plain' };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const bearer = { authorization: `Bearer ${api.token}` };
      await service.fetch(
        new Request(`http://service.test${target}`, {
          method,
          headers: { ...headers, ...bearer },
          ...sent,
        }),
      );
    }

    const { organizationId } = api;
    expect(lines).toEqual([
      buildLine({ method: 'POST', route: '/v1/payment-terms', status: 201, organizationId, requestId: 'asked-1' }),
      buildLine({ method: 'GET', route: '/v1/payment-terms/:id', status: 200, organizationId, requestId: 'asked-2' }),
      buildLine({ method: 'GET', route: '/v1/payment-terms/:id', status: 200, organizationId, requestId: 'asked-3' }),
      buildLine({ method: 'GET', route: 'none', status: 404, organizationId, requestId: 'asked-4' }),
      buildLine({ method: 'PUT', route: '/files/:token', status: 400, requestId: 'asked-5' }),
      buildLine({ method: 'GET', route: '/healthz', status: 200, requestId: 'asked-6' }, 'debug'),
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/private|Bearer|eyJ/);
  });

  test('a rotated secret ends the tokens of the old one, and only those', async () => {
    await using api = await startService(database);
    const [rotated, other] = [await createClient(api), await createClient(api)];
    const [oldToken, otherToken] = [await fetchToken(api.service, rotated), await fetchToken(api.service, other)];

    const fresh = await api.database.transaction((tx) => rotateClient(tx, rotated.clientId));

    await using second = await startSecondService(api);
    const newToken = await fetchToken(second.service, fresh);
    const statuses = [oldToken, otherToken, newToken].map((token) => fetchStatus(second.service, token));
    expect(await Promise.all(statuses)).toEqual([401, 404, 404]);
    await expect(fetchToken(second.service, rotated)).rejects.toThrow('no token: HTTP 401');
  });

  test('a revoked client gets no token, those it has are refused, and its secret cannot be rotated', async () => {
    await using api = await startService(database);
    const client = await createClient(api);
    const token = await fetchToken(api.service, client);

    await api.database.transaction((tx) => revokeClient(tx, client.clientId, api.clock.now));

    await using second = await startSecondService(api);
    expect(await fetchStatus(second.service, token)).toBe(401);
    await expect(fetchToken(second.service, client)).rejects.toThrow('no token: HTTP 401');
    await expect(api.database.transaction((tx) => rotateClient(tx, client.clientId))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

onBothDatabases('the readiness of a service', (database) => {
  test('is ready while its store is there and of its version, and says which part is missing', async () => {
    await using api = await startService(database);
    expect((await fetchReadiness(api.service)).status).toBe(200);

    await api.database.transaction((tx) =>
      sql`update migration set name = 'x' where name = '0001-organization'`.execute(tx),
    );
    const older = await fetchReadiness(api.service);
    await api.database.transaction((tx) =>
      sql`update migration set name = '0001-organization' where name = 'x'`.execute(tx),
    );

    expect(older.status).toBe(503);
    expect(await older.json()).toMatchObject({
      status: 'unavailable',
      parts: { store: { status: 'unavailable', reason: expect.stringContaining('lacks the migration') } },
      error: { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('lacks the migration 0001-organization') },
    });
    expect((await api.service.fetch(new Request('http://service.test/healthz'))).status).toBe(200);
  });
});

const fetchReadiness = (service: Service) => service.fetch(new Request('http://service.test/readyz'));

const fetchStatus = async (service: Service, token: string) =>
  (await sendRequest(service, token, { method: 'GET', target: '/v1/payment-terms/none' })).status;

const createClient = (api: TestService) =>
  api.database.transaction((tx) =>
    insertClient(tx, {
      organizationId: api.organizationId,
      name: 'desk',
      scopes: ['read', 'write'],
      now: api.clock.now,
      newId: createIds(() => api.clock.now),
    }),
  );

interface RequestLogLine {
  readonly level: string;
  readonly message: string;
  readonly facts: object | undefined;
}

/** Starts a service on the same store, and collects its log. */
async function startLoggedService({ database, clock }: TestService) {
  const lines: RequestLogLine[] = [];
  const log = (level: string, message: string, facts?: object) => void lines.push({ level, message, facts });
  const secrets = await loadSecrets(testCipher);
  const now = () => clock.now;
  const outages = createOutages({ log, now });
  const storage = createFolderStorage('/nowhere');
  const service = createService({
    database,
    secrets,
    cipher: testCipher,
    files: createFileService({ database, storage, hmacKey: secrets.hmacKey, now, log, outages }),
    outages,
    now,
    newId: createIds(now),
    log,
    requestLog: 'info',
    isBoundToLoopback: true,
    publicUrl: () => 'http://service.test',
    openApi: () => '{}',
  });
  return { service, lines };
}

const buildLine = (facts: object, level = 'info'): RequestLogLine => ({
  level,
  message: 'request',
  facts: { organizationId: undefined, durationMs: expect.any(Number), ...facts },
});
