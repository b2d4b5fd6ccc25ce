import { expect, test } from 'vitest';
import { vendors } from '../../../src/contract/parties/vendors.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { startService } from '../../support/service/service.ts';
import { address, insertPartyRow, createVendor, openBill, listRefusedFilters } from './parties.ts';

onOneDatabase('vendors', (database) => {
  test('a new vendor is ACTIVE, has a number and shows what was sent', async () => {
    await using api = await startService(database);

    const vendor = await createVendor(api, {
      key: 'customs',
      currency: 'MXN',
      requiredDocuments: ['W9'],
      billingAddress: address,
    });

    expect(vendor).toMatchObject({
      object: 'VENDOR',
      friendlyId: 'V100001',
      status: 'ACTIVE',
      currency: 'MXN',
      requiredDocuments: ['W9'],
      billingAddress: address,
      corporateAddress: null,
      contacts: [],
      paymentMethods: [],
      deletedBy: null,
    });
    expect((await api.request('GET', '/v1/vendors/customs')).body).toEqual(vendor);
  });

  test('a patch replaces an address whole, and null clears', async () => {
    await using api = await startService(database);
    const { id } = await createVendor(api, { billingAddress: { ...address, line2: 'Suite 4' }, taxId: '12' });

    const partial = await api.request('PATCH', `/v1/vendors/${id}`, { billingAddress: { city: 'Joliet' } });
    const whole = await api.request('PATCH', `/v1/vendors/${id}`, {
      billingAddress: { ...address, city: 'Joliet' },
      taxId: null,
    });
    const cleared = await api.request('PATCH', `/v1/vendors/${id}`, { billingAddress: null, requiredDocuments: null });

    expect(partial.status).toBe(400);
    expect(whole.body).toMatchObject({ billingAddress: { city: 'Joliet', line2: null }, taxId: null });
    expect(cleared.body).toMatchObject({ billingAddress: null, requiredDocuments: null, status: 'ACTIVE' });
  });

  test('contacts and payment methods come with the vendor, account numbers only with their last four digits', async () => {
    await using api = await startService(database);
    const { id } = await createVendor(api);
    await insertPartyRow(api, 'vendor_contact', { vendor_id: id, email: 'ops@customs.test', roles: '["BILLING"]' });
    const wire = { vendorId: id, paymentMethodType: 'WIRE' };
    for (const accountNumber of ['9876543210', '4321'])
      await api.request('POST', '/v1/vendor-payment-methods', { ...wire, accountNumber });

    const { body } = await api.request('GET', `/v1/vendors/${id}`);

    expect(body.contacts).toMatchObject([{ email: 'ops@customs.test', roles: ['BILLING'] }]);
    expect(body.paymentMethods).toMatchObject([
      { accountNumber: '****3210', isPreferred: true },
      { accountNumber: '****', isPreferred: false },
    ]);
  });

  test('approved bills of a vendor are listed with what is open', async () => {
    await using api = await startService(database);
    const { id } = await createVendor(api);
    const bill = { entity_type: 'VENDOR', vendor_id: id } as const;
    await insertPartyRow(api, 'bill', { ...openBill('BILL-00001', 12_345), ...bill });
    await insertPartyRow(api, 'bill', { ...openBill('BILL-00002', 50_000), ...bill, status: 'PAID', owed_cents: 0 });

    const outstanding = await api.request('GET', `/v1/vendors/${id}/outstanding-bills`);
    const forPayment = await api.request('GET', `/v1/vendors/${id}/bills-for-payment`);

    expect(outstanding.body).toMatchObject({
      totalOutstanding: 123.45,
      bills: [{ entityType: 'VENDOR', vendor: { id } }],
    });
    expect(forPayment.body).toMatchObject({ totalOutstanding: 123.45, vendor: { id }, bills: [{ amountPaid: 0 }] });
    expect(forPayment.body).not.toHaveProperty('carrier');
  });

  test('another organization sees no vendor, and a key is used once', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { id } = await createVendor(api, { key: 'customs' });

    for (const path of ['', '/outstanding-bills', '/bills-for-payment']) {
      expect((await stranger.request('GET', `/v1/vendors/${id}${path}`)).status).toBe(404);
    }
    expect((await stranger.request('PATCH', `/v1/vendors/${id}`, { name: 'x' })).status).toBe(404);
    expect((await stranger.request('DELETE', `/v1/vendors/${id}`)).status).toBe(404);
    const twice = await api.request('POST', '/v1/vendors', { name: 'Other', key: 'customs' });
    expect(twice).toMatchObject({ status: 409, body: { error: { code: 'DUPLICATE_KEY' } } });
  });

  test('every declared filter field works, and a deleted vendor is found only when asked for', async () => {
    await using api = await startService(database);
    const { id } = await createVendor(api, { taxId: '12-345' });

    const byTax = await api.request('POST', '/v1/vendors/filter', { filter: { taxId: { includes: '345' } } });
    await api.request('DELETE', `/v1/vendors/${id}`);

    expect(byTax.body.data).toHaveLength(1);
    expect(await listRefusedFilters(api, '/v1/vendors/filter', vendors.filter.filter)).toEqual([]);
    expect((await api.request('POST', '/v1/vendors/filter')).body.data).toEqual([]);
    const deleted = await api.request('POST', '/v1/vendors/filter', { filter: { deletedAt: { isNull: false } } });
    expect(deleted.body.data).toHaveLength(1);
  });
});
