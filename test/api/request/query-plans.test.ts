import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { catalogue, type CatalogueEntry } from '../../../src/contract/catalogue.ts';
import type { FilterField } from '../../../src/contract/kit/filter-fields.ts';
import type { CriterionKind } from '../../../src/contract/kit/search-fields.ts';
import { multiplyRecords } from '../../support/service/multiply-records.ts';
import { nobody } from '../../support/service/samples.ts';
import { type SeededService, startSeededService } from '../../support/service/seeded-service.ts';
import { isPostgresMissing } from '../../support/stores/databases.ts';

const copiesOfEach = 50;
/** Rows from which on reading a whole table or index takes longer than looking rows up. */
const largeFrom = 1_000;

let api: SeededService;
let client: Client;
let largeNames: ReadonlySet<string>;

describe.skipIf(isPostgresMissing)(
  `PostgreSQL${isPostgresMissing ? ' (skipped: no PostgreSQL server installed)' : ''}`,
  () => {
    beforeAll(async () => {
      api = await startSeededService('PostgreSQL');
      client = new Client(api.url);
      await client.connect();
      await multiplyRecords(client, copiesOfEach);
      const { rows } = await client.query<{ name: string }>(
        `select relname as name from pg_class where relkind in ('r', 'i') and reltuples >= ${largeFrom}`,
      );
      largeNames = new Set(rows.map(({ name }) => name));
    });
    afterAll(async () => {
      await client?.end();
      await api?.[Symbol.asyncDispose]();
    });

    test('reads no large table as a whole for a filter that names records, nor for two of them', async () => {
      const findings: string[] = [];
      for (const entry of catalogue().filter(({ operation }) => operation.filter))
        for (const filter of listFilters(entry)) {
          const tables = await listWholeReads(entry, { filter, pageSize: 5 });
          if (tables.length > 0) findings.push(`${entry.name} ${JSON.stringify(filter)}: ${tables.join(', ')}`);
        }
      expect(findings).toEqual([]);
    });

    test('reads no table of freight as a whole for any other filter or search, but for those that are named', async () => {
      const scanned: string[] = [];
      for (const entry of catalogue()) {
        for (const [name, field] of Object.entries(entry.operation.filter ?? {})) {
          if (isRecordReference(name, field)) continue;
          const bodies = listConditions(field).map((condition) => ({ filter: { [name]: condition }, pageSize: 5 }));
          if (await isScanningFreight(entry, bodies)) scanned.push(`${entry.name} ${name}`);
        }
        for (const [name, kind] of Object.entries(entry.operation.search?.fields ?? {})) {
          if (kind === 'uuid') continue;
          if (await isScanningFreight(entry, [{ criteria: { [name]: rareCriteria[kind] } }]))
            scanned.push(`${entry.name} ${name}`);
        }
      }
      expect(scanned.toSorted()).toEqual(Object.values(rightlyScanned).flat().toSorted());
    });

    test.each(Object.entries(partFields))(
      'reads no large table as a whole for a part of a text: %s',
      async (name, field) => {
        const entry = catalogue().find((operation) => operation.name === name);
        const [filter, key] = [{ [field]: { includes: rareText } }, { key: { equalTo: rareText } }];

        expect(entry && (await listWholeReads(entry, { filter, pageSize: 5 }))).toEqual([]);
        expect(entry && (await listWholeReads(entry, { filter: { or: [key, filter] }, pageSize: 5 }))).toEqual([]);
      },
    );

    test('reads no large table as a whole for a search by ids', async () => {
      const findings: string[] = [];
      for (const entry of catalogue().filter(({ operation }) => operation.search))
        for (const [name, kind] of Object.entries(entry.operation.search?.fields ?? {})) {
          if (kind !== 'uuid' || computedCriteria.has(`${entry.name} ${name}`)) continue;
          const tables = await listWholeReads(entry, { criteria: { [name]: { operator: 'EQUALS', values: ids } } });
          if (tables.length > 0) findings.push(`${entry.name} ${name}: ${tables.join(', ')}`);
        }
      expect(findings).toEqual([]);
    });
  },
);

const ids = ['1', '2', '3'].map((digit) => `${nobody.slice(0, -1)}${digit}`);

/**
 * Tables of which a desk has some thousands of rows, however much freight it moves: to read one takes milliseconds, and
 * indexes for each of a hundred fields would cost every change of a party.
 */
const partyTables: ReadonlySet<string> = new Set([
  'carrier',
  'carrier_contact',
  'customer',
  'customer_contact',
  'location',
  'location_contact',
]);

/** Filters and searches that read a large table as a whole, by the reason why that is right. */
const rightlyScanned: Readonly<Record<string, readonly string[]>> = {
  'a handful of words, of which one is that of most records': [
    'bills.filter currency',
    'documents.filter contentType',
    'documents.filter extension',
    'invoices.filter currency',
    'invoices.filter factored',
  ],
  'a bound of an amount says nothing of how many records are within': [
    'bills.filter amount',
    'invoices.filter amount',
    'invoices.filter amountOwed',
  ],
  'stops are read with their shipment; by themselves those of a planned day are asked for': [
    'stops.filter actualArrival',
    'stops.filter actualDeparture',
    'stops.filter airportCode',
    'stops.filter createdAt',
    'stops.filter deletedAt',
    'stops.filter postalCode',
    'stops.filter requestedEndDate',
    'stops.filter updatedAt',
  ],
  'lanes and what happened on a day are asked of the copy, which has indexes of both': [
    'loads.filter deliveredAt',
    'loads.filter pickedUpAt',
    'shipments.filter destinationCity',
    'shipments.filter destinationState',
    'shipments.filter originCity',
    'shipments.filter originState',
  ],
  'a carrier of the registry is looked up by its numbers; other searches compare what the desk and the registry say': [
    'carriers.search city',
    'carriers.search equipments',
    'carriers.search fmcsaStatus',
    'carriers.search monthsActiveAuthority',
    'carriers.search name',
    'carriers.search powerUnits',
    'carriers.search safetyRating',
    'carriers.search trucks',
  ],
};

