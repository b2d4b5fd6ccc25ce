import { expect, test } from 'vitest';
import { type RemoteAnswer, answerDetail, answerJson, net30, answerProblem, startRemoteApi } from './remote-api.ts';

const listKeys = (requests: readonly { headers: Record<string, unknown> }[]) =>
  requests.map(({ headers }) => headers['idempotency-key']);

test('a write that is tried again carries the same key each time, so that it happens once', async () => {
  await using api = await startRemoteApi((response, _seen, count) =>
    count < 4 ? answerProblem(response, 503, 'SERVICE_UNAVAILABLE') : answerJson(response, 201, net30),
  );

  await api.client.paymentTerms.create({ name: 'Net 30' });

  expect(new Set(listKeys(api.requests)).size).toBe(1);
  expect(listKeys(api.requests)[0]).toMatch(/^[0-9a-f-]{36}$/);
});

test('the key survives a renewed token', async () => {
  await using api = await startRemoteApi((response, _seen, count) =>
    count === 1 ? answerProblem(response, 401, 'UNAUTHORIZED') : answerJson(response, 201, net30),
  );

  await api.client.paymentTerms.create({ name: 'Net 30' }, { idempotencyKey: 'plan-7/1' });

  expect(listKeys(api.requests)).toEqual(['plan-7/1', 'plan-7/1']);
});

test('two writes have two keys', async () => {
  const ids = ['key-a', 'key-b', 'key-c'];
  await using api = await startRemoteApi(
    (response, { method }) =>
      method === 'DELETE' ? void response.writeHead(204).end() : answerJson(response, 200, net30),
    { newId: () => ids.shift() ?? '' },
  );

  await api.client.paymentTerms.create({ name: 'Net 30' });
  await api.client.paymentTerms.update({ id: net30.id, days: 31 });
  await api.client.paymentTerms.delete({ id: net30.id });

  expect(listKeys(api.requests)).toEqual(['key-a', 'key-b', 'key-c']);
});

test('a filter is a read although it is posted: it carries no key and is tried again', async () => {
  const page = {
    data: [net30],
    pagination: { pageSize: 50, hasNextPage: false, hasPreviousPage: false, endCursor: null },
  };
  await using api = await startRemoteApi((response, _seen, count) =>
    count === 1 ? answerProblem(response, 504, 'GATEWAY_TIMEOUT') : answerJson(response, 200, page),
  );

  await api.client.paymentTerms.filter({ filter: { days: { gte: 30 } } });

  expect(listKeys(api.requests)).toEqual([undefined, undefined]);
});

test('a write whose first try is still being worked on waits for its outcome', async () => {
  await using api = await startRemoteApi((response, _seen, count) =>
    count === 1 ? answerProblem(response, 409, 'CONFLICT', { 'retry-after': '1' }) : answerJson(response, 201, net30),
  );

  const term = await api.client.paymentTerms.create({ name: 'Net 30' });

  expect(term).toEqual(net30);
  expect(api.waits).toEqual([1000]);
});

/** A conflict that says so in its details only, as the contract has it. */
const answerStillRunning: RemoteAnswer = (response) => answerDetail(response, 409, 'CONFLICT', 'STILL_RUNNING');
const answerOutcomeUnknown: RemoteAnswer = (response) =>
  answerDetail(response, 503, 'SERVICE_UNAVAILABLE', 'OUTCOME_UNKNOWN');
const answerUnavailable: RemoteAnswer = (response) => answerProblem(response, 503, 'SERVICE_UNAVAILABLE');
const answerGivenUp: RemoteAnswer = (response) =>
  answerProblem(response, 503, 'SERVICE_UNAVAILABLE', { 'x-nothing-changed': 'true' });
const answerBadGateway: RemoteAnswer = (response) => answerProblem(response, 502, 'X');
const closeConnection: RemoteAnswer = (response) => void response.destroy();
const answerTooMany: RemoteAnswer = (response) =>
  answerProblem(response, 429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '1' });
const answerRefused: RemoteAnswer = (response) => answerProblem(response, 422, 'VALIDATION_ERROR');
const answerCreated: RemoteAnswer = (response) => answerJson(response, 201, net30, { 'idempotency-replayed': 'true' });

test.each([
  ['is still being worked on', answerStillRunning],
  ['may have been made', answerOutcomeUnknown],
])('a write that %s is asked for again under its key until it is known', async (_, first) => {
  await using api = await startRemoteApi((response, seen, count) =>
    (count < 3 ? first : answerCreated)(response, seen, count),
  );

  const term = await api.client.paymentTerms.create({ name: 'Net 30' }, { idempotencyKey: 'plan-7/1' });

  expect(term).toEqual(net30);
  expect(listKeys(api.requests)).toEqual(['plan-7/1', 'plan-7/1', 'plan-7/1']);
});

test.each([
  ['still running', [answerStillRunning], 'STILL_RUNNING'],
  ['perhaps kept', [answerOutcomeUnknown], 'OUTCOME_UNKNOWN'],
  ['perhaps kept, then the API is away', [answerOutcomeUnknown, answerUnavailable], 'OUTCOME_UNKNOWN'],
  ['cut off, then the API is away', [closeConnection, answerUnavailable], 'OUTCOME_UNKNOWN'],
  ['lost behind a proxy, then the limit is used up', [answerBadGateway, answerTooMany], 'OUTCOME_UNKNOWN'],
  ['cut off, then refused', [closeConnection, answerRefused], 'VALIDATION_ERROR'],
  ['away all the time', [answerUnavailable], 'OUTCOME_UNKNOWN'],
  ['given up all the time', [answerGivenUp], 'SERVICE_UNAVAILABLE'],
  ['over the limit all the time', [answerTooMany], 'RATE_LIMIT_EXCEEDED'],
] as const)('a write that is %s ends as that, and never as not done while it may be', async (_, answers, code) => {
  await using api = await startRemoteApi((response, seen, count) =>
    (answers[count - 1] ?? answers.at(-1) ?? answerUnavailable)(response, seen, count),
  );

  const failure = await api.client.paymentTerms.create({ name: 'Net 30' }).catch((error: unknown) => error);

  expect(failure).toMatchObject({ code });
});

test('a read that was lost and then refused is not in doubt: it changes nothing', async () => {
  await using api = await startRemoteApi((response, seen, count) =>
    (count === 1 ? closeConnection : answerUnavailable)(response, seen, count),
  );

  await expect(api.client.paymentTerms.get({ id: net30.id })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

test('a repeated answer is told apart from a new one', async () => {
  await using api = await startRemoteApi((response) =>
    answerJson(response, 201, net30, { 'idempotency-replayed': 'true', 'x-request-id': 'req-9' }),
  );
  const seen: unknown[] = [];

  await api.client.paymentTerms.create({ name: 'Net 30' }, { onResponse: (meta) => seen.push(meta) });

  expect(seen).toEqual([{ status: 201, requestId: 'req-9', attempts: 1, isReplay: true }]);
});

test.each(['', 'two words', 'x'.repeat(256), 'né'])(
  'the key %j is refused before anything is sent',
  async (idempotencyKey) => {
    await using api = await startRemoteApi((response) => answerJson(response, 201, net30));

    const refusal = api.client.paymentTerms.create({ name: 'Net 30' }, { idempotencyKey });

    await expect(refusal).rejects.toMatchObject({ code: 'BAD_REQUEST', details: [{ field: 'idempotencyKey' }] });
    expect(api.requests).toHaveLength(0);
  },
);
