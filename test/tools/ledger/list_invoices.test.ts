import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { listInvoices } from '../../../tools/ledger/list_invoices.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { insertCustomer, insertInvoice } from '../../support/records/fixtures.ts';
import { insertBillingContact } from '../../support/records/invoicing.ts';

/** Invoices of the sandbox brokerage, beside sums of their own over the stored rows. */

const tools = [listInvoices, apiWrite, runApproved];

interface OpenInvoiceRow {
  readonly friendlyId: string;
  readonly customer: string;
  readonly open: number;
  readonly amount: number;
  readonly dueDate: string;
  readonly daysOverdue?: number;
  readonly pod: string;
  readonly sent: string;
}

const today = '2026-11-20';
const toCents = (amount: number) => Math.round(amount * 100);

/** Open invoices by SQL: how many, and how much of it is past due. */
async function openBySql({ service }: TestDesk) {
  const { rows } = await sql<{ count: number; cents: number; late: number; late_cents: number }>`
    select count(*) as count, sum(owed_cents) as cents,
      sum(case when due_date < ${today} then 1 else 0 end) as late,
      sum(case when due_date < ${today} then owed_cents else 0 end) as late_cents
    from invoice where deleted_at is null and status in ('AWAITING_PAYMENT', 'PARTIALLY_PAID') and owed_cents > 0`.execute(
    service.database.reader,
  );
  const [row] = rows;
  if (!row) throw new Error('a sum has one row');
  return {
    count: row.count,
    cents: row.cents,
    late: row.late,
    lateCents: row.late_cents,
  };
}

test('what is open and what of it is overdue are the sums of the stored invoices', async () => {
  await using desk = await startDesk({ tools, seed: 'small' });
  const expectedInvoices = await openBySql(desk);

  const open = await desk.callTool('list_invoices');
  const overdue = await desk.callTool('list_invoices', { overdue: true });
  const aged = await desk.callTool('list_invoices', { groupBy: 'age' });

  expect(open.data).toMatchObject({ total: expectedInvoices.count, openTotals: [{ count: expectedInvoices.count }] });
  expect(toCents(open.data.openTotals[0].amount)).toBe(expectedInvoices.cents);
  expect(overdue.data.total).toBe(expectedInvoices.late);
  expect(toCents(overdue.data.openTotals[0].amount)).toBe(expectedInvoices.lateCents);
  expect(expectedInvoices.late).toBeGreaterThan(10);
  const { body } = await desk.request('GET', '/v1/invoices/aging-report');
  const buckets = Object.fromEntries(
    aged.data.rows.map(({ age, open: sum }: { age: string; open: number }) => [age, sum]),
  );
  expect(buckets).toEqual({
    Current: body.totals.current,
    '1-30': body.totals.days1to30,
    '31-60': body.totals.days31to60,
    '61-90': body.totals.days61to90,
    '90+': body.totals.over90,
  });

  // The row of a planted whale: $14,800 and more each, over 90 days.
  const whale = await desk.callTool('list_invoices', { customer: 'Lodestar Building Supply', sort: 'open' });
  expect(whale.data.rows.map((row: OpenInvoiceRow) => row.open)).toEqual([16_550, 14_800, 13_900, 13_100, 12_400]);
  expect(whale.data.rows.every(({ daysOverdue = 0 }: OpenInvoiceRow) => daysOverdue > 90)).toBe(true);
  expect(whale.data.rows.every(({ pod }: OpenInvoiceRow) => pod === 'uploaded')).toBe(true);
  expect(whale.data.nextActions[0]).toMatchObject({ tool: 'collections' });

  // Due day, days and balance of every row follow from the stored row.
  const rows = await desk.service.database.reader
    .selectFrom('invoice')
    .select(['friendly_id', 'due_date', 'owed_cents'])
    .execute();
  const stored = new Map(rows.map((row) => [row.friendly_id, row]));
  const listed: readonly OpenInvoiceRow[] = (await desk.callTool('list_invoices', { overdue: true, limit: 100 })).data
    .rows;
  expect(listed.length).toBeGreaterThan(10);
  for (const { friendlyId, dueDate, daysOverdue, open: owed } of listed) {
    const row = stored.get(friendlyId);
    const days = (Date.parse(today) - Date.parse(row?.due_date ?? '')) / 86_400_000;
    expect({ dueDate, daysOverdue, cents: toCents(owed) }).toEqual({
      dueDate: row?.due_date,
      daysOverdue: days,
      cents: row?.owed_cents,
    });
  }
});

