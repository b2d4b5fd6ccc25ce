import { expect, test } from 'vitest';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import { startService } from '../../support/service/service.ts';
import { createVendor } from './parties.ts';
import { addTerm, addVendorMethod } from './payees.ts';

const path = '/v1/vendor-payment-methods';

onOneDatabase('vendor payment methods', (database) => {
  test('a new method is ACTIVE and shows what was sent, here and inside the vendor', async () => {
    await using api = await startService(database);
    const [vendor, term] = [await createVendor(api, { email: 'ar@customs.test' }), await addTerm(api)];

    const method = await addVendorMethod(api, vendor.id, {
      paymentMethodType: 'WIRE',
      companyName: 'Border Customs LLC',
      accountNumber: '000123456789',
      swiftCode: 'PRAIUS44',
      currency: 'MXN',
      paymentTermId: term.id,
    });

    expect(method).toMatchObject({
      key: null,
      vendorId: vendor.id,
      vendor: { id: vendor.id, friendlyId: 'V100001', name: 'Border Customs', email: 'ar@customs.test' },
      paymentMethodType: 'WIRE',
      status: 'ACTIVE',
      isPreferred: true,
      companyName: 'Border Customs LLC',
      accountNumber: '****6789',
      swiftCode: 'PRAIUS44',
      currency: 'MXN',
      username: null,
      paymentTerm: { id: term.id, days: 30 },
      updatedAt: null,
    });
    const { vendor: _vendor, vendorId: _id, ...embedded } = method;
    expect((await api.request('GET', `/v1/vendors/${vendor.id}`)).body.paymentMethods).toEqual([embedded]);
  });

  test('a patch changes and clears, but a method keeps a type, and a term has to exist', async () => {
    await using api = await startService(database);
    const vendor = await createVendor(api);
    const { id } = await addVendorMethod(api, vendor.id, { accountNumber: '000123456789', bankName: 'First Bank' });
    const changeMethod = (input: object) => api.request('PATCH', `${path}/${id}`, input);

    const changed = await changeMethod({ accountNumber: '000987654321', paymentMethodType: 'CHECK' });
    const cleared = await changeMethod({ accountNumber: null, bankName: null });

    expect(changed.body).toMatchObject({
      accountNumber: '****4321',
      paymentMethodType: 'CHECK',
      bankName: 'First Bank',
    });
    expect(cleared.body).toMatchObject({ accountNumber: null, bankName: null, paymentMethodType: 'CHECK' });
    expect((await changeMethod({ paymentMethodType: null })).status).toBe(400);
    const unknown = await changeMethod({ paymentTermId: vendor.id });
    expect(unknown).toMatchObject({ status: 422, body: { error: { details: [{ field: 'paymentTermId' }] } } });
  });

  test('methods are found by vendor and preference', async () => {
    await using api = await startService(database);
    const [firstVendor, secondVendor] = [await createVendor(api), await createVendor(api)];
    await addVendorMethod(api, firstVendor.id);
    const second = await addVendorMethod(api, firstVendor.id, { email: 'pay@customs.test' });
    await addVendorMethod(api, secondVendor.id);
    const filterIds = async (filter: object) =>
      (await api.request('POST', `${path}/filter`, { filter })).body.data.map(({ id }: { id: string }) => id);

    expect(await filterIds({ vendorId: { equalTo: firstVendor.id }, isPreferred: { equalTo: false } })).toEqual([
      second.id,
    ]);
    expect(await filterIds({ email: { includes: 'PAY@' } })).toEqual([second.id]);
    expect(await filterIds({ vendorId: { notEqualTo: firstVendor.id } })).toHaveLength(1);
  });
});

onBothDatabases('payment methods of one vendor at the same moment', (database) => {
  test('a vendor has one preferred method, however many become it at the same moment', async () => {
    await using api = await startService(database);
    const [firstVendor, secondVendor] = [await createVendor(api), await createVendor(api)];
    const other = await addVendorMethod(api, secondVendor.id);
    const { id } = await addVendorMethod(api, firstVendor.id);
    const listPreferred = async () =>
      (await api.request('POST', `${path}/filter`, { filter: { isPreferred: { equalTo: true } } })).body.data.map(
        ({ id: preferredId }: { id: string }) => preferredId,
      );

    const second = await addVendorMethod(api, firstVendor.id, { isPreferred: true });
    const afterCreate = await listPreferred();
    await api.request('PATCH', `${path}/${id}`, { isPreferred: true });
    const afterPatch = await listPreferred();
    await Promise.all([
      ...Array.from({ length: 3 }, () => addVendorMethod(api, firstVendor.id, { isPreferred: true })),
      ...Array.from({ length: 3 }, () => api.request('PATCH', `${path}/${second.id}`, { isPreferred: true })),
    ]);

    expect(afterCreate).toEqual([second.id, other.id]);
    expect(afterPatch).toEqual([id, other.id]);
    expect(await listPreferred()).toHaveLength(2);
  });
});
