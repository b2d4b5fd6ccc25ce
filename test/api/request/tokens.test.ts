import { createHmac } from 'node:crypto';
import { ownTurn } from '../../../src/domain/kit/turns.ts';
import { testCipher } from '../../support/cipher.ts';
import { type CryptoKey, decodeJwt, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { createIds } from '../../../src/service/identifiers/ids.ts';
import { createOrganization } from '../../../src/service/organization/organization.ts';
import { tokensPerMinute } from '../../../src/service/request/token-throttle.ts';
import { loadSecrets } from '../../../src/service/secrets/load-secrets.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { sendRequest } from '../../support/service/second-service.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const target = '/v1/payment-terms/none';
const fetchStatus = async (api: TestService, token: string) =>
  (await sendRequest(api.service, token, { method: 'GET', target })).status;

const sign = (key: CryptoKey | Uint8Array, claims: JWTPayload, alg = 'EdDSA') =>
  new SignJWT(claims).setProtectedHeader({ alg, typ: 'JWT' }).sign(key);

const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('only tokens that this service signed, for itself and not too long ago, are good', async () => {
  await using api = await startService('SQLite');
  const { tokenSigningKey, tokenVerifyKey } = await loadSecrets(testCipher);
  const claims = decodeJwt(api.token);
  const stranger = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
  const publicKey = await exportSPKI(tokenVerifyKey);
  const { exp: _, ...forever } = claims;
  const { sub: __, ...nobody } = claims;
  const signText = (text: string) => `${text}.${createHmac('sha256', publicKey).update(text).digest('base64url')}`;

  const bad = {
    'of another key': await sign(stranger.privateKey, claims),
    'of another issuer': await sign(tokenSigningKey, { ...claims, iss: 'somebody' }),
    'for another audience': await sign(tokenSigningKey, { ...claims, aud: 'another-api' }),
    'for no audience': await sign(tokenSigningKey, { ...claims, aud: [] }),
    'that has expired': await sign(tokenSigningKey, { ...claims, exp: Number(claims.iat) - 1 }),
    'that never expires': await sign(tokenSigningKey, forever),
    'of nobody': await sign(tokenSigningKey, nobody),
    'of another organization': await sign(tokenSigningKey, { ...claims, org: '00000000-0000-7000-8000-000000000000' }),
    'without a signature': `${encodePart({ alg: 'none', typ: 'JWT' })}.${encodePart(claims)}.`,
    'signed with the public key as a secret': signText(
      `${encodePart({ alg: 'HS256', typ: 'JWT' })}.${encodePart(claims)}`,
    ),
    'with more scopes than it was given': `${api.token.split('.')[0]}.${encodePart({ ...claims, scope: 'admin' })}.${api.token.split('.')[2]}`,
    'cut short': api.token.slice(0, -4),
    'that is no token': 'x.y.z',
  };

  expect(await fetchStatus(api, await sign(tokenSigningKey, claims))).toBe(404);
  for (const [kind, token] of Object.entries(bad)) expect([kind, await fetchStatus(api, token)]).toEqual([kind, 401]);
});

onOneDatabase('the token endpoint', (database) => {
  test('answers wrong credentials in the form of OAuth, whatever they hold', async () => {
    await using api = await startService(database);
    const requestToken = (form: Record<string, string>, type = 'application/x-www-form-urlencoded') =>
      api.service.fetch(
        new Request('http://service.test/oauth2/token', {
          method: 'POST',
          body: new URLSearchParams({ grant_type: 'client_credentials', ...form }).toString(),
          headers: { 'content-type': type },
        }),
      );
    const clientId = String(decodeJwt(api.token).sub);

    const unknown = [
      await requestToken({}),
      await requestToken({ client_id: 'nobody', client_secret: '' }),
      await requestToken({ client_id: 'a\0b', client_secret: 'x' }),
      await requestToken({ client_id: clientId }),
      await requestToken({ client_id: clientId, client_secret: 'guess' }),
      await requestToken({ client_id: clientId, client_secret: '\0' }),
    ];

    for (const answer of unknown) {
      expect([answer.status, await answer.json()]).toEqual([401, { error: 'invalid_client' }]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('x-request-id')).not.toBeNull();
    }
    expect(await (await requestToken({ grant_type: 'password' })).json()).toEqual({ error: 'unsupported_grant_type' });
    expect(await (await requestToken({ grant_type: '' })).json()).toEqual({ error: 'invalid_request' });
    expect((await requestToken({}, 'application/json')).status).toBe(400);
    expect((await requestToken({}, 'Application/X-WWW-Form-URLEncoded; charset=UTF-8')).status).toBe(401);
  });

  test('lets nobody guess on, and keeps out nobody who asks from elsewhere', async () => {
    await using api = await startService(database);
    const { now } = api.clock;
    const { clientId, clientSecret } = await createOrganization(api.database, {
      name: 'Another',
      now,
      newId: createIds(() => now),
    });
    const ask = (address: string, secret: string, id = clientId) => {
      const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
      const body = new URLSearchParams(form);
      return api.service.fetch(new Request('http://service.test/oauth2/token', { method: 'POST', body }), {
        callerAddress: address,
        turn: ownTurn,
      });
    };
    const guesses: number[] = [];
    for (let n = 0; n <= tokensPerMinute.ofClientAtAddress; n += 1)
      guesses.push((await ask('192.0.2.1', `guess ${n}`)).status);

    const right = await ask('192.0.2.1', clientSecret);
    const elsewhere = await ask('192.0.2.2', clientSecret);
    const another = await ask('192.0.2.1', 'guess', 'another client');
    api.clock.now = '2026-11-20T15:01:00.000Z';
    const later = await ask('192.0.2.1', clientSecret);

    expect(guesses).toEqual([...Array(tokensPerMinute.ofClientAtAddress).fill(401), 429]);
    expect([right.status, elsewhere.status, another.status, later.status]).toEqual([429, 200, 401, 200]);
    expect([right.headers.get('retry-after'), await right.json()]).toEqual([
      '60',
      { error: { code: 'RATE_LIMIT_EXCEEDED', message: expect.stringContaining('wait 60 s') } },
    ]);
  });

  test('lets nobody guess on by naming one client after the other', async () => {
    await using api = await startService(database);
    const ask = (id: string, address: string) => {
      const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: 'guess' });
      return api.service.fetch(new Request('http://service.test/oauth2/token', { method: 'POST', body }), {
        callerAddress: address,
        turn: ownTurn,
      });
    };

    const guesses: number[] = [];
    for (let n = 0; n <= tokensPerMinute.atAddress; n += 1)
      guesses.push((await ask(`client ${n}`, '192.0.2.1')).status);

    expect(guesses).toEqual([...Array(tokensPerMinute.atAddress).fill(401), 429]);
    expect((await ask('client 1', '192.0.2.2')).status).toBe(401);
  });

  test('gives a token for the scopes that are asked for, and for none that the client does not have', async () => {
    await using api = await startService(database);
    const { now } = api.clock;
    const credentials = await createOrganization(api.database, { name: 'Another', now, newId: createIds(() => now) });
    const requestToken = async (scope: Record<string, string>) => {
      const form = { client_id: credentials.clientId, client_secret: credentials.clientSecret, ...scope };
      const body = new URLSearchParams({ grant_type: 'client_credentials', ...form });
      const answer = await api.service.fetch(new Request('http://service.test/oauth2/token', { method: 'POST', body }));
      return { status: answer.status, body: (await answer.json()) as Record<string, string> };
    };

    const reading = await requestToken({ scope: 'read' });
    const all = [
      await requestToken({}),
      await requestToken({ scope: '' }),
      await requestToken({ scope: 'write read' }),
    ];
    const more = [await requestToken({ scope: 'admin' }), await requestToken({ scope: 'read admin' })];

    expect(reading.body).toMatchObject({ scope: 'read' });
    const write = { method: 'POST', target: '/v1/teams', body: { name: 'Desk' } };
    expect((await sendRequest(api.service, reading.body['access_token'] ?? '', write)).status).toBe(403);
    expect(await fetchStatus(api, reading.body['access_token'] ?? '')).toBe(404);
    expect(all.map(({ body }) => body['scope'])).toEqual(['read write', 'read write', 'write read']);
    expect(more).toEqual([
      { status: 400, body: { error: 'invalid_scope' } },
      { status: 400, body: { error: 'invalid_scope' } },
    ]);
  });

  test('takes credentials as HTTP Basic as well, and makes no browser ask for a password when it refuses them', async () => {
    await using api = await startService(database);
    const { now } = api.clock;
    const newId = createIds(() => now);
    const { clientId, clientSecret } = await createOrganization(api.database, { name: 'Another', now, newId });
    const requestToken = (credentials: string, headers: Record<string, string> = {}) =>
      api.service.fetch(
        new Request('http://service.test/oauth2/token', {
          method: 'POST',
          body: new URLSearchParams({ grant_type: 'client_credentials' }),
          headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}`, ...headers },
        }),
      );

    const good = await requestToken(`${clientId}:${clientSecret}`);
    const bad = await requestToken(`${clientId}:guess`);
    const ofPage = await requestToken(`${clientId}:guess`, { 'x-requested-with': 'XMLHttpRequest' });

    expect(await good.json()).toMatchObject({ token_type: 'Bearer', access_token: expect.any(String) });
    expect([bad.status, await bad.json()]).toEqual([401, { error: 'invalid_client' }]);
    expect(bad.headers.get('www-authenticate')).toBe('Basic realm="brokerage"');
    expect([ofPage.status, ofPage.headers.get('www-authenticate')]).toEqual([401, null]);
  });

  test('does not take in more than a megabyte from somebody it does not know', async () => {
    await using api = await startService(database);
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024).fill(97)),
    });

    const { status, headers } = await api.service.fetch(
      new Request('http://service.test/oauth2/token', {
        method: 'POST',
        body: endless,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        duplex: 'half',
      }),
    );

    expect([status, headers.get('connection')]).toEqual([413, 'close']);
  });
});
