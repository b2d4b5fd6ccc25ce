import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { datetimeField, keyField, stringField } from '../../../src/contract/kit/filter-fields.ts';
import { compileFilter, type FindHolders } from '../../../src/service/filter/filter.ts';
import { live } from '../../../src/service/filter/live-records.ts';
import type { RecordTable } from '../../../src/store/schema.ts';
import { insertCustomer } from '../../support/records/fixtures.ts';
import { startOfTest, startService, type TestService } from '../../support/service/service.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';

const byEither = { or: [{ key: { equalTo: 'erp-1' } }, { friendlyId: { equalTo: 'A7' } }] };
const isDeleted = { deletedAt: { isNull: false } };

onOneDatabase('records of a client key or a number', (database) => {
  test.each([
    ['live ones', byEither, ['live', 'numbered']],
    ['deleted ones where the filter asks for them', { ...byEither, ...isDeleted }, ['deleted']],
    ['deleted ones that it asks for further inside', { and: [byEither, { not: { not: isDeleted } }] }, ['deleted']],
    ['no others than those where it asks for the others', { not: byEither }, ['other']],
  ])('are %s', async (_, filter, expected) => {
    await using api = await startService(database);
    await insertCustomer(api, { name: 'live', key: 'erp-1', friendly_id: 'A1' });
    await insertCustomer(api, { name: 'deleted', key: 'erp-1', friendly_id: 'A2', deleted_at: startOfTest });
    await insertCustomer(api, { name: 'numbered', friendly_id: 'A7' });
    await insertCustomer(api, { name: 'other', key: 'erp-2', friendly_id: 'A3' });

    const { body } = await api.request('POST', '/v1/customers/filter', { filter });

    expect(body.data.map(({ name }: { name: string }) => name).toSorted()).toEqual(expected);
  });
});

const fields = {
  key: keyField,
  friendlyId: stringField,
  reference: stringField,
  fileName: stringField,
  deletedAt: datetimeField,
};
const scope = { organizationId: 'o', today: '2026-11-20', organization: { timeZone: 'America/Chicago' } };

/**
 * Reads SQLite's plan for a page of records that fulfill one of the conditions; `readColumns` are the columns that it
 * reads.
 */
async function readPlan(
  api: TestService,
  table: RecordTable,
  or: readonly object[],
  readColumns: RawBuilder<unknown>,
  findHolders?: FindHolders,
) {
  const columns = {
    key: 'key',
    friendlyId: 'friendly_id',
    reference: table === 'bill_payment' ? 'reference' : { reference: 'reference' },
    fileName: 'file_name',
    deletedAt: 'deleted_at',
  };
  const { where } = compileFilter({ table, fields, columns }, { or }, scope, findHolders);
  const { rows } = await sql<{ detail: string }>`explain query plan select ${readColumns} from ${sql.table(table)}
    where organization_id = 'o' and ${live} and ${where} order by id desc limit 51`.execute(api.database.reader);
  return rows.map(({ detail }) => detail).filter((detail) => /^(SEARCH|SCAN)/.test(detail));
}

const everything = sql`*`;
const onlyId = sql`id`;
const byNumber = [{ friendlyId: { equalTo: 'X1' } }, { key: { equalTo: 'X1' } }];
const numberedTables = ['bill', 'carrier', 'customer', 'invoice', 'payment', 'quote', 'shipment', 'vendor'] as const;

test.each(numberedTables)('SQLite looks a number and a client key up by index: %s', async (table) => {
  await using api = await startService('SQLite');

  expect(await readPlan(api, table, byNumber, everything)).toEqual([
    expect.stringMatching(/\bid=\?/),
    `SEARCH ${table} USING INDEX ${table}_organization_id_friendly_id_key (organization_id=? AND friendly_id=?)`,
    `SEARCH ${table} USING INDEX ${table}_organization_id_key_key (organization_id=? AND key=?)`,
  ]);
});

const byReference = [...byNumber, { reference: { includes: '12' } }, { reference: { equalTo: '12' } }];
const byFileName = [{ key: { equalTo: 'X1' } }, { fileName: { includes: '12' } }];

const textParts = [
  ['bill', byReference],
  ['bill_payment', byReference],
  ['document', byFileName],
  ['invoice', byReference],
  ['payment', byReference],
] as const;

test.each(textParts)(
  'SQLite compares a part of a text with an index in the order of the page: %s',
  async (table, or) => {
    await using api = await startService('SQLite');
    const index = `${table}_typed_text_idx (organization_id=?)`;

    expect(await readPlan(api, table, or, everything)).toEqual([`SEARCH ${table} USING INDEX ${index}`]);
    expect(await readPlan(api, table, or, onlyId)).toEqual([`SEARCH ${table} USING COVERING INDEX ${index}`]);
  },
);

test.each(textParts)('SQLite reads only the records that may hold a part of a text: %s', async (table, or) => {
  await using api = await startService('SQLite');

  const plan = await readPlan(api, table, or, everything, () => ['r1', 'r2']);

  expect(plan).not.toContainEqual(expect.stringMatching(/ \(organization_id=\?\)$/));
  expect(plan).not.toContainEqual(expect.stringMatching(/^SCAN (?!CONSTANT)/));
});
