import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { users } from '../../../src/contract/organization/users.ts';
import { vendors } from '../../../src/contract/parties/vendors.ts';
import { insertBatches } from '../../../src/sandbox/fill/bulk-insert.ts';
import { buildBlankRow } from '../../../src/service/shared/blank-row.ts';
import { type DatabaseName, onBothDatabases, isPostgresMissing } from '../../support/stores/databases.ts';
import { insertRow, insertService, insertShipment } from '../../support/records/fixtures.ts';
import { type ApiCaller, startService, type TestService } from '../../support/service/service.ts';
import { address, createCarrier, createCustomer, createVendor, listRefusedCriteria } from '../parties/parties.ts';

const search = async (api: ApiCaller, collection: string, request: object): Promise<string[]> => {
  const { status, body } = await api.request('POST', `/v1/${collection}/search`, request);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data.map(({ name }: { name: string }) => name);
};

const searchCarriers = (api: ApiCaller, query: string) => search(api, 'carriers', { query });

async function createFleet(api: ApiCaller): Promise<void> {
  for (const name of [
    'Black Ridge',
    'Old Black Ridge Freight',
    'Black Ridge Lines',
    'Blackwater Ridgeline',
    'Bridge & Black Transfer',
    'Acme Food Hauling',
    'Peña Straße Ørsted',
    'Čierny Hrebeň',
  ])
    await createCarrier(api, { name });
}

/** Builds a name with words of every rank, the common ones more often than an index ranks them one by one. */
function buildName(index: number): string {
  if (index === 500) return 'Harbor';
  if (index % 650 === 7) return `Harbor Lines ${index}`;
  if (index % 12 === 0) return `Harbormaster ${index}`;
  return index % 12 === 1 ? `New Newharbor ${index}` : `North Harbor ${index}`;
}

async function insertVendors({ database, organizationId }: TestService, names: readonly string[]): Promise<void> {
  const rows = names.map((name, index) => ({
    ...buildBlankRow('vendor'),
    id: v7(),
    organization_id: organizationId,
    created_at: '2026-11-01T08:00:00.000Z',
    friendly_id: `V${900_000 + index}`,
    name,
    status: 'ACTIVE',
    currency: 'USD' as const,
  }));
  await database.transaction((tx) => insertBatches(database.kind, tx, [{ table: 'vendor', rows }]));
}

/**
 * Ranks the names that a query should find: the name itself, its beginning, words, beginnings of words, parts of words.
 */
function rankNames(names: readonly string[], query: string): string[] {
  const words = query.split(' ');
  const getRank = (name: string) => {
    const lowerName = name.toLowerCase();
    const has = (fits: (word: string, own: string) => boolean) =>
      words.every((word) => lowerName.split(' ').some((each) => fits(word, each)));
    return [
      lowerName === query,
      lowerName.startsWith(query),
      has((word, each) => each === word),
      has((word, each) => each.startsWith(word)),
      has((word, each) => each.includes(word) && ((word.length > 2 && !/\d/.test(word)) || each.startsWith(word))),
    ].indexOf(true);
  };
  return names
    .toReversed()
    .map((name) => ({ name, rank: getRank(name) }))
    .filter(({ rank }) => rank !== -1)
    .sort((a, b) => a.rank - b.rank)
    .map(({ name }) => name);
}

const hostile = [
  '"',
  '""',
  '*',
  '-',
  'NEAR',
  'NEAR(black ridge)',
  'black AND',
  'OR',
  'NOT ridge',
  'words:black',
  '^black',
  "'",
  "';--",
  '%',
  '_',
  '\\',
  '>black',
  '{black}',
  '(',
  ')',
  ':*',
  '& |',
  '!black',
  '\u001F',
  '🚚',
  '"black" *',
  'a'.repeat(400),
  'black '.repeat(60).trim(),
  'b l a c k r i d g e x y z w q',
  'ß',
  'İ',
  '雪',
  '٣',
];

