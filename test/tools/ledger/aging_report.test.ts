import { expect, test } from 'vitest';
import { agingReport } from '../../../tools/ledger/aging_report.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import {
  insertBill,
  insertCarrier,
  insertCustomer,
  insertInvoice,
  insertService,
  insertRow,
} from '../../support/records/fixtures.ts';

const start = () => startDesk({ tools: [agingReport] });

/** Writes open invoices of two customers and an invoice in another currency. */
async function insertReceivables({ service }: TestDesk) {
  const acme = await insertCustomer(service, { friendly_id: 'A100001', name: 'Acme Foods' });
  const globex = await insertCustomer(service, { friendly_id: 'A100002', name: 'Globex' });
  await insertInvoice(service, { customer_id: acme.id, amount_cents: 100_000, due_date: '2026-12-01' });
  await insertInvoice(service, { customer_id: acme.id, amount_cents: 50_050, due_date: '2026-11-10' });
  await insertInvoice(service, { customer_id: globex.id, amount_cents: 300_000, due_date: '2026-07-01' });
  await insertInvoice(service, {
    customer_id: globex.id,
    amount_cents: 900_000,
    currency: 'CAD',
    due_date: '2026-12-01',
  });
  return { acme, globex };
}

test('who owes us: every party with its ages, the largest first, and sums that add up', async () => {
  await using desk = await start();
  await insertReceivables(desk);

  const { text, data } = await desk.callTool('aging_report', { ledger: 'receivables' });

  expect(text).toMatchInlineSnapshot(`
    "2 customers owe $4,500.50 (not due $1,000.00, 1-30 days $500.50, 90+ days $3,000.00) and CAD 9,000.00 (not due CAD 9,000.00). Ages are days past due on Nov 20, 2026. As of Fri, Nov 20, 9:00 AM CST.

    Totals open: $4,500.50 (2); CAD 9,000.00 (1).

    | No. | Party | Currency | Not due | 1-30 | 31-60 | 61-90 | 90+ | Total |
    | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
    | A100002 | «Globex» | USD | $0.00 | $0.00 | $0.00 | $0.00 | $3,000.00 | $3,000.00 |
    | A100001 | «Acme Foods» | USD | $1,000.00 | $500.50 | $0.00 | $0.00 | $0.00 | $1,500.50 |
    | A100002 | «Globex» | CAD | CAD 9,000.00 | CAD 0.00 | CAD 0.00 | CAD 0.00 | CAD 0.00 | CAD 9,000.00 |"
  `);
  expect(data.totals).toEqual([
    { currency: 'USD', count: 2, amount: 4500.5 },
    { currency: 'CAD', count: 1, amount: 9000 },
  ]);
  expect(data.bucketTotals[0]).toMatchObject({ current: 1000, days1to30: 500.5, over90: 3000, total: 4500.5 });
  expect(data.completeness).toBeUndefined();
});

test('amounts of different currencies are neither added nor ranked against each other', async () => {
  await using desk = await start();
  await insertReceivables(desk);

  const { data } = await desk.callTool('aging_report', { ledger: 'receivables' });

  expect(data.rows.map(({ currency }: { currency: string }) => currency)).toEqual(['USD', 'USD', 'CAD']);
});

test('one party is shown alone when it is named, a vendor as well as a carrier', async () => {
  await using desk = await start();
  const { service } = desk;
  await insertBill(service, { carrier_id: (await insertCarrier(service, { name: 'Prairie Haul' })).id });
  const onSite = await insertService(service);
  await insertRow(service, 'bill', {
    entity_type: 'VENDOR',
    service_id: onSite.id,
    vendor_id: onSite.vendor_id,
    shipment_id: onSite.shipment_id,
    status: 'APPROVED_TO_PAY',
    invoice_date: '2026-10-01',
    due_date: '2026-10-31',
    amount_cents: 7_500,
    owed_cents: 7_500,
    currency: 'USD',
  });
  await insertReceivables(desk);
  const listNames = async (input: object) => {
    const { data } = await desk.callTool('aging_report', { ...input });
    return data.rows.map(({ name }: { name: string }) => name);
  };

  expect(await listNames({ ledger: 'payables' })).toEqual(['Prairie Haul', 'Gulf Customs']);
  expect(await listNames({ ledger: 'payables', party: 'prairie' })).toEqual(['Prairie Haul']);
  expect(await listNames({ ledger: 'payables', party: 'Gulf Customs' })).toEqual(['Gulf Customs']);
  expect(await listNames({ ledger: 'receivables', party: 'A100002' })).toEqual(['Globex', 'Globex']);
});

test('a party that nobody is called is refused', async () => {
  await using desk = await start();

  const unknown = await desk.callTool('aging_report', { ledger: 'payables', party: 'Nobody Lines' });

  expect(unknown).toMatchObject({ isError: true, data: { error: { code: 'NOT_FOUND' } } });
});

test('as CSV the columns are those asked for, the currency among them', async () => {
  await using desk = await start();
  await insertReceivables(desk);

  const { text, data } = await desk.callTool('aging_report', {
    ledger: 'receivables',
    format: 'csv',
    fields: ['name', 'currency', 'total'],
  });

  expect(text).toContain('Party,Currency,Total\n«Globex»,USD,3000\n«Acme Foods»,USD,1500.5\n«Globex»,CAD,9000');
  expect(Object.keys(data.rows[0])).toEqual(['name', 'currency', 'total']);
});

test('without open balances nobody owes anything', async () => {
  await using desk = await start();

  const { text, data } = await desk.callTool('aging_report', { ledger: 'payables' });

  expect(data).toMatchObject({ total: 0, rows: [], nextCursor: null });
  expect(text).toContain('$0.00');
});

test('a ledger that does not exist and a column that does not exist are refused by name', async () => {
  await using desk = await start();

  const ledger = await desk.callTool('aging_report', { ledger: 'cash' });
  const column = await desk.callTool('aging_report', { ledger: 'payables', fields: ['dso'] });

  expect(ledger).toMatchObject({ isError: true, data: { error: { code: 'BAD_REQUEST', field: 'ledger' } } });
  expect(column).toMatchObject({ isError: true, data: { error: { field: 'fields' } } });
});
