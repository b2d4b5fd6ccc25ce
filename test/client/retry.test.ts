import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { answerAfterFailures, answerJson, net30, answerProblem, startRemoteApi } from './remote-api.ts';

const readTerm = { id: net30.id };

test.each([408, 500, 502, 503, 504])('a read that meets status %i is tried again until it succeeds', async (status) => {
  await using api = await startRemoteApi(answerAfterFailures(2, (response) => answerProblem(response, status, 'X')));

  const term = await api.client.paymentTerms.get(readTerm);

  expect(term).toEqual(net30);
  expect(api.requests).toHaveLength(3);
});

test.each([400, 403, 404, 405, 409, 410, 413, 415, 422, 501])(
  'status %i is final: asking again would not help',
  async (status) => {
    await using api = await startRemoteApi((response) => answerProblem(response, status, 'X'));

    await expect(api.client.paymentTerms.get(readTerm)).rejects.toMatchObject({ name: 'WaybillError' });

    expect(api.requests).toHaveLength(1);
  },
);

test('the pauses double, up to a ceiling, and the fifth failure is reported', async () => {
  await using api = await startRemoteApi((response) => answerProblem(response, 503, 'SERVICE_UNAVAILABLE'));

  await expect(api.client.paymentTerms.get(readTerm)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });

  expect(api.requests).toHaveLength(5);
  expect(api.waits).toEqual([500, 1000, 2000, 4000]);
});

test('pauses are spread at random below their ceiling, so that many desks do not return together', async () => {
  const rolls = [0.1, 0.5, 0.9, 0];
  await using api = await startRemoteApi((response) => answerProblem(response, 500, 'INTERNAL_ERROR'), {
    random: () => rolls.shift() ?? 0,
    limits: { delayMsMax: 1500 },
  });

  await expect(api.client.paymentTerms.get(readTerm)).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });

  expect(api.waits).toEqual([50, 500, 1350]);
});

test('the pause that the API asks for is kept exactly', async () => {
  await using api = await startRemoteApi(
    answerAfterFailures(1, (response) => answerProblem(response, 429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '7' })),
    { random: () => 0.3 },
  );

  await api.client.paymentTerms.get(readTerm);

  expect(api.waits).toEqual([7000]);
});

test.each([
  ['of the same clock', 'Fri, 20 Nov 2026 12:00:00 GMT', 'Fri, 20 Nov 2026 12:00:12 GMT'],
  [
    'of a clock that is an hour ahead of this machine',
    'Fri, 20 Nov 2026 13:00:00 GMT',
    'Fri, 20 Nov 2026 13:00:12 GMT',
  ],
])('the pause may also be asked for as a date %s', async (_what, date, retryAfter) => {
  await using api = await startRemoteApi(
    answerAfterFailures(1, (response) =>
      answerProblem(response, 503, 'SERVICE_UNAVAILABLE', { date, 'retry-after': retryAfter }),
    ),
  );

  await api.client.paymentTerms.get(readTerm);

  expect(api.waits).toEqual([12_000]);
});

test('a pause too long for the call is not begun: the error says at once how long to wait', async () => {
  await using api = await startRemoteApi((response) =>
    answerProblem(response, 429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '60' }),
  );

  const refusal = api.client.paymentTerms.get(readTerm);

  await expect(refusal).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'The API allows only so many requests a minute and they are used up; ask again in 60 s.',
    retryAfterSeconds: 60,
  });
  expect(api.waits).toEqual([]);
});

test('while the API asks everybody to stay away, other calls of the desk do not go out either', async () => {
  await using api = await startRemoteApi(
    answerAfterFailures(1, (response) => answerProblem(response, 429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '60' })),
  );
  await expect(api.client.paymentTerms.get(readTerm)).rejects.toMatchObject({ retryAfterSeconds: 60 });

  api.advance(10_000);
  await expect(api.client.paymentTerms.get(readTerm)).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    retryAfterSeconds: 50,
  });
  expect(api.requests).toHaveLength(1);
  api.advance(20_000);
  const term = await api.client.paymentTerms.get(readTerm);

  expect(term).toEqual(net30);
  expect(api.waits).toEqual([30_000]);
});

test('an answer that breaks off in the middle is asked for again', async () => {
  await using api = await startRemoteApi(
    answerAfterFailures(2, (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
      response.write('{"id":', () => response.destroy());
    }),
  );

  const term = await api.client.paymentTerms.get(readTerm);

  expect(term).toEqual(net30);
  expect(api.requests).toHaveLength(3);
});

test('a write whose connection keeps breaking off says that the change may have been made', async () => {
  await using api = await startRemoteApi((response) => void response.destroy());

  const refusal = api.client.paymentTerms.create({ name: 'Net 30' });

  await expect(refusal).rejects.toMatchObject({
    code: 'UNREACHABLE',
    message: `cannot reach ${new URL(api.origin).host}: the connection broke off; the change may have been made`,
    isOpen: true,
  });
  expect(api.requests).toHaveLength(5);
});

test('an API that is not there is named by host and port, and by nothing else', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  await using client = createClient({
    baseUrl: `http://127.0.0.1:${port}/v1`,
    authUrl: `http://127.0.0.1:${port}`,
    clientId: 'desk',
    clientSecret: 'hush',
    sleep: async () => {},
  });

  const refusal = await client.paymentTerms.get(readTerm).catch((error: unknown) => error);

  expect(refusal).toMatchObject({
    code: 'UNREACHABLE',
    message: `cannot reach 127.0.0.1:${port}: the connection was refused`,
  });
  expect(JSON.stringify(refusal)).not.toContain('hush');
});

test('a port that speaks something else than HTTP is not taken for a passing failure', async () => {
  const server = createServer((socket) => socket.end('220 mail.example.com ready\r\n')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await using api = await startRemoteApi(() => {}, { baseUrl: `http://127.0.0.1:${port}/v1` });

  const refusal = api.client.paymentTerms.get(readTerm);

  await expect(refusal).rejects.toMatchObject({
    code: 'BAD_RESPONSE',
    message: `127.0.0.1:${port} does not answer in HTTP`,
  });
  server.close();
});

test('a redirect is refused: a write must not turn into a read of another address', async () => {
  await using api = await startRemoteApi((response) => void response.writeHead(302, { location: '/elsewhere' }).end());

  const refusal = api.client.paymentTerms.create({ name: 'Net 30' });

  await expect(refusal).rejects.toMatchObject({
    code: 'BAD_RESPONSE',
    message: 'the API answered with a redirect (status 302); the change may have been made',
    isOpen: true,
  });
  expect(api.requests).toHaveLength(1);
});

test('a status that promises nothing is not taken for success', async () => {
  await using api = await startRemoteApi((response) => answerJson(response, 202, net30));

  await expect(api.client.paymentTerms.get(readTerm)).rejects.toMatchObject({ code: 'BAD_RESPONSE' });
});

test('what is tried again is logged by operation, without addresses and tokens', async () => {
  await using api = await startRemoteApi(answerAfterFailures(1, (response) => answerProblem(response, 503, 'X')));

  await api.client.paymentTerms.get(readTerm);

  expect(api.log.find(({ message }) => message === 'API call is tried again')).toEqual({
    level: 'info',
    message: 'API call is tried again',
    facts: { operation: 'paymentTerms.get', error: 'SERVICE_UNAVAILABLE', waitMs: 500 },
  });
  expect(JSON.stringify(api.log)).not.toMatch(/token-1|127\.0\.0\.1|0190b6a0/);
});