onBothDatabases('the search', (database) => {
  test('puts the name itself first, then its beginning, then words, then parts of words', async () => {
    await using api = await startService(database);
    await createFleet(api);

    expect(await searchCarriers(api, 'black ridge')).toEqual([
      'Black Ridge',
      'Black Ridge Lines',
      'Old Black Ridge Freight',
      'Blackwater Ridgeline',
      'Bridge & Black Transfer',
    ]);
    expect(await searchCarriers(api, 'RIDGE')).toEqual([
      'Black Ridge Lines',
      'Old Black Ridge Freight',
      'Black Ridge',
      'Blackwater Ridgeline',
      'Bridge & Black Transfer',
    ]);
  });

  test('still says how many there are on a page behind the last one', async () => {
    await using api = await startService(database);
    await createFleet(api);

    const { body } = await api.request('POST', '/v1/carriers/search', {
      query: 'ridge',
      pagination: { pageNumber: 9, pageSize: 2 },
    });

    expect(body).toMatchObject({ data: [], totalResults: 5, pagination: { pageNumber: 9, totalPages: 3 } });
  });

  test('finds the best and the newest of a word that thousands have, on whichever page', async () => {
    await using api = await startService(database);
    const names = Array.from({ length: 3900 }, (_, index) => buildName(index));
    await insertVendors(api, names);

    for (const query of ['harbor', 'harb', 'north h', 'north harbor 7'])
      for (const pageNumber of [1, 2, 12, 13, 16]) {
        const { body } = await api.request('POST', '/v1/vendors/search', {
          query,
          pagination: { pageNumber, pageSize: 250 },
        });
        const expected = rankNames(names, query);
        const foundNames = body.data.map(({ name }: { name: string }) => name);
        expect([query, pageNumber, body.totalResults]).toEqual([query, pageNumber, expected.length]);
        expect([query, pageNumber, foundNames]).toEqual([
          query,
          pageNumber,
          expected.slice((pageNumber - 1) * 250, pageNumber * 250),
        ]);
      }
  });

  test('finds names whatever their case and accents', async () => {
    await using api = await startService(database);
    await createFleet(api);

    for (const query of ['pena', 'PEÑA', 'strasse', 'STRAßE orsted', 'n\u0303 peña'.slice(3)])
      expect([query, await searchCarriers(api, query)]).toEqual([query, ['Peña Straße Ørsted']]);
    expect(await searchCarriers(api, 'cierny hreben')).toEqual(['Čierny Hrebeň']);
  });

  test('finds what was meant when a word is mistyped, but only when nothing has the word itself', async () => {
    await using api = await startService(database);
    await createFleet(api);

    expect((await searchCarriers(api, 'Blakc Ridge')).slice(0, 2)).toEqual(['Black Ridge', 'Black Ridge Lines']);
    expect(await searchCarriers(api, 'Acme Foood')).toEqual(['Acme Food Hauling']);
    expect(await searchCarriers(api, 'Acme Rigde')).toEqual([]);
    expect((await searchCarriers(api, 'blakc ri'))[0]).toBe('Black Ridge Lines');
    expect(await searchCarriers(api, 'freigth')).toEqual(['Old Black Ridge Freight']);
    expect(await searchCarriers(api, 'zzzz')).toEqual([]);
  });

  test('follows every change of a record, and forgets deleted ones', async () => {
    await using api = await startService(database);
    const { id } = await createCarrier(api, { name: 'Black Ridge' });
    const customer = await createCustomer(api, { name: 'Bolt Foods' });
    await insertRow(api, 'location', { name: 'North Dock', customer_id: customer.id, address: '{}' });

    await api.request('PATCH', `/v1/carriers/${id}`, { name: 'Blue Mesa' });
    await api.request('PATCH', `/v1/customers/${customer.id}`, { name: 'Nutmeg Foods' });

    expect(await searchCarriers(api, 'ridge')).toEqual([]);
    expect(await searchCarriers(api, 'mesa')).toEqual(['Blue Mesa']);
    expect(await search(api, 'locations', { query: 'nutmeg dock' })).toEqual(['North Dock']);
    expect(await search(api, 'locations', { query: 'bolt' })).toEqual([]);
    await api.request('DELETE', `/v1/carriers/${id}`);
    expect(await searchCarriers(api, 'mesa')).toEqual([]);
    expect(await searchCarriers(api, '')).toEqual([]);
  });

  test('ranks alike with criteria and a sort as without, and pages add up', async () => {
    await using api = await startService(database);
    await createFleet(api);
    const active = { criteria: { carrierStatus: { operator: 'EXISTS' } } };

    const plain = await searchCarriers(api, 'ridge');

    expect(await search(api, 'carriers', { query: 'ridge', ...active })).toEqual(plain);
    const sorted = await search(api, 'carriers', { query: 'ridge', sort: [{ field: 'name', order: 'asc' }] });
    expect(sorted).toEqual([...plain].sort());
    const pages: string[] = [];
    for (const pageNumber of [1, 2, 3, 4])
      pages.push(...(await search(api, 'carriers', { query: 'ridge', pagination: { pageNumber, pageSize: 2 } })));
    expect(pages).toEqual(plain);
  });

  test('takes whatever is typed for words and never for syntax', async () => {
    await using api = await startService(database);
    await createFleet(api);

    for (const query of hostile) {
      const answer = await api.request('POST', '/v1/carriers/search', { query });
      const everywhere = await api.request('POST', '/v1/global-search', { query });
      expect([query, answer.status, everywhere.status]).toEqual([query, 200, 200]);
    }
    expect(await searchCarriers(api, '"!?"')).toEqual([]);
    expect((await api.request('POST', '/v1/carriers/search', { query: 'a\0b' })).status).toBe(400);
    expect((await api.request('POST', '/v1/carriers/search', { query: 'a'.repeat(401) })).status).toBe(400);
    expect((await api.request('POST', '/v1/global-search', { query: '' })).status).toBe(400);
  });

  test('uses the criteria and the order of a saved search; what the request says itself wins', async () => {
    await using api = await startService(database);
    await createFleet(api);
    const state = {
      searchCriteria: { filters: [{ field: 'name', searchCriteria: { operator: 'STARTS_WITH', values: ['black'] } }] },
      sorting: [{ id: 'name', desc: true }],
    };
    const save = (jsonValue: object, key: string) =>
      api.request('POST', '/v1/saved-searches', { name: 'Mine', preferenceType: 'CARRIER', jsonValue, key });
    await save(state, 'mine');
    await save({ sorting: [{ id: 'colour', desc: true }] }, 'old');
    const savedSearch = { key: 'mine' };

    expect(await search(api, 'carriers', { savedSearch })).toEqual([
      'Blackwater Ridgeline',
      'Black Ridge Lines',
      'Black Ridge',
    ]);
    const criteria = { name: { operator: 'EQUALS', values: ['acme food hauling'] } };
    expect(await search(api, 'carriers', { savedSearch, criteria })).toEqual(['Acme Food Hauling']);
    for (const [path, key] of [
      ['customers', 'mine'],
      ['carriers', 'old'],
      ['carriers', 'nobody'],
    ]) {
      const refused = await api.request('POST', `/v1/${path}/search`, { savedSearch: { key } });
      expect(refused).toMatchObject({ status: 422, body: { error: { details: [{ field: 'savedSearch' }] } } });
    }
  });
});

