import { expect, test } from 'vitest';
import { createCapabilities, createCapabilitiesWithKeys } from '../../src/client/capabilities/api-capabilities.ts';
import { type RemoteAnswer, answerJson, answerProblem, startRemoteApi } from './remote-api.ts';

const factors = Array.from({ length: 300 }, (_, place) => ({
  id: `0190b6a0-0000-7000-8000-${String(place).padStart(12, '0')}`,
  companyName: place === 270 ? 'Nordfälle Factoring' : `Factor ${place}`,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
}));

interface FilterRequest {
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly pageSize: number;
  readonly cursor?: string;
}

/** Serves carrier factors in pages, whatever the filter says; `answer` may answer a request otherwise. */
const serveFactors =
  (
    answer: (request: FilterRequest) => { readonly status: number; readonly body: object } | undefined = () =>
      undefined,
  ): RemoteAnswer =>
  (response, { body }) => {
    const request = JSON.parse(body.toString()) as FilterRequest;
    const special = answer(request);
    if (special) return answerJson(response, special.status, special.body);
    const from = Number(request.cursor ?? 0);
    const end = from + request.pageSize;
    const pageInfo = { hasNextPage: end < factors.length, endCursor: String(end), pageSize: request.pageSize };
    answerJson(response, 200, { data: factors.slice(from, end), pageInfo });
  };

const byName = { filter: { companyName: { includes: 'nordfalle' } }, pageSize: 5 };
const expectedRows = [expect.objectContaining({ companyName: 'Nordfälle Factoring' })];
const listFilters = (requests: readonly { readonly body: Buffer }[]) =>
  requests.map(({ body }) => (JSON.parse(body.toString()) as FilterRequest).filter);

test.each([
  ['ignores it in silence', undefined],
  [
    'names it as not applied',
    ({ filter = {} }: FilterRequest) =>
      'companyName' in filter
        ? {
            status: 200,
            body: {
              data: factors.slice(0, 5),
              pageInfo: { hasNextPage: true, endCursor: '5', pageSize: 5 },
              errors: { companyName: 'unknown' },
            },
          }
        : undefined,
  ],
  [
    'refuses it',
    ({ filter = {} }: FilterRequest) =>
      'companyName' in filter
        ? {
            status: 400,
            body: {
              code: 'BAD_REQUEST',
              message: 'bad filter',
              details: [{ field: 'filter.companyName', message: 'x' }],
            },
          }
        : undefined,
  ],
])('a list whose API %s is filtered on this machine, and the field is remembered', async (_what, answer) => {
  const capabilities = createCapabilities();
  await using api = await startRemoteApi(serveFactors(answer), { capabilities });

  const first = await api.client.carrierFactors.filter(byName);
  const learnedAfter = api.requests.length;
  const second = await api.client.carrierFactors.filter(byName);

  expect([first.data, second.data]).toEqual([expectedRows, expectedRows]);
  expect(first).not.toHaveProperty('errors');
  expect(await capabilities.isMissing('filter carrierFactors.companyName')).toBe(true);
  expect(listFilters(api.requests.slice(learnedAfter))).toEqual([{}, {}]);
});

test('one record that does not match is left out, and nothing is learned from it', async () => {
  const capabilities = createCapabilities();
  const matching = factors.slice(0, 5).map((factor) => ({ ...factor, companyName: 'Nordfalle' }));
  await using api = await startRemoteApi(
    serveFactors(() => ({
      status: 200,
      body: { data: [...matching, factors[7]], pageInfo: { hasNextPage: false, endCursor: null } },
    })),
    { capabilities },
  );

  const { data } = await api.client.carrierFactors.filter(byName);

  expect(data).toHaveLength(5);
  expect(await capabilities.isMissing('filter carrierFactors.companyName')).toBe(false);
});

test('a field that the records do not show stays named, and nothing is left out', async () => {
  await using api = await startRemoteApi(
    serveFactors(() => ({
      status: 200,
      body: {
        data: [{ id: factors[0]?.id, createdAt: factors[0]?.createdAt }],
        pageInfo: { hasNextPage: false, endCursor: null },
        errors: [{ field: 'bankName', message: 'no' }],
      },
    })),
  );

  const page = await api.client.carrierFactors.filter({ filter: { bankName: { equalTo: 'First Bank' } } });

  expect(page).toMatchObject({ data: [{ id: factors[0]?.id }], errors: [{ field: 'bankName' }] });
});

