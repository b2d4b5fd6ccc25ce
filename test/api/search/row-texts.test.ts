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
import { address, createCarrier, createCustomer, insertPartyRow } from '../parties/parties.ts';

/** Formats an address in which every text is a word of its own. */
const formatAddress = (word: string) =>
  JSON.stringify({
    line1: `${word}street`,
    line2: `${word}suite`,
    city: `${word}city`,
    state: `${word}state`,
    zipCode: `${word}zip`,
    country: `${word}country`,
    market: `${word}market`,
  });

const buildPerson = (word: string) => ({
  name: `${word}person`,
  email: `${word}mail@post.test`,
  phone_number: `${word}phone`,
});

const insertTerm = async (api: TestService, word: string) =>
  (await insertRow(api, 'payment_term', { name: `${word}term` })).id;

async function insertCarrierTexts(api: TestService): Promise<void> {
  const carrier = await insertRow(api, 'carrier', {
    name: 'carname',
    status: 'ACTIVE',
    mc_number: 'carmc',
    dot_number: 'cardot',
    ein_number: 'carein',
    rating: 'carrating',
    corporate_address: formatAddress('car'),
    payment_term_id: await insertTerm(api, 'car'),
  });
  await insertRow(api, 'carrier_contact', { carrier_id: carrier.id, ...buildPerson('car') });
  const factor = await insertRow(api, 'carrier_factor', { company_name: 'carfactor' });
  await insertRow(api, 'carrier_payment_method', { carrier_id: carrier.id, carrier_factor_id: factor.id });
}

async function insertCustomerTexts(api: TestService): Promise<void> {
  const customer = await insertRow(api, 'customer', {
    name: 'cusname',
    dba_name: 'cusdba',
    status: 'ACTIVE',
    service_tier: 'STRATEGIC',
    industry: 'FOOD_AND_BEVERAGE',
    number_of_employees: '1001-5000',
    naics: 'cusnaics',
    qbo_customer_id: 'cusbooks',
    corporate_address: formatAddress('cus'),
    payment_term_id: await insertTerm(api, 'cus'),
  } as object);
  const contact = await insertRow(api, 'customer_contact', { customer_id: customer.id, ...buildPerson('cus') });
  const location = await insertRow(api, 'location', {
    customer_id: customer.id,
    key: 'lockey',
    name: 'locname',
    city: 'loccity',
    state: 'locstate',
    postal_code: 'loczip',
    address: formatAddress('loc'),
  });
  await insertRow(api, 'location_contact', { location_id: location.id, customer_contact_id: contact.id });
}

async function insertVendorTexts(api: TestService): Promise<void> {
  const vendor = await insertRow(api, 'vendor', {
    name: 'venname',
    status: 'ACTIVE',
    tax_id: 'ventax',
    corporate_address: formatAddress('ven'),
    payment_term_id: await insertTerm(api, 'ven'),
  });
  await insertRow(api, 'vendor_contact', { vendor_id: vendor.id, email: 'venmail@post.test', phone: 'venphone' });
}

async function insertUserTexts(api: TestService): Promise<void> {
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

/** Columns that no record of this service fills. */
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
  ['carriers', CarrierSearchRow, insertCarrierTexts, 'CARRIER'],
  ['customers', CustomerSearchRow, insertCustomerTexts, 'CUSTOMER'],
  ['vendors', VendorSearchRow, insertVendorTexts, 'VENDOR'],
  ['locations', LocationSearchRow, insertCustomerTexts, undefined],
  ['users', UserSearchRow, insertUserTexts, 'USER'],
] as const;

/** Lists the fields that hold free text: a string without a format or a list of words, or several of them. */
function listTextFields(row: z.ZodObject): string[] {
  const isText = (schema: z.core.JSONSchema._JSONSchema): boolean => {
    if (typeof schema === 'boolean') return false;
    if (schema.anyOf) return schema.anyOf.some(isText);
    if (schema.type === 'array') return !Array.isArray(schema.items) && isText(schema.items ?? false);
    return schema.type === 'string' && [schema.format, schema.enum, schema.const].every((rule) => rule === undefined);
  };
  return Object.entries(row.shape).flatMap(([name, field]) => (isText(z.toJSONSchema(field)) ? [name] : []));
}

const search = async (api: ApiCaller, path: string, query: string) =>
  (await api.request('POST', `/v1/${path}`, { query })).body.data;
const searchIds = async (api: ApiCaller, path: string, query: string): Promise<string[]> =>
  (await search(api, path, query)).map(({ id }: { id: string }) => id);

