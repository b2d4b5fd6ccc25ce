import { expect, test } from 'vitest';
import { teams } from '../../../src/contract/organization/teams.ts';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import { type ApiCaller, startService } from '../../support/service/service.ts';
import { refusedFilters } from '../parties/parties.ts';

const nobody = '018f0000-0000-7000-8000-000000000000';

async function newUser(api: ApiCaller, name: string, more: object = {}) {
  const user = { email: `${name}@desk.test`, name, key: name, status: 'ACTIVE', roles: ['CARRIER_REP'], ...more };
  const { status, body } = await api.request('POST', '/v1/users', user);
  expect(status).toBe(201);
  return body;
}

async function newTeam(api: ApiCaller, name: string, users: readonly object[] = []) {
  const { status, body } = await api.request('POST', '/v1/teams', { name, key: name, users });
  expect(status).toBe(201);
  return body;
}

interface Named {
  readonly name: string;
}

const names = (list: readonly Named[]) => list.map(({ name }) => name).sort();
const members = async (api: ApiCaller, team: string) =>
  names((await api.request('GET', `/v1/teams/${team}?by=key`)).body.users);
const teamsOf = async (api: ApiCaller, user: string) =>
  names((await api.request('GET', `/v1/users/${user}?by=key`)).body.teams);
const find = async (api: ApiCaller, filter: object) =>
  names((await api.request('POST', '/v1/teams/filter', { filter })).body.data);

onOneDatabase('teams', (database) => {
  test('a team names its members by id or key, each once, and both sides show it', async () => {
    await using api = await startService(database);
    const ana = await newUser(api, 'ana');
    await newUser(api, 'bo');

    const team = await newTeam(api, 'west', [{ id: ana.id }, { key: 'bo' }, { key: 'ana' }]);

    expect(team).toMatchObject({ object: 'TEAM', name: 'west', key: 'west', updatedAt: null });
    expect(team.users).toHaveLength(2);
    expect(team.users[0]).not.toHaveProperty('teams');
    expect((await api.request('GET', `/v1/teams/${team.id}`)).body).toEqual(team);
    const shown = (await api.request('GET', '/v1/users/ana')).body.teams;
    expect(shown).toMatchObject([{ object: 'TEAM', id: team.id, name: 'west' }]);
    expect(shown[0]).not.toHaveProperty('users');
  });

  test('a patch with users replaces the whole membership; without, it stays', async () => {
    await using api = await startService(database);
    for (const name of ['ana', 'bo', 'cy']) await newUser(api, name);
    await newTeam(api, 'west', [{ key: 'ana' }, { key: 'bo' }]);

    await api.request('PATCH', '/v1/teams/west', { name: 'far west' });
    expect(await members(api, 'west')).toEqual(['ana', 'bo']);

    const replaced = await api.request('PATCH', '/v1/teams/west', { users: [{ key: 'bo' }, { key: 'cy' }] });
    expect(replaced.body.name).toBe('far west');
    expect(names(replaced.body.users)).toEqual(['bo', 'cy']);
    expect(await teamsOf(api, 'ana')).toEqual([]);

    expect((await api.request('PATCH', '/v1/teams/west', { users: [] })).body.users).toEqual([]);
  });

  test('a user names its teams the same way', async () => {
    await using api = await startService(database);
    const west = await newTeam(api, 'west');
    for (const name of ['east', 'north']) await newTeam(api, name);

    const ana = await newUser(api, 'ana', { teams: [{ id: west.id }, { key: 'east' }] });
    const moved = await api.request('PATCH', '/v1/users/ana', { teams: [{ key: 'north' }] });
    const kept = await api.request('PATCH', '/v1/users/ana', { phone: '1' });

    expect(names(ana.teams)).toEqual(['east', 'west']);
    expect(names(moved.body.teams)).toEqual(['north']);
    expect(names(kept.body.teams)).toEqual(['north']);
    expect(await members(api, 'north')).toEqual(['ana']);
    expect(await members(api, 'west')).toEqual([]);
  });

  test('who is deleted is on no list, and a deleted team is on nobody’s', async () => {
    await using api = await startService(database);
    for (const name of ['ana', 'bo']) await newUser(api, name);
    await newTeam(api, 'west', [{ key: 'ana' }, { key: 'bo' }]);
    await newTeam(api, 'east', [{ key: 'ana' }]);

    await api.request('DELETE', '/v1/users/bo');
    expect((await api.request('DELETE', '/v1/teams/east')).status).toBe(204);

    expect(await members(api, 'west')).toEqual(['ana']);
    expect(await teamsOf(api, 'ana')).toEqual(['west']);
    expect((await api.request('GET', '/v1/teams/east')).status).toBe(404);
    expect(await find(api, {})).toEqual(['west']);
    expect(await find(api, { deletedAt: { isNull: false } })).toEqual(['east']);
  });

  test('a member that does not exist here is refused by its place in the list', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const theirs = await newUser(stranger, 'zoe');
    await newUser(api, 'ana');
    await newTeam(api, 'west', [{ key: 'ana' }]);
    const refused = { status: 422, body: { error: { details: [{ field: 'users.1' }] } } };

    for (const wrong of [{ id: nobody }, { key: 'zoe' }, { id: theirs.id }]) {
      const users = [{ key: 'ana' }, wrong];
      expect(await api.request('POST', '/v1/teams', { name: 'x', users })).toMatchObject(refused);
      expect(await api.request('PATCH', '/v1/teams/west', { users })).toMatchObject(refused);
    }
    expect((await api.request('POST', '/v1/teams', { name: 'x', users: [{}] })).status).toBe(400);
    expect(await find(api, {})).toEqual(['west']);
    expect(await members(api, 'west')).toEqual(['ana']);
  });

  test('a key is used once, every filter field works, and another organization finds no team', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { id } = await newTeam(api, 'west');

    const twice = await api.request('POST', '/v1/teams', { name: 'y', key: 'west' });

    expect(twice).toMatchObject({ status: 409, body: { error: { code: 'DUPLICATE_KEY' } } });
    expect(await refusedFilters(api, '/v1/teams/filter', teams.filter.filter)).toEqual([]);
    expect(await find(api, { name: { startsWith: 'WE' } })).toEqual(['west']);
    expect(await find(stranger, {})).toEqual([]);
    for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const)
      expect((await stranger.request(method, `/v1/teams/${id}`, body)).status).toBe(404);
  });
});

onBothDatabases('one team at two requests', (database) => {
  test('two requests that replace one membership at once leave one of the two lists', async () => {
    await using api = await startService(database);
    for (const name of ['ana', 'bo', 'cy']) await newUser(api, name);
    await newTeam(api, 'west', [{ key: 'ana' }]);
    const lists = [['ana', 'bo'], ['cy']];

    const answers = await Promise.all(
      lists.map((keys) => api.request('PATCH', '/v1/teams/west', { users: keys.map((key) => ({ key })) })),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(lists).toContainEqual(await members(api, 'west'));
  });
});
