import { expect, test } from 'vitest';
import { readByIds } from '../../../src/mcp/tool/scan.ts';

const { signal } = new AbortController();

interface IdRequest {
  readonly filter?: { readonly id: { readonly in: readonly string[] } } | undefined;
  readonly cursor?: string | null | undefined;
}

/** Creates a list that gives two records at once, of those whose ids it holds. */
function createList(allIds: readonly string[], { isFiltered = true } = {}) {
  const requests: IdRequest[] = [];
  async function list(request: IdRequest) {
    requests.push(request);
    const requestedIds = allIds.filter((id) => !isFiltered || request.filter?.id.in.includes(id));
    const start = Number(request.cursor ?? 0);
    const hasNextPage = start + 2 < requestedIds.length;
    const pageInfo = { hasNextPage, hasPreviousPage: start > 0, endCursor: String(start + 2) };
    const errors = isFiltered ? [] : [{ field: 'id', message: 'not applied' }];
    return { data: requestedIds.slice(start, start + 2).map((id) => ({ id })), pageInfo, errors };
  }
  return { list, requests };
}

test('records are read by their ids page by page, where an API gives fewer at once than were asked for', async () => {
  const { list } = createList(['a', 'b', 'c', 'd', 'e']);

  const records = await readByIds({ signal }, list, ['e', 'a', 'gone', null, 'a', 'c', 'b', undefined]);

  expect([...records.keys()]).toEqual(['a', 'b', 'c', 'e']);
});

test('one request asks for 250 ids, and none is made for none', async () => {
  const { list, requests } = createList([]);

  await readByIds({ signal }, list, []);
  expect(requests).toEqual([]);
  const ids = Array.from({ length: 251 }, (_, place) => `id-${place}`);
  await readByIds({ signal }, list, ids);

  expect(requests.map(({ filter }) => filter?.id.in.length)).toEqual([250, 1]);
});

test('an API that does not filter by ids gives no other records', async () => {
  const { list } = createList(['a', 'b', 'c'], { isFiltered: false });

  expect([...(await readByIds({ signal }, list, ['b'])).keys()]).toEqual(['b']);
});
