import { expect, test } from 'vitest';
import { type Answer, answerDetail, json, net30, problem, startRemoteApi } from './remote-api.ts';

const keys = (requests: readonly { headers: Record<string, unknown> }[]) =>
  requests.map(({ headers }) => headers['idempotency-key']);

test('a write that is tried again carries the same key each time, so that it happens once', async () => {
  await using api = await startRemoteApi((response, _seen, count) =>
    count < 4 ? problem(response, 503, 'SERVICE_UNAVAILABLE') : json(response, 201, net30),
  );

  await api.client.paymentTerms.create({ name: 'Net 30' });

  expect(new Set(keys(api.requests)).size).toBe(1);
  expect(keys(api.requests)[0]).toMatch(/^[0-9a-f-]{36}$/);
});

test('the key survives a renewed token', async () => {
  await using api = await startRemoteApi((response, _seen, count) =>
    count === 1 ? problem(response, 401, 'UNAUTHORIZED') : json(response, 201, net30),
  );

  await api.client.paymentTerms.create({ name: 'Net 30' }, { idempotencyKey: 'plan-7/1' });

  expect(keys(api.requests)).toEqual(['plan-7/1', 'plan-7/1']);
});

test('two writes have two keys', async () => {
  const ids = ['key-a', 'key-b', 'key-c'];
  await using api = await startRemoteApi(
    (response, { method }) => (method === 'DELETE' ? void response.writeHead(204).end() : json(response, 200, net30)),
    { newId: () => ids.shift() ?? '' },
  );

  await api.client.paymentTerms.create({ name: 'Net 30' });
  await api.client.paymentTerms.update({ id: net30.id, days: 31 });
  await api.client.paymentTerms.delete({ id: net30.id });

  expect(keys(api.requests)).toEqual(['key-a', 'key-b', 'key-c']);
});

test('a filter is a read although it is posted: it carries no key and is tried again', async () => {
  const page = {
    data: [net30],
    pagination: { pageSize: 50, hasNextPage: false, hasPreviousPage: false, endCursor: null },
  };
  await using api = await startRemoteApi((response, _seen, count) =>
    count === 1 ? problem(response, 504, 'GATEWAY_TIMEOUT') : json(response, 200, page),
  );

  await api.client.paymentTerms.filter({ filter: { days: { gte: 30 } } });

  expect(keys(api.requests)).toEqual([undefined, undefined]);
});

test('a write whose first try is still being worked on waits for its outcome', async () => {
  await using api = await startRemoteApi((response, _seen, count) =>
    count === 1 ? problem(response, 409, 'CONFLICT', { 'retry-after': '1' }) : json(response, 201, net30),
  );

  const term = await api.client.paymentTerms.create({ name: 'Net 30' });

  expect(term).toEqual(net30);
  expect(api.waits).toEqual([1000]);
});

/** A conflict that says so in its details only, as the contract has it. */
const stillRunning: Answer = (response) => answerDetail(response, 409, 'CONFLICT', 'STILL_RUNNING');
const outcomeUnknown: Answer = (response) => answerDetail(response, 503, 'SERVICE_UNAVAILABLE', 'OUTCOME_UNKNOWN');
const away: Answer = (response) => problem(response, 503, 'SERVICE_UNAVAILABLE');
const givenUp: Answer = (response) => problem(response, 503, 'SERVICE_UNAVAILABLE', { 'x-nothing-changed': 'true' });
const badGateway: Answer = (response) => problem(response, 502, 'X');
const cutOff: Answer = (response) => void response.destroy();
const tooMany: Answer = (response) => problem(response, 429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '1' });
const refused: Answer = (response) => problem(response, 422, 'VALIDATION_ERROR');
const made: Answer = (response) => json(response, 201, net30, { 'idempotency-replayed': 'true' });

test.each([
  ['is still being worked on', stillRunning],
  ['may have been made', outcomeUnknown],
])('a write that %s is asked for again under its key until it is known', async (_, first) => {
  await using api = await startRemoteApi((response, seen, count) => (count < 3 ? first : made)(response, seen, count));

  const term = await api.client.paymentTerms.create({ name: 'Net 30' }, { idempotencyKey: 'plan-7/1' });

  expect(term).toEqual(net30);
  expect(keys(api.requests)).toEqual(['plan-7/1', 'plan-7/1', 'plan-7/1']);
});

test.each([
  ['still running', [stillRunning], 'STILL_RUNNING'],
  ['perhaps kept', [outcomeUnknown], 'OUTCOME_UNKNOWN'],
  ['perhaps kept, then the API is away', [outcomeUnknown, away], 'OUTCOME_UNKNOWN'],
  ['cut off, then the API is away', [cutOff, away], 'OUTCOME_UNKNOWN'],
  ['lost behind a proxy, then the limit is used up', [badGateway, tooMany], 'OUTCOME_UNKNOWN'],
  ['cut off, then refused', [cutOff, refused], 'VALIDATION_ERROR'],
  ['away all the time', [away], 'OUTCOME_UNKNOWN'],
  ['given up all the time', [givenUp], 'SERVICE_UNAVAILABLE'],
  ['over the limit all the time', [tooMany], 'RATE_LIMIT_EXCEEDED'],
] as const)('a write that is %s ends as that, and never as not done while it may be', async (_, answers, code) => {
  await using api = await startRemoteApi((response, seen, count) =>
    (answers[count - 1] ?? answers.at(-1) ?? away)(response, seen, count),
  );

  const failure = await api.client.paymentTerms.create({ name: 'Net 30' }).catch((error: unknown) => error);

  expect(failure).toMatchObject({ code });
});

test('a read that was lost and then refused is not in doubt: it changes nothing', async () => {
  await using api = await startRemoteApi((response, seen, count) =>
    (count === 1 ? cutOff : away)(response, seen, count),
  );

  await expect(api.client.paymentTerms.get({ id: net30.id })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

test('a repeated answer is told apart from a new one', async () => {
  await using api = await startRemoteApi((response) =>
    json(response, 201, net30, { 'idempotency-replayed': 'true', 'x-request-id': 'req-9' }),
  );
  const seen: unknown[] = [];

  await api.client.paymentTerms.create({ name: 'Net 30' }, { onResponse: (meta) => seen.push(meta) });

  expect(seen).toEqual([{ status: 201, requestId: 'req-9', attempts: 1, isReplay: true }]);
});

test.each(['', 'two words', 'x'.repeat(256), 'né'])(
  'the key %j is refused before anything is sent',
  async (idempotencyKey) => {
    await using api = await startRemoteApi((response) => json(response, 201, net30));

    const refusal = api.client.paymentTerms.create({ name: 'Net 30' }, { idempotencyKey });

    await expect(refusal).rejects.toMatchObject({ code: 'BAD_REQUEST', details: [{ field: 'idempotencyKey' }] });
    expect(api.requests).toHaveLength(0);
  },
);
