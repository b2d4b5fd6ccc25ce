import { expect, test } from 'vitest';
import type { RowBatch } from '../../src/sandbox/fill/batch.ts';
import { insertBatches } from '../../src/sandbox/fill/bulk-insert.ts';
import { classify } from '../../src/store/store-error.ts';
import { onBothDatabases } from '../support/stores/databases.ts';
import { lendBrokerage } from '../support/stores/lent-stores.ts';

const buildTag = (index: number, value: string) => ({
  organization_id: 'org',
  document_id: `document ${index}`,
  name: 'shipmentId',
  value,
});
const buildLine = (id: string, amount_cents: number, rate: number | null) => ({
  id,
  organization_id: 'org',
  owner_type: 'ORDER' as const,
  owner_id: 'order',
  charge_code_id: 1,
  description: null,
  amount_cents,
  quantity: 1.5,
  rate,
  total_cents: amount_cents,
  position: 0,
});

onBothDatabases('writing in bulk', (name) => {
  test('every row of every batch arrives, however many there are', async () => {
    await using lent = await lendBrokerage(name);
    const { store } = lent;
    function* generateBatches(): Generator<RowBatch> {
      for (const from of [0, 5_001]) {
        yield { table: 'document_tag', rows: Array.from({ length: 5_001 }, (_, index) => buildTag(from + index, 'x')) };
      }
    }

    const written = await store.transaction((tx) => insertBatches(store.kind, tx, generateBatches()));

    const { count } = await store.reader
      .selectFrom('document_tag')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect([written, count]).toEqual([10_002, 10_002]);
  });

  test('a row that cannot be written takes all others with it, those before it and those that waited behind it', async () => {
    await using lent = await lendBrokerage(name);
    const { store } = lent;
    const batches = Array.from({ length: 20 }, (_, index): RowBatch => ({
      table: 'charge',
      rows: [buildLine(index === 3 ? 'charge 1' : `charge ${index}`, 100, null)],
    }));

    const failure = store.transaction((tx) => insertBatches(store.kind, tx, batches));

    await expect(failure).rejects.toSatisfy((error) => classify(error) === 'duplicate');
    expect(await store.reader.selectFrom('charge').select('id').execute()).toEqual([]);
  });

  test('text, large amounts, fractions and nothing at all come back as they went in', async () => {
    await using lent = await lendBrokerage(name);
    const { store } = lent;
    const value = `it's "quoted", \\ back\nslash, {json}, 雪 \u{1F69A} \u202E`;
    const charges = [buildLine('a', 99_999_999_999_999, 0.1), buildLine('b', -1, null)];

    await store.transaction((tx) =>
      insertBatches(store.kind, tx, [
        { table: 'document_tag', rows: [buildTag(1, value)] },
        { table: 'charge', rows: charges },
        { table: 'bill', rows: [] },
      ]),
    );

    const tags = await store.reader.selectFrom('document_tag').select('value').execute();
    expect(tags).toEqual([{ value }]);
    expect(await store.reader.selectFrom('charge').selectAll().orderBy('id').execute()).toEqual(charges);
  });

  test('a failure leaves nothing of the transaction behind', async () => {
    await using lent = await lendBrokerage(name);
    const { store } = lent;
    const batches: RowBatch[] = [
      { table: 'document_tag', rows: [buildTag(1, 'x'), buildTag(2, 'x'), buildTag(1, 'x')] },
    ];

    const failure = store.transaction((tx) => insertBatches(store.kind, tx, batches));

    await expect(failure).rejects.toThrow(/unique/i);
    expect(await store.reader.selectFrom('document_tag').selectAll().execute()).toEqual([]);
  });
});
