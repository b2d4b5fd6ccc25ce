import { expect, test } from 'vitest';
import { catalogue } from '../../src/contract/catalogue.ts';
import type { RecordTable } from '../../src/store/schema.ts';
import { onOneDatabase } from '../support/stores/databases.ts';
import { type CreatedKind, createEverything } from '../support/service/one-of-everything.ts';
import { startService, type TestService } from '../support/service/service.ts';

const parties: readonly (readonly [CreatedKind, string, RecordTable])[] = [
  ['carrier', 'carriers', 'carrier'],
  ['carrierFactor', 'carrier-factors', 'carrier_factor'],
  ['company', 'companies', 'company'],
  ['customer', 'customers', 'customer'],
  ['location', 'locations', 'location'],
  ['locationContact', 'location-contacts', 'location_contact'],
  ['term', 'payment-terms', 'payment_term'],
  ['team', 'teams', 'team'],
  ['user', 'users', 'user_account'],
  ['vendor', 'vendors', 'vendor'],
];

/** Deletes a record as a person would in another program on the same store: an API client is not a user. */
const deleteAsUser = (api: TestService, table: RecordTable, id: string, userId: string) =>
  api.database.transaction((tx) =>
    tx
      // All record tables have these columns.
      .updateTable(table as 'carrier')
      .set({ deleted_at: api.clock.now, deleted_by_id: userId })
      .where('id', '=', id)
      .execute(),
  );

test('whatever is deleted softly shows its id, key, times and who deleted it', () => {
  const lacking = catalogue()
    .filter(({ operation }) => operation.filter !== undefined && 'deletedAt' in operation.filter)
    .flatMap(({ name, operation }) => {
      // A page's items are objects: filterOperation declares them so.
      const { shape } = (operation.response as unknown as PageSchema).shape.data.element;
      return common.filter((field) => !(field in shape)).map((field) => `${name} ${field}`);
    });

  expect(lacking).toEqual([]);
});

const common = ['id', 'key', 'createdAt', 'updatedAt', 'deletedAt', 'deletedBy'];

interface PageSchema {
  readonly shape: { readonly data: { readonly element: { readonly shape: object } } };
}

onOneDatabase('who deleted a record', (database) => {
  test('is shown on it, and nobody while it is there', async () => {
    await using api = await startService(database);
    const all = await createEverything(api, 'Acme');
    const dispatcher = await api.request('POST', '/v1/users', {
      email: 'pat@broker.test',
      status: 'ACTIVE',
      roles: ['ADMIN'],
    });

    const deletedBy = [];
    for (const [kind, collection, table] of parties) {
      const { id } = all[kind];
      const live = await api.request('GET', `/v1/${collection}/${id}`);
      await deleteAsUser(api, table, id, dispatcher.body.id);
      const filter = { id: { equalTo: id }, deletedAt: { isNull: false } };
      const page = await api.request('POST', `/v1/${collection}/filter`, { filter });
      deletedBy.push([collection, live.body.deletedBy, page.body.data[0].deletedBy.email]);
    }

    expect(deletedBy).toEqual(parties.map(([, collection]) => [collection, null, 'pat@broker.test']));
  });
});