onBothDatabases('every text of a row', (database) => {
  test.each(kinds)('of %s finds it', async (collection, schema, give, object) => {
    await using api = await startService(database);
    await give(api);
    const [row] = (await api.request('POST', `/v1/${collection}/search`, {})).body.data;
    const fields = listTextFields(schema).filter((name) => ![...noSource[collection], ...codes].includes(name));

    for (const name of fields) {
      const texts: unknown[] = [row[name] ?? []].flat();
      expect([name, texts]).not.toEqual([name, []]);
      for (const text of texts) {
        expect([name, text, await searchIds(api, `${collection}/search`, String(text))]).toEqual([
          name,
          text,
          [row.id],
        ]);
        if (object === undefined) continue;
        const hits = await search(api, 'global-search', `${object}: ${String(text)}`);
        expect([name, hits]).toMatchObject([name, [{ id: row.id, highlight: expect.stringContaining('<em>') }]]);
      }
    }
  });

  test('is that of all contacts, and says where it was found', async () => {
    await using api = await startService(database);
    const carrier = await createCarrier(api, { name: 'Iron Haul' });
    for (const name of ['Ann Ott', 'Bea Ruiz'])
      await insertRow(api, 'carrier_contact', { carrier_id: carrier.id, name });

    expect(await search(api, 'global-search', 'ruiz')).toMatchObject([
      { title: 'Iron Haul', field: 'Contact', highlight: 'Bea <em>Ruiz</em>' },
    ]);
  });

  test('of the registry finds its carriers', async () => {
    await using api = await startService(database);
    const id = await insertPartyRow(api, 'registry_carrier', {
      name: 'regname',
      mc_number: 'regmc',
      dot_number: 'regdot',
      city: 'regcity',
      rating: 'regrating',
      equipments: '[]',
    });

    for (const word of ['regname', 'regmc', 'regdot', 'regcity', 'regrating'])
      expect([word, await searchIds(api, 'carriers/search', word)]).toEqual([word, [id]]);
  });
});

onBothDatabases('the words of a record', (database) => {
  test('follow its contacts', async () => {
    await using api = await startService(database);
    const carrier = await createCarrier(api);
    const customer = await createCustomer(api);
    const buildContact = (name: string) => ({ name, contactInfo: { name, phoneNumber: '312-555-0188' } });
    for (const [collection, { id }] of [
      ['carrier', carrier],
      ['customer', customer],
    ] as const) {
      const search = (query: string) => searchIds(api, `${collection}s/search`, query);
      const path = `/v1/${collection}-contacts`;
      const made = await api.request('POST', path, { [`${collection}Id`]: id, ...buildContact('Marta Lind') });
      expect(made).toMatchObject({ status: 201 });
      expect([await search('lind'), await search('3125550188')]).toEqual([[id], [id]]);
      await api.request('PATCH', `${path}/${made.body.id}`, buildContact('Marta Berg'));
      expect([await search('lind'), await search('berg')]).toEqual([[], [id]]);
      await api.request('DELETE', `${path}/${made.body.id}`);
      expect(await search('berg')).toEqual([]);
    }
  });

  test('follow its payment term, its factor, its team and the phone of its location', async () => {
    await using api = await startService(database);
    await insertCarrierTexts(api);
    await insertCustomerTexts(api);
    await insertUserTexts(api);
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
      const [id] = await searchIds(api, path, word);
      const other = word.split('').toReversed().join('');
      await change(table, column, word, other);
      expect([word, await searchIds(api, path, word)]).toEqual([word, []]);
      expect([word, await searchIds(api, path, other)]).toEqual([word, [id]]);
    }
  });

  test('leave out nothing that is written at the same time', async () => {
    await using api = await startService(database);
    const { id } = await createCarrier(api);
    const names = Array.from({ length: 12 }, (_, number) => `Driver${number}`);

    await Promise.all([
      ...names.map((name) => insertRow(api, 'carrier_contact', { carrier_id: id, name })),
      api.request('PATCH', `/v1/carriers/${id}`, { name: 'Renamed' }),
      api.request('PATCH', `/v1/carriers/${id}`, { corporateAddress: { ...address, city: 'Reno' } }),
    ]);

    for (const word of [...names, 'Reno'])
      expect([word, await searchIds(api, 'carriers/search', word)]).toEqual([word, [id]]);
  });

  test('of a deleted record come back to nothing', async () => {
    await using api = await startService(database);
    const { id } = await createCarrier(api);
    await api.request('DELETE', `/v1/carriers/${id}`);
    await insertRow(api, 'carrier_contact', { carrier_id: id, name: 'Ghost' });

    expect(await searchIds(api, 'carriers/search', 'ghost')).toEqual([]);
  });
});
