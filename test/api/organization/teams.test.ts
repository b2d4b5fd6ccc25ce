import { expect, test } from 'vitest';
import { teams } from '../../../src/contract/organization/teams.ts';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import { type ApiCaller, startService } from '../../support/service/service.ts';
import { listRefusedFilters } from '../parties/parties.ts';

const nobody = '018f0000-0000-7000-8000-000000000000';

async function createUser(api: ApiCaller, name: string, more: object = {}) {
  const user = { email: `${name}@desk.test`, name, key: name, status: 'ACTIVE', roles: ['CARRIER_REP'], ...more };
  const { status, body } = await api.request('POST', '/v1/users', user);
  expect(status).toBe(201);
  return body;
}

async function createTeam(api: ApiCaller, name: string, users: readonly object[] = []) {
  const { status, body } = await api.request('POST', '/v1/teams', { name, key: name, users });
  expect(status).toBe(201);
  return body;
}

interface HasName {
  readonly name: string;
}

const sortNames = (list: readonly HasName[]) => list.map(({ name }) => name).sort();
const listMembers = async (api: ApiCaller, team: string) =>
  sortNames((await api.request('GET', `/v1/teams/${team}?by=key`)).body.users);
const listTeams = async (api: ApiCaller, user: string) =>
  sortNames((await api.request('GET', `/v1/users/${user}?by=key`)).body.teams);
const find = async (api: ApiCaller, filter: object) =>
  sortNames((await api.request('POST', '/v1/teams/filter', { filter })).body.data);

onOneDatabase('teams', (database) => {
  test('a team names its members by id or key, each once, and both sides show it', async () => {
    await using api = await startService(database);
    const ana = await createUser(api, 'ana');
    await createUser(api, 'bo');

    const team = await createTeam(api, 'west', [{ id: ana.id }, { key: 'bo' }, { key: 'ana' }]);

    expect(team).toMatchObject({ object: 'TEAM', name: 'west', key: 'west', updatedAt: null });
    expect(team.users).toHaveLength(2);
    expect(team.users[0]).not.toHaveProperty('teams');
    expect((await api.request('GET', `/v1/teams/${team.id}`)).body).toEqual(team);
    const teams = (await api.request('GET', '/v1/users/ana')).body.teams;
    expect(teams).toMatchObject([{ object: 'TEAM', id: team.id, name: 'west' }]);
    expect(teams[0]).not.toHaveProperty('users');
  });

  test('a patch with users replaces the whole membership; without, it stays', async () => {
    await using api = await startService(database);
    for (const name of ['ana', 'bo', 'cy']) await createUser(api, name);
    await createTeam(api, 'west', [{ key: 'ana' }, { key: 'bo' }]);

    await api.request('PATCH', '/v1/teams/west', { name: 'far west' });
    expect(await listMembers(api, 'west')).toEqual(['ana', 'bo']);

    const replaced = await api.request('PATCH', '/v1/teams/west', { users: [{ key: 'bo' }, { key: 'cy' }] });
    expect(replaced.body.name).toBe('far west');
    expect(sortNames(replaced.body.users)).toEqual(['bo', 'cy']);
    expect(await listTeams(api, 'ana')).toEqual([]);

    expect((await api.request('PATCH', '/v1/teams/west', { users: [] })).body.users).toEqual([]);
  });

  test('a user names its teams the same way', async () => {
    await using api = await startService(database);
    const west = await createTeam(api, 'west');
    for (const name of ['east', 'north']) await createTeam(api, name);

    const ana = await createUser(api, 'ana', { teams: [{ id: west.id }, { key: 'east' }] });
    const moved = await api.request('PATCH', '/v1/users/ana', { teams: [{ key: 'north' }] });
    const unchanged = await api.request('PATCH', '/v1/users/ana', { phone: '1' });

    expect(sortNames(ana.teams)).toEqual(['east', 'west']);
    expect(sortNames(moved.body.teams)).toEqual(['north']);
    expect(sortNames(unchanged.body.teams)).toEqual(['north']);
    expect(await listMembers(api, 'north')).toEqual(['ana']);
    expect(await listMembers(api, 'west')).toEqual([]);
  });

  test('who is deleted is on no list, and a deleted team is on nobody’s', async () => {
    await using api = await startService(database);
    for (const name of ['ana', 'bo']) await createUser(api, name);
    await createTeam(api, 'west', [{ key: 'ana' }, { key: 'bo' }]);
    await createTeam(api, 'east', [{ key: 'ana' }]);

    await api.request('DELETE', '/v1/users/bo');
    expect((await api.request('DELETE', '/v1/teams/east')).status).toBe(204);

    expect(await listMembers(api, 'west')).toEqual(['ana']);
    expect(await listTeams(api, 'ana')).toEqual(['west']);
    expect((await api.request('GET', '/v1/teams/east')).status).toBe(404);
    expect(await find(api, {})).toEqual(['west']);
    expect(await find(api, { deletedAt: { isNull: false } })).toEqual(['east']);
  });

  test('a member that does not exist here is refused by its place in the list', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const otherUser = await createUser(stranger, 'zoe');
    await createUser(api, 'ana');
    await createTeam(api, 'west', [{ key: 'ana' }]);
    const refused = { status: 422, body: { error: { details: [{ field: 'users.1' }] } } };

    for (const wrong of [{ id: nobody }, { key: 'zoe' }, { id: otherUser.id }]) {
      const users = [{ key: 'ana' }, wrong];
      expect(await api.request('POST', '/v1/teams', { name: 'x', users })).toMatchObject(refused);
      expect(await api.request('PATCH', '/v1/teams/west', { users })).toMatchObject(refused);
    }
    expect((await api.request('POST', '/v1/teams', { name: 'x', users: [{}] })).status).toBe(400);
    expect(await find(api, {})).toEqual(['west']);
    expect(await listMembers(api, 'west')).toEqual(['ana']);
  });

  test('a key is used once, every filter field works, and another organization finds no team', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { id } = await createTeam(api, 'west');

    const twice = await api.request('POST', '/v1/teams', { name: 'y', key: 'west' });

    expect(twice).toMatchObject({ status: 409, body: { error: { code: 'DUPLICATE_KEY' } } });
    expect(await listRefusedFilters(api, '/v1/teams/filter', teams.filter.filter)).toEqual([]);
    expect(await find(api, { name: { startsWith: 'WE' } })).toEqual(['west']);
    expect(await find(stranger, {})).toEqual([]);
    for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const)
      expect((await stranger.request(method, `/v1/teams/${id}`, body)).status).toBe(404);
  });
});

onBothDatabases('one team at two requests', (database) => {
  test('two requests that replace one membership at once leave one of the two lists', async () => {
    await using api = await startService(database);
    for (const name of ['ana', 'bo', 'cy']) await createUser(api, name);
    await createTeam(api, 'west', [{ key: 'ana' }]);
    const lists = [['ana', 'bo'], ['cy']];

    const answers = await Promise.all(
      lists.map((keys) => api.request('PATCH', '/v1/teams/west', { users: keys.map((key) => ({ key })) })),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(lists).toContainEqual(await listMembers(api, 'west'));
  });
});
