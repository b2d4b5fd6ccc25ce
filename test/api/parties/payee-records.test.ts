import { expect, test } from 'vitest';
import { carrierContacts } from '../../../src/contract/parties/carrier-contacts.ts';
import { carrierFactors } from '../../../src/contract/parties/carrier-factors.ts';
import { carrierPaymentMethods } from '../../../src/contract/parties/carrier-payment-methods.ts';
import type { FilterFields } from '../../../src/contract/kit/filter-fields.ts';
import { vendorContacts } from '../../../src/contract/parties/vendor-contacts.ts';
import { vendorPaymentMethods } from '../../../src/contract/parties/vendor-payment-methods.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { startService } from '../../support/service/service.ts';
import { refusedFilters } from './parties.ts';
import { add, payeeCollections } from './payees.ts';

const filters: Readonly<Record<(typeof payeeCollections)[number]['collection'], FilterFields>> = {
  'carrier-contacts': carrierContacts.filter.filter,
  'carrier-factors': carrierFactors.filter.filter,
  'carrier-payment-methods': carrierPaymentMethods.filter.filter,
  'vendor-contacts': vendorContacts.filter.filter,
  'vendor-payment-methods': vendorPaymentMethods.filter.filter,
};

const nobody = '00000000-0000-7000-8000-000000000000';

