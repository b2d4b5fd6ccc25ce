import { expect, test } from 'vitest';
import { customerContacts } from '../../../src/contract/parties/customer-contacts.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { insertRow } from '../../support/records/fixtures.ts';
import { type ApiCaller, startService, type TestService } from '../../support/service/service.ts';
import { createCustomer, listRefusedFilters } from './parties.ts';

const nobody = '018f0000-0000-7000-8000-000000000000';
const lee = { name: 'Lee Park', contactInfo: { name: 'Lee Park', email: 'lee@acme.test', title: 'Buyer' } };

async function createContact(api: ApiCaller, customerId: string, input: object = {}) {
  const { status, body } = await api.request('POST', '/v1/customer-contacts', { customerId, ...lee, ...input });
  expect(status).toBe(201);
  return body;
}

const changeContact = (api: TestService, id: string, change: object) =>
  api.request('PATCH', `/v1/customer-contacts/${id}`, change);

const find = async (api: ApiCaller, filter: object): Promise<string[]> =>
  (await api.request('POST', '/v1/customer-contacts/filter', { filter })).body.data.map(
    ({ name }: { name: string }) => name,
  );

onOneDatabase('customer contacts', (database) => {
  test('a new contact shows its customer and belongs to it', async () => {
    await using api = await startService(database);
    const customer = await createCustomer(api);

    const contact = await createContact(api, customer.id.toUpperCase(), {
      key: 'lee',
      phoneExtension: '12',
      contactTypes: ['BILLING'],
      notifications: ['SHIPMENT_DELIVERED'],
    });

    expect(contact).toMatchObject({
      object: 'CUSTOMER_CONTACT',
      customer: { id: customer.id, name: customer.name },
      name: 'Lee Park',
      contactInfo: { name: 'Lee Park', email: 'lee@acme.test', phoneNumber: null, title: 'Buyer' },
      isPrimary: false,
      contactTypes: ['BILLING'],
      notifications: ['SHIPMENT_DELIVERED'],
      invitedUser: null,
    });
    expect((await api.request('GET', '/v1/customer-contacts/lee')).body).toEqual(contact);
    expect((await api.request('GET', `/v1/customers/${customer.id}`)).body.contacts).toMatchObject([
      { id: contact.id, name: 'Lee Park' },
    ]);
  });

  test('contactInfo is merged into the hidden record, and the name is one on both sides', async () => {
    await using api = await startService(database);
    const { id } = await createContact(api, (await createCustomer(api)).id);

    const renamed = await changeContact(api, id, { contactInfo: { name: 'Lee Parker', email: null } });
    const again = await changeContact(api, id, { name: 'L. Parker', isPrimary: true });
    const torn = await changeContact(api, id, { name: 'Lee', contactInfo: { name: 'Leo' } });

    expect(renamed.body).toMatchObject({
      name: 'Lee Parker',
      contactInfo: { name: 'Lee Parker', email: null, title: 'Buyer' },
    });
    expect(again.body).toMatchObject({ name: 'L. Parker', contactInfo: { name: 'L. Parker' }, isPrimary: true });
    expect(torn).toMatchObject({ status: 400, body: { error: { details: [{ field: 'name' }] } } });
  });

  test('lists are replaced whole, null clears them, and the customer is fixed', async () => {
    await using api = await startService(database);
    const { id } = await createContact(api, (await createCustomer(api)).id, {
      contactTypes: ['BILLING', 'OWNER'],
      notifications: ['SHIPMENT_LOADING'],
    });

    const changed = await changeContact(api, id, { contactTypes: ['SHIPPING'], notifications: null });

    expect(changed.body).toMatchObject({ contactTypes: ['SHIPPING'], notifications: null });
    expect((await changeContact(api, id, { customerId: nobody })).status).toBe(400);
    expect((await changeContact(api, id, { contactInfo: null })).status).toBe(400);
    expect((await changeContact(api, id, { contactTypes: ['KING'] })).status).toBe(400);
  });

  test('a contact needs a customer that exists here', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const otherCustomer = await createCustomer(stranger);

    for (const customerId of [nobody, otherCustomer.id]) {
      const refused = await api.request('POST', '/v1/customer-contacts', { customerId, ...lee });
      expect(refused).toMatchObject({ status: 422, body: { error: { details: [{ field: 'customerId' }] } } });
    }
    expect((await api.request('POST', '/v1/customer-contacts', lee)).status).toBe(400);
  });

  test('a deleted contact leaves its customer; its key may be used again', async () => {
    await using api = await startService(database);
    const customer = await createCustomer(api);
    const contact = await createContact(api, customer.id, { key: 'lee' });
    const twice = await api.request('POST', '/v1/customer-contacts', {
      customerId: customer.id,
      ...lee,
      key: 'lee',
    });

    expect((await api.request('DELETE', '/v1/customer-contacts/lee')).status).toBe(204);

    expect(twice).toMatchObject({ status: 409, body: { error: { code: 'DUPLICATE_KEY' } } });
    expect((await api.request('GET', `/v1/customer-contacts/${contact.id}`)).status).toBe(404);
    expect((await api.request('GET', `/v1/customers/${customer.id}`)).body.contacts).toEqual([]);
    expect(await find(api, {})).toEqual([]);
    expect(await find(api, { deletedAt: { isNull: false } })).toEqual(['Lee Park']);
    await createContact(api, customer.id, { key: 'lee' });
  });

  test('every declared filter field works', async () => {
    await using api = await startService(database);
    const customer = await createCustomer(api);
    const user = await insertRow(api, 'user_account', { email: 'lee@desk.test', status: 'PENDING' });
    await createContact(api, customer.id, { contactTypes: ['BILLING'], isPrimary: true });
    await insertRow(api, 'customer_contact', { name: 'Kim', customer_id: customer.id, invited_user_id: user.id });

    expect(await listRefusedFilters(api, '/v1/customer-contacts/filter', customerContacts.filter.filter)).toEqual([]);
    expect(await find(api, { email: { startsWith: 'LEE@' }, isPrimary: { equalTo: true } })).toEqual(['Lee Park']);
    expect(await find(api, { contactTypes: { includes: 'BILLING' } })).toEqual(['Lee Park']);
    expect(await find(api, { invitedUserId: { equalTo: user.id } })).toEqual(['Kim']);
    expect(await find(api, { customerId: { equalTo: customer.id } })).toEqual(['Kim', 'Lee Park']);
    expect(await find(api, { customerId: { equalTo: nobody } })).toEqual([]);
  });

  test('another organization finds no contact', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { id } = await createContact(api, (await createCustomer(api)).id);

    expect(await find(stranger, {})).toEqual([]);
    for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const)
      expect((await stranger.request(method, `/v1/customer-contacts/${id}`, body)).status).toBe(404);
  });
});
