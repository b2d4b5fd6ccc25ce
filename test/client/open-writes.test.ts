import {
  type ApiCapabilities,
  type CapabilityVerdict,
  completeCapabilities,
  createCapabilitiesWithKeys,
} from '../../src/client/capabilities/api-capabilities.ts';
import { expect, test } from 'vitest';
import { type RemoteAnswer, answerJson, net30, answerProblem, startRemoteApi } from './remote-api.ts';

const create = { name: 'Net 30' };
const countSent = (requests: readonly { method: string; url: string }[], method: string) =>
  requests.filter((request) => request.method === method && !request.url.endsWith('/filter')).length;

test.each(['gzip', 'br', 'zstd', 'deflate'])(
  'a write that is answered with a %s body that is none may have been carried out, and a reading is not trusted',
  async (encoding) => {
    const body = Buffer.from([31, 139, 8, 0, 1, 2, 3]);
    await using api = await startRemoteApi((response) =>
      response.writeHead(201, { 'content-type': 'application/json', 'content-encoding': encoding }).end(body),
    );

    const failure = await api.client.paymentTerms.create(create).catch((error: unknown) => error);
    const reading = await api.client.paymentTerms.get({ id: net30.id }).catch((error: unknown) => error);

    expect(failure).toMatchObject({ code: 'BAD_RESPONSE', isOpen: true });
    expect(reading).toMatchObject({ code: 'BAD_RESPONSE', isOpen: false });
  },
);

const statuses = [
  ...[400, 401, 403, 404, 405, 406, 409, 410, 413, 415, 422, 429, 501].map((status) => [status, false] as const),
  ...[202, 206, 302, 307, 402, 408, 418, 425, 460, 499, 500, 502, 504, 520, 599].map(
    (status) => [status, true] as const,
  ),
];
test.each(statuses)('after status %i it is open whether a write was carried out: %s', async (status, isOpen) => {
  await using api = await startRemoteApi((response) => answerProblem(response, status, 'X'));

  await expect(api.client.paymentTerms.create(create)).rejects.toMatchObject({ isOpen });
});

