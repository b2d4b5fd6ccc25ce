import { expect, test } from 'vitest';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { createCarrier } from './parties.ts';
import { addCarrierMethod, addFactor, addTerm, factorInput } from './payees.ts';

const path = '/v1/carrier-payment-methods';
const bank = {
  bankName: 'Prairie Bank',
  bankAddress: '1 Main St',
  accountName: 'Swift Haul LLC',
  abaAch: '111000025',
  wire: '111000026',
  swiftCode: 'PRAIUS44',
  eftInstitution: '003',
  eftTransit: '00012',
  clabe: '002010077777777771',
  currency: 'USD',
};
const masked = { wire: '****0026', eftInstitution: '****', eftTransit: '****0012', clabe: '****7771' };
const view = {
  status: 'INACTIVE',
  email: 'pay@swift.test',
  phone: '312-555-0100',
  companyName: 'Swift',
  username: 's',
};
const factorRefused = { status: 422, body: { error: { details: [{ field: 'carrierFactorId' }] } } };

async function listPreferred(api: TestService, carrierId: string): Promise<string[]> {
  const filter = { carrierId: { equalTo: carrierId }, isPreferred: { equalTo: true } };
  const { body } = await api.request('POST', `${path}/filter`, { filter });
  return body.data.map(({ id }: { id: string }) => id);
}

