import { expect, test } from 'vitest';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { startService } from '../../support/service/service.ts';
import { createVendor } from './parties.ts';
import { add } from './payees.ts';

onOneDatabase('vendor contacts', (database) => {
  test('a new contact shows what was sent, here and inside the vendor', async () => {
    await using api = await startService(database);
    const vendor = await createVendor(api, { key: 'customs' });

    const contact = await add(api, 'vendor-contacts', {
      vendorId: vendor.id,
      email: 'ops@customs.test',
      phone: '956-555-0100',
      role: 'the one at the bridge',
      roles: ['OPERATION', 'BILLING'],
    });

    expect(contact).toEqual({
      object: 'VENDOR_CONTACT',
      id: contact.id,
      key: null,
      vendor: expect.objectContaining({
        id: vendor.id,
        key: 'customs',
        name: vendor.name,
        friendlyId: vendor.friendlyId,
      }),
      email: 'ops@customs.test',
      phone: '956-555-0100',
      role: 'the one at the bridge',
      roles: ['OPERATION', 'BILLING'],
      deletedBy: null,
      createdAt: api.clock.now,
      updatedAt: null,
      deletedAt: null,
    });
    const { vendor: _vendor, ...embedded } = contact;
    expect((await api.request('GET', '/v1/vendors/customs')).body.contacts).toEqual([embedded]);
    await api.request('DELETE', `/v1/vendor-contacts/${contact.id}`);
    expect((await api.request('GET', '/v1/vendors/customs')).body.contacts).toEqual([]);
  });

  test('a patch replaces all roles, and null clears', async () => {
    await using api = await startService(database);
    const { id: vendorId } = await createVendor(api);
    const sent = { vendorId, email: 'ops@customs.test', roles: ['OPERATION', 'BILLING'] };
    const { id } = await add(api, 'vendor-contacts', sent);
    const changeContact = (input: object) => api.request('PATCH', `/v1/vendor-contacts/${id}`, input);

    const replaced = await changeContact({ roles: ['OWNER'] });
    const cleared = await changeContact({ email: null, roles: null });

    expect(replaced.body).toMatchObject({ roles: ['OWNER'], email: 'ops@customs.test' });
    expect(cleared.body).toMatchObject({ roles: null, email: null });
    expect((await changeContact({ roles: ['FRIEND'] })).status).toBe(400);
    expect((await changeContact({ email: 'not an address' })).status).toBe(400);
  });

  test('contacts are found by vendor, address and role', async () => {
    await using api = await startService(database);
    const [firstVendor, secondVendor] = [await createVendor(api), await createVendor(api)];
    const firstContact = await add(api, 'vendor-contacts', {
      vendorId: firstVendor.id,
      email: 'a@customs.test',
      roles: ['BILLING'],
    });
    const two = await add(api, 'vendor-contacts', {
      vendorId: secondVendor.id,
      phone: '956-555-0100',
      roles: ['OWNER'],
    });
    const filterIds = async (filter: object) =>
      (await api.request('POST', '/v1/vendor-contacts/filter', { filter })).body.data.map(
        ({ id }: { id: string }) => id,
      );

    expect(await filterIds({ vendorId: { equalTo: secondVendor.id } })).toEqual([two.id]);
    expect(await filterIds({ email: { startsWith: 'A@' } })).toEqual([firstContact.id]);
    expect(await filterIds({ phone: { isNull: false } })).toEqual([two.id]);
    expect(await filterIds({ roles: { includes: 'BILLING' } })).toEqual([firstContact.id]);
  });
});
