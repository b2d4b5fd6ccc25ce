import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { catalogue, type CatalogueEntry } from '../../../src/contract/catalogue.ts';
import type { FilterField } from '../../../src/contract/kit/filter-fields.ts';
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

/** Criteria on what is computed from other records: no index holds it. */
const computedCriteria: ReadonlySet<string> = new Set(['carriers.search goldenCarrierId', 'customers.search teamId']);

const ids = ['1', '2', '3'].map((digit) => `${nobody.slice(0, -1)}${digit}`);

/** Records whose number says nothing: a handful of them stands for every record of an organization. */
const unselectiveFields: ReadonlySet<string> = new Set(['deletedById', 'paymentTermId']);

const namesRecords = (name: string, { kind }: FilterField): boolean =>
  (kind === 'uuid' || kind === 'key' || name === 'friendlyId' || name === 'reference') && !unselectiveFields.has(name);

/** Builds a condition on each field that names records, alone and as one of two alternatives. */
function listFilters({ operation }: CatalogueEntry): object[] {
  const conditions = Object.entries(operation.filter ?? {})
    .filter(([name, field]) => namesRecords(name, field))
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
  expect(status).toBe(200);
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
