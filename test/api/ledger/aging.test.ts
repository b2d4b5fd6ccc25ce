import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Operations } from '../../../src/contract/types.ts';
import { agingBuckets } from '../../../src/domain/money/aging.ts';
import { addDays, countDaysBetween } from '../../../src/domain/kit/dates.ts';
import { formatAgingLabel } from '../../support/records/aging-label.ts';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import {
  insertRow,
  insertBill,
  insertCarrier,
  insertCustomer,
  insertInvoice,
  insertVendor,
} from '../../support/records/fixtures.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const today = '2026-11-20';
type CurrencyBlock = Operations['invoices']['agingReport']['output']['otherCurrencies'][number];
const csv = { accept: 'text/csv' };

/** Writes an open vendor bill without the service behind it: the report looks at bills only. */
const insertVendorBill = (api: TestService, vendorId: string, columns: object = {}) =>
  insertRow(api, 'bill', {
    entity_type: 'VENDOR',
    vendor_id: vendorId,
    status: 'IN_REVIEW',
    invoice_date: '2026-10-01',
    due_date: today,
    amount_cents: 10_000,
    owed_cents: 10_000,
    currency: 'USD',
    ...columns,
  });

onBothDatabases('the aging report', (database) => {
  test('what customers owe stands in the bucket of its days past due', async () => {
    await using api = await startService(database);
    const acme = await insertCustomer(api, { name: 'Acme Foods' });
    for (const [daysLate, cents] of [
      [-5, 100],
      [0, 200],
      [1, 1_000],
      [30, 2_000],
      [31, 10_000],
      [60, 20_000],
      [61, 100_000],
      [90, 200_000],
      [91, 1_000_000],
      [700, 2_000_000],
    ] as const) {
      await insertInvoice(api, { customer_id: acme.id, due_date: addDays(today, -daysLate), amount_cents: cents });
    }

    const { status, body } = await api.request('GET', '/v1/invoices/aging-report');

    const sums = { current: 3, days1to30: 30, days31to60: 300, days61to90: 3_000, over90: 30_000, total: 33_333 };
    expect(status).toBe(200);
    expect(body).toEqual({
      asOfDate: today,
      buckets: ['Current', '1-30', '31-60', '61-90', '90+'],
      currency: 'USD',
      totals: sums,
      bucketTotals: null,
      customers: [{ id: acme.id, name: 'Acme Foods', friendlyId: acme.friendly_id, ...sums }],
      otherCurrencies: [],
    });
  });

  test('only open balances of live, issued invoices count, and what has no due date is due after 30 days', async () => {
    await using api = await startService(database);
    await insertInvoice(api, {
      status: 'PARTIALLY_PAID',
      amount_cents: 90_000,
      paid_cents: 50_000,
      credited_cents: 10_000,
    });
    await insertInvoice(api, { status: 'PAID', amount_cents: 90_000, paid_cents: 90_000 });
    await insertInvoice(api, { status: 'DRAFT', amount_cents: 90_000 });
    await insertInvoice(api, { status: 'VOIDED', deleted_at: '2026-11-01T00:00:00.000Z' });
    await insertInvoice(api, { due_date: null, invoice_date: '2026-10-20', amount_cents: 700 });
    await insertInvoice(api, { due_date: null, invoice_date: '2026-10-21', amount_cents: 50 });

    const { body } = await api.request('GET', '/v1/invoices/aging-report');

    expect(body.totals).toMatchObject({ current: 300.5, days1to30: 7, total: 307.5 });
    expect(body.customers).toHaveLength(3);
  });

  test('the day after a due date moves a balance on', async () => {
    await using api = await startService(database);
    // Shortly before midnight, so that the same token is still good on the next day.
    api.clock.now = '2026-11-20T23:50:00.000Z';
    const late = await api.anotherOrganization();
    await insertInvoice({ ...api, organizationId: late.organizationId }, { due_date: today, amount_cents: 100 });
    const report = async () => (await late.request('GET', '/v1/invoices/aging-report')).body;

    expect(await report()).toMatchObject({ asOfDate: today, totals: { current: 1, days1to30: 0 } });
    api.clock.now = '2026-11-21T00:10:00.000Z';
    expect(await report()).toMatchObject({ asOfDate: '2026-11-21', totals: { current: 0, days1to30: 1 } });
  });

  test('payees are carriers and vendors, each named as what it is', async () => {
    await using api = await startService(database);
    const carrier = await insertCarrier(api);
    const vendor = await insertVendor(api);
    await insertBill(api, { carrier_id: carrier.id, due_date: '2026-10-30', amount_cents: 50_000 });
    await insertBill(api, {
      carrier_id: carrier.id,
      due_date: '2026-12-30',
      amount_cents: 5_000,
      status: 'APPROVED_TO_PAY',
    });
    await insertVendorBill(api, vendor.id);

    const { body } = await api.request('GET', '/v1/bills/aging-report');

    expect(body.payees).toMatchObject([
      { id: carrier.id, entityType: 'CARRIER', name: 'Prairie Haul', current: 50, days1to30: 500, total: 550 },
      { id: vendor.id, entityType: 'VENDOR', name: 'Gulf Customs', current: 100, total: 100 },
    ]);
    expect(body.totals).toMatchObject({ current: 150, days1to30: 500, total: 650 });
  });

  test('a report can be narrowed to one customer, payee or kind of payee', async () => {
    await using api = await startService(database);
    const [firstCustomer, two] = [await insertCustomer(api), await insertCustomer(api)];
    await insertInvoice(api, { customer_id: firstCustomer.id, amount_cents: 100 });
    await insertInvoice(api, { customer_id: two.id, amount_cents: 2_000 });
    const [carrier, vendor] = [await insertCarrier(api), await insertVendor(api)];
    await insertBill(api, { carrier_id: carrier.id, amount_cents: 100 });
    await insertBill(api, { amount_cents: 2_000 });
    await insertVendorBill(api, vendor.id, { owed_cents: 30_000 });
    const readTotal = async (path: string) => (await api.request('GET', `/v1/${path}`)).body.totals.total;

    expect(await readTotal(`invoices/aging-report?customerId=${two.id}`)).toBe(20);
    expect(await readTotal(`bills/aging-report?carrierId=${carrier.id}`)).toBe(1);
    expect(await readTotal(`bills/aging-report?vendorId=${vendor.id.toUpperCase()}`)).toBe(300);
    expect(await readTotal('bills/aging-report?entityType=CARRIER')).toBe(21);
    expect(await readTotal('bills/aging-report?entityType=VENDOR')).toBe(300);
    expect(await readTotal(`bills/aging-report?entityType=VENDOR&carrierId=${carrier.id}`)).toBe(0);
    expect(await readTotal(`invoices/aging-report?customerId=${vendor.id}`)).toBe(0);
  });

  test('every currency has its own block, the organization’s own first', async () => {
    await using api = await startService(database);
    const acme = await insertCustomer(api);
    for (const [currency, cents] of [
      ['MXN', 900_000],
      ['CAD', 5_000],
      ['USD', 100],
    ] as const) {
      await insertInvoice(api, { customer_id: acme.id, currency, amount_cents: cents });
    }

    const all = (await api.request('GET', '/v1/invoices/aging-report')).body;
    const pesos = (await api.request('GET', '/v1/invoices/aging-report?currency=MXN')).body;
    const euros = (await api.request('GET', '/v1/invoices/aging-report?currency=EUR&daysPerBucket=60')).body;

    expect([all.currency, all.totals.total]).toEqual(['USD', 1]);
    expect(
      all.otherCurrencies.map(({ currency, totals, customers }: CurrencyBlock) => [
        currency,
        totals.total,
        customers.length,
      ]),
    ).toEqual([
      ['CAD', 50, 1],
      ['MXN', 9_000, 1],
    ]);
    expect([pesos.currency, pesos.totals.total, pesos.otherCurrencies]).toEqual(['MXN', 9_000, []]);
    expect(euros).toMatchObject({ currency: 'EUR', customers: [], totals: { total: 0 }, otherCurrencies: [] });
    expect(euros.bucketTotals.map(({ bucket }: { bucket: string }) => bucket)).toEqual([
      'Current',
      '1-60',
      '61-120',
      '120+',
    ]);
  });

  test('other steps than 30 days come as extra totals; the named sums keep theirs', async () => {
    await using api = await startService(database);
    for (const daysLate of [0, 10, 20, 50, 130]) {
      await insertInvoice(api, { due_date: addDays(today, -daysLate), amount_cents: 10_000 });
    }

    const { body } = await api.request('GET', '/v1/invoices/aging-report?daysPerBucket=15&maxDays=45');

    expect(body.bucketTotals).toEqual([
      { bucket: 'Current', total: 100 },
      { bucket: '1-15', total: 100 },
      { bucket: '16-30', total: 100 },
      { bucket: '31-45', total: 0 },
      { bucket: '45+', total: 200 },
    ]);
    expect(body.totals).toEqual({
      current: 100,
      days1to30: 200,
      days31to60: 100,
      days61to90: 0,
      over90: 100,
      total: 500,
    });
  });

  test('in steps of a day, a week or a month every number of days is counted where it belongs', async () => {
    await using api = await startService(database);
    const items = Array.from({ length: 130 }, (_, index) => ({ daysLate: index - 4, cents: 10_000 + index }));
    for (const { daysLate, cents } of items) {
      const due = addDays(today, -daysLate);
      // Every other one has no due date, and is due 30 days after its invoice date.
      const dates = daysLate % 2 === 0 ? { due_date: due } : { due_date: null, invoice_date: addDays(due, -30) };
      await insertInvoice(api, { ...dates, amount_cents: cents });
    }
    const daysMax = 1000;
    const sumByLabel = (steps: { daysPerBucket?: number; daysMax?: number }) => {
      const sums = new Map<string, number>();
      for (const { daysLate, cents } of items) {
        const label = formatAgingLabel(daysLate, steps);
        sums.set(label, (sums.get(label) ?? 0) + cents);
      }
      return sums;
    };

    for (const daysPerBucket of [1, 7, 30]) {
      const query = `daysPerBucket=${daysPerBucket}&maxDays=${daysMax}`;
      const { body } = await api.request('GET', `/v1/invoices/aging-report?${query}`);

      const [usual, steps] = [sumByLabel({}), sumByLabel({ daysPerBucket, daysMax })];
      for (const { name, label } of agingBuckets)
        expect([name, body.totals[name]]).toEqual([name, (usual.get(label) ?? 0) / 100]);
      for (const { bucket, total } of body.bucketTotals ?? [])
        expect([bucket, total]).toEqual([bucket, (steps.get(bucket) ?? 0) / 100]);
      expect(body.bucketTotals === null).toBe(daysPerBucket === 30);
    }
  });

  test('whatever is open, every total is the sum of its rows and of the open invoices', async () => {
    await using api = await startService(database);
    const customers = [await insertCustomer(api), await insertCustomer(api), await insertCustomer(api)];
    const balances = fc.sample(
      fc.record({
        customer: fc.constantFrom(...customers),
        owed: fc.integer({ min: 0, max: 9_999_999_99 }),
        currency: fc.constantFrom('USD', 'CAD'),
        daysLate: fc.option(fc.integer({ min: -40, max: 140 })),
        age: fc.integer({ min: 0, max: 200 }),
      }),
      { numRuns: 150, seed: 7 },
    );
    for (const { customer, owed, currency, daysLate, age } of balances) {
      await insertRow(api, 'invoice', {
        customer_id: customer.id,
        // Nothing looks behind the invoice here, but a shipment has one invoice.
        shipment_id: crypto.randomUUID(),
        order_id: crypto.randomUUID(),
        status: 'AWAITING_PAYMENT',
        invoice_date: addDays(today, -age),
        due_date: daysLate === null ? null : addDays(today, -daysLate),
        amount_cents: owed,
        owed_cents: owed,
        currency,
      });
    }

    const { body } = await api.request('GET', '/v1/invoices/aging-report?daysPerBucket=20');

    const toCents = (amount: number) => Math.round(amount * 100);
    const names = [...agingBuckets.map(({ name }) => name), 'total'] as const;
    for (const block of [body, ...body.otherCurrencies] as CurrencyBlock[]) {
      const open = balances.filter(({ currency }) => currency === block.currency);
      expect(toCents(block.totals.total)).toBe(open.reduce((sum, { owed }) => sum + owed, 0));
      expect((block.bucketTotals ?? []).reduce((sum, { total }) => sum + toCents(total), 0)).toBe(
        toCents(block.totals.total),
      );
      for (const name of names) {
        expect(block.customers.reduce((sum, row) => sum + toCents(row[name]), 0)).toBe(toCents(block.totals[name]));
      }
      for (const { name, from, to } of agingBuckets) {
        const inBucket = open.filter(({ daysLate, age }) => {
          const late = daysLate ?? countDaysBetween(addDays(today, 30 - age), today);
          return (from === null || late >= from) && (to === null || late <= to);
        });
        expect(toCents(block.totals[name])).toBe(inBucket.reduce((sum, { owed }) => sum + owed, 0));
      }
    }
    const overdue = await api.request('POST', '/v1/invoices/filter', {
      filter: { overdue: true, currency: { equalTo: 'USD' } },
      pageSize: 250,
    });
    const late = overdue.body.data.reduce(
      (sum: number, { amountOwed }: { amountOwed: number }) => sum + toCents(amountOwed),
      0,
    );
    expect(late).toBe(toCents(body.totals.total) - toCents(body.totals.current));
  });
});

