import { expect, test } from 'vitest';
import { collect, toPageView } from '../../src/client/paginate.ts';
import { type RemoteAnswer, answerJson, net30, startRemoteApi } from './remote-api.ts';

const buildTerm = (name: string) => ({ ...net30, id: name, name });

/** Serves two terms a page; the cursor is the number of the next page. */
function serveThreePages(key: 'pagination' | 'pageInfo'): RemoteAnswer {
  return (response, { body }) => {
    const number = Number((JSON.parse(String(body)) as { cursor?: string }).cursor ?? 1);
    const meta = {
      pageSize: 2,
      hasNextPage: number < 3,
      hasPreviousPage: number > 1,
      endCursor: number < 3 ? String(number + 1) : null,
    };
    answerJson(response, 200, { data: [buildTerm(`${number}a`), buildTerm(`${number}b`)], [key]: meta });
  };
}

const listNames = async (gathered: Promise<{ readonly items: readonly { readonly name: string }[] }>) =>
  (await gathered).items.map(({ name }) => name);

const all = { itemsMax: 100 };

test.each(['pagination', 'pageInfo'] as const)(
  'all pages are walked, whether their metadata is called %s or not',
  async (key) => {
    await using api = await startRemoteApi(serveThreePages(key));

    const termNames = await listNames(collect(api.client.paymentTerms.filter, {}, all));

    expect(termNames).toEqual(['1a', '1b', '2a', '2b', '3a', '3b']);
  },
);

test('every page is asked for under the same filter, even when the caller changes it meanwhile', async () => {
  await using api = await startRemoteApi(serveThreePages('pagination'));
  const input = { filter: { days: { gte: 30 } }, pageSize: 2 };

  const gathering = collect(api.client.paymentTerms.filter, input, all);
  input.filter.days.gte = 60;
  await gathering;

  expect(api.requests.map(({ body }) => JSON.parse(String(body)) as unknown)).toEqual([
    { filter: { days: { gte: 30 } }, pageSize: 2 },
    { filter: { days: { gte: 30 } }, pageSize: 2, cursor: '2' },
    { filter: { days: { gte: 30 } }, pageSize: 2, cursor: '3' },
  ]);
});

test('walking begins at a given cursor', async () => {
  await using api = await startRemoteApi(serveThreePages('pagination'));

  const termNames = await listNames(collect(api.client.paymentTerms.filter, { cursor: '3' }, all));

  expect(termNames).toEqual(['3a', '3b']);
});

test('walking ends at the bound of items and asks for no page too many', async () => {
  await using api = await startRemoteApi(serveThreePages('pagination'));

  const termNames = await listNames(collect(api.client.paymentTerms.filter, {}, { itemsMax: 4 }));

  expect(termNames).toEqual(['1a', '1b', '2a', '2b']);
  expect(api.requests).toHaveLength(2);
});

test('a list of ever more empty pages is left after a thousand, and not taken for complete', async () => {
  let count = 0;
  const list = async (_request: { cursor?: string | null }) => {
    count += 1;
    return { data: [], pagination: { pageSize: 0, hasNextPage: true, hasPreviousPage: true, endCursor: `${count}` } };
  };

  const collected = await collect(list, {}, all);

  expect(collected).toMatchObject({ isComplete: false, items: [], endCursor: '1000' });
});

test('what was gathered says whether it is all, and how to go on', async () => {
  await using api = await startRemoteApi(serveThreePages('pagination'));

  const firstItems = await collect(api.client.paymentTerms.filter, {}, { itemsMax: 3 });
  const rest = await collect(api.client.paymentTerms.filter, { cursor: firstItems.endCursor }, all);

  expect(firstItems).toMatchObject({ isComplete: false, endCursor: '3', items: { length: 4 } });
  expect(rest).toMatchObject({ isComplete: true, endCursor: null, items: { length: 2 } });
});

test.each([
  ['the same cursor again and again', 'again'],
  ['no cursor', null],
])('a list that says it continues but gives %s is refused instead of walked for ever', async (_what, endCursor) => {
  await using api = await startRemoteApi((response, _seen, count) =>
    answerJson(response, 200, {
      data: [buildTerm(`${count}`)],
      pagination: { pageSize: 1, hasNextPage: true, hasPreviousPage: false, endCursor },
    }),
  );

  const walk = listNames(collect(api.client.paymentTerms.filter, {}, all));

  await expect(walk).rejects.toMatchObject({
    code: 'BAD_RESPONSE',
    message: 'the list says that it continues, but its cursor leads nowhere new',
  });
});

test('a list whose cursors go round in a circle is refused', async () => {
  await using api = await startRemoteApi((response, _seen, count) => {
    const endCursor = ['a', 'b', 'c'][count % 3];
    answerJson(response, 200, {
      data: [buildTerm(`${count}`)],
      pagination: { pageSize: 1, hasNextPage: true, hasPreviousPage: false, endCursor },
    });
  });

  await expect(listNames(collect(api.client.paymentTerms.filter, {}, all))).rejects.toMatchObject({
    code: 'BAD_RESPONSE',
  });

  expect(api.requests).toHaveLength(4);
});

test('a page without metadata is refused, not taken for the last', async () => {
  await using api = await startRemoteApi((response) => answerJson(response, 200, { data: [net30] }));

  await expect(listNames(collect(api.client.paymentTerms.filter, {}, all))).rejects.toMatchObject({
    code: 'BAD_RESPONSE',
    message: expect.stringContaining('whose pagination is missing'),
  });
});

test('an answer without its list of data is not a page', async () => {
  await using api = await startRemoteApi((response) => answerJson(response, 200, { items: [] }));

  await expect(api.client.paymentTerms.filter({})).rejects.toMatchObject({
    code: 'BAD_RESPONSE',
    message: 'paymentTerms.filter was answered with status 200 without a list of data',
  });
});

test('filter fields that were not applied are told', async () => {
  const errors = [{ field: 'colour', message: 'is not a field of payment terms' }];
  await using api = await startRemoteApi((response) =>
    answerJson(response, 200, {
      data: [net30],
      pagination: { pageSize: 50, hasNextPage: false, hasPreviousPage: false, endCursor: null },
      errors: [...errors, 'noise'],
    }),
  );

  const view = toPageView(await api.client.paymentTerms.filter({}));

  expect(view.errors).toEqual([...errors, { field: 'noise', message: 'was not applied' }]);
});

test('a numbered page, as searches answer it, says whether another follows', () => {
  const answer = { data: [1, 2], pagination: { pageNumber: 2, pageSize: 2, totalPages: 3 } };

  const view = toPageView(answer);

  expect(view.page).toEqual({ pageSize: 2, hasNextPage: true, hasPreviousPage: true, endCursor: null });
});

test('a stopped walk asks for no further page', async () => {
  await using api = await startRemoteApi(serveThreePages('pagination'));
  const caller = new AbortController();

  const stopAfterPage: typeof api.client.paymentTerms.filter = async (request, options) => {
    const page = await api.client.paymentTerms.filter(request, options);
    caller.abort();
    return page;
  };

  const walk = collect(stopAfterPage, {}, { ...all, signal: caller.signal });

  await expect(walk).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(api.requests).toHaveLength(1);
});
