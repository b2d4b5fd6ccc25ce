import { expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { answerJson, net30, startRemoteApi } from './remote-api.ts';

test.each([
  ['a client key with a slash', 'PO/123', '/v1/payment-terms/PO%2F123'],
  ['a client key that looks like a query', 'a?by=id#x', '/v1/payment-terms/a%3Fby%3Did%23x'],
  ['a client key with spaces and letters of any language', 'zahl frist ü', '/v1/payment-terms/zahl%20frist%20%C3%BC'],
  ['a client key with dots inside', 'v1.2..3', '/v1/payment-terms/v1.2..3'],
  ['a client key with a percent sign', '100%25', '/v1/payment-terms/100%2525'],
])('%s addresses exactly its record', async (_what, id, url) => {
  await using api = await startRemoteApi((response) => answerJson(response, 200, net30));

  await api.client.paymentTerms.get({ id });

  expect(api.requests.map((request) => request.url)).toEqual([url]);
});

test.each([
  '',
  ' ',
  '.',
  '..',
  '../users',
  'a/../../users',
  '..\\users',
  '%2e%2e',
  '%2E%2E%2Fusers',
  '.%2e/users',
  '%252e%252e%252fusers',
  'a\u0000b',
  'a\r\nb',
  '\uD800',
])('the identifier %j cannot lead to another record', async (id) => {
  await using api = await startRemoteApi((response) => answerJson(response, 200, net30));

  const refusal = api.client.paymentTerms.get({ id });

  await expect(refusal).rejects.toMatchObject({ code: 'BAD_REQUEST', details: [{ field: 'id' }] });
  expect(api.requests).toHaveLength(0);
});

test.each([[undefined], [null], [7], [['a']], [{ toString: () => 'a' }]])(
  'the identifier %j of a raw call is refused',
  async (id) => {
    await using api = await startRemoteApi((response) => answerJson(response, 200, net30));

    await expect(api.client.call('paymentTerms.get', { id })).rejects.toMatchObject({ code: 'BAD_REQUEST' });

    expect(api.requests).toHaveLength(0);
  },
);

test('one flat input becomes path, query and body', async () => {
  await using api = await startRemoteApi((response) => answerJson(response, 200, net30));

  await api.client.paymentTerms.update({ id: 'net-30', by: 'key', days: 31, description: null });

  const [request] = api.requests;
  expect(`${request?.method} ${request?.url}`).toBe('PATCH /v1/payment-terms/net-30?by=key');
  expect(request?.headers['content-type']).toBe('application/json');
  expect(JSON.parse(String(request?.body))).toEqual({ days: 31, description: null });
});

test('a filter without a word asks for everything with an empty body', async () => {
  const page = { data: [], pagination: { pageSize: 50, hasNextPage: false, hasPreviousPage: false, endCursor: null } };
  await using api = await startRemoteApi((response) => answerJson(response, 200, page));

  await api.client.paymentTerms.filter();

  expect(String(api.requests[0]?.body)).toBe('{}');
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])(
  'the amount %d is refused, because JSON would clear the field',
  async (days) => {
    await using api = await startRemoteApi((response) => answerJson(response, 200, net30));

    const refusal = api.client.paymentTerms.update({ id: net30.id, days });

    await expect(refusal).rejects.toMatchObject({ code: 'BAD_REQUEST', details: [{ field: 'days' }] });
    expect(api.requests).toHaveLength(0);
  },
);

test('an input that the operation does not know is refused by name, not dropped', async () => {
  await using api = await startRemoteApi((response) => answerJson(response, 200, net30));

  const refusal = api.client.call('paymentTerms.get', { id: net30.id, verbose: true });

  await expect(refusal).rejects.toMatchObject({ code: 'BAD_REQUEST', details: [{ field: 'verbose' }] });
});

test.each([
  'ftp://api.example.com/v1',
  'api.example.com/v1',
  'https://me:secret@api.example.com/v1',
  'https://x/v1?key=secret',
  '',
])('the API address %j is refused at the start, without repeating it', (baseUrl) => {
  const start = () => createClient({ baseUrl, authUrl: 'https://x', clientId: 'a', clientSecret: 'b' });

  expect(start).toThrow('baseUrl must be an http or https address without credentials, query or fragment');
});

test('a trailing slash of the API address makes no difference', async () => {
  await using api = await startRemoteApi((response) => answerJson(response, 200, net30));
  await using client = createClient({
    baseUrl: `${api.origin}/v1/`,
    authUrl: `${api.origin}/`,
    clientId: 'a',
    clientSecret: 'b',
  });

  await client.paymentTerms.get({ id: 'net-30' });

  expect(api.requests[0]?.url).toBe('/v1/payment-terms/net-30');
});