onOneDatabase('the form of an aging report', (database) => {
  test('who asks for CSV gets one line per party and currency', async () => {
    await using api = await startService(database);
    const carrier = await insertCarrier(api, { name: 'Prairie "P" Haul, LLC' });
    await insertBill(api, { carrier_id: carrier.id, due_date: '2026-10-30', amount_cents: 50_050 });
    await insertBill(api, { carrier_id: carrier.id, due_date: '2026-10-30', amount_cents: 100, currency: 'CAD' });

    const answer = await api.request('GET', '/v1/bills/aging-report', undefined, csv);

    const start = `${carrier.id},${carrier.friendly_id},"Prairie ""P"" Haul, LLC"`;
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.body).toBe(
      [
        'id,friendlyId,name,currency,current,1-30,31-60,61-90,90+,total',
        `${start},USD,0,500.5,0,0,0,500.5`,
        `${start},CAD,0,1,0,0,0,1`,
        '',
      ].join('\r\n'),
    );
  });

  test('JSON is the answer unless CSV is liked better', async () => {
    await using api = await startService(database);
    const readContentType = async (accept: string) =>
      (await api.request('GET', '/v1/invoices/aging-report', undefined, { accept })).headers.get('content-type');

    for (const accept of [
      '',
      '*/*',
      'application/json',
      'application/json, text/csv',
      'text/csv;q=0.5, */*',
      'text/csv;q=0',
    ]) {
      expect([accept, await readContentType(accept)]).toEqual([accept, 'application/json']);
    }
    for (const accept of ['text/csv', 'TEXT/CSV; charset=utf-8', 'text/*', 'application/json;q=0.4, text/csv']) {
      expect([accept, await readContentType(accept)]).toEqual([accept, 'text/csv; charset=utf-8']);
    }
  });

  test('a party called like a formula is text to a spreadsheet', async () => {
    await using api = await startService(database);
    const names = ['=1+1', '+1', '-2+3', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://x","y")'];
    for (const name of names) await insertInvoice(api, { customer_id: (await insertCustomer(api, { name })).id });

    const { body } = await api.request('GET', '/v1/invoices/aging-report', undefined, csv);

    const lines = body.split('\r\n').slice(1, -1);
    expect(lines).toHaveLength(names.length);
    for (const line of lines) expect(line).toMatch(/^[^,]+,A\d+,"?'/);
  });

  test('a name of several lines stays one cell', async () => {
    await using api = await startService(database);
    const names = ['Acme\n=1+1', 'Acme\r=1+1', 'Acme\r\n=1+1'];
    for (const name of names) await insertInvoice(api, { customer_id: (await insertCustomer(api, { name })).id });

    const { body } = await api.request('GET', '/v1/invoices/aging-report', undefined, csv);

    for (const name of names) expect(body).toContain(`,"${name}",`);
  });

  test('a query that makes no sense is refused', async () => {
    await using api = await startService(database);

    for (const query of [
      'daysPerBucket=0',
      'daysPerBucket=x',
      'maxDays=-1',
      'currency=usd',
      'customerId=acme',
      'asOf=2026-01-01',
    ]) {
      expect([query, (await api.request('GET', `/v1/invoices/aging-report?${query}`)).status]).toEqual([query, 400]);
    }
  });
});
