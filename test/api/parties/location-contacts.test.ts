import { expect, test } from 'vitest';
import { locationContacts } from '../../../src/contract/parties/location-contacts.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { type ApiCaller, startService } from '../../support/service/service.ts';
import { createCustomer, listRefusedFilters } from './parties.ts';

const nobody = '018f0000-0000-7000-8000-000000000000';

async function create(api: ApiCaller, path: string, input: object) {
  const { status, body } = await api.request('POST', path, input);
  expect([path, status]).toEqual([path, 201]);
  return body;
}

/** Creates a customer's dock and a person who works there. */
async function createDockAndPerson(api: ApiCaller) {
  const customerId = (await createCustomer(api)).id;
  const dock = await create(api, '/v1/locations', { customerId, name: 'Dock 4', isAppointmentRequired: false });
  const contactInfo = { name: 'Pat', phoneNumber: '312-555-0100' };
  const person = await create(api, '/v1/customer-contacts', { customerId, name: 'Pat', contactInfo });
  return { dock, person };
}

async function linkContact(api: ApiCaller, more: object = {}) {
  const { dock, person } = await createDockAndPerson(api);
  const input = { locationId: dock.id, customerContactId: person.id, isPrimary: true, ...more };
  return { dock, person, input, contact: await create(api, '/v1/location-contacts', input) };
}

const find = async (api: ApiCaller, filter: object): Promise<string[]> =>
  (await api.request('POST', '/v1/location-contacts/filter', { filter })).body.data.map(({ id }: { id: string }) => id);

onOneDatabase('location contacts', (database) => {
  test('a location has contacts of its own customer only', async () => {
    await using api = await startService(database);
    const { dock, person, contact } = await linkContact(api);
    const other = await createDockAndPerson(api);
    const path = `/v1/location-contacts/${contact.id}`;

    const refused = [
      await api.request('POST', '/v1/location-contacts', {
        locationId: dock.id,
        customerContactId: other.person.id,
        isPrimary: false,
      }),
      await api.request('PATCH', path, { customerContactId: other.person.id }),
      await api.request('PATCH', path, { locationId: other.dock.id }),
    ];

    for (const answer of refused)
      expect(answer).toMatchObject({ status: 422, body: { error: { details: [{ field: 'customerContactId' }] } } });
    const both = { locationId: other.dock.id, customerContactId: other.person.id };
    expect((await api.request('PATCH', path, both)).status).toBe(200);
    expect((await api.request('PATCH', path, { customerContactId: person.id })).status).toBe(422);
  });

  test('a contact shows the location and the person whole, and the location shows the contact', async () => {
    await using api = await startService(database);

    const { dock, person, contact } = await linkContact(api, { key: 'pat-dock', contactTypes: ['RECEIVING'] });

    expect(contact).toMatchObject({
      object: 'LOCATION_CONTACT',
      locationId: dock.id,
      location: { id: dock.id, name: 'Dock 4' },
      customerContactId: person.id,
      customerContact: { id: person.id, contactInfo: { phoneNumber: '312-555-0100' } },
      isPrimary: true,
      contactTypes: ['RECEIVING'],
      key: 'pat-dock',
    });
    expect((await api.request('GET', '/v1/location-contacts/pat-dock')).body).toEqual(contact);
    expect((await api.request('GET', `/v1/locations/${dock.id}`)).body.contacts).toMatchObject([{ id: contact.id }]);
  });

  test('a contact can move to another location and another person', async () => {
    await using api = await startService(database);
    const { dock, contact } = await linkContact(api);
    const other = await createDockAndPerson(api);

    const moved = await api.request('PATCH', `/v1/location-contacts/${contact.id}`, {
      locationId: other.dock.id,
      customerContactId: other.person.id,
      isPrimary: false,
      contactTypes: ['OWNER'],
    });

    expect(moved.body).toMatchObject({
      location: { id: other.dock.id },
      customerContact: { id: other.person.id },
      isPrimary: false,
      contactTypes: ['OWNER'],
    });
    expect((await api.request('GET', `/v1/locations/${dock.id}`)).body.contacts).toEqual([]);
  });

  test('location and person must exist here; nothing but the key is cleared', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const otherDock = await createDockAndPerson(stranger);
    const { input, contact } = await linkContact(api, { key: 'pat-dock' });
    const path = `/v1/location-contacts/${contact.id}`;

    for (const wrong of [{ locationId: nobody }, { customerContactId: nobody }, { locationId: otherDock.dock.id }]) {
      const refused = { status: 422, body: { error: { details: [{ field: Object.keys(wrong)[0] }] } } };
      expect(await api.request('POST', '/v1/location-contacts', { ...input, ...wrong })).toMatchObject(refused);
      expect(await api.request('PATCH', path, wrong)).toMatchObject(refused);
    }
    for (const field of ['locationId', 'isPrimary', 'contactTypes'])
      expect((await api.request('PATCH', path, { [field]: null })).status).toBe(400);
    expect((await api.request('POST', '/v1/location-contacts', { locationId: input.locationId })).status).toBe(400);
    expect((await api.request('PATCH', path, { key: null })).body.key).toBeNull();
  });

  test('a key is used once', async () => {
    await using api = await startService(database);
    const { input, contact } = await linkContact(api, { key: 'pat-dock' });
    const other = await create(api, '/v1/location-contacts', { ...input, key: undefined });

    const twice = await api.request('POST', '/v1/location-contacts', input);
    const duplicate = await api.request('PATCH', `/v1/location-contacts/${other.id}`, { key: 'pat-dock' });
    await api.request('DELETE', `/v1/location-contacts/${contact.id}`);

    for (const refused of [twice, duplicate])
      expect(refused).toMatchObject({ status: 409, body: { error: { code: 'DUPLICATE_KEY' } } });
    await create(api, '/v1/location-contacts', input);
  });

  test('every declared filter field works, and a deleted contact is found only when asked for', async () => {
    await using api = await startService(database);
    const { dock, person, contact } = await linkContact(api, { contactTypes: ['RECEIVING'] });
    const { id } = contact;

    expect(await listRefusedFilters(api, '/v1/location-contacts/filter', locationContacts.filter.filter)).toEqual([]);
    expect(await find(api, { locationId: { equalTo: dock.id }, contactTypes: { includes: 'RECEIVING' } })).toEqual([
      id,
    ]);
    expect(await find(api, { customerContactId: { in: [person.id] }, isPrimary: { equalTo: true } })).toEqual([id]);
    expect(await find(api, { customerId: { equalTo: dock.customerId } })).toEqual([id]);
    expect(await find(api, { customerId: { notIn: [dock.customerId] } })).toEqual([]);
    expect((await api.request('DELETE', `/v1/location-contacts/${id}`)).status).toBe(204);
    expect((await api.request('GET', `/v1/location-contacts/${id}`)).status).toBe(404);
    expect(await find(api, {})).toEqual([]);
    expect(await find(api, { deletedAt: { isNull: false } })).toEqual([id]);
  });

  test('another organization finds no contact', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { contact } = await linkContact(api);

    expect(await find(stranger, {})).toEqual([]);
    for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const)
      expect((await stranger.request(method, `/v1/location-contacts/${contact.id}`, body)).status).toBe(404);
  });
});