onOneDatabase('carrier payment methods', (database) => {
  test.each(['carrier-payment-methods', 'vendor-payment-methods'])(
    '%s: a field that every method has cannot be asked for as missing',
    async (collection) => {
      await using api = await startService(database);
      const filter = (condition: object) =>
        api.request('POST', `/v1/${collection}/filter`, { filter: { paymentMethodType: condition } });

      expect((await filter({ isNull: true })).status).toBe(400);
      expect((await filter({ notIn: ['WIRE'] })).status).toBe(200);
    },
  );

  test('a new method shows what was sent with carrier and term, here and inside the carrier', async () => {
    await using api = await startService(database);
    const [carrier, term] = [await createCarrier(api), await addTerm(api)];

    const method = await addCarrierMethod(api, carrier.id, {
      key: 'swift-ach',
      ...view,
      ...bank,
      isPreferred: true,
      accountNumber: '000123456789',
      paymentTermId: term.id,
      carrierFactorId: null,
    });

    expect(method).toEqual({
      id: method.id,
      key: 'swift-ach',
      carrierId: carrier.id,
      carrier: expect.objectContaining({ id: carrier.id, friendlyId: 'C100001', name: 'Swift Haul' }),
      paymentRecipientType: 'DIRECT',
      paymentMethodType: 'ACH',
      carrierFactor: null,
      ...view,
      ...bank,
      ...masked,
      isPreferred: true,
      accountNumber: '****6789',
      paymentTerm: expect.objectContaining({ id: term.id, name: 'Net 30' }),
      deletedBy: null,
      createdAt: api.clock.now,
      updatedAt: null,
      deletedAt: null,
    });
    const { carrier: _carrier, carrierId: _id, ...embedded } = method;
    expect((await api.request('GET', `/v1/carriers/${carrier.id}`)).body.paymentMethods).toEqual([embedded]);
  });

  test('a new method is ACTIVE, and one to a factor shows the factor', async () => {
    await using api = await startService(database);
    const [carrier, factor] = [await createCarrier(api), await addFactor(api, { bankName: 'First Bank' })];

    const method = await addCarrierMethod(api, carrier.id, {
      ...factorInput,
      carrierFactorId: factor.id.toUpperCase(),
    });

    expect(method).toMatchObject({
      status: 'ACTIVE',
      paymentRecipientType: 'FACTOR',
      carrierFactor: { id: factor.id, companyName: 'Quick Factor', bankName: 'First Bank' },
    });
    const { body } = await api.request('GET', `/v1/carriers/${carrier.id}/bills-for-payment`);
    expect(body.carrierFactor).toMatchObject({ id: factor.id, companyName: 'Quick Factor' });
  });

  test('DIRECT has no factor and FACTOR has one, from the first', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const [{ id: carrierId }, factor, otherFactor] = [
      await createCarrier(api),
      await addFactor(api),
      await addFactor(stranger),
    ];
    const create = (paymentRecipientType: string, more: object) =>
      api.request('POST', path, { carrierId, paymentMethodType: 'ACH', paymentRecipientType, ...more });

    const answers = [
      await create('DIRECT', { carrierFactorId: factor.id }),
      await create('FACTOR', {}),
      await create('FACTOR', { carrierFactorId: null }),
      await create('FACTOR', { carrierFactorId: otherFactor.id }),
    ];

    expect(answers).toMatchObject(answers.map(() => factorRefused));
    expect((await create('SOMEBODY', {})).status).toBe(400);
    expect((await create('DIRECT', { paymentMethodType: 'BARTER' })).status).toBe(400);
  });

  test('a change of the recipient needs the factor to follow it', async () => {
    await using api = await startService(database);
    const [{ id: carrierId }, factor] = [await createCarrier(api), await addFactor(api)];
    const { id } = await addCarrierMethod(api, carrierId);
    const changeMethod = (input: object) => api.request('PATCH', `${path}/${id}`, input);

    const factorless = await changeMethod({ paymentRecipientType: 'FACTOR' });
    const unasked = await changeMethod({ carrierFactorId: factor.id });
    const toFactor = await changeMethod({ paymentRecipientType: 'FACTOR', carrierFactorId: factor.id });
    const unchanged = await changeMethod({ bankName: 'First Bank' });
    const orphaned = await changeMethod({ carrierFactorId: null });
    const undecided = await changeMethod({ paymentRecipientType: 'DIRECT' });
    const toCarrier = await changeMethod({ paymentRecipientType: 'DIRECT', carrierFactorId: null });

    expect([factorless, unasked, orphaned, undecided]).toMatchObject(Array.from({ length: 4 }, () => factorRefused));
    expect(toFactor.body).toMatchObject({ paymentRecipientType: 'FACTOR', carrierFactor: { id: factor.id } });
    expect(unchanged.body).toMatchObject({ bankName: 'First Bank', carrierFactor: { id: factor.id } });
    expect(toCarrier.body).toMatchObject({ paymentRecipientType: 'DIRECT', carrierFactor: null });
    expect((await changeMethod({ paymentRecipientType: null })).status).toBe(400);
    expect((await changeMethod({ paymentMethodType: null })).status).toBe(400);
  });

  test('a patch changes the type and the account, and null clears', async () => {
    await using api = await startService(database);
    const { id: carrierId } = await createCarrier(api);
    const sent = { ...view, ...bank, accountNumber: '000123456789', paymentTermId: (await addTerm(api)).id };
    const { id } = await addCarrierMethod(api, carrierId, sent);
    const changeMethod = (input: object) => api.request('PATCH', `${path}/${id}`, input);

    const changed = await changeMethod({ paymentMethodType: 'WIRE', accountNumber: '000987654321' });
    const cleared = await changeMethod({ accountNumber: null, paymentTermId: null, status: null, isPreferred: null });

    expect(changed.body).toMatchObject({
      paymentMethodType: 'WIRE',
      accountNumber: '****4321',
      ...bank,
      ...masked,
      ...view,
    });
    expect(cleared.body).toMatchObject({ accountNumber: null, paymentTerm: null, status: null, isPreferred: null });
    const unknown = await changeMethod({ paymentTermId: id });
    expect(unknown).toMatchObject({ status: 422, body: { error: { details: [{ field: 'paymentTermId' }] } } });
  });

  test('the first way of paying a carrier is the preferred one, unless it is said or out of use', async () => {
    await using api = await startService(database);
    const carriers = [await createCarrier(api), await createCarrier(api), await createCarrier(api)];
    const [plain, refused, unused] = carriers.map(({ id }) => id);

    const first = await addCarrierMethod(api, plain);
    const second = await addCarrierMethod(api, plain);
    const stated = await addCarrierMethod(api, refused, { isPreferred: false });
    const inactive = await addCarrierMethod(api, unused, { status: 'INACTIVE' });

    expect([first, second, stated, inactive].map(({ isPreferred }) => isPreferred)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test('a method that becomes preferred takes the place of the one before, and of nobody else', async () => {
    await using api = await startService(database);
    const [firstCarrier, secondCarrier] = [await createCarrier(api), await createCarrier(api)];
    const other = await addCarrierMethod(api, secondCarrier.id);
    const first = await addCarrierMethod(api, firstCarrier.id);

    api.clock.now = '2026-11-20T15:05:00.000Z';
    const second = await addCarrierMethod(api, firstCarrier.id, { isPreferred: true });
    const afterCreate = [
      await listPreferred(api, firstCarrier.id),
      (await api.request('GET', `${path}/${first.id}`)).body,
    ];
    await api.request('PATCH', `${path}/${first.id}`, { isPreferred: true });
    const afterPatch = await listPreferred(api, firstCarrier.id);
    await api.request('PATCH', `${path}/${first.id}`, { isPreferred: false });

    expect(afterCreate).toMatchObject([[second.id], { isPreferred: false, updatedAt: '2026-11-20T15:05:00.000Z' }]);
    expect(afterPatch).toEqual([first.id]);
    expect(await listPreferred(api, firstCarrier.id)).toEqual([]);
    expect(await listPreferred(api, secondCarrier.id)).toEqual([other.id]);
  });

  test('methods are found by carrier, factor, recipient and preference', async () => {
    await using api = await startService(database);
    const [carrier, factor] = [await createCarrier(api), await addFactor(api)];
    const direct = await addCarrierMethod(api, carrier.id, { bankName: 'Prairie Bank', paymentMethodType: 'WIRE' });
    const factored = await addCarrierMethod(api, carrier.id, { ...factorInput, carrierFactorId: factor.id });
    const filterIds = async (filter: object) =>
      (await api.request('POST', `${path}/filter`, { filter })).body.data.map(({ id }: { id: string }) => id);

    expect(await filterIds({ carrierId: { equalTo: carrier.id } })).toEqual([factored.id, direct.id]);
    expect(await filterIds({ carrierFactorId: { equalTo: factor.id } })).toEqual([factored.id]);
    expect(await filterIds({ paymentRecipientType: { equalTo: 'DIRECT' } })).toEqual([direct.id]);
    expect(await filterIds({ paymentMethodType: { notIn: ['WIRE'] } })).toEqual([factored.id]);
    expect(await filterIds({ isPreferred: { equalTo: true } })).toEqual([direct.id]);
    expect(await filterIds({ bankName: { includes: 'prairie' } })).toEqual([direct.id]);
    const unknown = await api.request('POST', `${path}/filter`, { filter: { accountNumber: { equalTo: '1234' } } });
    expect(unknown.body.errors).toMatchObject([{ field: 'accountNumber' }]);
  });
});

onBothDatabases('payment methods of one carrier at the same moment', (database) => {
  test('however many become preferred at the same moment, one is', async () => {
    await using api = await startService(database);
    const { id: carrierId } = await createCarrier(api);
    const addMethod = () => addCarrierMethod(api, carrierId, { isPreferred: false });
    const ids = [await addMethod(), await addMethod(), await addMethod()].map(({ id }) => id);
    const set = (isPreferred: boolean) =>
      Promise.all(ids.map((id) => api.request('PATCH', `${path}/${id}`, { isPreferred })));

    for (let round = 0; round < 3; round += 1) {
      await set(false);
      await set(true);
      expect(await listPreferred(api, carrierId)).toHaveLength(1);
    }
    await set(false);
    await Promise.all([addCarrierMethod(api, carrierId), addCarrierMethod(api, carrierId)]);
    expect(await listPreferred(api, carrierId)).toHaveLength(1);
  });

  test('changes of recipient and factor at the same moment never leave the two apart', async () => {
    await using api = await startService(database);
    const [{ id: carrierId }, factor] = [await createCarrier(api), await addFactor(api)];
    const { id } = await addCarrierMethod(api, carrierId, { ...factorInput, carrierFactorId: factor.id });

    const answers = await Promise.all([
      api.request('PATCH', `${path}/${id}`, { paymentRecipientType: 'DIRECT', carrierFactorId: null }),
      api.request('PATCH', `${path}/${id}`, { carrierFactorId: (await addFactor(api)).id }),
    ]);

    const { body } = await api.request('GET', `${path}/${id}`);
    const isWhole = (body.paymentRecipientType === 'FACTOR') === (body.carrierFactor !== null);
    expect(isWhole).toBe(true);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
  });
});
