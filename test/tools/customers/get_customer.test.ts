import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { agingReport } from '../../../tools/ledger/aging_report.ts';
import { getCustomer } from '../../../tools/customers/get_customer.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { insertCustomer, insertInvoice } from '../../support/records/fixtures.ts';
import { insertReadyShipment } from '../../support/records/invoicing.ts';

/** Exposure of customers of the sandbox brokerage, beside sums of their own over the stored rows. */

interface ExposureSums {
  readonly name: string;
  readonly open: number;
  readonly unbilled: number;
  readonly booked: number;
  readonly credit: number;
}

const inProgress = "('BOOKED', 'DISPATCHED', 'LOADING', 'PICKED_UP', 'IN_TRANSIT', 'UNLOADING', 'OUT_FOR_DELIVERY')";

async function readExposures({ service }: TestDesk): Promise<readonly ExposureSums[]> {
  const revenue = sql.raw(`select coalesce(sum(h.total_cents), 0) from shipment s
    inner join freight_order o on o.shipment_id = s.id and o.deleted_at is null
    inner join charge h on h.owner_type = 'ORDER' and h.owner_id = o.id
    where s.customer_id = c.id and s.deleted_at is null
      and not exists (select 1 from invoice i where i.shipment_id = s.id and i.deleted_at is null and i.status <> 'VOIDED')`);
  const { rows } = await sql<ExposureSums>`
    select c.name, c.credit_limit_cents as credit,
      (select coalesce(sum(owed_cents), 0) from invoice i where i.customer_id = c.id and i.deleted_at is null
        and i.status in ('AWAITING_PAYMENT', 'PARTIALLY_PAID')) as open,
      (${revenue} and s.status = 'DELIVERED') as unbilled,
      (${revenue} and s.status in ${sql.raw(inProgress)}) as booked
    from customer c where c.credit_limit_cents is not null order by c.name`.execute(service.database.reader);
  return rows;
}

const toCents = (amount: number) => Math.round(amount * 100);

test('exposure is open invoices, freight that is not billed and freight under way, each as the books have it', async () => {
  await using desk = await startDesk({ tools: [getCustomer], seed: 'small' });
  const stored = await readExposures(desk);
  const full = stored.filter(({ open, unbilled, booked }) => open > 0 && unbilled > 0 && booked > 0).slice(0, 8);
  expect(full.length).toBeGreaterThan(4);

  for (const { name, open, unbilled, booked, credit } of full) {
    const { data } = await desk.callTool('get_customer', { customer: name });
    const [exposure] = data.exposure;
    expect({
      name,
      open: toCents(exposure.openInvoices),
      unbilled: toCents(exposure.deliveredNotInvoiced),
      booked: toCents(exposure.booked),
      credit: toCents(exposure.limit),
      total: toCents(exposure.total),
    }).toEqual({ name, open, unbilled, booked, credit, total: open + unbilled + booked });
    expect(data.receivables[0].open).toBe(exposure.openInvoices);
    expect(data.completeness).toBeUndefined();
  }
});

test('everybody over the limit is named, nobody else, the one most over it first', async () => {
  await using desk = await startDesk({ tools: [agingReport], seed: 'small' });
  const [customer, other] = (await readExposures(desk)).filter(({ open, credit }) => open > 0 && open < credit);
  await desk.service.database.transaction(async (tx) =>
    tx
      .updateTable('customer')
      .set({ credit_limit_cents: 100, updated_at: desk.clock.now })
      .where('name', 'in', [customer?.name ?? '', other?.name ?? ''])
      .execute(),
  );
  const stored = await readExposures(desk);
  const over = stored
    .map(({ name, open, unbilled, booked, credit }) => ({ name, excess: open + unbilled + booked - credit }))
    .filter(({ excess }) => excess > 0)
    .toSorted((first, second) => second.excess - first.excess);

  const { data } = await desk.callTool('aging_report', { ledger: 'receivables', overCredit: true });
  const wrong = await desk.callTool('aging_report', { ledger: 'payables', overCredit: true });

  expect(over.length).toBeGreaterThan(2);
  expect(data.rows.map((row: { name: string; overBy: number }) => [row.name, toCents(row.overBy)])).toEqual(
    over.map(({ name, excess }) => [name, excess]),
  );
  expect(wrong.text).toContain('overCredit: is of receivables');
});

test('the customer that is planted over its limit is over it, and whom to call is there', async () => {
  await using desk = await startDesk({ tools: [getCustomer], seed: 'small' });

  const { text, data } = await desk.callTool('get_customer', { customer: 'Tamarind Retail' });

  expect(data.exposure[0]).toMatchObject({ standing: 'over', left: 0 });
  expect(data.exposure[0].usedPercent).toBeGreaterThan(105);
  expect(text).toMatch(
    /^«Tamarind Retail Group» \(A\d{6}\) is active: exposure \$[\d,.]+ of \$[\d,.]+ \(\d+(\.\d)? %\), OVER THE LIMIT, nothing overdue\./,
  );
  expect(text).toMatch(/Contact: «[^»]+» «[^»]*555[^»]*»/);
  expect(text).toContain('Net 45');
  expect(data.nextActions.map(({ tool }: { tool: string }) => tool)).toContain('collections');
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from shipment s inner join customer c on c.id = s.customer_id
    where c.name = 'Tamarind Retail Group' and s.pick_up_date between '2026-08-22' and '2026-11-20'
      and s.status in ('DELIVERED', ${sql.raw(inProgress.slice(1, -1))})`.execute(desk.service.database.reader);
  expect(data.volume.spans[1]).toMatchObject({ days: 90, shipments: rows[0]?.count });
});

test('notes and rules that bind are said, other currencies stand apart, and without a limit that is said', async () => {
  await using desk = await startDesk({ tools: [getCustomer] });
  const { service } = desk;
  const acme = await insertCustomer(service, {
    name: 'Acme Foods',
    status: 'BLOCKED',
    notes: 'Never book a Sunday delivery.',
    min_margin: 0.12,
    currency: 'USD',
  });
  await insertReadyShipment(service, { shipment: { customer_id: acme.id, status: 'DELIVERED' }, charges: [150_000] });
  await insertInvoice(service, { customer_id: acme.id, amount_cents: 90_000, due_date: '2026-11-01' });
  await insertInvoice(service, { customer_id: acme.id, amount_cents: 70_000, currency: 'CAD' });

  const { text, data } = await desk.callTool('get_customer', { customer: 'acme' });

  expect(data.exposure).toMatchObject([
    {
      currency: 'USD',
      openInvoices: 900,
      deliveredNotInvoiced: 1500,
      total: 2400,
      limit: null,
      standing: 'no limit recorded',
    },
    { currency: 'CAD', openInvoices: 700, total: 700, limit: null },
  ]);
  expect(text).toContain('Note: «Never book a Sunday delivery.»');
  expect(text).toContain('Binding: no new quote or shipment: the customer is blocked; margin at least 12.0 %');
  expect(text).toContain('no limit recorded');
  expect(data.untrusted).toContain('/record/notes/*/text');
});
