import { expect, test } from 'vitest';
import { locations } from '../../../src/contract/parties/locations.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { type ApiCaller, startService } from '../../support/service/service.ts';
import { address, createCustomer, insertPartyRow, listRefusedCriteria, listRefusedFilters } from './parties.ts';

async function createLocation(api: ApiCaller, customerId: string, input: object = {}) {
  const { body } = await api.request('POST', '/v1/locations', {
    customerId,
    name: 'North Dock',
    isAppointmentRequired: true,
    ...input,
  });
  return body;
}

onOneDatabase('locations', (database) => {
  test('a new location shows its customer and its address; a type is tolerated and ignored', async () => {
    await using api = await startService(database);
    const customer = await createCustomer(api);

    const location = await createLocation(api, customer.id, {
      key: 'dock',
      address,
      notes: 'Ring twice',
      type: 'SHIPPER',
    });

    expect(location).toMatchObject({
      object: 'LOCATION',
      customerId: customer.id,
      address,
      notes: 'Ring twice',
      contacts: [],
    });
    expect(location.customer).toEqual(customer);
    expect(location).not.toHaveProperty('type');
    expect((await api.request('GET', '/v1/locations/dock?by=key')).body).toEqual(location);
    expect((await createLocation(api, customer.id)).address).toBeNull();
  });

  test('a location belongs to a customer of the same organization and may move to another', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const [first, second] = [await createCustomer(api), await createCustomer(api, { name: 'Bolt' })];
    const { id } = await createLocation(api, first.id);

    const foreign = await stranger.request('POST', '/v1/locations', {
      customerId: first.id,
      name: 'x',
      isAppointmentRequired: false,
    });
    const moved = await api.request('PATCH', `/v1/locations/${id}`, { customerId: second.id, type: 'BOTH' });

    expect(foreign).toMatchObject({ status: 422, body: { error: { details: [{ field: 'customerId' }] } } });
    expect(moved.body).toMatchObject({ customerId: second.id, customer: { name: 'Bolt' } });
    expect((await stranger.request('GET', `/v1/locations/${id}`)).status).toBe(404);
    expect((await stranger.request('PATCH', `/v1/locations/${id}`, { name: 'x' })).status).toBe(404);
    expect((await stranger.request('DELETE', `/v1/locations/${id}`)).status).toBe(404);
    expect((await stranger.request('POST', '/v1/locations/filter')).body.data).toEqual([]);
    expect((await stranger.request('POST', '/v1/locations/search')).body.data).toEqual([]);
  });

  test('a patch merges the address; a location without one needs a complete one', async () => {
    await using api = await startService(database);
    const { id: customerId } = await createCustomer(api);
    const { id } = await createLocation(api, customerId);

    const incomplete = await api.request('PATCH', `/v1/locations/${id}`, { address: { city: 'Joliet' } });
    const whole = await api.request('PATCH', `/v1/locations/${id}`, { address, notes: null });
    const merged = await api.request('PATCH', `/v1/locations/${id}`, {
      address: { city: 'Joliet' },
      isAppointmentRequired: false,
    });

    expect(incomplete).toMatchObject({
      status: 422,
      body: { error: { details: [{ field: 'address.line1' }, {}, {}] } },
    });
    expect(whole.body.address).toMatchObject(address);
    expect(merged.body).toMatchObject({ address: { ...address, city: 'Joliet' }, isAppointmentRequired: false });
    const searched = await api.request('POST', '/v1/locations/search', {
      criteria: { city: { operator: 'EQUALS', values: ['joliet'] } },
    });
    expect(searched.body.totalResults).toBe(1);
  });

  test('contacts of a location are contacts of its customer', async () => {
    await using api = await startService(database);
    const { id: customerId } = await createCustomer(api);
    const { id } = await createLocation(api, customerId);
    const person = await insertPartyRow(api, 'customer_contact', {
      customer_id: customerId,
      name: 'Jo',
      phone_number: '555',
      is_primary: 0,
    });
    await insertPartyRow(api, 'location_contact', {
      location_id: id,
      customer_contact_id: person,
      is_primary: 1,
      contact_types: '["RECEIVING"]',
    });

    const { body } = await api.request('GET', `/v1/locations/${id}`);

    expect(body.contacts).toMatchObject([
      { isPrimary: true, contactTypes: ['RECEIVING'], customerContact: { name: 'Jo', customer: { id: customerId } } },
    ]);
    expect((await api.request('POST', '/v1/locations/search')).body.data[0].phoneNumber).toBe('555');
  });

  test('a key is used once, a deleted location is gone', async () => {
    await using api = await startService(database);
    const { id: customerId } = await createCustomer(api);
    const { id } = await createLocation(api, customerId, { key: 'dock' });

    const twice = await api.request('POST', '/v1/locations', {
      customerId,
      name: 'x',
      isAppointmentRequired: false,
      key: 'dock',
    });

    expect(twice).toMatchObject({ status: 409, body: { error: { code: 'DUPLICATE_KEY' } } });
    expect((await api.request('DELETE', `/v1/locations/${id}`)).status).toBe(204);
    expect((await api.request('GET', `/v1/locations/${id}`)).status).toBe(404);
    expect((await api.request('POST', '/v1/locations/search')).body.totalResults).toBe(0);
  });

  test('coordinates are degrees of this earth', async () => {
    await using api = await startService(database);
    const customerId = (await createCustomer(api)).id;
    const create = (place: object) =>
      api.request('POST', '/v1/locations', {
        customerId,
        name: 'Dock',
        isAppointmentRequired: false,
        address: { ...address, ...place },
      });

    for (const place of [{ latitude: 'north' }, { latitude: '90.1' }, { longitude: '-181' }, { longitude: '' }]) {
      const [field] = Object.keys(place);
      expect(await create(place)).toMatchObject({
        status: 400,
        body: { error: { details: [{ field: `address.${field}` }] } },
      });
    }
    expect((await create({ latitude: '-90', longitude: '180.0' })).status).toBe(201);
  });

  test('filters and searches find locations by customer, text and place', async () => {
    await using api = await startService(database);
    const [acme, bolt] = [await createCustomer(api), await createCustomer(api, { name: 'Bolt' })];
    await createLocation(api, acme.id, {
      name: 'North Dock',
      address: { ...address, latitude: '41.88', longitude: '-87.63' },
    });
    await createLocation(api, bolt.id, { name: 'South Dock', isAppointmentRequired: false });
    const listNames = async (path: string, request: object) =>
      (await api.request('POST', `/v1/locations/${path}`, request)).body.data.map(({ name }: { name: string }) => name);
    const searchNames = (request: object) => listNames('search', request);

    expect(await listNames('filter', { filter: { customerId: { equalTo: bolt.id } } })).toEqual(['South Dock']);
    expect(await listNames('filter', { filter: { isAppointmentRequired: { equalTo: true } } })).toEqual(['North Dock']);
    expect(await searchNames({ query: 'dock main chi' })).toEqual(['North Dock']);
    expect(await searchNames({ query: 'bolt' })).toEqual(['South Dock']);
    expect(await searchNames({ criteria: { appointmentRequired: { operator: 'FALSE' } } })).toEqual(['South Dock']);
    expect(await searchNames({ criteria: { postalCode: { operator: 'DOES_NOT_EXIST' } }, format: 'full' })).toEqual([
      'South Dock',
    ]);
    const { body } = await api.request('POST', '/v1/locations/search', {
      criteria: { state: { operator: 'EQUALS', values: ['IL'] } },
    });
    expect(body.data).toMatchObject([
      { customerName: 'Acme Foods', point: { lat: 41.88, lon: -87.63 }, appointmentRequired: true, stopsCount: 0 },
    ]);
    expect(await listRefusedFilters(api, '/v1/locations/filter', locations.filter.filter)).toEqual([]);
    expect(await listRefusedCriteria(api, '/v1/locations/search', locations.search.search.fields)).toEqual([]);
  });
});
