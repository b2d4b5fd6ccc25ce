import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { waitUntil } from '../support/wait-until.ts';
import { answerJson, net30, answerProblem, type RemoteApi, startRemoteApi } from './remote-api.ts';

const readTerm = { id: net30.id };
const forDana = { sharedFor: 'Dana' };

test('two equal questions at once make one request, and neither can change what the other reads', async () => {
  await using api = await startHeldApi();

  const first = api.client.paymentTerms.get({ id: net30.id, by: 'id' }, forDana);
  const second = api.client.paymentTerms.get({ by: 'id', id: net30.id }, forDana);
  await api.answerAll(1);
  Object.assign(await first, { name: 'changed' });

  expect(await second).toEqual(net30);
  expect(api.requests).toHaveLength(1);
});

test('what was answered before is asked for again', async () => {
  await using api = await startRemoteApi((response) => answerJson(response, 200, net30));

  await api.client.paymentTerms.get(readTerm, forDana);
  await api.client.paymentTerms.get(readTerm, forDana);

  expect(api.requests).toHaveLength(2);
});

test('different people, other inputs and calls that share nothing make requests of their own', async () => {
  await using api = await startHeldApi();

  const reads = [
    api.client.paymentTerms.get(readTerm, forDana),
    api.client.paymentTerms.get(readTerm, { sharedFor: 'Lee' }),
    api.client.paymentTerms.get({ id: 'net-45' }, forDana),
    api.client.paymentTerms.get(readTerm),
    api.client.paymentTerms.get(readTerm),
  ];
  await api.answerAll(5);
  await Promise.all(reads);

  expect(api.requests).toHaveLength(5);
});

test.each(['begins', 'ends'])('a read joins none that began before a write %s', async (moment) => {
  await using api = await startHeldApi();
  const write = () => api.client.paymentTerms.create({ name: 'Net 30' }).catch(() => {});
  const read = () => api.client.paymentTerms.get(readTerm, forDana);

  const work: Promise<unknown>[] = moment === 'begins' ? [read(), write()] : [write()];
  await waitUntil(() => api.requests.length >= work.length);
  if (moment === 'ends') {
    work.push(read());
    await waitUntil(() => api.requests.length >= 2);
    api.answer('POST');
    await work[0];
  }
  work.push(read());
  await api.answerAll(3);
  await Promise.all(work);

  expect(api.requests.filter(({ method }) => method === 'GET')).toHaveLength(2);
});

test('a first caller who gives up takes nothing from the second', async () => {
  await using api = await startHeldApi();
  const impatient = new AbortController();

  const first = api.client.paymentTerms.get(readTerm, { ...forDana, signal: impatient.signal });
  const second = api.client.paymentTerms.get(readTerm, forDana);
  await waitUntil(() => api.requests.length >= 1);
  impatient.abort();
  await expect(first).rejects.toMatchObject({ code: 'CANCELLED' });
  await api.answerAll(1);

  expect(await second).toEqual(net30);
});

test('a request that all callers gave up is ended, and the next caller makes a new one', async () => {
  await using api = await startHeldApi();
  const impatient = new AbortController();
  let isGone = false;
  api.watchClose(() => (isGone = true));

  const read = api.client.paymentTerms.get(readTerm, { ...forDana, signal: impatient.signal });
  await waitUntil(() => api.requests.length >= 1);
  impatient.abort();
  await expect(read).rejects.toMatchObject({ code: 'CANCELLED' });
  const next = api.client.paymentTerms.get(readTerm, forDana);
  await waitUntil(() => isGone);
  await api.answerAll(2);

  expect(await next).toEqual(net30);
});

test('a caller who is gone before the request begins gets CANCELLED, whatever the reason', async () => {
  await using api = await startHeldApi();
  const signal = AbortSignal.abort(new Error('the client has left'));

  const read = api.client.paymentTerms.get(readTerm, { ...forDana, signal });

  await expect(read).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(api.requests).toEqual([]);
});

test('a shared read waits for the minute that the API asked for, as long as its callers do', async () => {
  await using api = await startRemoteApi((response, _seen, count) =>
    count === 1
      ? answerProblem(response, 429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '3' })
      : answerJson(response, 200, net30),
  );
  const impatient = { ...forDana, remainingMs: () => 1000 };

  await expect(api.client.paymentTerms.get(readTerm, impatient)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });

  expect(await api.client.paymentTerms.get(readTerm, forDana)).toEqual(net30);
  expect(api.waits).toContain(3000);
});

test('all who share a request get its failure, and each gets its request id', async () => {
  await using api = await startRemoteApi((response, _seen, count) =>
    count === 1 ? answerProblem(response, 404, 'NOT_FOUND') : answerJson(response, 200, net30),
  );
  const requestIds: (string | undefined)[] = [];
  const addRequestId = ({ requestId }: { readonly requestId: string | undefined }) => void requestIds.push(requestId);
  const readBoth = () =>
    Promise.allSettled(
      [1, 2].map(() => api.client.paymentTerms.get(readTerm, { ...forDana, onResponse: addRequestId })),
    );

  const failures = await readBoth();
  const answers = await readBoth();

  expect(failures).toMatchObject([1, 2].map(() => ({ status: 'rejected', reason: { code: 'NOT_FOUND' } })));
  expect(answers).toMatchObject([1, 2].map(() => ({ status: 'fulfilled', value: net30 })));
  expect(requestIds).toHaveLength(2);
  expect(api.requests).toHaveLength(2);
});

interface HeldRequest {
  readonly method: string;
  readonly response: ServerResponse;
}

interface HeldApi extends RemoteApi {
  /** Waits for so many requests, then answers them and all that come later. */
  readonly answerAll: (count: number) => Promise<void>;
  readonly answer: (method: string) => void;
  readonly watchClose: (listener: () => void) => void;
}

/** Starts an API that answers nothing before the test releases it. */
async function startHeldApi(): Promise<HeldApi> {
  const waiting: HeldRequest[] = [];
  let noteClose = () => {};
  let isOpen = false;
  const send = (request: HeldRequest) => answerJson(request.response, request.method === 'POST' ? 201 : 200, net30);
  const api = await startRemoteApi((response, { method }) => {
    response.once('close', () => noteClose());
    if (isOpen) send({ method, response });
    else waiting.push({ method, response });
  });
  const answer = (method?: string) => {
    const ready = waiting.filter((request) => method === undefined || request.method === method);
    for (const request of ready) {
      waiting.splice(waiting.indexOf(request), 1);
      send(request);
    }
  };
  return {
    ...api,
    answer,
    watchClose: (listener) => (noteClose = listener),
    async answerAll(count) {
      await waitUntil(() => api.requests.length >= count);
      isOpen = true;
      answer();
    },
  };
}
