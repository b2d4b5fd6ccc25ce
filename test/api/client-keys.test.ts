import { expect, test } from 'vitest';
import * as z from 'zod';
import { catalogue, type CatalogueEntry } from '../../src/contract/catalogue.ts';
import { onOneDatabase } from '../support/stores/databases.ts';
import { chicagoToDallas } from '../support/records/freight.ts';
import { type Everything, type CreatedKind, createEverything } from '../support/service/one-of-everything.ts';
import { startService } from '../support/service/service.ts';

const hasKey = ({ name, operation: { body } }: CatalogueEntry) =>
  name.endsWith('.update') && body instanceof z.ZodObject && 'key' in body.shape;

const updates = catalogue().filter(hasKey);

/** Kinds that are not called like their collection in the singular. */
const irregular: Readonly<Record<string, CreatedKind>> = {
  paymentTerms: 'term',
  companies: 'company',
  savedSearches: 'savedSearch',
};

const getKind = (name: string): CreatedKind => {
  const collection = name.replace('.update', '');
  return irregular[collection] ?? (collection.replace(/s$/, '') as CreatedKind);
};

const duplicate = { status: 409, body: { error: { code: 'DUPLICATE_KEY', details: [{ field: 'key' }] } } };

onOneDatabase('a client key', (database) => {
  test('names one record of a kind at most, whichever record takes it later', async () => {
    await using api = await startService(database);
    const first = await createEverything(api, 'First');
    const second = await createEverything(api, 'Second');
    const changeKey = ({ name, path }: CatalogueEntry, records: Everything) =>
      api.request('PATCH', `/v1${path.replace('{id}', records[getKind(name)].id)}`, { key: 'taken' });

    for (const entry of updates) {
      const answer = await changeKey(entry, first);
      expect([entry.name, answer.status, answer.body.key]).toEqual([entry.name, 200, 'taken']);
      expect({ name: entry.name, ...(await changeKey(entry, second)) }).toMatchObject({
        name: entry.name,
        ...duplicate,
      });
      expect([entry.name, (await changeKey(entry, first)).status]).toEqual([entry.name, 200]);
    }
    expect(updates.length).toBeGreaterThan(15);
  });

  test('is refused the second time wherever freight is made', async () => {
    await using api = await startService(database);
    const { customer, shipment, quote, vendor } = await createEverything(api, 'First');
    const key = 'taken';
    const load = { mode: 'TL', key };
    const service = { vendor: { id: vendor.id }, serviceType: 'DRAYAGE', key };
    const order = { ...chicagoToDallas, key };
    await api.request('PATCH', `/v1/quotes/${quote.id}`, { status: 'QUOTED', amount: 1000 });
    const createTwice = async (path: string, body: object) => {
      const made = await api.request('POST', `/v1/${path}`, body);
      return [path, made.status, await api.request('POST', `/v1/${path}`, body)] as const;
    };

    const answers = [
      await createTwice('shipments', { customer: { id: customer.id }, orders: [chicagoToDallas], key }),
      await createTwice('loads', { shipmentId: shipment.id, load }),
      await createTwice('services', { shipmentId: shipment.id, service }),
      await createTwice('shipments', { customer: { id: customer.id }, orders: [order] }),
    ];
    const converted = await api.request('POST', `/v1/quotes/${quote.id}/convert-to-shipment`, {
      additionalOrders: [order],
    });

    for (const [path, made, again] of answers) {
      expect([path, made]).toEqual([path, 201]);
      expect({ path, ...again }).toMatchObject({ path, status: 409, body: { error: { code: 'DUPLICATE_KEY' } } });
    }
    expect(converted).toMatchObject({ status: 409, body: { error: { code: 'DUPLICATE_KEY' } } });
  });
});
