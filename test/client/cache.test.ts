import { expect, test } from 'vitest';
import { waitUntil } from '../support/wait-until.ts';
import { answerJson, net30, answerProblem, startRemoteApi } from './remote-api.ts';

const readTerm = { id: net30.id };

test('a catalog that the client keeps is asked for once in ten minutes', async () => {
  await using api = await startRemoteApi((response) => answerJson(response, 200, net30), {
    cached: ['paymentTerms.get'],
  });

  await Promise.all([1, 2, 3].map(() => api.client.paymentTerms.get(readTerm)));
  api.advance(599_000);
  await api.client.paymentTerms.get(readTerm);
  expect(api.requests).toHaveLength(1);
  api.advance(2_000);
  await api.client.paymentTerms.get(readTerm);

  expect(api.requests).toHaveLength(2);
});

test('a single call may accept a kept answer, or insist on a new one', async () => {
  await using api = await startRemoteApi((response) => answerJson(response, 200, net30));

  await api.client.paymentTerms.get(readTerm, { cacheSeconds: 60 });
  await api.client.paymentTerms.get(readTerm, { cacheSeconds: 60 });
  expect(api.requests).toHaveLength(1);
  await api.client.paymentTerms.get(readTerm, { cacheSeconds: 0 });
  await api.client.paymentTerms.get(readTerm);

  expect(api.requests).toHaveLength(3);
});

test('other inputs are other answers, and the order of fields makes none', async () => {
  await using api = await startRemoteApi((response) => answerJson(response, 200, net30), {
    cached: ['paymentTerms.get'],
  });

  await api.client.paymentTerms.get({ id: 'net-30', by: 'key' });
  await api.client.paymentTerms.get({ by: 'key', id: 'net-30' });
  await api.client.paymentTerms.get({ id: 'net-45', by: 'key' });

  expect(api.requests.map(({ url }) => url)).toEqual([
    '/v1/payment-terms/net-30?by=key',
    '/v1/payment-terms/net-45?by=key',
  ]);
});

test('a failure is not kept', async () => {
  await using api = await startRemoteApi(
    (response, _seen, count) =>
      count === 1 ? answerProblem(response, 404, 'NOT_FOUND') : answerJson(response, 200, net30),
    { cached: ['paymentTerms.get'] },
  );

  await expect(api.client.paymentTerms.get(readTerm)).rejects.toMatchObject({ code: 'NOT_FOUND' });

  expect(await api.client.paymentTerms.get(readTerm)).toEqual(net30);
});

test('a write is never answered from what was kept', async () => {
  await using api = await startRemoteApi((response) => answerJson(response, 201, net30));

  await api.client.paymentTerms.create({ name: 'Net 30' }, { cacheSeconds: 60 });
  await api.client.paymentTerms.create({ name: 'Net 30' }, { cacheSeconds: 60 });

  expect(api.requests).toHaveLength(2);
});

test('what several callers share cannot be changed by one of them', async () => {
  await using api = await startRemoteApi((response) => answerJson(response, 200, net30), {
    cached: ['paymentTerms.get'],
  });

  const term = await api.client.paymentTerms.get(readTerm);

  expect(() => Object.assign(term, { days: 0 })).toThrow(TypeError);
});

test('a caller who gives up does not take the answer from those who wait with him', async () => {
  const answers: (() => void)[] = [];
  await using api = await startRemoteApi((response) => answers.push(() => answerJson(response, 200, net30)), {
    cached: ['paymentTerms.get'],
  });
  const impatient = new AbortController();

  const first = api.client.paymentTerms.get(readTerm, { signal: impatient.signal });
  const second = api.client.paymentTerms.get(readTerm);
  await waitUntil(() => answers.length === 1);
  impatient.abort();
  await expect(first).rejects.toMatchObject({ code: 'CANCELLED' });
  answers[0]?.();

  expect(await second).toEqual(net30);
});
