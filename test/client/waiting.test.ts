import { expect, test } from 'vitest';
import { answerJson, net30, answerProblem, startRemoteApi } from './remote-api.ts';

const readTerm = { id: net30.id };

test('a call that may wait for ten seconds does not wait for twenty: the error names the limit and the seconds', async () => {
  await using api = await startRemoteApi((response) =>
    answerProblem(response, 429, 'RATE_LIMIT_EXCEEDED', {
      'retry-after': '20',
      'x-ratelimit-limit': '300',
      'x-ratelimit-remaining': '0',
    }),
  );
  const refused = {
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'The API allows 300 requests a minute and they are used up; ask again in 20 s.',
    retryAfterSeconds: 20,
  };

  await expect(api.client.paymentTerms.get(readTerm, { remainingMs: () => 10_000 })).rejects.toMatchObject(refused);
  // The same holds for the next call, which is not even sent.
  await expect(api.client.paymentTerms.get(readTerm, { remainingMs: () => 10_000 })).rejects.toMatchObject(refused);
  expect(api.client.rateLimit()).toEqual({ perMinute: 300, waitSeconds: 20 });
  expect(api.requests).toHaveLength(1);
  expect(api.waits).toEqual([]);
});

test('a call without such a limit waits as before', async () => {
  await using api = await startRemoteApi((response, _seen, count) =>
    count === 1
      ? answerProblem(response, 429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '20' })
      : answerJson(response, 200, net30),
  );

  expect(await api.client.paymentTerms.get(readTerm, { remainingMs: () => undefined })).toEqual(net30);
  expect(api.waits).toEqual([20_000]);
});