onBothDatabases('the search of people and vendors', (database) => {
  test('shows a user with the figures of the shipments and quotes that are theirs', async () => {
    await using api = await startService(database);
    const { body: jo } = await api.request('POST', '/v1/users', {
      email: 'jo@desk.test',
      name: 'Jo Mbeki',
      status: 'ACTIVE',
      roles: ['ADMIN'],
    });
    await api.request('POST', '/v1/users', { email: 'al@desk.test', status: 'PENDING', roles: ['AR_AP'] });
    await api.request('POST', '/v1/teams', { name: 'West', users: [{ id: jo.id }] });
    await insertWork(api, jo.id);

    const { body } = await api.request('POST', '/v1/users/search', { query: 'mbeki' });

    expect(body).toMatchObject({ totalResults: 1, pagination: { pageNumber: 1, pageSize: 1, totalPages: 1 } });
    expect(body.data[0]).toMatchObject({
      object: 'USER_SEARCH_ROW',
      id: jo.id,
      name: 'Jo Mbeki',
      status: 'active',
      emailVerified: true,
      roles: ['ADMIN'],
      teamNames: ['West'],
      customersCount: 1,
      ordersCount: 1,
      carriersCount: 1,
      ordersTotalRevenue: 100,
      ordersTotalTransportationCost: 60.5,
      ordersTotalGrossProfit: 39.5,
      averageGrossProfitPerOrder: 39.5,
      quotesCount: 2,
      quotesWon: 1,
      quoteWinRate: 50,
    });
    const full = await api.request('POST', '/v1/users/search', { query: 'jo', format: 'full' });
    expect(full.body.data).toEqual([(await api.request('GET', `/v1/users/${jo.id}`)).body]);
    const inTeam = { criteria: { teamNames: { operator: 'EQUALS', values: ['west'] } } };
    expect(await search(api, 'users', inTeam)).toEqual(['Jo Mbeki']);
    expect(await search(api, 'users', { criteria: { emailVerified: { operator: 'FALSE' } } })).toEqual([
      'al@desk.test',
    ]);
    expect(await listRefusedCriteria(api, '/v1/users/search', users.search.search.fields)).toEqual([]);
  });

  test('shows a vendor with its place, contact and what it did', async () => {
    await using api = await startService(database);
    const vendor = await createVendor(api, { name: 'Gulf Customs', corporateAddress: address, status: 'DO_NOT_USE' });
    await createVendor(api, { name: 'Border Dray' });
    await insertService(api, { vendor_id: vendor.id, service_type: 'CUSTOMS_CLEARANCE', completed_date: '2026-11-02' });

    const { body } = await api.request('POST', '/v1/vendors/search', { query: 'gulf chicago' });

    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({
      object: 'VENDOR_SEARCH_ROW',
      id: vendor.id,
      name: 'Gulf Customs',
      status: 'do_not_use',
      city: 'Chicago',
      location: 'Chicago, IL',
      service: ['CUSTOMS_CLEARANCE'],
      numberOfTimesUsed: 1,
      lastUsed: '2026-11-02',
    });
    const cleared = { criteria: { service: { operator: 'EQUALS', values: ['CUSTOMS_CLEARANCE'] } } };
    expect(await search(api, 'vendors', cleared)).toEqual(['Gulf Customs']);
    const full = await api.request('POST', '/v1/vendors/search', { query: 'gulf', format: 'full' });
    expect(full.body.data).toEqual([(await api.request('GET', `/v1/vendors/${vendor.id}`)).body]);
    expect(await listRefusedCriteria(api, '/v1/vendors/search', vendors.search.search.fields)).toEqual([]);
    const stranger = await api.anotherOrganization();
    expect(await search(stranger, 'vendors', { query: 'gulf' })).toEqual([]);
    expect(await search(stranger, 'vendors', { query: 'glulf' })).toEqual([]);
  });
});

