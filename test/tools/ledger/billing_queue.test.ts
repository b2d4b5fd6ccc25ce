import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { blockerWords } from '../../../src/domain/freight/invoice-blocker.ts';
import { billingQueue } from '../../../tools/ledger/billing_queue.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';

/** The queue of the sandbox brokerage, beside a count of its own over the stored rows. */

const start = () => startDesk({ tools: [billingQueue], seed: 'small' });

interface BlockerCount {
  readonly blocker: string;
  readonly count: number;
  readonly cents: number;
}

/** Counts by SQL instead of the tool's own code: delivered, no live invoice, by papers and billing status. */
async function countBlockers({ service }: TestDesk): Promise<readonly BlockerCount[]> {
  const { rows } = await sql<BlockerCount>`
    select blocker, count(distinct shipment_id) as count, sum(cents) as cents from (
      select s.id as shipment_id,
        case
          when pods.uploaded is null and pods.pending is not null then 'pod_announced'
          when pods.uploaded is null then 'pod_missing'
          when o.billing_status = 'NOT_READY_TO_INVOICE' then 'on_hold'
          when o.billing_status = 'DOCS_NEEDED' then 'not_released'
          else 'ready' end as blocker,
        (select coalesce(sum(total_cents), 0) from charge where owner_type = 'ORDER' and owner_id = o.id) as cents
      from shipment s
      inner join freight_order o on o.shipment_id = s.id and o.deleted_at is null
      left join (
        select t.value as shipment_id,
          max(case when d.status = 'UPLOADED' then 1 end) as uploaded,
          max(case when d.status = 'PENDING_UPLOAD' then 1 end) as pending
        from document d inner join document_tag t on t.document_id = d.id and t.name = 'shipmentId'
        where d.type = 'PROOF_OF_DELIVERY' and d.deleted_at is null group by t.value
      ) pods on pods.shipment_id = s.id
      where s.status = 'DELIVERED' and s.deleted_at is null
        and not exists (select 1 from invoice i where i.shipment_id = s.id and i.status <> 'VOIDED' and i.deleted_at is null)
    ) as waiting group by blocker`.execute(service.database.reader);
  return rows.map(({ blocker, count, cents }) => ({ blocker, count, cents }));
}

interface BlockerAmount {
  readonly blocker: string;
  readonly count: number;
  readonly amount: number;
}

test('everything that is delivered and not invoiced is there, with the dollars behind each thing in the way', async () => {
  await using desk = await start();

  const { data } = await desk.callTool('billing_queue');

  const expectedCounts = await countBlockers(desk);
  const shownCounts = data.byBlocker.map(({ blocker, count, amount }: BlockerAmount) => ({
    blocker,
    count,
    cents: Math.round(amount * 100),
  }));
  const compareBlockers = (a: BlockerCount, b: BlockerCount) => (a.blocker < b.blocker ? -1 : 1);
  expect(shownCounts.toSorted(compareBlockers)).toEqual(expectedCounts.toSorted(compareBlockers));
  expect(expectedCounts.map(({ blocker }) => blocker)).toEqual(
    expect.arrayContaining(['pod_missing', 'pod_announced', 'ready']),
  );
  expect(data.total).toBe(expectedCounts.reduce((sum, { count }) => sum + count, 0));
  expect(data.completeness).toBeUndefined();
});

test('the oldest come first, and what can be done about them is named', async () => {
  await using desk = await start();

  const { data, text } = await desk.callTool('billing_queue', { limit: 250 });

  const days = data.rows.map((row: { days: number }) => row.days);
  expect(days).toEqual(days.toSorted((a: number, b: number) => b - a));
  expect(text).toMatch(/^\d+ shipments delivered and not invoiced, \$[\d,.]+: POD missing \d+ \(\$/);
  const tools = data.nextActions.map(({ tool }: { tool: string }) => tool);
  expect(tools).toContain('upload_document');
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
});

test('one customer, one thing in the way, and a least age are asked for together', async () => {
  await using desk = await start();

  const all = await desk.callTool('billing_queue', { customer: 'Marrow Creek Paper', limit: 250 });
  const old = await desk.callTool('billing_queue', { customer: 'Marrow Creek Paper', blocker: 'ready', minDays: 15 });

  // Planted: six forgotten invoices of 12 to 22 days, $18,150 together.
  expect(all.data.rows).toHaveLength(6);
  expect(all.data.totals).toEqual([{ currency: 'USD', count: 6, amount: 18_150 }]);
  expect(
    old.data.rows.every(({ days, blocker }: { days: number; blocker: string }) => days >= 15 && blocker === 'ready'),
  ).toBe(true);
  expect(old.data.rows.length).toBeGreaterThan(0);
  expect(old.data.rows.length).toBeLessThan(6);
});

test('by customer the sums are those of the whole queue', async () => {
  await using desk = await start();

  const grouped = await desk.callTool('billing_queue', { groupBy: 'customer', limit: 250 });

  const sum = grouped.data.rows.reduce(
    (cents: number, { revenue }: { revenue: number }) => cents + Math.round(revenue * 100),
    0,
  );
  expect(sum).toBe(Math.round(grouped.data.totals[0].amount * 100));
  const sizes = grouped.data.rows.map(({ revenue }: { revenue: number }) => revenue);
  expect(sizes).toEqual(sizes.toSorted((a: number, b: number) => b - a));
});

test('each thing in the way is accepted in the words that answers print for it', async () => {
  await using desk = await start();

  for (const [blocker, words] of Object.entries(blockerWords)) {
    const byCode = await desk.callTool('billing_queue', { blocker, limit: 1 });
    const byWords = await desk.callTool('billing_queue', { blocker: words, limit: 1 });
    expect(byWords.data.total).toBe(byCode.data.total);
    expect(byWords.text).toBe(byCode.text);
  }
});
