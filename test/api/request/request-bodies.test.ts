import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const text = JSON.stringify({ name: 'Net 15 días' });

async function post(api: TestService, body: Uint8Array | string, headers: Record<string, string> = {}) {
  const response = await api.service.fetch(
    new Request('http://service.test/v1/payment-terms', {
      method: 'POST',
      headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : Buffer.from(body),
    }),
  );
  // Each assertion says what it expects.
  const answer = (await response.json()) as { readonly error?: { readonly code: string } };
  return [response.status, answer] as const;
}

const buildEncodingHeader = (coding: string) => ({ 'content-encoding': coding });
const created = [201, expect.objectContaining({ name: 'Net 15 días' })];
const buildRefusal = (status: number, field: string) => [
  status,
  { error: expect.objectContaining({ details: [expect.objectContaining({ field })] }) },
];

onOneDatabase('a request body', (database) => {
  test('is read in each coding that the reference names, and as it is', async () => {
    await using api = await startService(database);

    expect(await post(api, gzipSync(text), buildEncodingHeader('gzip'))).toEqual(created);
    expect(await post(api, gzipSync(text), buildEncodingHeader('X-GZip'))).toEqual(created);
    expect(await post(api, deflateSync(text), buildEncodingHeader('deflate'))).toEqual(created);
    expect(await post(api, brotliCompressSync(text), buildEncodingHeader('br'))).toEqual(created);
    expect(await post(api, text, buildEncodingHeader('identity'))).toEqual(created);
  });

  test('may begin with a byte order mark', async () => {
    await using api = await startService(database);

    expect(await post(api, `\uFEFF${text}`)).toEqual(created);
    expect(await post(api, gzipSync(`\uFEFF${text}`), buildEncodingHeader('gzip'))).toEqual(created);
  });

  test('is the same request whether it is compressed or not', async () => {
    await using api = await startService(database);
    const key = { 'idempotency-key': 'once' };

    const [, first] = await post(api, text, key);
    const [, again] = await post(api, gzipSync(text), { ...key, ...buildEncodingHeader('gzip') });

    expect(again).toEqual(first);
  });

  test('is refused in another coding, or where it is not in the one that it names', async () => {
    await using api = await startService(database);

    expect(await post(api, text, buildEncodingHeader('zstd'))).toEqual(buildRefusal(415, 'Content-Encoding'));
    expect(await post(api, gzipSync(gzipSync(text)), buildEncodingHeader('gzip, gzip'))).toEqual(
      buildRefusal(415, 'Content-Encoding'),
    );
    expect(await post(api, text, buildEncodingHeader('gzip'))).toEqual(buildRefusal(400, 'body'));
    expect(await post(api, gzipSync(text).subarray(0, 20), buildEncodingHeader('gzip'))).toEqual(
      buildRefusal(400, 'body'),
    );
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('of few bytes in %s does not become more than a megabyte', async (coding, compress) => {
    await using api = await startService(database);
    const bomb = compress(Buffer.alloc(4 * 1024 * 1024, 32));

    const [status, { error }] = await post(api, bomb, buildEncodingHeader(coding));

    expect(bomb.byteLength).toBeLessThan(100_000);
    expect([status, error?.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  test('asks for a token compressed as well', async () => {
    await using api = await startService(database);
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: api.credentials.clientId,
      client_secret: api.credentials.clientSecret,
    });

    const response = await api.service.fetch(
      new Request('http://service.test/oauth2/token', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip' },
        body: Buffer.from(gzipSync(form.toString())),
      }),
    );

    expect(response.status).toBe(200);
  });
});
