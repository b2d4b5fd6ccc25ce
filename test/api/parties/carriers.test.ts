import { expect, test } from 'vitest';
import { carriers } from '../../../src/contract/parties/carriers.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { startService } from '../../support/service/service.ts';
import { address, createCarrier, insertPartyRow, openBill, listRefusedFilters } from './parties.ts';

onOneDatabase('carriers', (database) => {
  test('a new carrier is ACTIVE, has a number and shows what was sent', async () => {
    await using api = await startService(database);
    const term = await api.request('POST', '/v1/payment-terms', { name: 'Net 30', days: 30, quickPayFee: 0.02 });

    const carrier = await createCarrier(api, {
      key: 'swift',
      mcNumber: '123456',
      equipments: ['VAN', 'REEFER'],
      isHazmat: true,
      trucks: 12,
      paymentTermId: term.body.id,
      corporateAddress: address,
      insuranceCompany: 'Great Plains',
      insuranceExpirationDate: '2027-01-01T00:00:00-06:00',
      insuranceAutoLiabilityLimit: 1_000_000.5,
      inFmcsa: true,
    });

    expect(carrier).toMatchObject({
      object: 'CARRIER',
      friendlyId: 'C100001',
      status: 'ACTIVE',
      equipments: ['VAN', 'REEFER'],
      isHazmat: true,
      tsaApproved: null,
      paymentTerm: { name: 'Net 30', quickPayFee: 0.02 },
      corporateAddress: { ...address, line2: null, obeysDst: true, isSmartyValidated: false },
      billingAddress: null,
      insuranceExpirationDate: '2027-01-01T06:00:00.000Z',
      insuranceAutoLiabilityLimit: 1_000_000.5,
      inFmcsa: true,
      contacts: [],
      paymentMethods: [],
    });
    expect((await api.request('GET', '/v1/carriers/swift?by=key')).body).toEqual(carrier);
    expect((await createCarrier(api)).friendlyId).toBe('C100002');
  });

  test('insurance and safety fields exist on TRUCKLOAD carriers only', async () => {
    await using api = await startService(database);

    const refused = await api.request('POST', '/v1/carriers', {
      name: 'Sea Line',
      type: 'OCEAN',
      rating: 'X',
      inFmcsa: true,
    });
    const ocean = await createCarrier(api, { name: 'Sea Line', type: 'OCEAN' });
    const patched = await api.request('PATCH', `/v1/carriers/${ocean.id}`, { insuranceCompany: 'Great Plains' });

    expect(refused).toMatchObject({ status: 422, body: { error: { code: 'VALIDATION_ERROR' } } });
    expect(refused.body.error.details.map(({ field }: { field: string }) => field)).toEqual(['rating', 'inFmcsa']);
    expect(ocean).not.toHaveProperty('rating');
    expect(ocean).not.toHaveProperty('insuranceCompany');
    expect(patched.status).toBe(422);
  });

  test('a new type changes which fields a carrier has', async () => {
    await using api = await startService(database);
    const facts = { insuranceCompany: 'Great Plains', insuranceCargoLiabilityLimit: 100_000, usDriverInspections: 3 };
    const carrier = await createCarrier(api, { rating: 'SATISFACTORY', inFmcsa: true, ...facts });
    const path = `/v1/carriers/${carrier.id}`;

    const torn = await api.request('PATCH', path, { type: 'RAIL', rating: 'CONDITIONAL' });
    const rail = await api.request('PATCH', path, { type: 'RAIL' });
    const byRating = await api.request('POST', '/v1/carriers/filter', {
      filter: { rating: { equalTo: 'SATISFACTORY' } },
    });
    const back = await api.request('PATCH', path, { type: 'TRUCKLOAD', rating: 'CONDITIONAL' });

    expect(torn).toMatchObject({ status: 422, body: { error: { details: [{ field: 'rating' }] } } });
    expect(rail.body).toMatchObject({ type: 'RAIL' });
    expect(rail.body).not.toHaveProperty('rating');
    expect(byRating.body.data).toEqual([]);
    expect(back.body).toMatchObject({ type: 'TRUCKLOAD', rating: 'CONDITIONAL', inFmcsa: null });
    expect(Object.keys(facts).map((name) => back.body[name])).toEqual([null, null, null]);
  });

  test('a carrier without a stored type reads as TRUCKLOAD, in filters and in searches too', async () => {
    await using api = await startService(database);
    const carrier = await createCarrier(api, { rating: 'SATISFACTORY' });
    await api.database.transaction((tx) => tx.updateTable('carrier').set({ type: null }).execute());

    const read = await api.request('GET', `/v1/carriers/${carrier.id}`);
    const filtered = await api.request('POST', '/v1/carriers/filter', { filter: { type: { equalTo: 'TRUCKLOAD' } } });
    const searched = await api.request('POST', '/v1/carriers/search', {
      criteria: { type: { operator: 'EQUALS', values: ['TL'] } },
    });

    expect(read.body).toMatchObject({ type: 'TRUCKLOAD', rating: 'SATISFACTORY' });
    expect(filtered.body.data).toHaveLength(1);
    expect(searched.body).toMatchObject({ totalResults: 1, data: [{ type: 'TL' }] });
  });

  test('a patch changes the named parts of an address and keeps the others', async () => {
    await using api = await startService(database);
    const { id } = await createCarrier(api, { corporateAddress: { ...address, line2: 'Suite 4' } });

    const patched = await api.request('PATCH', `/v1/carriers/${id}`, {
      corporateAddress: { line1: '2 Oak Ave', line2: null },
    });
    const partial = await api.request('PATCH', `/v1/carriers/${id}`, { billingAddress: { city: 'Joliet' } });

    expect(patched.body.corporateAddress).toMatchObject({ ...address, line1: '2 Oak Ave', line2: null });
    expect(partial).toMatchObject({
      status: 422,
      body: { error: { details: [{ field: 'billingAddress.line1' }, {}, {}] } },
    });
    expect(
      (await api.request('PATCH', `/v1/carriers/${id}`, { billingAddress: address })).body.billingAddress,
    ).toMatchObject(address);
  });

  test('a patch leaves out nothing it does not name, and null clears', async () => {
    await using api = await startService(database);
    const carrier = await createCarrier(api, {
      key: 'swift',
      notes: 'slow payer',
      phone: '312-555-0100',
      equipments: ['VAN'],
    });

    api.clock.now = '2026-11-20T15:05:00.000Z';
    const patched = await api.request('PATCH', `/v1/carriers/${carrier.id}`, {
      notes: null,
      status: 'DO_NOT_USE',
      equipments: [],
    });

    const changed = { notes: null, status: 'DO_NOT_USE', equipments: [], updatedAt: '2026-11-20T15:05:00.000Z' };
    expect(patched.body).toEqual({ ...carrier, ...changed });
    expect((await api.request('PATCH', `/v1/carriers/${carrier.id}`, { name: null })).status).toBe(400);
  });

  test('contacts and payment methods come with the carrier, account numbers only with their last four digits', async () => {
    await using api = await startService(database);
    const { id } = await createCarrier(api);
    const factor = await insertPartyRow(api, 'carrier_factor', {
      company_name: 'Quick Factor',
      bank_name: 'First Bank',
    });
    await insertPartyRow(api, 'carrier_contact', {
      carrier_id: id,
      name: 'Ann',
      email: 'ann@swift.test',
      contact_types: '["DISPATCH"]',
    });
    await insertPartyRow(api, 'carrier_contact', { carrier_id: id, name: 'Gone', deleted_at: api.clock.now });
    await api.request('POST', '/v1/carrier-payment-methods', {
      carrierId: id,
      paymentRecipientType: 'FACTOR',
      paymentMethodType: 'ACH',
      carrierFactorId: factor,
      accountNumber: '000123456789',
    });

    const { body } = await api.request('GET', `/v1/carriers/${id}`);

    expect(body.contacts).toMatchObject([
      { name: 'Ann', contactInfo: { email: 'ann@swift.test' }, contactTypes: ['DISPATCH'] },
    ]);
    expect(body.paymentMethods).toMatchObject([
      { accountNumber: '****6789', carrierFactor: { companyName: 'Quick Factor' } },
    ]);
    expect(JSON.stringify(body)).not.toContain('000123456789');
  });

  test('a carrier of another organization, a used key and an unknown payment term are refused', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { id } = await createCarrier(api, { key: 'swift' });
    const otherTerm = await stranger.request('POST', '/v1/payment-terms', { name: 'Net 30' });

    expect((await stranger.request('GET', `/v1/carriers/${id}`)).status).toBe(404);
    expect((await stranger.request('PATCH', `/v1/carriers/${id}`, { name: 'x' })).status).toBe(404);
    expect((await stranger.request('DELETE', `/v1/carriers/${id}`)).status).toBe(404);
    expect((await stranger.request('GET', `/v1/carriers/${id}/outstanding-bills`)).status).toBe(404);
    expect((await stranger.request('POST', '/v1/carriers/filter')).body.data).toEqual([]);
    expect((await stranger.request('POST', '/v1/carriers/search')).body.data).toEqual([]);
    expect(
      (await stranger.request('POST', '/v1/carriers', { name: 'A', type: 'AIR', key: 'swift' })).body.friendlyId,
    ).toBe('C100001');
    const twice = await api.request('POST', '/v1/carriers', { name: 'Other', type: 'AIR', key: 'swift' });
    expect(twice).toMatchObject({ status: 409, body: { error: { code: 'DUPLICATE_KEY' } } });
    const term = await api.request('PATCH', `/v1/carriers/${id}`, { paymentTermId: otherTerm.body.id });
    expect(term).toMatchObject({ status: 422, body: { error: { details: [{ field: 'paymentTermId' }] } } });
  });

  test('every declared filter field takes every operator of its kind', async () => {
    await using api = await startService(database);
    await createCarrier(api);

    expect(await listRefusedFilters(api, '/v1/carriers/filter', carriers.filter.filter)).toEqual([]);
  });

  test('filters find carriers by text, number, truth, date and reference', async () => {
    await using api = await startService(database);
    const term = await api.request('POST', '/v1/payment-terms', { name: 'Net 30' });
    await createCarrier(api, {
      name: 'Blue Freight',
      trucks: 40,
      isHazmat: true,
      ratingDate: '2026-03-01',
      paymentTermId: term.body.id,
    });
    await createCarrier(api, { name: 'Red Freight', trucks: 5, isHazmat: false, ratingDate: '2025-03-01' });
    const filterNames = async (filter: object) =>
      (await api.request('POST', '/v1/carriers/filter', { filter })).body.data.map(
        ({ name }: { name: string }) => name,
      );

    expect(await filterNames({ name: { includes: 'freight' } })).toEqual(['Red Freight', 'Blue Freight']);
    expect(await filterNames({ trucks: { greaterThan: 10 } })).toEqual(['Blue Freight']);
    expect(await filterNames({ isHazmat: { equalTo: false } })).toEqual(['Red Freight']);
    expect(await filterNames({ ratingDate: { lessThan: '2026-01-01' } })).toEqual(['Red Freight']);
    expect(await filterNames({ paymentTermId: { equalTo: term.body.id } })).toEqual(['Blue Freight']);
    expect(
      await filterNames({
        or: [{ trucks: { equalTo: 40 } }, { trucks: { equalTo: 5 } }],
        not: { name: { startsWith: 'red' } },
      }),
    ).toEqual(['Blue Freight']);
  });

  test('approved bills are listed with what is open, and the factor to pay', async () => {
    await using api = await startService(database);
    const { id } = await createCarrier(api);
    const factor = await insertPartyRow(api, 'carrier_factor', {
      company_name: 'Quick Factor',
      bank_name: 'First Bank',
    });
    await insertPartyRow(api, 'carrier_payment_method', {
      carrier_id: id,
      payment_recipient_type: 'FACTOR',
      payment_method_type: 'ACH',
      carrier_factor_id: factor,
      is_preferred: 1,
      status: 'ACTIVE',
    });
    await insertPartyRow(api, 'bill', {
      ...openBill('BILL-00001', 120_000),
      carrier_id: id,
      paid_cents: 20_050,
      owed_cents: 99_950,
    });
    await insertPartyRow(api, 'bill', { ...openBill('BILL-00002', 50_000), carrier_id: id, due_date: '2026-12-24' });
    await insertPartyRow(api, 'bill', { ...openBill('BILL-00003', 50_000), carrier_id: id, status: 'IN_REVIEW' });

    const outstanding = await api.request('GET', `/v1/carriers/${id}/outstanding-bills`);
    const forPayment = await api.request('GET', `/v1/carriers/${id}/bills-for-payment`);

    expect(outstanding.body).toMatchObject({
      totalOutstanding: 1499.5,
      bills: [
        { friendlyId: 'BILL-00001', amount: 1200, openBalance: 999.5, isOverdue: true, carrier: { id } },
        { friendlyId: 'BILL-00002', openBalance: 500, isOverdue: false },
      ],
    });
    expect(forPayment.body).toMatchObject({
      totalOutstanding: 1499.5,
      carrier: { friendlyId: 'C100001' },
      carrierFactor: { companyName: 'Quick Factor', bankName: 'First Bank' },
      bills: [{ amountPaid: 200.5 }, { amountPaid: 0 }],
    });
  });
});
