import { expect, test } from 'vitest';
import { savedSearches } from '../../../src/contract/search/saved-searches.ts';
import type { ServiceContext } from '../../../src/service/shared/context.ts';
import { findSavedSearch } from '../../../src/service/search/saved-searches.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { insertRow } from '../../support/records/fixtures.ts';
import { type ApiCaller, startService, type TestService } from '../../support/service/service.ts';
import { listRefusedFilters } from '../parties/parties.ts';

const late = {
  name: 'Late in Texas',
  preferenceType: 'CARRIER',
  jsonValue: {
    searchCriteria: { filters: [{ field: 'state', searchCriteria: { operator: 'EQUALS', values: ['TX'] } }] },
    sorting: [{ id: 'name', desc: true }],
    columnVisibility: { phone: false },
    columnOrder: ['name', 'state'],
  },
};

async function saveSearch(api: ApiCaller, more: object = {}) {
  const { status, body } = await api.request('POST', '/v1/saved-searches', { ...late, ...more });
  expect(status).toBe(201);
  return body;
}

/** Writes a saved search of another API client of the same organization. */
const insertColleagueSearch = (api: TestService, isPublic: number | null) =>
  insertRow(api, 'saved_search', {
    name: 'Theirs',
    preference_type: 'CARRIER',
    json_value: '{}',
    is_public: isPublic,
    owner_client_id: 'another-client',
  });

const find = async (api: ApiCaller, filter: object = {}): Promise<string[]> =>
  (await api.request('POST', '/v1/saved-searches/filter', { filter })).body.data.map(
    ({ name }: { name: string }) => name,
  );

/** Builds the part of the context that a search request in this organization needs. */
const buildContext = ({ database, organizationId }: TestService, clientId = 'another-client') =>
  ({ db: database.reader, organizationId, clientId }) as ServiceContext; // findSavedSearch reads nothing else.

onOneDatabase('saved searches', (database) => {
  test('a saved search keeps what is searched and how it is shown', async () => {
    await using api = await startService(database);

    const search = await saveSearch(api, { key: 'late' });

    expect(search).toMatchObject({
      object: 'SAVED_SEARCH',
      ...late,
      isPublic: false,
      ownedByUser: null,
      groupId: null,
      updatedAt: null,
    });
    expect(search).not.toHaveProperty('deletedAt');
    expect((await api.request('GET', `/v1/saved-searches/${search.id}`)).body).toEqual(search);
    expect((await api.request('GET', '/v1/saved-searches/late?by=key')).body).toEqual(search);
  });

  test('a patch replaces what it names; what is searched for stays', async () => {
    await using api = await startService(database);
    const path = `/v1/saved-searches/${(await saveSearch(api)).id}`;

    const changed = await api.request('PATCH', path, { name: 'Any', jsonValue: {}, isPublic: null });

    expect(changed.body).toMatchObject({ name: 'Any', jsonValue: {}, isPublic: null, preferenceType: 'CARRIER' });
    expect(changed.body.updatedAt).toBe(api.clock.now);
    for (const wrong of [{ preferenceType: 'LOAD' }, { name: null }, { jsonValue: { sorting: 'name' } }])
      expect((await api.request('PATCH', path, wrong)).status).toBe(400);
    expect((await api.request('POST', '/v1/saved-searches', { ...late, preferenceType: 'SHIP' })).status).toBe(400);
  });

  test('a deleted search is gone for good', async () => {
    await using api = await startService(database);
    const { id } = await saveSearch(api);

    expect((await api.request('DELETE', `/v1/saved-searches/${id}`)).status).toBe(204);

    expect((await api.request('DELETE', `/v1/saved-searches/${id}`)).status).toBe(404);
    expect((await api.request('GET', `/v1/saved-searches/${id}`)).status).toBe(404);
    expect(await api.database.reader.selectFrom('saved_search').selectAll().execute()).toEqual([]);
  });

  test('another client of the organization finds a public search but never changes it', async () => {
    await using api = await startService(database);
    const colleagueSearch = await insertColleagueSearch(api, 1);
    const path = `/v1/saved-searches/${colleagueSearch.id}`;

    expect((await api.request('GET', path)).body.name).toBe('Theirs');
    expect(await find(api)).toEqual(['Theirs']);
    expect((await api.request('PATCH', path, { name: 'Mine' })).status).toBe(404);
    expect((await api.request('DELETE', path)).status).toBe(404);
    expect((await api.request('GET', path)).body.name).toBe('Theirs');
  });

  test('a private search of another client does not exist', async () => {
    await using api = await startService(database);
    await saveSearch(api);
    for (const isPublic of [0, null]) {
      const path = `/v1/saved-searches/${(await insertColleagueSearch(api, isPublic)).id}`;
      for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const)
        expect((await api.request(method, path, body)).status).toBe(404);
    }

    expect(await find(api)).toEqual([late.name]);
    expect(await find(api, { or: [{ isPublic: { isNull: true } }, { name: { equalTo: 'Theirs' } }] })).toEqual([]);
  });

  test('a search without an owner is everybody’s in the organization', async () => {
    await using api = await startService(database);
    const shared = await insertRow(api, 'saved_search', {
      name: 'Ours',
      preference_type: 'BILL',
      json_value: '{}',
    });

    expect(await find(api)).toEqual(['Ours']);
    expect((await api.request('PATCH', `/v1/saved-searches/${shared.id}`, { name: 'Yours' })).body.name).toBe('Yours');
  });

  test('a key is used once, every filter field works, and another organization finds nothing', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { id } = await saveSearch(api, { key: 'late', isPublic: true });

    const twice = await api.request('POST', '/v1/saved-searches', { ...late, key: 'late' });

    expect(twice).toMatchObject({ status: 409, body: { error: { code: 'DUPLICATE_KEY' } } });
    expect(await listRefusedFilters(api, '/v1/saved-searches/filter', savedSearches.filter.filter)).toEqual([]);
    expect(await find(api, { preferenceType: { equalTo: 'CARRIER' }, isPublic: { equalTo: true } })).toEqual([
      late.name,
    ]);
    expect(await find(stranger)).toEqual([]);
    expect((await stranger.request('GET', `/v1/saved-searches/${id}`)).status).toBe(404);
  });

  test('a search request gets the state of a search that it finds and that fits', async () => {
    await using api = await startService(database);
    await saveSearch(api, { key: 'late', isPublic: true });
    const { id } = await saveSearch(api, { key: 'mine' });
    const ctx = buildContext(api);

    expect(await findSavedSearch(ctx, { key: 'late' }, 'CARRIER')).toEqual(late.jsonValue);
    for (const wrong of [{ key: 'late' }, { key: 'mine' }, { id }, { key: 'none' }])
      await expect(findSavedSearch(ctx, wrong, 'LOCATION')).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        details: [{ field: 'savedSearch' }],
      });
    await expect(findSavedSearch(ctx, { key: 'mine' }, 'CARRIER')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});
