import { expect, test } from 'vitest';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { startService } from '../../support/service/service.ts';
import { givenVendor } from './parties.ts';
import { add } from './payees.ts';

onOneDatabase('vendor contacts', (database) => {
  test('a new contact shows what was sent, here and inside the vendor', async () => {
    await using api = await startService(database);
    const vendor = await givenVendor(api, { key: 'customs' });

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
    const { id: vendorId } = await givenVendor(api);
    const sent = { vendorId, email: 'ops@customs.test', roles: ['OPERATION', 'BILLING'] };
    const { id } = await add(api, 'vendor-contacts', sent);
    const patch = (input: object) => api.request('PATCH', `/v1/vendor-contacts/${id}`, input);

    const replaced = await patch({ roles: ['OWNER'] });
    const cleared = await patch({ email: null, roles: null });

    expect(replaced.body).toMatchObject({ roles: ['OWNER'], email: 'ops@customs.test' });
    expect(cleared.body).toMatchObject({ roles: null, email: null });
    expect((await patch({ roles: ['FRIEND'] })).status).toBe(400);
    expect((await patch({ email: 'not an address' })).status).toBe(400);
  });

  test('contacts are found by vendor, address and role', async () => {
    await using api = await startService(database);
    const [left, right] = [await givenVendor(api), await givenVendor(api)];
    const one = await add(api, 'vendor-contacts', { vendorId: left.id, email: 'a@customs.test', roles: ['BILLING'] });
    const two = await add(api, 'vendor-contacts', { vendorId: right.id, phone: '956-555-0100', roles: ['OWNER'] });
    const found = async (filter: object) =>
      (await api.request('POST', '/v1/vendor-contacts/filter', { filter })).body.data.map(
        ({ id }: { id: string }) => id,
      );

    expect(await found({ vendorId: { equalTo: right.id } })).toEqual([two.id]);
    expect(await found({ email: { startsWith: 'A@' } })).toEqual([one.id]);
    expect(await found({ phone: { isNull: false } })).toEqual([two.id]);
    expect(await found({ roles: { includes: 'BILLING' } })).toEqual([one.id]);
  });
});
