import { expect, test } from 'vitest';
import { users } from '../../../src/contract/organization/users.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { startService } from '../../support/service/service.ts';
import { listRefusedFilters } from '../parties/parties.ts';

const jo = { email: 'jo@desk.test', status: 'ACTIVE', roles: ['CARRIER_REP', 'ADMIN'] };

onOneDatabase('users', (database) => {
  test('a user can be created, read by id and key, changed and deleted', async () => {
    await using api = await startService(database);

    const created = await api.request('POST', '/v1/users', { ...jo, name: 'Jo', key: 'jo' });
    const path = `/v1/users/${created.body.id}`;
    const changed = await api.request('PATCH', path, { roles: ['AR_AP'], status: 'INACTIVE', name: null });

    expect(created).toMatchObject({
      status: 201,
      body: { object: 'USER', ...jo, name: 'Jo', teams: [], avatarId: null },
    });
    expect(changed.body).toMatchObject({
      email: jo.email,
      roles: ['AR_AP'],
      status: 'INACTIVE',
      name: null,
      key: 'jo',
    });
    expect((await api.request('GET', '/v1/users/jo?by=key')).body).toEqual(changed.body);
    expect((await api.request('DELETE', path)).status).toBe(204);
    expect((await api.request('GET', path)).status).toBe(404);
  });

  test('a user needs an e-mail and a role, and names only records that exist', async () => {
    await using api = await startService(database);
    const nobody = '018f0000-0000-7000-8000-000000000000';

    expect((await api.request('POST', '/v1/users', { ...jo, email: 'jo' })).status).toBe(400);
    expect((await api.request('POST', '/v1/users', { ...jo, roles: [] })).status).toBe(400);
    const avatar = await api.request('POST', '/v1/users', { ...jo, avatarId: nobody });
    expect(avatar).toMatchObject({ status: 422, body: { error: { details: [{ field: 'avatarId' }] } } });
    const team = await api.request('POST', '/v1/users', { ...jo, teams: [{ id: nobody }] });
    expect(team).toMatchObject({ status: 422, body: { error: { details: [{ field: 'teams.0' }] } } });
  });

  test('filters find users by role, status and text', async () => {
    await using api = await startService(database);
    await api.request('POST', '/v1/users', jo);
    await api.request('POST', '/v1/users', { email: 'al@desk.test', status: 'PENDING', roles: ['AR_AP'] });
    const filterEmails = async (filter: object) =>
      (await api.request('POST', '/v1/users/filter', { filter })).body.data.map(
        ({ email }: { email: string }) => email,
      );

    expect(await filterEmails({ roles: { contains: 'ADMIN' } })).toEqual([jo.email]);
    expect(await filterEmails({ roles: { containsAll: ['ADMIN', 'AR_AP'] } })).toEqual([]);
    expect(await filterEmails({ roles: { containsAny: ['ADMIN', 'AR_AP'] } })).toHaveLength(2);
    expect(await filterEmails({ status: { equalTo: 'PENDING' } })).toEqual(['al@desk.test']);
    expect(await filterEmails({ email: { startsWith: 'JO' } })).toEqual([jo.email]);
    expect(await listRefusedFilters(api, '/v1/users/filter', users.filter.filter)).toEqual([]);
  });

  test('another organization sees no user, and a key is used once', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { body } = await api.request('POST', '/v1/users', { ...jo, key: 'jo' });

    expect((await stranger.request('GET', `/v1/users/${body.id}`)).status).toBe(404);
    expect((await stranger.request('PATCH', `/v1/users/${body.id}`, { name: 'x' })).status).toBe(404);
    expect((await stranger.request('POST', '/v1/users/filter')).body.data).toEqual([]);
    const twice = await api.request('POST', '/v1/users', { ...jo, key: 'jo' });
    expect(twice).toMatchObject({ status: 409, body: { error: { code: 'DUPLICATE_KEY' } } });
  });
});
