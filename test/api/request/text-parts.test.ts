import * as fc from 'fast-check';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { foldText } from '../../../src/domain/text/folding.ts';
import { partSources, type PartTextTable } from '../../../src/store/migrations/brokerage/0019-text-parts.ts';
import { findPartHolders } from '../../../src/store/search/text-parts.ts';
import { insertRow } from '../../support/records/fixtures.ts';
import { startOfTest, startService, type TestService } from '../../support/service/service.ts';
import { type DatabaseName, onBothDatabases } from '../../support/stores/databases.ts';

const seed = 20_261_127;

/** Few letters, so that texts share their parts: small and capital ones, accents, marks of patterns and of queries. */
const letters = ['a', 'B', '1', '0', '-', ' ', '"', "'", '%', '_', '\\', 'É', 'ß', '\u{1F69A}', '\u001F'];
const text = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 7 });

/** The meaning of each operator, written down a second time as plainly as possible. */
const meanings: Readonly<Record<string, (name: string, part: string) => boolean>> = {
  includes: (name, part) => foldText(name).includes(foldText(part)),
  startsWith: (name, part) => foldText(name).startsWith(foldText(part)),
  endsWith: (name, part) => foldText(name).endsWith(foldText(part)),
  notIncludes: (name, part) => !foldText(name).includes(foldText(part)),
  equalTo: (name, part) => name === part,
};

type TextHome = Pick<TestService, 'database' | 'organizationId'>;

/** Inserts a record of a table with a text in the column that is looked up by its parts. */
async function insertText(home: TextHome, table: PartTextTable, value: string): Promise<string> {
  // Two invoices are never of the same shipment.
  const columns = table === 'invoice' ? { shipment_id: v7() } : {};
  const { id } = await insertRow(home, table, { ...columns, [partSources[table].column]: value });
  return id;
}

async function startBesideAnother(database: DatabaseName) {
  const api = await startService(database);
  const { organizationId } = await api.anotherOrganization();
  const findHolders = (table: PartTextTable, text: string) =>
    findPartHolders(
      { db: api.database.reader, kind: api.database.kind, organizationId: api.organizationId },
      { table, text },
    );
  return { api, another: { database: api.database, organizationId }, findHolders };
}

onBothDatabases('a part of a text', (database) => {
  test('is looked up in every condition of a large filter, however many files hold each part', async () => {
    const { api } = await startBesideAnother(database);
    await using _ = api;
    const parts = Array.from({ length: 90 }, (_, index) => `part${index}x`);
    const ids: string[] = [];
    for (let count = 0; count < 370; count += 1) ids.push(await insertText(api, 'document', parts.join(' ')));
    await api.database.transaction(async (tx) => {
      await tx.updateTable('document').set({ status: 'UPLOADED' }).execute();
    });

    const { status, body } = await api.request('POST', '/v1/documents/filter', {
      filter: { or: parts.map((part) => ({ fileName: { includes: part } })) },
      pageSize: 250,
    });

    expect([status, body.data?.length]).toEqual([200, 250]);
  });

  test('finds exactly the files whose names hold it now', async () => {
    const { api, another } = await startBesideAnother(database);
    await using _ = api;
    const names = new Map<string, string>();
    for (const [place, [name, laterName]] of fc.sample(fc.tuple(text, text), { seed, numRuns: 40 }).entries()) {
      await insertText(another, 'document', name);
      const id = await insertText(api, 'document', name);
      const [isRenamed, isDeleted, isGone] = [place % 3 === 0, place % 5 === 0, place % 7 === 0];
      const change = { status: 'UPLOADED' as const, ...(isRenamed && { file_name: laterName }) };
      await api.database.transaction(async (tx) => {
        await tx.updateTable('document').set(change).where('id', '=', id).execute();
        if (isDeleted) await tx.updateTable('document').set({ deleted_at: startOfTest }).where('id', '=', id).execute();
        if (isGone) await tx.deleteFrom('document').where('id', '=', id).execute();
      });
      if (!isDeleted && !isGone) names.set(id, isRenamed ? laterName : name);
    }

    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(meanings)), text, async (operator, part) => {
        const or = [{ key: { equalTo: part } }, { fileName: { [operator]: part } }];
        const { body } = await api.request('POST', '/v1/documents/filter', { filter: { or }, pageSize: 250 });

        const ids = [...names].filter(([, name]) => meanings[operator]?.(name, part)).map(([id]) => id);
        expect(body.data.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids.toSorted());
      }),
      { numRuns: 60, seed },
    );
  });

  test.each(Object.keys(partSources) as PartTextTable[])('leads to the records that may hold it: %s', async (table) => {
    const { api, another, findHolders } = await startBesideAnother(database);
    await using _ = api;
    const [start, ending] = partSources[table].isCompact ? ['bol4500', '077'] : ['bol 45-00', '-0077'];
    const id = await insertText(api, table, 'BOL 45-0077');
    await insertText(api, table, 'BOL 46-0077');
    await insertText(another, table, 'BOL 45-0077');

    expect(await findHolders(table, start)).toEqual([id]);
    expect(await findHolders(table, `${start}9`)).toEqual([]);
    expect(await findHolders(table, ending)).toHaveLength(2);
    // Too short for an index of three letters in a row.
    expect(await findHolders(table, start.slice(0, 2))).toBeUndefined();
  });

  test('is compared with the newest texts where very many hold it', async () => {
    const { api, findHolders } = await startBesideAnother(database);
    await using _ = api;
    const last = await insertRow(api, 'document', { file_name: 'rate-con-501.pdf' });
    const rateConfirmations = Array.from({ length: 500 }, () => ({ ...last, id: v7(), file_name: 'rate-con.pdf' }));
    await api.database.transaction((tx) => tx.insertInto('document').values(rateConfirmations).execute());

    expect(await findHolders('document', 'rate-con')).toBeUndefined();
    expect(await findHolders('document', '-501')).toEqual([last.id]);
  });
});
