import { expect, test } from 'vitest';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import { startService } from '../../support/service/service.ts';
import { createCarrier, insertPartyRow, openBill } from './parties.ts';
import { addCarrierMethod, addFactor, addTerm, factorInput } from './payees.ts';

const details = {
  companyName: 'Quick Factor',
  key: 'quick',
  email: 'remit@quick.test',
  phoneNumber: '214-555-0100',
  phoneExtension: '12',
  fax: '214-555-0101',
  addressLine1: '1 Commerce Way',
  addressLine2: 'Suite 4',
  city: 'Dallas',
  state: 'TX',
  country: 'US',
  zipCode: '75201',
  bankName: 'First Bank',
  bankAddress: '2 Main St',
  accountName: 'Quick Factor LLC',
  abaAch: '111000025',
  wire: '111000026',
  swiftCode: 'FIRSUS44',
  eftInstitution: '003',
  eftTransit: '00012',
  clabe: '002010077777777771',
  currency: 'USD',
};
const masked = { wire: '****0026', eftInstitution: '****', eftTransit: '****0012', clabe: '****7771' };

onOneDatabase('carrier factors', (database) => {
  test('a new factor shows what was sent, its account number by the last four digits only', async () => {
    await using api = await startService(database);
    const term = await addTerm(api);

    const factor = await addFactor(api, { ...details, accountNumber: '000123456789', paymentTermId: term.id });

    expect(factor).toEqual({
      id: factor.id,
      ...details,
      ...masked,
      accountNumber: '****6789',
      paymentTerm: expect.objectContaining({ id: term.id, name: 'Net 30', days: 30 }),
      createdAt: api.clock.now,
      updatedAt: null,
      deletedAt: null,
      deletedBy: null,
    });
  });

  test('a patch changes and clears, but a factor keeps a name', async () => {
    await using api = await startService(database);
    await addFactor(api, { ...details, accountNumber: '000123456789', paymentTermId: (await addTerm(api)).id });
    const changeFactor = (input: object) => api.request('PATCH', '/v1/carrier-factors/quick', input);

    const changed = await changeFactor({ accountNumber: '000987654321', city: 'Austin' });
    const cleared = await changeFactor({ accountNumber: null, paymentTermId: null, email: null });

    expect(changed.body).toMatchObject({ accountNumber: '****4321', city: 'Austin', bankName: 'First Bank' });
    expect(cleared.body).toMatchObject({ accountNumber: null, paymentTerm: null, email: null, city: 'Austin' });
    expect((await changeFactor({ companyName: null })).status).toBe(400);
    expect((await changeFactor({ currency: 'DOLLARS' })).status).toBe(400);
  });

  test('a factor that a payment method names cannot be deleted', async () => {
    await using api = await startService(database);
    const factor = await addFactor(api);
    const carrier = await createCarrier(api);
    const method = await addCarrierMethod(api, carrier.id, { ...factorInput, carrierFactorId: factor.id });
    const remove = () => api.request('DELETE', `/v1/carrier-factors/${factor.id}`);

    const used = await remove();
    await api.request('DELETE', `/v1/carrier-payment-methods/${method.id}`);
    const unused = await remove();

    expect(used).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } });
    expect(used.body.error.message).toContain('Quick Factor has 1 payment method of a carrier that names it');
    expect(unused.status).toBe(204);
    const again = { carrierId: carrier.id, ...factorInput, carrierFactorId: factor.id };
    expect(await api.request('POST', '/v1/carrier-payment-methods', again)).toMatchObject({
      status: 422,
      body: { error: { details: [{ field: 'carrierFactorId' }] } },
    });
  });

  test('a factor with something to come cannot be deleted', async () => {
    await using api = await startService(database);
    const factor = await addFactor(api);
    const bill = { ...openBill('BILL-00001', 50_000), carrier_factor_id: factor.id };
    await insertPartyRow(api, 'bill', bill);
    await insertPartyRow(api, 'bill', { ...bill, friendly_id: 'BILL-00002', status: 'PAID', owed_cents: 0 });

    const unpaid = await api.request('DELETE', `/v1/carrier-factors/${factor.id}`);
    await api.database.transaction((tx) => tx.updateTable('bill').set({ status: 'PAID' }).execute());
    const paid = await api.request('DELETE', `/v1/carrier-factors/${factor.id}`);

    expect(unpaid).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } });
    expect(unpaid.body.error.message).toContain('Quick Factor has 1 unpaid bill (');
    expect(paid.status).toBe(204);
  });

  test('its approved bills are listed for payment', async () => {
    await using api = await startService(database);
    const factor = await addFactor(api, { bankName: 'First Bank', key: 'quick' });
    const { id: carrierId } = await createCarrier(api);
    const bill = { carrier_id: carrierId, carrier_factor_id: factor.id };
    await insertPartyRow(api, 'bill', {
      ...openBill('BILL-00001', 120_000),
      ...bill,
      paid_cents: 20_050,
      owed_cents: 99_950,
    });
    await insertPartyRow(api, 'bill', { ...openBill('BILL-00002', 50_000), ...bill, status: 'IN_REVIEW' });
    await insertPartyRow(api, 'bill', { ...openBill('BILL-00003', 50_000), carrier_id: carrierId });

    const { status, body } = await api.request('GET', '/v1/carrier-factors/quick/bills-for-payment?by=key');

    expect(status).toBe(200);
    expect(body).toMatchObject({
      totalOutstanding: 999.5,
      carrierFactor: { id: factor.id, companyName: 'Quick Factor', bankName: 'First Bank' },
      bills: [{ friendlyId: 'BILL-00001', amountPaid: 200.5, openBalance: 999.5, carrier: { id: carrierId } }],
    });
    expect((await api.request('GET', '/v1/carrier-factors/nobody/bills-for-payment')).status).toBe(404);
  });

  test('factors are found by text and by payment term', async () => {
    await using api = await startService(database);
    const term = await addTerm(api);
    await addFactor(api, { ...details, paymentTermId: term.id });
    await addFactor(api, { companyName: 'Slow Factor' });
    const filterNames = async (filter: object) =>
      (await api.request('POST', '/v1/carrier-factors/filter', { filter })).body.data.map(
        ({ companyName }: { companyName: string }) => companyName,
      );

    expect(await filterNames({ companyName: { includes: 'factor' } })).toEqual(['Slow Factor', 'Quick Factor']);
    expect(await filterNames({ paymentTermId: { equalTo: term.id } })).toEqual(['Quick Factor']);
    expect(await filterNames({ bankName: { equalTo: 'First Bank' } })).toEqual(['Quick Factor']);
    expect(await filterNames({ zipCode: { isNull: true } })).toEqual(['Slow Factor']);
  });
});

onBothDatabases('a carrier factor that is used at the same moment', (database) => {
  test('of a deletion and a new payment method at the same moment exactly one succeeds', async () => {
    await using api = await startService(database);
    const factor = await addFactor(api);
    const { id: carrierId } = await createCarrier(api);

    const [deleted, created] = await Promise.all([
      api.request('DELETE', `/v1/carrier-factors/${factor.id}`),
      api.request('POST', '/v1/carrier-payment-methods', { carrierId, ...factorInput, carrierFactorId: factor.id }),
    ]);

    expect([
      [204, 422],
      [409, 201],
    ]).toContainEqual([deleted.status, created.status]);
  });
});