test('several statuses, a span of days and of amounts are asked for together', async () => {
  await using desk = await startDesk({ tools, seed: 'small' });

  const { data } = await desk.callTool('list_invoices', {
    status: 'paid, partially paid',
    from: '2026-10-01',
    to: '2026-10-31',
    minAmount: '2k',
    maxAmount: 3000,
  });

  const { rows } = await sql<{ count: number; cents: number }>`
    select count(*) as count, sum(amount_cents) as cents from invoice
    where status in ('PAID', 'PARTIALLY_PAID') and invoice_date between '2026-10-01' and '2026-10-31'
      and amount_cents between 200000 and 300000 and deleted_at is null`.execute(desk.service.database.reader);
  expect(data.total).toBe(rows[0]?.count);
  expect(data.total).toBeGreaterThan(0);
  expect(toCents(data.totals[0].amount)).toBe(rows[0]?.cents);

  const refused = await desk.callTool('list_invoices', { status: 'late' });
  expect(refused).toMatchObject({ isError: true, data: { error: { field: 'status' } } });
});

test('when an invoice was mailed is known where it went with Waybill; that it cannot be mailed is said', async () => {
  await using desk = await startDesk({ tools });
  const { service } = desk;
  const acme = await insertCustomer(service, { name: 'Acme Foods' });
  await insertBillingContact(service, acme.id, 'ap@acme.example');
  const mute = await insertCustomer(service, { name: 'Mute Mills' });
  const sent = await insertInvoice(service, { customer_id: acme.id });
  await insertInvoice(service, { customer_id: acme.id });
  await insertInvoice(service, { customer_id: mute.id });
  const plan = await desk.callTool('api_write', {
    operation: 'invoices.send',
    input: { id: sent.id, toEmails: ['ap@acme.example'] },
  });
  await desk.approve(plan.data.approval.id);
  const ran = await desk.callTool('run_approved', { approvalId: plan.data.approval.id });
  expect(ran.data.status).toBe('done');

  const { data, text } = await desk.callTool('list_invoices', { fields: ['friendlyId', 'customer', 'sent'] });

  const byNumber = new Map<string, OpenInvoiceRow>(data.rows.map((row: OpenInvoiceRow) => [row.friendlyId, row]));
  expect(byNumber.get(sent.friendly_id)?.sent).toBe('2026-11-20 to ap@acme.example by dana');
  const sendings = data.rows.map((row: OpenInvoiceRow) => row.sent);
  expect(sendings).toContain('not known: not sent with Waybill');
  expect(sendings).toContain('cannot be: no billing contact with an e-mail address');
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
});

test('totals under overdue invoices are of what the list shows, and say what they are of', async () => {
  await using desk = await startDesk({ tools });
  const acme = await insertCustomer(desk.service);
  const late = { customer_id: acme.id, due_date: '2026-11-01', amount_cents: 100_000 };
  await insertInvoice(desk.service, { ...late, paid_cents: 40_000, status: 'PARTIALLY_PAID' });
  await insertInvoice(desk.service, { ...late, currency: 'CAD' });
  await insertInvoice(desk.service, { customer_id: acme.id, due_date: '2026-12-24', amount_cents: 700_000 });

  const { text, data } = await desk.callTool('list_invoices', { overdue: true });

  expect(text).toContain(
    'Totals invoiced: CAD 1,000.00 (1); $1,000.00 (1). Totals open: CAD 1,000.00 (1); $600.00 (1).',
  );
  expect(data.openTotals).toEqual([
    { currency: 'CAD', count: 1, amount: 1000 },
    { currency: 'USD', count: 1, amount: 600 },
  ]);
});

test('invoices sorted by an amount are sorted in each currency by itself', async () => {
  await using desk = await startDesk({ tools });
  const acme = await insertCustomer(desk.service);
  for (const [currency, amount] of [
    ['USD', 100_000],
    ['CAD', 90_000],
    ['USD', 80_000],
    ['CAD', 110_000],
  ] as const)
    await insertInvoice(desk.service, { customer_id: acme.id, currency, amount_cents: amount });

  const { data } = await desk.callTool('list_invoices', { sort: 'open' });

  expect(data.rows.map((row: OpenInvoiceRow & { currency: string; open: number }) => [row.currency, row.open])).toEqual(
    [
      ['CAD', 1100],
      ['CAD', 900],
      ['USD', 1000],
      ['USD', 800],
    ],
  );
});
