import { expect, test } from 'vitest';
import { waitUntil } from '../support/wait-until.ts';
import { answerFreshToken, answerJson, net30, answerProblem, secret, startRemoteApi } from './remote-api.ts';

const readTerm = { id: net30.id };

test('a desk that asks ten things at once signs in only once', async () => {
  await using api = await startRemoteApi((response) => answerJson(response, 200, net30));

  await Promise.all(Array.from({ length: 10 }, () => api.client.paymentTerms.get(readTerm)));

  expect(api.tokenRequests).toHaveLength(1);
  expect(api.requests.map(({ headers }) => headers.authorization)).toEqual(Array(10).fill('Bearer token-1'));
});

test('signing in sends the client credentials as a form', async () => {
  await using api = await startRemoteApi((response) => answerJson(response, 200, net30));

  await api.client.paymentTerms.get(readTerm);

  const [request] = api.tokenRequests;
  expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect(Object.fromEntries(new URLSearchParams(request?.body.toString()))).toEqual({
    grant_type: 'client_credentials',
    client_id: 'desk',
    client_secret: secret,
  });
});

test('a token is replaced in the minute before it expires, and the calls of that minute do not wait for it', async () => {
  const later: (() => void)[] = [];
  await using api = await startRemoteApi((response) => answerJson(response, 200, net30), {
    token: (response, seen, count) => {
      if (count === 1) answerFreshToken(response, seen, count);
      else later.push(() => answerFreshToken(response, seen, count));
    },
  });
  await api.client.paymentTerms.get(readTerm);

  api.advance(3_539_000);
  await api.client.paymentTerms.get(readTerm);
  expect(api.tokenRequests).toHaveLength(1);
  api.advance(2_000);
  await Promise.all([api.client.paymentTerms.get(readTerm), api.client.paymentTerms.get(readTerm)]);
  await waitUntil(() => later.length === 1);
  later[0]?.();
  await expect
    .poll(async () => api.client.paymentTerms.get(readTerm).then(() => api.requests.at(-1)?.headers.authorization))
    .toBe('Bearer token-2');

  expect(api.tokenRequests).toHaveLength(2);
  expect(api.requests.slice(0, 4).map(({ headers }) => headers.authorization)).toEqual(Array(4).fill('Bearer token-1'));
});

test('a token that cannot be replaced ahead of time still serves until it expires', async () => {
  await using api = await startRemoteApi((response) => answerJson(response, 200, net30), {
    token: (response, seen, count) =>
      count === 1 ? answerFreshToken(response, seen, count) : answerProblem(response, 400, 'BAD_REQUEST'),
  });
  await api.client.paymentTerms.get(readTerm);

  api.advance(3_550_000);
  await api.client.paymentTerms.get(readTerm);
  await waitUntil(() => api.log.some(({ message }) => message === 'token refresh failed'));
  api.advance(60_000);

  await expect(api.client.paymentTerms.get(readTerm)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test('a call that finds its token refused signs in again and succeeds', async () => {
  await using api = await startRemoteApi((response, { headers }) =>
    headers.authorization === 'Bearer token-1'
      ? answerProblem(response, 401, 'UNAUTHORIZED')
      : answerJson(response, 200, net30),
  );

  const terms = await Promise.all([1, 2, 3].map(() => api.client.paymentTerms.get(readTerm)));

  expect(terms).toEqual([net30, net30, net30]);
  expect(api.tokenRequests).toHaveLength(2);
});

test('a call whose second token is refused as well ends as unauthorized', async () => {
  await using api = await startRemoteApi((response) => answerProblem(response, 401, 'UNAUTHORIZED'));

  const refusal = api.client.paymentTerms.get(readTerm);

  await expect(refusal).rejects.toMatchObject({ code: 'UNAUTHORIZED', message: 'UNAUTHORIZED said the API' });
  expect(api.requests).toHaveLength(2);
});

test('wrong credentials are named as such, without showing them', async () => {
  await using api = await startRemoteApi((response) => answerJson(response, 200, net30), {
    token: (response) =>
      answerJson(response, 401, { error: 'invalid_client', error_description: `no client desk ${secret}` }),
  });

  const refusal = await api.client.paymentTerms.get(readTerm).catch((error: unknown) => error);

  expect(refusal).toMatchObject({
    code: 'UNAUTHORIZED',
    message: `${new URL(api.origin).host} refused the client credentials (invalid_client)`,
  });
  expect(JSON.stringify([refusal, api.log])).not.toContain(secret);
  expect(api.tokenRequests).toHaveLength(1);
});

test.each([
  ['no JSON', 'welcome'],
  ['no token', '{"token_type":"Bearer"}'],
  ['a token that no header can carry', '{"access_token":"to\\nken","expires_in":3600}'],
])('a sign-in that answers with %s is not understood, and nothing is sent to the API', async (_what, text) => {
  await using api = await startRemoteApi((response) => answerJson(response, 200, net30), {
    token: (response) => void response.end(text),
  });

  const refusal = api.client.paymentTerms.get(readTerm);

  await expect(refusal).rejects.toMatchObject({ code: 'BAD_RESPONSE' });
  expect(api.requests).toHaveLength(0);
});

test('a sign-in during a short failure is tried again', async () => {
  await using api = await startRemoteApi((response) => answerJson(response, 200, net30), {
    token: (response, seen, count) =>
      count < 3 ? void response.writeHead(503).end() : answerFreshToken(response, seen, count),
  });

  const term = await api.client.paymentTerms.get(readTerm);

  expect(term).toEqual(net30);
  expect(api.waits).toEqual([500, 1000]);
});

test('a caller who gives up does not end the sign-in that others wait for', async () => {
  const answers: (() => void)[] = [];
  await using api = await startRemoteApi((response) => answerJson(response, 200, net30), {
    token: (response, seen, count) => answers.push(() => answerFreshToken(response, seen, count)),
  });
  const impatient = new AbortController();

  const first = api.client.paymentTerms.get(readTerm, { signal: impatient.signal });
  const second = api.client.paymentTerms.get(readTerm);
  await waitUntil(() => answers.length === 1);
  impatient.abort();
  await expect(first).rejects.toMatchObject({ code: 'CANCELLED' });
  answers[0]?.();

  expect(await second).toEqual(net30);
  expect(api.tokenRequests).toHaveLength(1);
});