test.each([
  [
    'an API that says that nothing changed',
    (response) => answerProblem(response, 503, 'X', { 'x-nothing-changed': 'true' }),
    false,
  ],
  ['an API that does not', (response) => answerProblem(response, 503, 'SERVICE_UNAVAILABLE'), true],
  ['a proxy', (response) => void response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Sorry</h1>'), true],
] as const satisfies readonly (readonly [string, RemoteAnswer, boolean])[])(
  'after a 503 of %s it is open: %s',
  async (_who, answer, isOpen) => {
    await using api = await startRemoteApi(answer);

    await expect(api.client.paymentTerms.create(create)).rejects.toMatchObject({ isOpen });
  },
);

test.each(['answered', 'logged'] as const)(
  'a bare error that is thrown when an answer was %s leaves open whether the write was carried out',
  async (where) => {
    await using api = await startRemoteApi((response) => answerJson(response, 201, net30), {
      log: (_level, message, { operation }) => {
        if (where === 'logged' && message === 'API call answered' && operation !== 'token')
          throw new Error('the disk is full');
      },
    });
    const states: boolean[] = [];

    const failure = await api.client.paymentTerms
      .create(create, {
        onOpen: (isOpen) => states.push(isOpen),
        onResponse: () => {
          if (where === 'answered') throw new Error('a hook');
        },
      })
      .catch((error: unknown) => error);

    expect(failure).toMatchObject({ code: 'OUTCOME_UNKNOWN', isOpen: true });
    expect(states).toEqual([true]);
  },
);

test('a write that could not leave was not carried out', async () => {
  await using api = await startRemoteApi((response) => answerJson(response, 201, net30), {
    token: (response) => answerProblem(response, 401, 'UNAUTHORIZED'),
  });
  const states: boolean[] = [];

  const write = api.client.paymentTerms.create(create, { onOpen: (isOpen) => states.push(isOpen) });

  await expect(write).rejects.toMatchObject({ code: 'UNAUTHORIZED', isOpen: false });
  expect(states).toEqual([]);
});

/** Returns an instant by the clock of the remote API, which is this machine's. */
const getMinutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const bill = '0190b6a0-0000-7000-8000-0000000000b1';
const payment = { paymentDate: '2026-11-20', applications: [{ billId: bill, amount: 597.54 }], reference: 'CHK 7' };
const paid = {
  id: '0190b6a0-0000-7000-8000-0000000000a1',
  friendlyId: 'PAY-1',
  ...payment,
  totalAmount: 597.54,
  createdAt: getMinutesAgo(0),
};

/** Loses the answers to payments, and shows these as the newest ones. */
const answerWithoutPayments =
  (records: readonly object[]): RemoteAnswer =>
  (response, { url }) =>
    url.endsWith('/filter')
      ? answerJson(response, 200, { data: records, pagination: { hasNextPage: false, endCursor: null } })
      : void response.destroy();

test('with an API that ignores keys, a payment whose answer is lost is sent once and found by reference and amount', async () => {
  await using api = await startRemoteApi(answerWithoutPayments([paid]), {
    capabilities: createCapabilitiesWithKeys('disproved'),
  });

  const answer = await api.client.billPayments.create(payment);

  expect(answer).toMatchObject({ friendlyId: 'PAY-1' });
  expect(countSent(api.requests, 'POST')).toBe(1);
});

test.each([
  ['none', []],
  ['one of another amount', [{ ...paid, applications: [{ billId: bill, amount: 597.55 }] }]],
  ['one for another bill', [{ ...paid, applications: [{ billId: 'another', amount: 597.54 }] }]],
  ['one under another reference', [{ ...paid, reference: 'CHK 8' }]],
  ['an older one', [{ ...paid, createdAt: getMinutesAgo(20) }]],
  ['one without a time', [{ ...paid, createdAt: undefined }]],
  ['two that fit', [paid, { ...paid, id: 'second' }]],
])('it stays unknown, and is not sent again, where the records show %s', async (_what, records) => {
  await using api = await startRemoteApi(answerWithoutPayments(records), {
    capabilities: createCapabilitiesWithKeys('disproved'),
  });

  await expect(api.client.billPayments.create(payment)).rejects.toMatchObject({ isOpen: true });

  expect(countSent(api.requests, 'POST')).toBe(1);
});

test('with an API that keeps its keys a payment is sent again', async () => {
  await using api = await startRemoteApi((response, _seen, count) =>
    count === 1 ? void response.destroy() : answerJson(response, 201, paid, { 'idempotency-replayed': 'true' }),
  );

  expect(await api.client.billPayments.create(payment)).toMatchObject({ friendlyId: 'PAY-1' });
  expect(countSent(api.requests, 'POST')).toBe(2);
});

test('with an API that ignores keys, what does no harm twice is sent again, and a later refusal settles nothing', async () => {
  await using api = await startRemoteApi(
    (response, _seen, count) => (count === 1 ? void response.destroy() : answerProblem(response, 404, 'NOT_FOUND')),
    { capabilities: createCapabilitiesWithKeys('disproved') },
  );

  await expect(api.client.paymentTerms.delete({ id: net30.id })).rejects.toMatchObject({ isOpen: true });

  expect(countSent(api.requests, 'DELETE')).toBe(2);
});

test.each([
  ['the API', (response) => answerProblem(response, 409, 'CONFLICT'), false],
  ['a proxy', (response) => void response.writeHead(409, { 'content-type': 'text/html' }).end('<h1>Sorry</h1>'), true],
  ['nobody', (response) => void response.writeHead(404).end(), true],
] as const satisfies readonly (readonly [string, RemoteAnswer, boolean])[])(
  'a refusal of %s leaves open what became of an attempt before it',
  async (_who, refuse, isOpen) => {
    await using api = await startRemoteApi((response, _seen, count) =>
      count === 1 ? void response.destroy() : refuse(response),
    );

    await expect(api.client.paymentTerms.delete({ id: net30.id })).rejects.toMatchObject({ isOpen });

    expect(countSent(api.requests, 'DELETE')).toBe(2);
  },
);

test('what was refused before anything was done is sent again, money too', async () => {
  await using api = await startRemoteApi(
    (response, _seen, count) =>
      count === 1
        ? answerProblem(response, 429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '1' })
        : answerJson(response, 201, paid),
    { capabilities: createCapabilitiesWithKeys('disproved') },
  );

  expect(await api.client.billPayments.create(payment)).toMatchObject({ friendlyId: 'PAY-1' });
});

