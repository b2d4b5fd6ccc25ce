import { expect, test } from 'vitest';
import { companies } from '../../../src/contract/parties/companies.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { insertRow } from '../../support/records/fixtures.ts';
import { type ApiCaller, startService } from '../../support/service/service.ts';
import { listRefusedFilters } from './parties.ts';

const north = {
  name: 'Lakeside Freight North',
  key: 'north',
  addressLine1: '9 Harbor Rd',
  city: 'Duluth',
  country: 'US',
  invoiceOnly: true,
  invoiceVerbiage: 'Remit within 30 days.',
  primaryContactEmail: 'ar@lakeside.test',
};

async function createCompany(api: ApiCaller, input: object = north) {
  const { status, body } = await api.request('POST', '/v1/companies', input);
  expect(status).toBe(201);
  return body;
}

const find = async (api: ApiCaller, filter?: object): Promise<string[]> =>
  (await api.request('POST', '/v1/companies/filter', filter && { filter })).body.data.map(
    ({ name }: { name: string }) => name,
  );

onOneDatabase('companies', (database) => {
  test('a company shows what was sent, and is read by id and by key', async () => {
    await using api = await startService(database);

    const company = await createCompany(api);

    expect(company).toMatchObject({
      object: 'COMPANY',
      ...north,
      addressLine2: null,
      fax: null,
      createdBy: null,
      updatedAt: null,
    });
    for (const path of [company.id, 'north', 'north?by=key', `${company.id}?by=id`])
      expect((await api.request('GET', `/v1/companies/${path}`)).body).toEqual(company);
    expect((await api.request('GET', '/v1/companies/north?by=id')).status).toBe(404);
  });

  test('a patch changes what it names, and null clears everything but the name', async () => {
    await using api = await startService(database);
    const { id } = await createCompany(api);

    const changed = await api.request('PATCH', `/v1/companies/${id}`, { invoiceOnly: false, city: null, key: null });
    const nameless = await api.request('PATCH', '/v1/companies/north', { name: null });

    expect(changed.body).toMatchObject({ name: north.name, invoiceOnly: false, city: null, key: null });
    expect(changed.body.updatedAt).toBe(api.clock.now);
    expect(nameless.status).toBe(400);
    expect((await api.request('PATCH', `/v1/companies/${id}`, { primaryContactEmail: 'ar' })).status).toBe(400);
    expect((await api.request('POST', '/v1/companies', { city: 'Duluth' })).status).toBe(400);
  });

  test('a key is used once, until its company is deleted', async () => {
    await using api = await startService(database);
    const { id } = await createCompany(api);
    const other = await createCompany(api, { name: 'South' });

    const twice = await api.request('POST', '/v1/companies', north);
    const duplicate = await api.request('PATCH', `/v1/companies/${other.id}`, { key: 'north' });
    await api.request('DELETE', `/v1/companies/${id}`);

    for (const refused of [twice, duplicate])
      expect(refused).toMatchObject({ status: 409, body: { error: { code: 'DUPLICATE_KEY' } } });
    expect((await createCompany(api)).id).not.toBe(id);
  });

  test('a deleted company is gone, except for a filter that asks for it', async () => {
    await using api = await startService(database);
    const { id } = await createCompany(api);

    expect((await api.request('DELETE', '/v1/companies/north')).status).toBe(204);

    for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const)
      expect((await api.request(method, `/v1/companies/${id}`, body)).status).toBe(404);
    expect(await find(api)).toEqual([]);
    expect(await find(api, { deletedAt: { isNull: false } })).toEqual([north.name]);
  });

  test('every declared filter field works, and a company shows the user who made it', async () => {
    await using api = await startService(database);
    await createCompany(api);
    const user = await insertRow(api, 'user_account', { email: 'ana@desk.test', status: 'ACTIVE' });
    await insertRow(api, 'company', { name: 'South', created_by_id: user.id });

    const made = await api.request('POST', '/v1/companies/filter', {
      filter: { createdById: { equalTo: user.id } },
    });

    expect(await listRefusedFilters(api, '/v1/companies/filter', companies.filter.filter)).toEqual([]);
    expect(await find(api, { invoiceVerbiage: { includes: 'REMIT' }, invoiceOnly: { equalTo: true } })).toEqual([
      north.name,
    ]);
    expect(made.body.data).toMatchObject([{ name: 'South', createdBy: { id: user.id, email: 'ana@desk.test' } }]);
    expect(made.body.pageInfo).toMatchObject({ hasNextPage: false });
  });

  test('another organization finds no company and may use the same key', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    await createCompany(api);

    expect(await find(stranger)).toEqual([]);
    expect((await stranger.request('GET', '/v1/companies/north')).status).toBe(404);
    expect((await createCompany(stranger)).key).toBe('north');
  });
});
