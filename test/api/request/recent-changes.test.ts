import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { matchSeparately } from '../../../src/service/filter/recent-changes.ts';
import { changedTables } from '../../../src/store/migrations/brokerage/0015-changes.ts';
import { insertCustomer } from '../../support/records/fixtures.ts';
import { onBothDatabases } from '../../support/stores/databases.ts';
import { startService, startOfTest, type TestService } from '../../support/service/service.ts';

const subtractDays = (days: number) => new Date(Date.parse(startOfTest) - days * 86_400_000).toISOString();

const buildSinceFilter = (moment: string) => ({
  or: [
    { updatedAt: { greaterThanOrEqualTo: moment } },
    { createdAt: { greaterThanOrEqualTo: moment } },
    { deletedAt: { greaterThanOrEqualTo: moment } },
  ],
});

async function filterNames(api: TestService, filter: object, more: object = {}) {
  const { status, body } = await api.request('POST', '/v1/customers/filter', { filter, ...more });
  expect(status).toBe(200);
  const names: string[] = body.data.map(({ name }: { name: string }) => name);
  return { names, cursor: body.pageInfo?.endCursor ?? body.pagination?.endCursor };
}

async function insertChanges(api: TestService): Promise<void> {
  const [long, day] = [subtractDays(90), subtractDays(1)];
  await insertCustomer(api, { name: 'old', created_at: long });
  await insertCustomer(api, { name: 'changed', created_at: long, updated_at: day });
  await insertCustomer(api, { name: 'changed long ago', created_at: long, updated_at: subtractDays(60) });
  await insertCustomer(api, { name: 'new', created_at: day });
  await insertCustomer(api, { name: 'deleted', created_at: long, updated_at: day, deleted_at: day });
}

onBothDatabases('records that changed since a moment', (database) => {
  test('are found by any time of a change, once each, whether the moment is of this week or of long ago', async () => {
    await using api = await startService(database);
    await insertChanges(api);

    expect((await filterNames(api, buildSinceFilter(subtractDays(2)))).names.toSorted()).toEqual([
      'changed',
      'deleted',
      'new',
    ]);
    expect((await filterNames(api, buildSinceFilter(subtractDays(70)))).names.toSorted()).toEqual([
      'changed',
      'changed long ago',
      'deleted',
      'new',
    ]);
    expect((await filterNames(api, buildSinceFilter(subtractDays(0)))).names).toEqual([]);
  });

  test('come newest first on pages, and other conditions beside hold too', async () => {
    await using api = await startService(database);
    await insertChanges(api);
    const all = (await filterNames(api, buildSinceFilter(subtractDays(2)))).names;

    const first = await filterNames(api, buildSinceFilter(subtractDays(2)), { pageSize: 2 });
    const next = await filterNames(api, buildSinceFilter(subtractDays(2)), { pageSize: 2, cursor: first.cursor });
    expect([...first.names, ...next.names]).toEqual(all);
    const matching = await filterNames(api, { ...buildSinceFilter(subtractDays(2)), name: { equalTo: 'changed' } });
    expect(matching.names).toEqual(['changed']);
    const unchanged = await filterNames(api, { not: buildSinceFilter(subtractDays(2)) });
    expect(unchanged.names.toSorted()).toEqual(['changed long ago', 'old']);
  });
});

test('SQLite looks for each time of a change by an index, in every table that a copy is kept of', async () => {
  await using api = await startService('SQLite');
  const moment = subtractDays(1);
  const alternatives = ['updated_at', 'created_at', 'deleted_at'].map(
    (column) => sql<boolean>`${sql.ref(column)} >= ${moment}`,
  );

  for (const table of changedTables) {
    const { rows } = await sql<{ detail: string }>`explain query plan select * from ${sql.table(table)}
      where organization_id = 'o' and ${matchSeparately(table, alternatives, { organizationId: 'o' })}
      order by id desc limit 251`.execute(api.database.reader);
    const searched = rows.map(({ detail }) => detail).filter((detail) => /^(SEARCH|SCAN)/.test(detail));
    expect(searched).toEqual([
      expect.stringMatching(/\bid=\?\)/),
      `SEARCH ${table} USING INDEX ${table}_organization_id_updated_at_idx (organization_id=? AND updated_at>?)`,
      `SEARCH ${table} USING INDEX ${table}_organization_id_created_at_idx (organization_id=? AND created_at>?)`,
      `SEARCH ${table} USING INDEX ${table}_deletions_idx (organization_id=? AND deleted_at>?)`,
    ]);
  }
});
