import { expect, test } from 'vitest';
import * as z from 'zod';
import { UserSearchRow } from '../../../src/contract/organization/users.ts';
import { CarrierSearchRow } from '../../../src/contract/parties/carrier-search.ts';
import { CustomerSearchRow } from '../../../src/contract/parties/customer-search.ts';
import { LocationSearchRow } from '../../../src/contract/parties/locations.ts';
import { VendorSearchRow } from '../../../src/contract/parties/vendors.ts';
import { onBothDatabases } from '../../support/stores/databases.ts';
import { insertRow } from '../../support/records/fixtures.ts';
import { type ApiCaller, startService, type TestService } from '../../support/service/service.ts';
import { address, givenCarrier, givenCustomer, givenRow } from '../parties/parties.ts';

/** Rows whose every text is a word of its own. */
const placed = (word: string) =>
  JSON.stringify({
    line1: `${word}street`,
    line2: `${word}suite`,
    city: `${word}city`,
    state: `${word}state`,
    zipCode: `${word}zip`,
    country: `${word}country`,
    market: `${word}market`,
  });

const person = (word: string) => ({
  name: `${word}person`,
  email: `${word}mail@post.test`,
  phone_number: `${word}phone`,
});

const term = async (api: TestService, word: string) =>
  (await insertRow(api, 'payment_term', { name: `${word}term` })).id;

async function givenCarrierTexts(api: TestService): Promise<void> {
  const carrier = await insertRow(api, 'carrier', {
    name: 'carname',
    status: 'ACTIVE',
    mc_number: 'carmc',
    dot_number: 'cardot',
    ein_number: 'carein',
    rating: 'carrating',
    corporate_address: placed('car'),
    payment_term_id: await term(api, 'car'),
  });
  await insertRow(api, 'carrier_contact', { carrier_id: carrier.id, ...person('car') });
  const factor = await insertRow(api, 'carrier_factor', { company_name: 'carfactor' });
  await insertRow(api, 'carrier_payment_method', { carrier_id: carrier.id, carrier_factor_id: factor.id });
}

async function givenCustomerTexts(api: TestService): Promise<void> {
  const customer = await insertRow(api, 'customer', {
    name: 'cusname',
    dba_name: 'cusdba',
    status: 'ACTIVE',
    service_tier: 'STRATEGIC',
    industry: 'FOOD_AND_BEVERAGE',
    number_of_employees: '1001-5000',
    naics: 'cusnaics',
    qbo_customer_id: 'cusbooks',
    corporate_address: placed('cus'),
    payment_term_id: await term(api, 'cus'),
  } as object);
  const contact = await insertRow(api, 'customer_contact', { customer_id: customer.id, ...person('cus') });
  const location = await insertRow(api, 'location', {
    customer_id: customer.id,
    key: 'lockey',
    name: 'locname',
    city: 'loccity',
    state: 'locstate',
    postal_code: 'loczip',
    address: placed('loc'),
  });
  await insertRow(api, 'location_contact', { location_id: location.id, customer_contact_id: contact.id });
}

async function givenVendorTexts(api: TestService): Promise<void> {
  const vendor = await insertRow(api, 'vendor', {
    name: 'venname',
    status: 'ACTIVE',
    tax_id: 'ventax',
    corporate_address: placed('ven'),
    payment_term_id: await term(api, 'ven'),
  });
  await insertRow(api, 'vendor_contact', { vendor_id: vendor.id, email: 'venmail@post.test', phone: 'venphone' });
}

async function givenUserTexts(api: TestService): Promise<void> {
  const user = await insertRow(api, 'user_account', {
    name: 'usename',
    email: 'usemail@post.test',
    phone: 'usephone',
    status: 'ACTIVE',
  });
  const team = await insertRow(api, 'team', { name: 'useteam' });
  await api.database.transaction((tx) =>
    tx
      .insertInto('team_member')
      .values({ organization_id: api.organizationId, team_id: team.id, user_id: user.id })
      .execute(),
  );
}

/** What no record of this service has. */
const noSource = {
  carriers: ['zone', 'highwayId', 'highwayRulesAssessment', 'rmisId', 'rmisOperatingStatus', 'quickbooksVendorId'],
  customers: ['teamName', 'userNames', 'operatedByName', 'yearsInBusiness', 'sic', 'tags'],
  vendors: ['primaryContactName', 'quickbooksVendorId'],
  locations: ['zone'],
  users: [],
} as const;
/** Codes of the API, which criteria ask for; and people whom no record names. */
const codes = ['service', 'roles', 'accountOwnerName'];

const kinds = [
  ['carriers', CarrierSearchRow, givenCarrierTexts, 'CARRIER'],
  ['customers', CustomerSearchRow, givenCustomerTexts, 'CUSTOMER'],
  ['vendors', VendorSearchRow, givenVendorTexts, 'VENDOR'],
  ['locations', LocationSearchRow, givenCustomerTexts, undefined],
  ['users', UserSearchRow, givenUserTexts, 'USER'],
] as const;

/** Names of the fields that hold free text: a string without a format or a list of words, or several of them. */
function textFields(row: z.ZodObject): string[] {
  const isText = (schema: z.core.JSONSchema._JSONSchema): boolean => {
    if (typeof schema === 'boolean') return false;
    if (schema.anyOf) return schema.anyOf.some(isText);
    if (schema.type === 'array') return !Array.isArray(schema.items) && isText(schema.items ?? false);
    return schema.type === 'string' && [schema.format, schema.enum, schema.const].every((rule) => rule === undefined);
  };
  return Object.entries(row.shape).flatMap(([name, field]) => (isText(z.toJSONSchema(field)) ? [name] : []));
}