test('a strict caller is told which filter was ignored, and filters itself', async () => {
  await using api = await startRemoteApi(serveFactors());

  const page = await api.client.carrierFactors.filter(byName, { isStrict: true });

  expect(page.data).toHaveLength(5);
  expect(page).toMatchObject({ errors: [{ field: 'companyName' }] });
});

test('a record that is asked for by its id, on a condition that it does not meet, shows that the condition is ignored', async () => {
  const capabilities = createCapabilities();
  await using api = await startRemoteApi(
    serveFactors(() => ({
      status: 200,
      body: { data: [...factors.slice(0, 3), factors[9]], pageInfo: { hasNextPage: false, endCursor: null } },
    })),
    { capabilities },
  );
  const since = '2026-11-20T00:00:00.000Z';
  const never = '1970-01-01T00:00:00.000Z';

  await api.client.carrierFactors.filter({
    filter: {
      or: [
        { id: { in: factors.slice(0, 3).map(({ id }) => id) }, createdAt: { greaterThanOrEqualTo: since } },
        { id: { in: [factors[9]?.id ?? ''] }, updatedAt: { lessThan: never } },
      ],
    },
  });

  expect(await capabilities.isMissing('filter carrierFactors.updatedAt')).toBe(true);
});

test('a list that is not there is named in words of the trade; an extension is not asked for again on that day', async () => {
  const capabilities = createCapabilitiesWithKeys('disproved');
  await using api = await startRemoteApi((response) => answerProblem(response, 404, 'NOT_FOUND'), { capabilities });

  const readOrders = () => api.client.orders.filter({});

  await expect(readOrders()).rejects.toMatchObject({
    code: 'NOT_IMPLEMENTED',
    message: "This API can't list orders (it has no POST /orders/filter).",
  });
  await expect(readOrders()).rejects.toMatchObject({ code: 'NOT_IMPLEMENTED' });
  expect(api.requests).toHaveLength(1);
});

test('404 on the path of a record is about the record', async () => {
  const pagination = { pageSize: 1, hasNextPage: false, hasPreviousPage: false, endCursor: null };
  await using api = await startRemoteApi((response, { url }) =>
    url.endsWith('/filter')
      ? answerJson(response, 200, { data: [], pagination })
      : answerProblem(response, 404, 'NOT_FOUND'),
  );

  await expect(api.client.orders.get({ id: factors[0]?.id ?? '', by: 'id' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('pages of a size that was refused once are not asked for again', async () => {
  const capabilities = createCapabilities();
  await using api = await startRemoteApi(
    serveFactors(({ pageSize }) =>
      pageSize > 100 ? { status: 400, body: { code: 'BAD_REQUEST', message: 'too large' } } : undefined,
    ),
    { capabilities },
  );

  const first = await api.client.carrierFactors.filter({ pageSize: 250 });
  const second = await api.client.carrierFactors.filter({ pageSize: 250 });

  expect([first.data.length, second.data.length]).toEqual([252, 252]);
  expect(api.requests).toHaveLength(1 + 3 + 3);
  expect(await capabilities.isMissing('page size')).toBe(true);
});

test('a page of more than 100 records proves that the API has pages of that size', async () => {
  const capabilities = createCapabilities();
  await using api = await startRemoteApi(serveFactors(), { capabilities });

  await api.client.carrierFactors.filter({ pageSize: 100 });
  const { verdict: before } = await capabilities.find('page size');
  await api.client.carrierFactors.filter({ pageSize: 250 });
  const { verdict: after } = await capabilities.find('page size');

  expect([before, after]).toEqual(['unknown', 'proven']);
});

test('records that do not say whether they are deleted show that a filter by the time of change is ignored', async () => {
  const capabilities = createCapabilities();
  await using api = await startRemoteApi(serveFactors(), { capabilities });
  const since = '2026-11-26T00:00:00.000Z';

  await api.client.carrierFactors.filter(
    {
      filter: {
        or: [
          { updatedAt: { greaterThanOrEqualTo: since } },
          { createdAt: { greaterThanOrEqualTo: since } },
          { deletedAt: { greaterThanOrEqualTo: since } },
        ],
      },
      pageSize: 100,
    },
    { isStrict: true },
  );
  await api.client.carrierFactors.filter(
    { filter: { deletedAt: { isNull: false } }, pageSize: 100 },
    { isStrict: true },
  );

  expect(await capabilities.isMissing('filter carrierFactors.updatedAt')).toBe(true);
  expect(await capabilities.isMissing('filter carrierFactors.deletedAt')).toBe(false);
});
