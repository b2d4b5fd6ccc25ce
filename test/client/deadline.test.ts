import { expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { waitUntil } from '../support/wait-until.ts';
import { answerJson, net30, startRemoteApi } from './remote-api.ts';

/** Longer than an answer takes on a busy machine, as the token's has to come in time. */
const soonMs = 500;
const readTerm = { id: net30.id };

test('a try that gets no answer in time is given up and the next one may succeed', async () => {
  await using api = await startRemoteApi(
    (response, _seen, count) => (count === 1 ? undefined : answerJson(response, 200, net30)),
    {
      limits: { attemptTimeoutMs: soonMs },
    },
  );

  const term = await api.client.paymentTerms.get(readTerm);

  expect(term).toEqual(net30);
  expect(api.requests).toHaveLength(2);
});

test('a try whose answer stalls in the middle is given up as well', async () => {
  await using api = await startRemoteApi(
    (response, _seen, count) => (count === 1 ? void response.write('{"id":') : answerJson(response, 200, net30)),
    { limits: { attemptTimeoutMs: soonMs } },
  );

  const term = await api.client.paymentTerms.get(readTerm);

  expect(term).toEqual(net30);
});

test('an API that never answers ends the call as a timeout that names it', async () => {
  await using api = await startRemoteApi(() => {}, { limits: { attemptTimeoutMs: soonMs, retriesMax: 1 } });

  const refusal = api.client.paymentTerms.get(readTerm);

  await expect(refusal).rejects.toMatchObject({
    code: 'TIMEOUT',
    message: `no answer from ${new URL(api.origin).host} within 0.5 s`,
  });
  expect(api.requests).toHaveLength(2);
});

test('the whole call has an end, however many tries would be left', async () => {
  await using api = await startRemoteApi(() => {}, { limits: { overallTimeoutMs: soonMs } });

  const refusal = api.client.paymentTerms.get(readTerm);

  await expect(refusal).rejects.toMatchObject({ code: 'TIMEOUT' });
  expect(api.requests).toHaveLength(1);
});

test('pauses count towards the end of the call', async () => {
  await using api = await startRemoteApi((response) => void response.writeHead(503).end(), {
    limits: { overallTimeoutMs: 2_000 },
  });

  const refusal = api.client.paymentTerms.get(readTerm);

  await expect(refusal).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(api.waits).toEqual([500, 1000]);
});

test('a call without time-outs stops trying again all the same', async () => {
  await using api = await startRemoteApi((response) => void response.writeHead(503).end(), {
    limits: { attemptTimeoutMs: Infinity, overallTimeoutMs: Infinity, waitMsMax: 2_000 },
  });

  const refusal = api.client.paymentTerms.get(readTerm);

  await expect(refusal).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(api.waits).toEqual([500, 1000]);
});

test('a caller can stop a call that waits for its answer', async () => {
  await using api = await startRemoteApi(() => {});
  const caller = new AbortController();

  const call = api.client.paymentTerms.get(readTerm, { signal: caller.signal });
  await waitUntil(() => api.requests.length === 1);
  caller.abort();

  await expect(call).rejects.toMatchObject({ code: 'CANCELLED', message: 'the caller stopped the request' });
  expect(api.requests).toHaveLength(1);
});

test('a caller can stop a call that pauses between two tries', async () => {
  const caller = new AbortController();
  await using api = await startRemoteApi((response) => void response.writeHead(503).end());
  await using client = createClient({
    baseUrl: `${api.origin}/v1`,
    authUrl: api.origin,
    clientId: 'desk',
    clientSecret: 'hush',
    limits: { delayMsFirst: 3_600_000, delayMsMax: 3_600_000, overallTimeoutMs: 7_200_000 },
    random: () => 1,
  });

  const call = client.paymentTerms.get(readTerm, { signal: caller.signal });
  await waitUntil(() => api.requests.length === 1);
  caller.abort();

  await expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
});

test('a call stopped before it began sends nothing', async () => {
  await using api = await startRemoteApi((response) => answerJson(response, 200, net30));

  const call = api.client.paymentTerms.get(readTerm, { signal: AbortSignal.abort() });

  await expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(api.requests).toHaveLength(0);
});

test('closing the client ends its calls, and it takes no new ones', async () => {
  await using api = await startRemoteApi(() => {});

  const ended = api.client.paymentTerms.get(readTerm).catch((error: unknown) => error);
  await waitUntil(() => api.requests.length === 1);
  await api.client.close();

  expect(await ended).toMatchObject({ code: 'CANCELLED', message: 'the client is closed' });
  await expect(api.client.paymentTerms.get(readTerm)).rejects.toMatchObject({ code: 'CANCELLED' });
});

test('closing the client ends a sign-in that gets no answer', async () => {
  await using api = await startRemoteApi(() => {}, { token: () => {} });

  const ended = api.client.paymentTerms.get(readTerm).catch((error: unknown) => error);
  await waitUntil(() => api.tokenRequests.length === 1);
  await api.client.close();

  expect(await ended).toMatchObject({ code: 'CANCELLED' });
});