const found = async (api: ApiCaller, path: string, query: string) =>
  (await api.request('POST', `/v1/${path}`, { query })).body.data;
const idsOf = async (api: ApiCaller, path: string, query: string): Promise<string[]> =>
  (await found(api, path, query)).map(({ id }: { id: string }) => id);

onBothDatabases('every text of a row', (database) => {
  test.each(kinds)('of %s finds it', async (collection, schema, give, object) => {
    await using api = await startService(database);
    await give(api);
    const [row] = (await api.request('POST', `/v1/${collection}/search`, {})).body.data;
    const fields = textFields(schema).filter((name) => ![...noSource[collection], ...codes].includes(name));

    for (const name of fields) {
      const texts: unknown[] = [row[name] ?? []].flat();
      expect([name, texts]).not.toEqual([name, []]);
      for (const text of texts) {
        expect([name, text, await idsOf(api, `${collection}/search`, String(text))]).toEqual([name, text, [row.id]]);
        if (object === undefined) continue;
        const hits = await found(api, 'global-search', `${object}: ${String(text)}`);
        expect([name, hits]).toMatchObject([name, [{ id: row.id, highlight: expect.stringContaining('<em>') }]]);
      }
    }
  });

  test('is that of all contacts, and says where it was found', async () => {
    await using api = await startService(database);
    const carrier = await givenCarrier(api, { name: 'Iron Haul' });
    for (const name of ['Ann Ott', 'Bea Ruiz'])
      await insertRow(api, 'carrier_contact', { carrier_id: carrier.id, name });

    expect(await found(api, 'global-search', 'ruiz')).toMatchObject([
      { title: 'Iron Haul', field: 'Contact', highlight: 'Bea <em>Ruiz</em>' },
    ]);
  });

  test('of the registry finds its carriers', async () => {
    await using api = await startService(database);
    const id = await givenRow(api, 'registry_carrier', {
      name: 'regname',
      mc_number: 'regmc',
      dot_number: 'regdot',
      city: 'regcity',
      rating: 'regrating',
      equipments: '[]',
    });

    for (const word of ['regname', 'regmc', 'regdot', 'regcity', 'regrating'])
      expect([word, await idsOf(api, 'carriers/search', word)]).toEqual([word, [id]]);
  });
});

onBothDatabases('the words of a record', (database) => {
  test('follow its contacts', async () => {
    await using api = await startService(database);
    const carrier = await givenCarrier(api);
    const customer = await givenCustomer(api);
    const named = (name: string) => ({ name, contactInfo: { name, phoneNumber: '312-555-0188' } });
    for (const [collection, { id }] of [
      ['carrier', carrier],
      ['customer', customer],
    ] as const) {
      const search = (query: string) => idsOf(api, `${collection}s/search`, query);
      const path = `/v1/${collection}-contacts`;
      const made = await api.request('POST', path, { [`${collection}Id`]: id, ...named('Marta Lind') });
      expect(made).toMatchObject({ status: 201 });
      expect([await search('lind'), await search('3125550188')]).toEqual([[id], [id]]);
      await api.request('PATCH', `${path}/${made.body.id}`, named('Marta Berg'));
      expect([await search('lind'), await search('berg')]).toEqual([[], [id]]);
      await api.request('DELETE', `${path}/${made.body.id}`);
      expect(await search('berg')).toEqual([]);
    }
  });

  test('follow its payment term, its factor, its team and the phone of its location', async () => {
    await using api = await startService(database);
    await givenCarrierTexts(api);
    await givenCustomerTexts(api);
    await givenUserTexts(api);
    const change = (table: string, column: string, from: string, to: string) =>
      api.database.transaction((tx) =>
        tx
          .updateTable(table as 'payment_term')
          .set({ [column]: to })
          .where(column as 'name', '=', from)
          .execute(),
      );
    for (const [path, table, column, word] of [
      ['carriers/search', 'payment_term', 'name', 'carterm'],
      ['carriers/search', 'carrier_factor', 'company_name', 'carfactor'],
      ['customers/search', 'payment_term', 'name', 'custerm'],
      ['users/search', 'team', 'name', 'useteam'],
      ['locations/search', 'customer_contact', 'phone_number', 'cusphone'],
    ] as const) {
      const [id] = await idsOf(api, path, word);
      const other = word.split('').toReversed().join('');
      await change(table, column, word, other);
      expect([word, await idsOf(api, path, word)]).toEqual([word, []]);
      expect([word, await idsOf(api, path, other)]).toEqual([word, [id]]);
    }
  });

  test('leave out nothing that is written at the same time', async () => {
    await using api = await startService(database);
    const { id } = await givenCarrier(api);
    const names = Array.from({ length: 12 }, (_, number) => `Driver${number}`);

    await Promise.all([
      ...names.map((name) => insertRow(api, 'carrier_contact', { carrier_id: id, name })),
      api.request('PATCH', `/v1/carriers/${id}`, { name: 'Renamed' }),
      api.request('PATCH', `/v1/carriers/${id}`, { corporateAddress: { ...address, city: 'Reno' } }),
    ]);

    for (const word of [...names, 'Reno'])
      expect([word, await idsOf(api, 'carriers/search', word)]).toEqual([word, [id]]);
  });

  test('of a deleted record come back to nothing', async () => {
    await using api = await startService(database);
    const { id } = await givenCarrier(api);
    await api.request('DELETE', `/v1/carriers/${id}`);
    await insertRow(api, 'carrier_contact', { carrier_id: id, name: 'Ghost' });

    expect(await idsOf(api, 'carriers/search', 'ghost')).toEqual([]);
  });
});
