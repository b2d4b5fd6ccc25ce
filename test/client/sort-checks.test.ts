import { expect, test } from 'vitest';
import { createCapabilities } from '../../src/client/capabilities/api-capabilities.ts';
import { type RemoteAnswer, answerJson, answerProblem, startRemoteApi } from './remote-api.ts';

interface SortRequest {
  readonly sort?: readonly { readonly field: string }[];
  readonly pagination?: { readonly pageNumber: number; readonly pageSize: number };
}

const createRows = (cities: readonly (string | null)[]) =>
  cities.map((city, place) => ({
    object: 'VENDOR_SEARCH_ROW',
    friendlyId: `V${place}`,
    name: 'Vendor',
    numberOfTimesUsed: 0,
    id: `0190b6a0-0000-7000-8000-${String(place).padStart(12, '0')}`,
    city,
  }));

/** Serves vendors in the order in which they come. */
const serveVendors =
  (rows: readonly object[]): RemoteAnswer =>
  (response, { body }) => {
    const { pagination = { pageNumber: 1, pageSize: 50 } } = JSON.parse(body.toString()) as SortRequest;
    const { pageNumber, pageSize } = pagination;
    const data = rows.slice((pageNumber - 1) * pageSize, pageNumber * pageSize);
    const page = { pageNumber, pageSize: data.length, totalPages: Math.ceil(rows.length / pageSize) };
    answerJson(response, 200, { data, pagination: page, totalResults: rows.length });
  };

async function searchSorted(
  answer: RemoteAnswer,
  order: 'asc' | 'desc' = 'asc',
  pagination = { pageNumber: 1, pageSize: 5 },
) {
  const capabilities = createCapabilities();
  await using api = await startRemoteApi(answer, { capabilities });
  const sort = [{ field: 'city' as const, order }];
  const search = () => api.client.vendors.search({ sort, pagination });
  const page = await search();
  await search();
  return {
    page,
    cities: page.data.map((row) => (row.object === 'VENDOR_SEARCH_ROW' ? row.city : undefined)),
    verdict: (await capabilities.find('sort vendors.search')).verdict,
    sentSorts: api.requests.map(({ body }) => (JSON.parse(body.toString()) as SortRequest).sort !== undefined),
  };
}

const shuffled = ['Pine', 'Ash', 'Oak', 'élan', 'Birch', null, 'Cedar'];

test('a list that the API does not sort is sorted on this machine, and that is remembered', async () => {
  const { page, cities, verdict, sentSorts } = await searchSorted(serveVendors(createRows(shuffled)));

  expect(cities).toEqual(['Ash', 'Birch', 'Cedar', 'élan', 'Oak']);
  expect(page).toMatchObject({ pagination: { pageNumber: 1, pageSize: 5, totalPages: 2 }, totalResults: 7 });
  expect(page).not.toHaveProperty('errors');
  expect(verdict).toBe('disproved');
  expect(sentSorts).toEqual([true, false, false]);
});

test('rows without a value come last in a descending list too', async () => {
  const { cities } = await searchSorted(serveVendors(createRows(shuffled)), 'desc', { pageNumber: 1, pageSize: 7 });

  expect(cities).toEqual(['Pine', 'Oak', 'élan', 'Cedar', 'Birch', 'Ash', null]);
});

test('an order that the API refuses is made on this machine', async () => {
  const serve = serveVendors(createRows(shuffled));
  const refuse: RemoteAnswer = (response, seen, count) =>
    (JSON.parse(seen.body.toString()) as SortRequest).sort
      ? answerJson(response, 422, {
          code: 'VALIDATION_ERROR',
          message: 'x',
          details: [{ field: 'sort', message: 'unknown' }],
        })
      : serve(response, seen, count);

  const { cities, verdict } = await searchSorted(refuse);

  expect(cities).toEqual(['Ash', 'Birch', 'Cedar', 'élan', 'Oak']);
  expect(verdict).toBe('disproved');
});

test.each([
  ['texts that every database sorts in its own way', ['Zinc', 'alder', 'Zinc 10', 'Zinc 9']],
  ['rows without a value', [null, 'Ash', null, 'Birch']],
  ['equal values', ['Ash', 'Ash', 'Ash']],
  ['a single row', ['Ash']],
])('%s prove nothing', async (_what, cities) => {
  const result = await searchSorted(serveVendors(createRows(cities)));

  expect(result.cities).toEqual(cities);
  expect(result.verdict).toBe('unknown');
});

test('a field that the API does not send proves nothing', async () => {
  const rows = createRows(shuffled).map(({ city: _left, ...row }) => row);
  const { verdict } = await searchSorted(serveVendors(rows));

  expect(verdict).toBe('unknown');
});

test('a sorted page proves that the API sorts, once enough of its rows show it', async () => {
  const cities = Array.from({ length: 10 }, (_, place) => `Oak ${'abcdefghij'.charAt(place)}`);
  const { verdict, sentSorts } = await searchSorted(serveVendors(createRows(cities)), 'asc', {
    pageNumber: 1,
    pageSize: 10,
  });

  expect(verdict).toBe('proven');
  expect(sentSorts).toEqual([true, true]);
});

test('a list that is too long to be read to its end says that its order is not certain', async () => {
  const cities = Array.from({ length: 1001 }, (_, place) => (place % 2 === 0 ? `Ash ${place}` : `Birch ${place}`));
  const { page, verdict } = await searchSorted(serveVendors(createRows(cities)));

  expect(page.data).toHaveLength(5);
  expect(page).toMatchObject({ errors: [{ field: 'sort', message: 'was not applied' }] });
  expect(verdict).toBe('disproved');
});

test('what is learned of an operation quotes nothing that the API wrote', async () => {
  const capabilities = createCapabilities();
  await using api = await startRemoteApi((response) => answerProblem(response, 404, 'NOT_FOUND'), { capabilities });

  await expect(api.client.orders.filter({})).rejects.toMatchObject({ code: 'NOT_IMPLEMENTED' });

  const evidence = (await capabilities.list()).map((row) => row.evidence);
  expect(evidence).toContain('POST /orders/filter was answered with NOT_FOUND');
  expect(evidence.join(' ')).not.toContain('said the API');
});
