import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { collections } from '../../src/copy/collections/index.ts';
import { onOneDatabase } from '../support/stores/databases.ts';
import { type CopiedService, signal, startCopied } from './copied.ts';

const copiedTables = [
  ...collections.flatMap(({ tables }) => Object.keys(tables)),
  'shipment_fact',
  'haul_fact',
  'stale_fact',
  'absent_record',
  'record_count',
  'reread',
];

/** Has the file of a copy note each row that is written from now on. */
function noteWrites({ url }: Pick<CopiedService, 'url'>): void {
  using file = new DatabaseSync(url.slice('sqlite:'.length));
  file.exec('create table written (name text)');
  for (const table of copiedTables)
    for (const event of ['insert', 'update', 'delete'])
      file.exec(`create trigger "${table} ${event}" after ${event} on "${table}"
        begin insert into written values ('${table} ${event}'); end`);
}

interface ShownPage {
  readonly data: readonly { readonly id: string }[];
}

// What the service answers at the paths of lists.
const readPage = async (response: Response): Promise<ShownPage> => {
  const { data = [], ...rest } = (await response.json()) as Partial<ShownPage>;
  return { ...rest, data };
};

onOneDatabase('an update that is shown what the copy has', (database) => {
  test('writes no row of it, also of a deleted record', async () => {
    await using copied = await startCopied({ database, shipments: 20, isFilled: true });
    const { api } = copied;
    const copy = await copied.open();
    const { data: locations } = await api.locations.filter({ pageSize: 2 });
    const [renamed, deleted] = locations;
    await api.locations.update({ id: renamed?.id ?? '', name: 'Renamed Dock' });
    await api.locations.delete({ id: deleted?.id ?? '' });
    await copy.update(signal);
    noteWrites(copied);
    const shownIds: string[] = [];
    copied.between.fetch = async (request, next) => {
      const response = await next(request);
      shownIds.push(...(await readPage(response.clone())).data.map(({ id }) => id));
      return response;
    };

    await copy.update(signal);

    expect(shownIds).toEqual(expect.arrayContaining([renamed?.id, deleted?.id]));
    expect(await copy.read('select name, count(*) as rows from written group by name')).toEqual([]);
  });

  test('stores an amount that changed, though the time of the last change stayed', async () => {
    await using copied = await startCopied({ database, shipments: 20, isFilled: true });
    const copy = await copied.open();
    const [before] = await copy.read(
      'select id, owed_cents from invoice where owed_cents > 0 order by created_at desc',
    );
    const { data } = await copied.api.invoices.filter({ filter: { id: { in: [String(before?.['id'])] } } });
    copied.between.fetch = async (request, next) => {
      const response = await next(request);
      if (!request.url.endsWith('/invoices/filter')) return response;
      const page = await readPage(response);
      const otherInvoices = page.data.filter(({ id }) => id !== before?.['id']);
      return Response.json({ ...page, data: [...otherInvoices, { ...data[0], amountOwed: 12.34 }] });
    };

    await copy.update(signal, ['invoice']);

    expect(await copy.read('select owed_cents from invoice where id = ?', [before?.['id']])).toEqual([
      { owed_cents: 1234 },
    ]);
    expect(before?.['owed_cents']).not.toBe(1234);
  });
});
