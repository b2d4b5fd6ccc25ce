import { expect, test } from 'vitest';
import { onOneDatabase } from '../support/stores/databases.ts';
import { startService } from '../support/service/service.ts';

onOneDatabase('the catalogs', (database) => {
  test('equipment can be narrowed to a category, a group or a subcategory', async () => {
    await using api = await startService(database);
    const all = await api.request('GET', '/v1/reference-data/equipment');
    const [first] = all.body.data;

    const group = await api.request('GET', `/v1/reference-data/equipment?groupId=${first.group.id.toUpperCase()}`);
    const none = await api.request(
      'GET',
      `/v1/reference-data/equipment?groupId=${first.group.id}&categoryId=${first.group.id}`,
    );

    expect(Object.keys(first)).toEqual(['id', 'name', 'category', 'group', 'subcategory']);
    expect(group.body.data).toContainEqual(first);
    expect(group.body.data.length).toBeLessThan(all.body.data.length);
    expect(group.body.data.every((entry: typeof first) => entry.group.id === first.group.id)).toBe(true);
    expect(none.body.data).toEqual([]);
    expect((await api.request('GET', '/v1/reference-data/equipment?groupId=vans')).status).toBe(400);
  });

  test('a charge code is found by its accounting code, on the short path too', async () => {
    await using api = await startService(database);

    const answer = await api.request('GET', '/v1/reference-data/charge-codes?code=DET');

    expect(answer.body.data).toEqual([
      { id: 20, code: 'DET', name: 'Detention', description: 'Waiting at a dock beyond free time, per hour' },
    ]);
    expect((await api.request('GET', '/v1/charge-codes?code=DET')).body).toEqual(answer.body);
    expect((await api.request('GET', '/v1/charge-codes?code=DE')).body.data).toEqual([]);
  });

  test('special requirements can be narrowed to one type', async () => {
    await using api = await startService(database);

    const drivers = await api.request('GET', '/v1/special-requirements?type=DRIVER');

    expect(drivers.body.data.length).toBeGreaterThan(0);
    expect(new Set(drivers.body.data.map(({ type }: { type: string }) => type))).toEqual(new Set(['DRIVER']));
    expect((await api.request('GET', '/v1/special-requirements?type=TRUCK')).status).toBe(400);
  });

  test('a city is found by how its name begins, whatever the case, with its state and time zone', async () => {
    await using api = await startService(database);

    const answer = await api.request('GET', '/v1/cities?query=chicago,%20il');

    expect(answer.body.data).toMatchObject([
      { name: 'Chicago', stateProvince: 'IL', country: 'US', timeZone: 'America/Chicago' },
    ]);
    expect((await api.request('GET', '/v1/cities?query=CHIC')).body.data).toContainEqual(answer.body.data[0]);
    expect((await api.request('GET', '/v1/cities?query=xyzzy')).body.data).toEqual([]);
  });

  test('every organization sees the same catalogs', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();

    for (const path of ['/v1/equipment', '/v1/charge-codes', '/v1/special-requirements', '/v1/cities']) {
      expect((await stranger.request('GET', path)).body).toEqual((await api.request('GET', path)).body);
    }
  });
});