/** Writes a shipment with a price and a cost, and two quotes of which one was won. */
async function insertWork(api: TestService, userId: string): Promise<void> {
  const shipment = await insertShipment(api, { customer_rep_id: userId });
  const { id: shipment_id, customer_id } = shipment;
  const order = await insertRow(api, 'freight_order', { shipment_id, customer_id, mode: 'TL', status: 'DELIVERED' });
  const carrier = await createCarrier(api);
  const load = await insertRow(api, 'load_carrier', { shipment_id, carrier_id: carrier.id, status: 'ACTIVE' });
  const line = { charge_code_id: 1, quantity: 1 };
  await insertRow(api, 'charge', { ...line, owner_type: 'ORDER', owner_id: order.id, total_cents: 10_000 });
  await insertRow(api, 'charge', { ...line, owner_type: 'LOAD_CARRIER', owner_id: load.id, total_cents: 6050 });
  for (const status of ['WON', 'LOST'] as const) await insertRow(api, 'quote', { status, assignee_id: userId });
}

test.skipIf(isPostgresMissing)('both databases find the same in the same order', async () => {
  const namesByDatabase: Record<string, unknown[]> = { SQLite: [], PostgreSQL: [] };
  for (const database of ['SQLite', 'PostgreSQL'] as const satisfies readonly DatabaseName[]) {
    await using api = await startService(database);
    await createFleet(api);
    for (const query of ['', 'black', 'b', 'ri', 'idge', 'rigde', 'blakc', 'c1000', 'foood', 'penà', ...hostile])
      namesByDatabase[database]?.push([query, await searchCarriers(api, query)]);
  }

  expect(namesByDatabase['PostgreSQL']).toEqual(namesByDatabase['SQLite']);
});