/** Fields of which a part is looked up. */
const partFields = {
  'billPayments.filter': 'reference',
  'bills.filter': 'reference',
  'documents.filter': 'fileName',
  'invoices.filter': 'reference',
  'payments.filter': 'reference',
} as const;

/** A text, a number and moments that hardly any record has. */
const rareText = 'X-1';
const rareNumber = 1e8;
const rareMoments = { datetime: '2099-01-01T00:00:00Z', date: '2099-01-01' } as const;

/** A criterion of each kind that hardly any record meets. */
const rareCriteria: Readonly<Record<CriterionKind, object>> = {
  uuid: { operator: 'EQUALS', values: ids },
  key: { operator: 'EQUALS', values: [rareText] },
  text: { operator: 'EQUALS', values: [rareText] },
  int: { operator: 'GREATER_THAN', value: rareNumber },
  float: { operator: 'GREATER_THAN', value: rareNumber },
  datetime: { operator: 'AFTER', value: rareMoments.datetime },
  date: { operator: 'AFTER', value: rareMoments.date },
  bool: { operator: 'TRUE' },
};

/** Lists conditions on a field, of which each meets few records or one word of those that it can have. */
function listConditions(field: FilterField): readonly unknown[] {
  if (field.kind === 'flag') return [true];
  if ('values' in field)
    return field.values.map((value) => (field.kind === 'enumArray' ? { contains: value } : { equalTo: value }));
  if (field.kind === 'uuid') return [{ in: ids }];
  if (field.kind === 'string' || field.kind === 'key') return [{ equalTo: rareText }];
  if (field.kind === 'bool') return [{ equalTo: true }];
  return [{ greaterThan: field.kind === 'int' || field.kind === 'float' ? rareNumber : rareMoments[field.kind] }];
}

/** Tests if each of these bodies has a large table read as a whole that grows with the freight. */
async function isScanningFreight(entry: CatalogueEntry, bodies: readonly object[]): Promise<boolean> {
  for (const body of bodies) {
    const tables = await listWholeReads(entry, body);
    if (tables.every((table) => partyTables.has(table))) return false;
  }
  return true;
}

/** Criteria on what is computed from other records: no index holds it. */
const computedCriteria: ReadonlySet<string> = new Set(['carriers.search goldenCarrierId', 'customers.search teamId']);

/** Records whose number says nothing: a handful of them stands for every record of an organization. */
const unselectiveFields: ReadonlySet<string> = new Set(['deletedById', 'paymentTermId']);

const isRecordReference = (name: string, { kind }: FilterField): boolean =>
  (kind === 'uuid' || kind === 'key' || name === 'friendlyId' || name === 'reference') && !unselectiveFields.has(name);

/** Builds a condition on each field that names records, alone and as one of two alternatives. */
function listFilters({ operation }: CatalogueEntry): object[] {
  const conditions = Object.entries(operation.filter ?? {})
    .filter(([name, field]) => isRecordReference(name, field))
    .map(([name, { kind }]) => ({ [name]: kind === 'uuid' ? { in: ids } : { equalTo: 'X-1' } }));
  return conditions.flatMap((condition) => [condition, { or: [{ id: { in: ids } }, condition] }]);
}

/** Lists the large tables that an operation reads from their first row to their last. */
async function listWholeReads({ operation }: CatalogueEntry, body: object): Promise<readonly string[]> {
  const queries = vi.spyOn(Client.prototype, 'query');
  const { status } = await api.request(operation.method, `/v1${operation.path}`, body);
  // The store calls it with a text and values only.
  const statements = queries.mock.calls.map(([query]) => query as unknown as { text?: string; values?: unknown[] });
  queries.mockRestore();
  expect(status, `${operation.path} ${JSON.stringify(body)}`).toBe(200);
  const tables = new Set<string>();
  for (const { text = '', values = [] } of statements.filter(({ text }) => /^\s*(?:select|with)\b/i.test(text ?? ''))) {
    const { rows } = await client.query({ text: `explain (format json) ${text}`, values });
    for (const table of listScanned(rows)) tables.add(table);
  }
  return [...tables];
}

/** An index of the organization alone, read to its end for another condition. */
const organizationAlone = /^\(\w*\.?organization_id = '[^']*'::text\)$/;

function listScanned(plan: unknown): readonly string[] {
  if (typeof plan !== 'object' || plan === null) return [];
  const read = (name: string): string => String(Reflect.get(plan, name) ?? '');
  const isTableScan = read('Node Type') === 'Seq Scan' && largeNames.has(read('Relation Name'));
  const isIndexScan =
    organizationAlone.test(read('Index Cond')) &&
    largeNames.has(read('Index Name')) &&
    !['', '(deleted_at IS NULL)'].includes(read('Filter'));
  const scanned = isTableScan || isIndexScan ? [read('Relation Name')] : [];
  return [...scanned, ...Object.values(plan).flatMap(listScanned)];
}