onOneDatabase('contacts, factors and payment methods', (database) => {
  test.each(payeeCollections)('$collection: a record is found by its id and by its key', async (of) => {
    await using api = await startService(database);
    const record = await add(api, of.collection, { ...(await of.input(api)), key: 'mine' });

    for (const address of [record.id, record.id.toUpperCase(), 'mine', `${record.id}?by=id`, 'mine?by=key']) {
      expect((await api.request('GET', `/v1/${of.collection}/${address}`)).body).toEqual(record);
    }
    for (const address of [`${record.id}?by=key`, 'mine?by=id', 'other', nobody]) {
      expect((await api.request('GET', `/v1/${of.collection}/${address}`)).status).toBe(404);
    }
    expect((await api.request('GET', `/v1/${of.collection}/mine?by=name`)).status).toBe(400);
  });

  test.each(payeeCollections)('$collection: a key is used once, until its record is deleted', async (of) => {
    await using api = await startService(database);
    const input = await of.input(api);
    const first = await add(api, of.collection, { ...input, key: 'mine' });
    const second = await add(api, of.collection, input);

    const created = await api.request('POST', `/v1/${of.collection}`, { ...input, key: 'mine' });
    const renamed = await api.request('PATCH', `/v1/${of.collection}/${second.id}`, { key: 'mine' });

    const duplicate = { status: 409, body: { error: { code: 'DUPLICATE_KEY', details: [{ field: 'key' }] } } };
    expect([created, renamed]).toMatchObject([duplicate, duplicate]);
    expect((await api.request('DELETE', `/v1/${of.collection}/${first.id}`)).status).toBe(204);
    expect((await api.request('PATCH', `/v1/${of.collection}/${second.id}`, { key: 'mine' })).body.key).toBe('mine');
    expect((await api.request('PATCH', `/v1/${of.collection}/mine`, { key: null })).body.key).toBe(null);
  });

  test.each(payeeCollections)('$collection: a patch changes what it names, and nothing else', async (of) => {
    await using api = await startService(database);
    const record = await add(api, of.collection, { ...(await of.input(api)), key: 'mine' });

    api.clock.now = '2026-11-20T15:05:00.000Z';
    const { body } = await api.request('PATCH', `/v1/${of.collection}/mine?by=key`, of.change);

    expect(body).toEqual({ ...record, ...of.change, updatedAt: '2026-11-20T15:05:00.000Z' });
    expect((await api.request('GET', `/v1/${of.collection}/mine`)).body).toEqual(body);
  });

  test.each(payeeCollections)('$collection: what a record belongs to has to exist, and stays', async (of) => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const [input, theirs] = [await of.input(api), await of.input(stranger)];
    const record = await add(api, of.collection, input);
    const owner = Reflect.get(theirs, of.owner);

    const missing = await api.request('POST', `/v1/${of.collection}`, { ...input, [of.owner]: nobody });
    const foreign = await api.request('POST', `/v1/${of.collection}`, { ...input, [of.owner]: owner });
    const moved = await api.request('PATCH', `/v1/${of.collection}/${record.id}`, { [of.owner]: owner });

    const refused = { status: 422, body: { error: { code: 'VALIDATION_ERROR', details: [{ field: of.owner }] } } };
    expect([missing, foreign]).toMatchObject([refused, refused]);
    expect(moved).toMatchObject(
      of.owner === 'paymentTermId' ? refused : { status: 400, body: { error: { details: [{ field: of.owner }] } } },
    );
  });

  test.each(payeeCollections)('$collection: another organization sees nothing of it', async (of) => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { id } = await add(api, of.collection, { ...(await of.input(api)), key: 'mine' });

    for (const address of [id, 'mine']) {
      expect((await stranger.request('GET', `/v1/${of.collection}/${address}`)).status).toBe(404);
      expect((await stranger.request('PATCH', `/v1/${of.collection}/${address}`, of.change)).status).toBe(404);
      expect((await stranger.request('DELETE', `/v1/${of.collection}/${address}`)).status).toBe(404);
    }
    expect((await stranger.request('POST', `/v1/${of.collection}/filter`)).body.data).toEqual([]);
    expect(
      (await stranger.request('POST', `/v1/${of.collection}`, { ...(await of.input(stranger)), key: 'mine' })).status,
    ).toBe(201);
    expect((await api.request('POST', `/v1/${of.collection}/filter`)).body.data).toHaveLength(1);
  });

  test.each(payeeCollections)('$collection: a deleted record is gone, but for filters that ask for it', async (of) => {
    await using api = await startService(database);
    const record = await add(api, of.collection, { ...(await of.input(api)), key: 'mine' });

    const deleted = await api.request('DELETE', `/v1/${of.collection}/mine?by=key`);

    const filtered = (filter?: object) => api.request('POST', `/v1/${of.collection}/filter`, filter && { filter });
    expect([deleted.status, deleted.body]).toEqual([204, '']);
    for (const method of ['GET', 'DELETE']) {
      expect((await api.request(method, `/v1/${of.collection}/${record.id}`)).status).toBe(404);
    }
    expect((await api.request('PATCH', `/v1/${of.collection}/${record.id}`, of.change)).status).toBe(404);
    expect((await filtered()).body.data).toEqual([]);
    expect((await filtered({ deletedAt: { isNull: false } })).body.data).toMatchObject([
      { id: record.id, key: 'mine', deletedAt: api.clock.now },
    ]);
  });

  test.each(payeeCollections)(
    '$collection: every declared filter field takes every operator of its kind',
    async (of) => {
      await using api = await startService(database);
      await add(api, of.collection, await of.input(api));

      expect(await refusedFilters(api, `/v1/${of.collection}/filter`, filters[of.collection])).toEqual([]);
    },
  );

  test.each(payeeCollections)('$collection: pages follow each other, newest first', async (of) => {
    await using api = await startService(database);
    const input = await of.input(api);
    const made: string[] = [];
    for (const key of ['a', 'b', 'c']) made.unshift((await add(api, of.collection, { ...input, key })).id);
    const page = of.collection === 'vendor-payment-methods' ? 'pagination' : 'pageInfo';

    const first = await api.request('POST', `/v1/${of.collection}/filter`, { pageSize: 2 });
    const cursor = first.body[page].endCursor;
    const second = await api.request('POST', `/v1/${of.collection}/filter`, { pageSize: 2, cursor });

    const seen = [...first.body.data, ...second.body.data].map(({ id }: { id: string }) => id);
    expect(seen).toEqual(made);
    expect(second.body[page]).toEqual({ pageSize: 2, hasNextPage: false, hasPreviousPage: true, endCursor: null });
  });
});
