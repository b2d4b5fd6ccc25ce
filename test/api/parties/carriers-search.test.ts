import { expect, test } from 'vitest';
import { carrierCriteria } from '../../../src/contract/parties/carrier-search.ts';
import type { SearchFields } from '../../../src/contract/kit/search-fields.ts';
import { onBothDatabases } from '../../support/stores/databases.ts';
import { type ApiCaller, startService } from '../../support/service/service.ts';
import { address, createCarrier, insertPartyRow, listRefusedCriteria } from './parties.ts';

const searchNames = async (api: ApiCaller, request: object = {}): Promise<string[]> => {
  const { status, body } = await api.request('POST', '/v1/carriers/search', request);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data.map(({ name }: { name: string }) => name);
};

onBothDatabases('the carrier search', (database) => {
  test('covers onboarded carriers first, then those of the registry that are not onboarded', async () => {
    await using api = await startService(database);
    const listed = await insertPartyRow(api, 'registry_carrier', {
      name: 'Prairie Lines',
      dot_number: '777',
      mc_number: '888',
      city: 'Omaha',
      operating_ability: 'AUTHORIZED',
      authority_date: '2025-11-21',
      equipments: '["VAN"]',
      power_units: 9,
    });
    await insertPartyRow(api, 'registry_carrier', {
      name: 'Swift Haul of the registry',
      dot_number: '123',
      equipments: '[]',
    });
    await createCarrier(api, { dotNumber: '123', corporateAddress: address, operatingAbility: 'REVOKED' });

    const { body } = await api.request('POST', '/v1/carriers/search');

    expect(body).toMatchObject({ totalResults: 2, pagination: { pageNumber: 1, pageSize: 2, totalPages: 1 } });
    expect(body.data[0]).toMatchObject({
      friendlyId: 'C100001',
      carrierStatus: 'active',
      type: 'TL',
      city: 'Chicago',
      market: 'IL_CHI',
      fmcsaStatus: 'inactive',
      loadsCount: 0,
      quotesCount: 0,
      createdAt: '2026-11-20T15:00:00.000Z',
    });
    expect(body.data[0].carrierProfileId).toBe(body.data[0].id);
    expect(body.data[1]).toMatchObject({
      id: listed,
      goldenCarrierId: listed,
      carrierProfileId: null,
      friendlyId: null,
      carrierStatus: null,
      city: 'Omaha',
      fmcsaStatus: 'active',
      equipments: ['VAN'],
      powerUnits: 9,
      monthsActiveAuthority: 11,
    });
  });

  test('repeats what the registry lists; its entries are the same, without the figures of the loads', async () => {
    await using api = await startService(database);
    await insertPartyRow(api, 'registry_carrier', {
      name: 'Prairie Lines LLC',
      dot_number: '777',
      operating_ability: 'AUTHORIZED',
      rating: 'SATISFACTORY',
      authority_date: '2025-11-21',
      equipments: '[]',
    });
    const listed = await createCarrier(api, { name: 'Prairie Lines', dotNumber: '777' });
    const unlisted = await createCarrier(api, { name: 'Grey Lines' });
    const deleted = await createCarrier(api, { name: 'Old Lines', dotNumber: '777' });
    await api.request('DELETE', `/v1/carriers/${deleted.id}`);
    const stranger = await createCarrier(await api.anotherOrganization(), { name: 'Strange Lines', dotNumber: '777' });

    const { body: search } = await api.request('POST', '/v1/carriers/search');
    const carrierIds = [listed, unlisted, deleted, stranger].map(({ id }) => id);
    const { body } = await api.request('POST', '/v1/carriers/registry-entries', { carrierIds });

    const members = ['legalName', 'fmcsaStatus', 'monthsActiveAuthority', 'safetyRating'];
    const entries = search.data.map((row: Record<string, unknown>) => ({
      object: 'CARRIER_REGISTRY_ENTRY',
      carrierId: row['carrierProfileId'],
      ...Object.fromEntries(members.map((member) => [member, row[member]])),
    }));
    const sortById = (entries: readonly { readonly carrierId: string }[]) =>
      entries.toSorted((a, b) => (a.carrierId < b.carrierId ? -1 : 1));
    expect(sortById(body.data)).toEqual(sortById(entries));
    expect(body.data).toContainEqual({
      object: 'CARRIER_REGISTRY_ENTRY',
      carrierId: listed.id,
      legalName: 'Prairie Lines LLC',
      fmcsaStatus: 'active',
      monthsActiveAuthority: 11,
      safetyRating: 'SATISFACTORY',
    });
  });

  test('finds every word of a query, whatever the case, the closest name first', async () => {
    await using api = await startService(database);
    await createCarrier(api, { name: 'Old Blue-Ridge Freight' });
    await createCarrier(api, { name: 'Blue Ridge', mcNumber: '445566', email: 'dispatch@ridge.test' });
    await createCarrier(api, { name: 'Peña Álvarez' });
    await insertPartyRow(api, 'registry_carrier', { name: 'Blue Ridge', equipments: '[]' });

    expect(await searchNames(api, { query: 'blue RIDGE' })).toEqual([
      'Blue Ridge',
      'Blue Ridge',
      'Old Blue-Ridge Freight',
    ]);
    expect(await searchNames(api, { query: 'fre blu' })).toEqual(['Old Blue-Ridge Freight']);
    expect(await searchNames(api, { query: '4455' })).toEqual(['Blue Ridge']);
    expect(await searchNames(api, { query: 'c100001' })).toEqual(['Old Blue-Ridge Freight']);
    expect(await searchNames(api, { query: 'álvarez' })).toEqual(['Peña Álvarez']);
    expect(await searchNames(api, { query: '100% _' })).toEqual([]);
    expect(await searchNames(api, { query: 'idge' })).toEqual(['Blue Ridge', 'Old Blue-Ridge Freight', 'Blue Ridge']);
  });

  test('takes criteria on texts, keys, numbers, lists, times and related records', async () => {
    await using api = await startService(database);
    const blue = await createCarrier(api, { name: 'Blue Freight', trucks: 40, equipments: ['VAN', 'REEFER'] });
    api.clock.now = '2026-11-20T15:30:00.000Z';
    const red = await createCarrier(api, {
      name: 'Red Freight',
      trucks: 5,
      status: 'DO_NOT_USE',
      equipments: ['FLATBED'],
    });
    await createCarrier(api, { name: 'Grey Lines', type: 'LTL' });
    const factor = await insertPartyRow(api, 'carrier_factor', { company_name: 'Quick Factor' });
    await insertPartyRow(api, 'carrier_payment_method', {
      carrier_id: red.id,
      carrier_factor_id: factor,
      payment_recipient_type: 'FACTOR',
      payment_method_type: 'ACH',
    });
    const searchByCriteria = (criteria: object) =>
      searchNames(api, { criteria, sort: [{ field: 'name', order: 'asc' }] });

    expect(await searchByCriteria({ name: { operator: 'INCLUDES', values: ['freight'] } })).toEqual([
      'Blue Freight',
      'Red Freight',
    ]);
    expect(await searchByCriteria({ name: { operator: 'NOT_EQUALS', values: ['red freight'] } })).toEqual([
      'Blue Freight',
      'Grey Lines',
    ]);
    expect(await searchByCriteria({ carrierStatus: { operator: 'EQUALS', values: ['doNotUse'] } })).toEqual([
      'Red Freight',
    ]);
    expect(await searchByCriteria({ type: { operator: 'NOT_ONE_OF', values: ['TL'] } })).toEqual(['Grey Lines']);
    expect(await searchByCriteria({ equipments: { operator: 'ONE_OF', values: ['REEFER', 'FLATBED'] } })).toEqual([
      'Blue Freight',
      'Red Freight',
    ]);
    expect(await searchByCriteria({ equipments: { operator: 'DOES_NOT_EXIST' } })).toEqual(['Grey Lines']);
    expect(await searchByCriteria({ trucks: { operator: 'BETWEEN', min: 5, max: 40 } })).toEqual([
      'Blue Freight',
      'Red Freight',
    ]);
    expect(await searchByCriteria({ trucks: { operator: 'NOT_BETWEEN', min: 6, max: 100 } })).toEqual([
      'Grey Lines',
      'Red Freight',
    ]);
    expect(await searchByCriteria({ id: { operator: 'EQUALS', values: [blue.id.toUpperCase()] } })).toEqual([
      'Blue Freight',
    ]);
    expect(await searchByCriteria({ factorBankNames: { operator: 'STARTS_WITH', values: ['quick'] } })).toEqual([
      'Red Freight',
    ]);
    expect(await searchByCriteria({ factorBankNames: { operator: 'DOES_NOT_EXIST' } })).toEqual([
      'Blue Freight',
      'Grey Lines',
    ]);
    expect(await searchByCriteria({ createdAt: { operator: 'BEFORE', value: '2026-11-20T15:10:00Z' } })).toEqual([
      'Blue Freight',
    ]);
    expect(await searchByCriteria({ createdAt: { operator: 'EQUALS', value: '2026-11-20' } })).toHaveLength(3);
    expect(
      await searchByCriteria({ createdAt: { operator: 'AFTER', valueRelative: -5, valueRelativeUnit: 'MINUTE' } }),
    ).toEqual(['Grey Lines', 'Red Freight']);
  });

  test('sorts with empty values last, and answers numbered pages that add up', async () => {
    await using api = await startService(database);
    for (const [name, trucks] of [
      ['A', 2],
      ['B', 3],
      ['c', undefined],
      ['D', 1],
    ] as const)
      await createCarrier(api, { name, trucks });
    const sort = [{ field: 'trucks', order: 'desc' }];

    const first = await api.request('POST', '/v1/carriers/search', {
      sort,
      pagination: { pageNumber: 1, pageSize: 3 },
    });
    const second = await api.request('POST', '/v1/carriers/search', {
      sort,
      pagination: { pageNumber: 2, pageSize: 3 },
    });

    const pagedNames = [...first.body.data, ...second.body.data].map(({ name }: { name: string }) => name);
    expect(pagedNames).toEqual(['B', 'A', 'D', 'c']);
    expect(second.body).toMatchObject({ totalResults: 4, pagination: { pageNumber: 2, pageSize: 1, totalPages: 2 } });
    expect(await searchNames(api, { sort: [{ field: 'name', order: 'desc' }] })).toEqual(['D', 'c', 'B', 'A']);
  });

  test('answers complete carriers when asked for the full format, and registry rows as they are', async () => {
    await using api = await startService(database);
    const carrier = await createCarrier(api);
    await insertPartyRow(api, 'registry_carrier', { name: 'Prairie Lines', equipments: '[]' });

    const { body } = await api.request('POST', '/v1/carriers/search', { format: 'full' });

    expect(body.data[0]).toEqual(carrier);
    expect(body.data[1]).toMatchObject({ object: 'CARRIER_SEARCH_ROW', name: 'Prairie Lines' });
  });

  test('leaves out deleted carriers, and a saved search that is not there is named', async () => {
    await using api = await startService(database);
    const { id } = await createCarrier(api);
    await api.request('DELETE', `/v1/carriers/${id}`);

    const saved = await api.request('POST', '/v1/carriers/search', { savedSearch: { key: 'mine' } });

    expect(await searchNames(api)).toEqual([]);
    expect(saved).toMatchObject({ status: 422, body: { error: { details: [{ field: 'savedSearch' }] } } });
  });

  test('takes every operator of every declared criterion, and sorts by each', async () => {
    await using api = await startService(database);
    await createCarrier(api);
    const fields: SearchFields = carrierCriteria;

    expect(await listRefusedCriteria(api, '/v1/carriers/search', fields)).toEqual([]);
  });
});