test.each([
  ['made by it is done', getMinutesAgo(0), 'done'],
  ['older than it stays unknown', getMinutesAgo(20), 'unknown'],
])('a lost create with a client key whose key is taken by a record %s', async (_what, createdAt, expected) => {
  await using api = await startRemoteApi(
    (response, { method }, count) => {
      if (method === 'GET') return answerJson(response, 200, { ...net30, key: 'net-30', createdAt });
      return count === 1 ? void response.destroy() : answerProblem(response, 409, 'DUPLICATE_KEY');
    },
    { capabilities: createCapabilitiesWithKeys('disproved') },
  );

  const outcome = await api.client.paymentTerms.create({ ...create, key: 'net-30' }).then(
    () => 'done',
    (error: { isOpen: boolean }) => (error.isOpen ? 'unknown' : 'not done'),
  );

  expect(outcome).toBe(expected);
});

/** Creates capabilities that start unknown, and records what is learned. */
function createLearner() {
  const learned: (readonly [CapabilityVerdict, string])[] = [];
  const capabilities: ApiCapabilities = {
    ...completeCapabilities,
    find: async () => ({ verdict: learned.at(-1)?.[0] ?? 'unknown', isDue: learned.length === 0 }),
    learn: async (name, ...lesson) => void (name === 'Idempotency-Key' && learned.push(lesson)),
  };
  return { learned, capabilities };
}

const changed = { ...net30, description: 'thirty days', updatedAt: '2026-11-20T12:00:01.000Z' };
const withDetail: RemoteAnswer = (response) =>
  answerJson(response, 422, {
    error: {
      code: 'VALIDATION_ERROR',
      message: 'refused',
      details: [{ field: 'Idempotency-Key', message: 'was used for another request' }],
    },
  });

test.each([
  ['is refused by its key', 'proven', withDetail],
  [
    'is the first answer again',
    'proven',
    (response) => answerJson(response, 200, changed, { 'idempotency-replayed': 'true' }),
  ],
  [
    'is carried out again',
    'disproved',
    (response) => answerJson(response, 200, { ...changed, updatedAt: '2026-11-20T12:00:02.000Z' }),
  ],
  ['succeeds and tells nothing', 'unknown', (response) => answerJson(response, 200, changed)],
  ['is refused for another reason', 'unknown', (response) => answerProblem(response, 422, 'VALIDATION_ERROR')],
  ['gets no answer', undefined, (response) => void response.destroy()],
] as const satisfies readonly (readonly [string, CapabilityVerdict | undefined, RemoteAnswer])[])(
  'keys are tried with a change that was made anyway: the same change under its key with one more field %s: %s',
  async (_what, verdict, second) => {
    const { learned, capabilities } = createLearner();
    await using api = await startRemoteApi(
      (response, seen, count) => (count === 1 ? answerJson(response, 200, changed) : second(response, seen, count)),
      { capabilities },
    );

    const answer = await api.client.paymentTerms.update({ id: net30.id, days: 31 });

    const [first, repeated] = api.requests.map(({ headers, body }) => ({
      key: headers['idempotency-key'],
      body: JSON.parse(body.toString()) as object,
    }));
    expect(answer).toEqual(changed);
    expect(learned.map(([lesson]) => lesson)).toEqual(verdict === undefined ? [] : [verdict]);
    expect(repeated?.key).toBe(first?.key);
    expect(first?.body).toEqual({ days: 31 });
    // At the value that the API has just returned, so that nothing changes where the key is ignored. The name is returned
    // as well, and takes an approval.
    expect(repeated?.body).toEqual({ days: 31, description: changed.description });
  },
);

test('nothing is tried where every field that the API returned takes an approval', async () => {
  const { learned, capabilities } = createLearner();
  await using api = await startRemoteApi(
    (response) => answerJson(response, 200, { ...changed, description: undefined }),
    {
      capabilities,
    },
  );

  await api.client.paymentTerms.update({ id: net30.id, days: 31 });

  expect(learned).toEqual([]);
  expect(api.requests).toHaveLength(1);
});

test('nothing is tried with money, with mail or with what is known already', async () => {
  const { learned, capabilities } = createLearner();
  const amounts = { amount: 1, amountPaid: 0, amountOwed: 1 };
  await using api = await startRemoteApi((response) => answerJson(response, 200, { ...changed, ...amounts }), {
    capabilities,
  });

  await api.client.paymentTerms.create(create).catch(() => {});
  await api.client.bills.approve({ id: bill });
  await capabilities.learn('Idempotency-Key', 'proven', 'before');
  await api.client.paymentTerms.update({ id: net30.id, days: 31 });

  expect(learned).toHaveLength(1);
  expect(api.requests).toHaveLength(3);
});
