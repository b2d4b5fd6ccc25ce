import { expect, test } from 'vitest';
import { type CopiedService, signal, startCopied } from './copied.ts';

type ChangeRecord = (record: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

/** Changes the invoices that the copy reads. */
function changeInvoices(copied: CopiedService, change: ChangeRecord): void {
  copied.between.fetch = async (request, next) => {
    const answer = await next(request);
    if (!request.url.endsWith('/v1/invoices/filter')) return answer;
    const body = (await answer.json()) as { readonly data: readonly Readonly<Record<string, unknown>>[] };
    return Response.json({ ...body, data: body.data.map(change) });
  };
}

const omit =
  (...fields: readonly string[]): ChangeRecord =>
  (record) =>
    Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)));

async function listUnsent(copied: CopiedService): Promise<readonly string[]> {
  const copy = await copied.open();
  await copy.complete(signal);
  return (await readUnsent(copy)).map(({ field }) => field);
}

async function readUnsent(copy: Awaited<ReturnType<CopiedService['open']>>) {
  const { unsentFields } = await copy.refresh(signal, ['invoice']);
  return unsentFields;
}

test('our own service sends every field', async () => {
  await using copied = await startCopied({ shipments: 60, isFilled: true });

  expect(await listUnsent(copied)).toEqual([]);
});

test('a field that no record carries is not sent, and its column stays empty', async () => {
  await using copied = await startCopied({ shipments: 60 });
  changeInvoices(copied, omit('customer', 'factorName'));

  expect(await listUnsent(copied)).toEqual(['invoice.customer', 'invoice.factorName']);
  const copy = await copied.open();
  expect(await copy.read('select distinct customer_id from invoice')).toEqual([{ customer_id: null }]);
});

test('a field that only some records carry is none on the others', async () => {
  await using copied = await startCopied({ shipments: 60 });
  const isKept = (id: unknown) => /[0-7]$/.test(String(id));
  changeInvoices(copied, (invoice) => (isKept(invoice['id']) ? invoice : omit('customer', 'reference')(invoice)));

  expect(await listUnsent(copied)).not.toContain('invoice.customer');
});

test('a record that is read again counts once', async () => {
  await using copied = await startCopied({ shipments: 60 });
  changeInvoices(copied, omit('customer'));
  const copy = await copied.open();
  await copy.complete(signal);
  const read = await readUnsent(copy);
  await copy.repair(signal, await copy.verify(signal, { isWhole: true }));

  const [invoices] = await copy.read('select count(*) as absent from invoice');
  expect(read).toEqual([{ field: 'invoice.customer', absent: invoices?.['absent'] }]);
  expect(await readUnsent(copy)).toEqual(read);
});
