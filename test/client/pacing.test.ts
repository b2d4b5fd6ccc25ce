import { expect, test } from 'vitest';
import { answerJson, net30, startRemoteApi } from './remote-api.ts';

const readTerm = { id: net30.id };
const buildRemainingHeaders = (count: number) => ({
  'x-ratelimit-limit': '300',
  'x-ratelimit-remaining': String(count),
});

test('an API that tells nothing about its limits is never waited for', async () => {
  await using api = await startRemoteApi((response) => answerJson(response, 200, net30));

  for (let call = 0; call < 20; call += 1) await api.client.paymentTerms.get(readTerm);

  expect(api.waits).toEqual([]);
});

test('while many requests remain, calls go out at once', async () => {
  await using api = await startRemoteApi((response, _seen, count) =>
    answerJson(response, 200, net30, buildRemainingHeaders(300 - count)),
  );

  for (let call = 0; call < 20; call += 1) await api.client.paymentTerms.get(readTerm);

  expect(api.waits).toEqual([]);
});

test('the fewer requests remain, the slower calls go out', async () => {
  await using api = await startRemoteApi((response, _seen, count) =>
    answerJson(response, 200, net30, buildRemainingHeaders([40, 30, 20, 10, 5][count - 1] ?? 0)),
  );

  for (let call = 0; call < 6; call += 1) await api.client.paymentTerms.get(readTerm);

  expect(api.waits.map(Math.round)).toEqual([108, 214, 432, 1133]);
});

test('calls made at once share the pace instead of each waiting the same', async () => {
  await using api = await startRemoteApi((response) => answerJson(response, 200, net30, buildRemainingHeaders(20)));
  await api.client.paymentTerms.get(readTerm);

  await Promise.all([1, 2, 3].map(() => api.client.paymentTerms.get(readTerm)));

  const [second = 0, third = 0] = api.waits;
  expect(api.waits).toHaveLength(2);
  expect(third).toBeGreaterThan(second);
});

test('what was told a minute ago no longer slows anybody down', async () => {
  await using api = await startRemoteApi((response) => answerJson(response, 200, net30, buildRemainingHeaders(1)));
  await api.client.paymentTerms.get(readTerm);
  await api.client.paymentTerms.get(readTerm);

  api.advance(61_000);
  await api.client.paymentTerms.get(readTerm);

  expect(api.waits).toEqual([]);
});

test('no single call is held back longer than the ceiling, however many wait', async () => {
  await using api = await startRemoteApi((response) => answerJson(response, 200, net30, buildRemainingHeaders(0)));
  await api.client.paymentTerms.get(readTerm);

  await Promise.all(Array.from({ length: 10 }, () => api.client.paymentTerms.get(readTerm)));

  expect(Math.max(...api.waits)).toBeLessThanOrEqual(5_000);
});
