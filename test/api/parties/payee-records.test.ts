import { expect, test } from 'vitest';
import { carrierContacts } from '../../../src/contract/parties/carrier-contacts.ts';
import { carrierFactors } from '../../../src/contract/parties/carrier-factors.ts';
import { carrierPaymentMethods } from '../../../src/contract/parties/carrier-payment-methods.ts';
import type { FilterFields } from '../../../src/contract/kit/filter-fields.ts';
import { vendorContacts } from '../../../src/contract/parties/vendor-contacts.ts';
import { vendorPaymentMethods } from '../../../src/contract/parties/vendor-payment-methods.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { startService } from '../../support/service/service.ts';
import { listRefusedFilters } from './parties.ts';
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
  test.each(payeeCollections)('$collection: a record is found by its id and by its key', async (payeeCollection) => {
    await using api = await startService(database);
    const record = await add(api, payeeCollection.collection, { ...(await payeeCollection.input(api)), key: 'mine' });

    for (const address of [record.id, record.id.toUpperCase(), 'mine', `${record.id}?by=id`, 'mine?by=key']) {
      expect((await api.request('GET', `/v1/${payeeCollection.collection}/${address}`)).body).toEqual(record);
    }
    for (const address of [`${record.id}?by=key`, 'mine?by=id', 'other', nobody]) {
      expect((await api.request('GET', `/v1/${payeeCollection.collection}/${address}`)).status).toBe(404);
    }
    expect((await api.request('GET', `/v1/${payeeCollection.collection}/mine?by=name`)).status).toBe(400);
  });

  test.each(payeeCollections)(
    '$collection: a key is used once, until its record is deleted',
    async (payeeCollection) => {
      await using api = await startService(database);
      const input = await payeeCollection.input(api);
      const first = await add(api, payeeCollection.collection, { ...input, key: 'mine' });
      const second = await add(api, payeeCollection.collection, input);

      const created = await api.request('POST', `/v1/${payeeCollection.collection}`, { ...input, key: 'mine' });
      const renamed = await api.request('PATCH', `/v1/${payeeCollection.collection}/${second.id}`, { key: 'mine' });

      const duplicate = { status: 409, body: { error: { code: 'DUPLICATE_KEY', details: [{ field: 'key' }] } } };
      expect([created, renamed]).toMatchObject([duplicate, duplicate]);
      expect((await api.request('DELETE', `/v1/${payeeCollection.collection}/${first.id}`)).status).toBe(204);
      expect(
        (await api.request('PATCH', `/v1/${payeeCollection.collection}/${second.id}`, { key: 'mine' })).body.key,
      ).toBe('mine');
      expect((await api.request('PATCH', `/v1/${payeeCollection.collection}/mine`, { key: null })).body.key).toBe(null);
    },
  );

  test.each(payeeCollections)(
    '$collection: a patch changes what it names, and nothing else',
    async (payeeCollection) => {
      await using api = await startService(database);
      const record = await add(api, payeeCollection.collection, { ...(await payeeCollection.input(api)), key: 'mine' });

      api.clock.now = '2026-11-20T15:05:00.000Z';
      const { body } = await api.request(
        'PATCH',
        `/v1/${payeeCollection.collection}/mine?by=key`,
        payeeCollection.change,
      );

      expect(body).toEqual({ ...record, ...payeeCollection.change, updatedAt: '2026-11-20T15:05:00.000Z' });
      expect((await api.request('GET', `/v1/${payeeCollection.collection}/mine`)).body).toEqual(body);
    },
  );

  test.each(payeeCollections)(
    '$collection: what a record belongs to has to exist, and stays',
    async (payeeCollection) => {
      await using api = await startService(database);
      const stranger = await api.anotherOrganization();
      const [input, otherInput] = [await payeeCollection.input(api), await payeeCollection.input(stranger)];
      const record = await add(api, payeeCollection.collection, input);
      const owner = Reflect.get(otherInput, payeeCollection.owner);

      const missing = await api.request('POST', `/v1/${payeeCollection.collection}`, {
        ...input,
        [payeeCollection.owner]: nobody,
      });
      const foreign = await api.request('POST', `/v1/${payeeCollection.collection}`, {
        ...input,
        [payeeCollection.owner]: owner,
      });
      const moved = await api.request('PATCH', `/v1/${payeeCollection.collection}/${record.id}`, {
        [payeeCollection.owner]: owner,
      });

      const refused = {
        status: 422,
        body: { error: { code: 'VALIDATION_ERROR', details: [{ field: payeeCollection.owner }] } },
      };
      expect([missing, foreign]).toMatchObject([refused, refused]);
      expect(moved).toMatchObject(
        payeeCollection.owner === 'paymentTermId'
          ? refused
          : { status: 400, body: { error: { details: [{ field: payeeCollection.owner }] } } },
      );
    },
  );

  test.each(payeeCollections)('$collection: another organization sees nothing of it', async (payeeCollection) => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { id } = await add(api, payeeCollection.collection, { ...(await payeeCollection.input(api)), key: 'mine' });

    for (const address of [id, 'mine']) {
      expect((await stranger.request('GET', `/v1/${payeeCollection.collection}/${address}`)).status).toBe(404);
      expect(
        (await stranger.request('PATCH', `/v1/${payeeCollection.collection}/${address}`, payeeCollection.change))
          .status,
      ).toBe(404);
      expect((await stranger.request('DELETE', `/v1/${payeeCollection.collection}/${address}`)).status).toBe(404);
    }
    expect((await stranger.request('POST', `/v1/${payeeCollection.collection}/filter`)).body.data).toEqual([]);
    expect(
      (
        await stranger.request('POST', `/v1/${payeeCollection.collection}`, {
          ...(await payeeCollection.input(stranger)),
          key: 'mine',
        })
      ).status,
    ).toBe(201);
    expect((await api.request('POST', `/v1/${payeeCollection.collection}/filter`)).body.data).toHaveLength(1);
  });

  test.each(payeeCollections)(
    '$collection: a deleted record is gone, but for filters that ask for it',
    async (payeeCollection) => {
      await using api = await startService(database);
      const record = await add(api, payeeCollection.collection, { ...(await payeeCollection.input(api)), key: 'mine' });

      const deleted = await api.request('DELETE', `/v1/${payeeCollection.collection}/mine?by=key`);

      const filterRecords = (filter?: object) =>
        api.request('POST', `/v1/${payeeCollection.collection}/filter`, filter && { filter });
      expect([deleted.status, deleted.body]).toEqual([204, '']);
      for (const method of ['GET', 'DELETE']) {
        expect((await api.request(method, `/v1/${payeeCollection.collection}/${record.id}`)).status).toBe(404);
      }
      expect(
        (await api.request('PATCH', `/v1/${payeeCollection.collection}/${record.id}`, payeeCollection.change)).status,
      ).toBe(404);
      expect((await filterRecords()).body.data).toEqual([]);
      expect((await filterRecords({ deletedAt: { isNull: false } })).body.data).toMatchObject([
        { id: record.id, key: 'mine', deletedAt: api.clock.now },
      ]);
    },
  );

  test.each(payeeCollections)(
    '$collection: every declared filter field takes every operator of its kind',
    async (payeeCollection) => {
      await using api = await startService(database);
      await add(api, payeeCollection.collection, await payeeCollection.input(api));

      expect(
        await listRefusedFilters(api, `/v1/${payeeCollection.collection}/filter`, filters[payeeCollection.collection]),
      ).toEqual([]);
    },
  );

  test.each(payeeCollections)('$collection: pages follow each other, newest first', async (payeeCollection) => {
    await using api = await startService(database);
    const input = await payeeCollection.input(api);
    const made: string[] = [];
    for (const key of ['a', 'b', 'c']) made.unshift((await add(api, payeeCollection.collection, { ...input, key })).id);
    const page = payeeCollection.collection === 'vendor-payment-methods' ? 'pagination' : 'pageInfo';

    const first = await api.request('POST', `/v1/${payeeCollection.collection}/filter`, { pageSize: 2 });
    const cursor = first.body[page].endCursor;
    const second = await api.request('POST', `/v1/${payeeCollection.collection}/filter`, { pageSize: 2, cursor });

    const seen = [...first.body.data, ...second.body.data].map(({ id }: { id: string }) => id);
    expect(seen).toEqual(made);
    expect(second.body[page]).toEqual({ pageSize: 2, hasNextPage: false, hasPreviousPage: true, endCursor: null });
  });
});
