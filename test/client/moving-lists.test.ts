import { expect, test } from 'vitest';
import { collect } from '../../src/client/paginate.ts';
import { type RemoteAnswer, answerJson, net30, answerProblem, startRemoteApi } from './remote-api.ts';

const all = { itemsMax: 100 };

const listNames = async (gathered: Promise<{ readonly items: readonly { readonly name: string }[] }>) =>
  (await gathered).items.map(({ name }) => name);

/**
 * Serves pages of these terms; the cursor is the number of the next page, and `refuse` decides which requests are
 * refused for it.
 */
function servePages(
  pages: readonly (readonly string[])[],
  refuse: (count: number) => boolean = () => false,
): RemoteAnswer {
  return (response, { body }, count) => {
    const { cursor } = JSON.parse(String(body)) as { cursor?: string };
    if (cursor !== undefined && refuse(count)) return answerProblem(response, 400, 'BAD_REQUEST');
    const number = Number(cursor ?? 0);
    const hasNextPage = number + 1 < pages.length;
    const endCursor = hasNextPage ? String(number + 1) : null;
    const page = { pageSize: 2, hasNextPage, hasPreviousPage: number > 0, endCursor };
    answerJson(response, 200, {
      data: (pages[number] ?? []).map((name) => ({ ...net30, id: name, name })),
      pagination: page,
    });
  };
}

test('a record that a growing list gives again is counted once', async () => {
  await using api = await startRemoteApi(servePages([['d', 'c'], ['c', 'b'], ['a']]));

  expect(await listNames(collect(api.client.paymentTerms.filter, {}, all))).toEqual(['d', 'c', 'b', 'a']);
});

test('a page that comes twice is not taken for the one in whose place it came', async () => {
  await using api = await startRemoteApi(servePages([['d', 'c'], ['d', 'c'], ['a']]));

  await expect(listNames(collect(api.client.paymentTerms.filter, {}, all))).rejects.toMatchObject({
    code: 'BAD_RESPONSE',
    message: 'a page of the list came twice, so that another one is missing',
  });
});

test('a cursor that runs out on the way begins the list anew, once', async () => {
  const pages = [['d', 'c'], ['b'], ['a']];
  await using api = await startRemoteApi(servePages(pages, (count) => count === 3));
  await using closed = await startRemoteApi(servePages(pages, () => true));

  expect(await listNames(collect(api.client.paymentTerms.filter, {}, all))).toEqual(['d', 'c', 'b', 'a']);
  await expect(listNames(collect(closed.client.paymentTerms.filter, {}, all))).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
  expect([api.requests.length, closed.requests.length]).toEqual([6, 4]);
});

test('a cursor of the caller that is refused at once is theirs to leave out', async () => {
  await using api = await startRemoteApi(servePages([['b'], ['a']], () => true));

  await expect(listNames(collect(api.client.paymentTerms.filter, { cursor: '1' }, all))).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
  expect(api.requests).toHaveLength(1);
});
