import { expect, test } from 'vitest';
import { collections } from '../../src/copy/collections/index.ts';
import { signal, startCopied } from './copied.ts';

const parents = ['customers', 'carriers', 'vendors', 'carrier-factors', 'users', 'locations'];

const getResourceName = (path: string): string => path.replace('/v1/', '').replace('/filter', '');

test('records that others name are read completely before any record that names them', async () => {
  await using copied = await startCopied({ shipments: 120 });
  const next: { name: string; cursor: string | undefined }[] = [];
  copied.between.fetch = async (request, pass) => {
    if (!request.url.endsWith('/filter')) return pass(request);
    const body: { readonly cursor?: string } = JSON.parse(await request.clone().text());
    next.push({ name: getResourceName(new URL(request.url).pathname), cursor: body.cursor });
    // So small a brokerage has several pages of each kind.
    return pass(
      new Request(request.url, {
        method: 'POST',
        headers: request.headers,
        body: JSON.stringify({ ...body, pageSize: 20 }),
      }),
    );
  };
  const copy = await copied.open(true, { patienceMs: 600_000 });

  const { incomplete } = await copy.refresh(signal, ['invoice']);

  const firstChild = next.findIndex(({ name }) => !parents.includes(name));
  expect(new Set(next.slice(0, firstChild).map(({ name }) => name))).toEqual(new Set(parents));
  expect(next.slice(firstChild).filter(({ name, cursor }) => parents.includes(name) && cursor !== undefined)).toEqual(
    [],
  );
  expect(incomplete).toEqual([]);
  const rows = await copy.read('select count(*) as n from invoice where customer_id not in (select id from customer)');
  expect(rows).toEqual([{ n: 0 }]);
});

test('a copy that may not read on says of each kind of records how far it got', async () => {
  await using copied = await startCopied({ shipments: 400 });
  const copy = await copied.open(true, { patienceMs: 600_000 });
  copied.past.mayRead = () => false;

  const first = await copy.refresh(signal, ['customer', 'invoice']);

  // The customers of so small a brokerage are on one page.
  expect(first.incomplete).toEqual([{ name: 'invoice', completeFrom: expect.stringMatching(/^2026-/), records: 250 }]);
  copied.past.mayRead = () => true;
  expect((await copy.refresh(signal, ['customer', 'invoice'])).incomplete).toEqual([]);
});

test('collections that others name are those with names and addresses', () => {
  expect(collections.filter(({ isReferredTo }) => isReferredTo).map(({ name }) => name)).toEqual([
    'customer',
    'carrier',
    'vendor',
    'factor',
    'user_account',
    'location',
  ]);
});

test('a question that has waited before takes what is there', async () => {
  await using copied = await startCopied({ shipments: 400 });
  const firstPageHold = Promise.withResolvers<void>();
  copied.between.fetch = async (request, pass) => {
    const isOlder = request.url.endsWith('/filter') && (await request.clone().text()).includes('cursor');
    if (isOlder) await firstPageHold.promise;
    return pass(request);
  };
  const copy = await copied.open(true, { patienceMs: 600_000 });

  // The next page of invoices is held until this is answered.
  const { incomplete } = await copy.refresh(signal, ['customer', 'invoice'], { isPatient: false });

  expect(incomplete.map(({ name }) => name)).toEqual(['invoice']);
  firstPageHold.resolve();
  expect((await copy.refresh(signal, ['invoice'])).incomplete).toEqual([]);
});
