import { expect, test } from 'vitest';
import { createForeignFetch } from '../support/foreign-api/foreign-api.ts';
import { foreignProfiles } from '../support/foreign-api/profiles.ts';
import { isDeep } from '../support/depth.ts';
import { type CopiedService, compareWithStore, readSandboxId, signal, startCopied } from './copied.ts';

const allTables = [
  ['customer', 'carrier', 'vendor', 'factor', 'user_account', 'location', 'shipment', 'freight_order', 'bill'],
  ['load', 'service', 'quote', 'invoice', 'payment', 'bill_payment', 'credit_memo', 'document'],
].flat();

/** Puts an API of this profile between the copy and the service. */
function useProfile({ between }: CopiedService, name: string): void {
  const profile = foreignProfiles.find((declared) => declared.name === name);
  if (!profile) throw new Error(`there is no profile ${name}`);
  between.fetch = (request, next) => createForeignFetch(profile, async (passed) => next(passed))(request);
}

/** Changes records as a day does: a bill is paid and is final then, another is approved, and a stop is moved. */
async function changeRecords({ api }: CopiedService): Promise<void> {
  const { data: bills } = await api.bills.filter({ pageSize: 100 });
  const [approved, waiting] = (['APPROVED_TO_PAY', 'IN_REVIEW'] as const).map((status) =>
    bills.find((bill) => bill.status === status),
  );
  const { data: shipments } = await api.shipments.filter({ pageSize: 100 });
  const live = shipments.find(({ status }) => status !== 'DELIVERED' && status !== 'CANCELED');
  const stop = live?.orders[0]?.stops.at(-1);
  if (!approved || !waiting || !stop) throw new Error('the brokerage has no such records');
  await api.bills.approve({ id: waiting.id });
  await api.billPayments.create({
    paymentDate: '2026-11-20',
    applications: [{ billId: approved.id, amount: approved.amountOwed }],
  });
  await api.stops.update({ id: stop.id, requestedStartDate: '2026-12-24', requestedEndDate: '2026-12-24' });
}

/** Compares all that both have; a quote shows its order in brief. */
async function listDifferences(
  copied: CopiedService,
  copy: Awaited<ReturnType<CopiedService['fill']>>,
): Promise<object> {
  const differences = await compareWithStore(copy, copied.service, await readSandboxId(copied));
  const { freight_order: orders = [], ...otherTables } = differences;
  const orderRows = orders.filter((row) => !String(row).includes('"shipment_id":null'));
  return orderRows.length === 0 ? otherTables : { ...otherTables, orders: orderRows };
}

const readDates = (copy: Awaited<ReturnType<CopiedService['fill']>>) =>
  copy.read("select requested_on from order_stop where requested_on = '2026-12-24'");

const followed = [
  'has none of our extension operations',
  'has no extensions, silent filters and pages of 100',
  ...(isDeep
    ? ['applies only published filter fields and names the others', 'applies only published filter fields in silence']
    : []),
];

test.each(followed)('the copy holds all records and follows their changes where the API %s', async (name) => {
  await using copied = await startCopied({ shipments: 60 });
  useProfile(copied, name);
  const copy = await copied.fill();
  expect(await listDifferences(copied, copy)).toEqual({});

  await changeRecords(copied);
  copy.noteWrite();
  const { missing } = await copy.refresh(signal, allTables);

  expect(missing).toEqual([]);
  expect(await listDifferences(copied, copy)).toEqual({});
  expect(await readDates(copy)).not.toEqual([]);
});

test('a list that the API does not have is named, and ends no question about other records', async () => {
  await using copied = await startCopied({ shipments: 20 });
  copied.between.fetch = (request, next) =>
    new URL(request.url).pathname === '/v1/services/filter'
      ? Response.json({ message: 'no such path' }, { status: 404 })
      : next(request);
  const copy = await copied.fill();

  const { isWhole, missing } = await copy.refresh(signal, ['shipment', 'service']);

  expect({ isWhole, missing }).toEqual({ isWhole: true, missing: ['service'] });
  expect(await compareWithStore(copy, copied.service, await readSandboxId(copied))).toEqual({
    service: expect.any(Array),
  });
});

test('records that are done with are read again once a day, and answers say how old they are until then', async () => {
  await using copied = await startCopied({ shipments: 60 });
  useProfile(copied, 'applies only published filter fields in silence');
  const copy = await copied.fill();
  await copy.refresh(signal, ['bill']);
  const [paid] = await copy.read("select id from bill where status = 'PAID' limit 1");
  const id = String(paid?.['id']);
  const readInvoiceDate = async () =>
    (await copy.read('select invoice_date from bill where id = ?', [id]))[0]?.['invoice_date'];
  // A change that only reading every bill shows.
  await copied.service.database.transaction((tx) =>
    tx.updateTable('bill').set({ invoice_date: '2026-01-02' }).where('id', '=', id).execute(),
  );
  const { older } = await copy.refresh(signal, ['bill']);
  const beforeFullPass = await readInvoiceDate();
  copied.service.clock.now = new Date(Date.parse(copied.service.clock.now) + 25 * 60 * 60_000).toISOString();
  await copy.complete(signal);

  expect(older).toEqual([{ name: 'bill', asOf: expect.any(String) }]);
  expect(beforeFullPass).not.toBe('2026-01-02');
  expect(await readInvoiceDate()).toBe('2026-01-02');
});
