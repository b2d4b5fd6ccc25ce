import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { collections } from '../../../tools/ledger/collections.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';

/** The call list of the sandbox brokerage, beside sums of their own over the stored rows. */

const start = () => startDesk({ tools: [collections], seed: 'small' });

interface CollectionsRow {
  readonly friendlyId: string;
  readonly customer: string;
  readonly reasons: string;
  readonly overdue: number;
  readonly oldestDays?: number;
  readonly open: number;
  readonly unapplied?: number;
  readonly contact?: string;
  readonly paysIn?: string;
  readonly shortPaid?: string;
}

const toCents = (amount: number) => Math.round(amount * 100);

interface StoredAccount {
  readonly name: string;
  readonly overdue: number;
  readonly open: number;
  readonly oldest: number | null;
  readonly short: number;
  readonly credit: number;
}

async function readAccounts({ service }: TestDesk): Promise<readonly StoredAccount[]> {
  const { rows } = await sql<StoredAccount>`
    select c.name,
      (select coalesce(sum(owed_cents), 0) from invoice i where i.customer_id = c.id and i.deleted_at is null
        and i.status in ('AWAITING_PAYMENT', 'PARTIALLY_PAID')) as open,
      (select coalesce(sum(owed_cents), 0) from invoice i where i.customer_id = c.id and i.deleted_at is null
        and i.status in ('AWAITING_PAYMENT', 'PARTIALLY_PAID') and due_date < '2026-11-20') as overdue,
      (select max(julianday('2026-11-20') - julianday(due_date)) from invoice i where i.customer_id = c.id
        and i.deleted_at is null and owed_cents > 0 and i.status in ('AWAITING_PAYMENT', 'PARTIALLY_PAID')
        and due_date < '2026-11-20') as oldest,
      (select count(*) from invoice i where i.customer_id = c.id and i.deleted_at is null and paid_cents > 0 and owed_cents > 0) as short,
      (select coalesce(sum(remaining_cents), 0) from credit_memo m where m.customer_id = c.id and m.deleted_at is null) as credit
    from customer c`.execute(service.database.reader);
  return rows.map((row) => ({
    name: row.name,
    overdue: row.overdue,
    open: row.open,
    oldest: row.oldest,
    short: row.short,
    credit: row.credit,
  }));
}

test('everybody with something overdue, paid short or credited and not applied is on the list, with the sums of the books', async () => {
  await using desk = await start();

  const { data, text } = await desk.callTool('collections', { limit: 250 });

  const calls: readonly CollectionsRow[] = data.rows;
  const stored = (await readAccounts(desk)).filter(
    ({ overdue, short, credit }) => overdue > 0 || short > 0 || credit > 0,
  );
  const shownAccounts = calls.map((call) => ({
    name: call.customer,
    overdue: toCents(call.overdue),
    open: toCents(call.open),
    oldest: call.oldestDays ?? null,
    short: call.shortPaid?.split(', INV').length ?? 0,
    credit: toCents(call.unapplied ?? 0),
  }));
  const compareNames = (a: StoredAccount, b: StoredAccount) => (a.name < b.name ? -1 : 1);
  expect(shownAccounts.toSorted(compareNames)).toEqual(stored.toSorted(compareNames));
  expect(data.total).toBe(stored.length);
  expect(calls[0]).toMatchObject({ customer: 'Lodestar Building Supply' });
  expect(calls[0]?.reasons).toContain('over 90 days late');
  // Within one reason, the most overdue first.
  const worst = calls.filter(({ reasons }) => reasons.startsWith('over 90')).map(({ overdue }) => overdue);
  expect(worst).toEqual(worst.toSorted((a, b) => b - a));
  expect(calls[0]?.contact).toMatch(/555/);
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
});

test('days to pay are from the invoice to the money, each dollar once', async () => {
  await using desk = await start();

  const { data } = await desk.callTool('collections', { limit: 250 });

  const { rows } = await sql<{ name: string; days: number; term: number }>`
    select c.name, t.days as term,
      sum(a.amount_cents * (julianday(p.payment_date) - julianday(i.invoice_date))) / sum(a.amount_cents) as days
    from payment_application a
    inner join payment p on p.id = a.payment_id and p.deleted_at is null
    inner join invoice i on i.id = a.invoice_id
    inner join customer c on c.id = i.customer_id
    inner join payment_term t on t.id = c.payment_term_id
    where julianday('2026-11-20') - julianday(p.payment_date) <= 180
    group by c.name, t.days`.execute(desk.service.database.reader);
  const habits = new Map(rows.map(({ name, days, term }) => [name, `${Math.round(days)}, terms ${term}`]));
  const calls: readonly CollectionsRow[] = data.rows;
  const withPayDays = calls.filter(({ paysIn }) => paysIn !== undefined);
  expect(withPayDays.length).toBeGreaterThan(5);
  expect(withPayDays.map(({ customer, paysIn }) => [customer, paysIn])).toEqual(
    withPayDays.map(({ customer }) => [customer, habits.get(customer)]),
  );
});

test('a statement has every open line, says what a short pay is short of, and adds up', async () => {
  await using desk = await start();

  const { data, text } = await desk.callTool('collections', { customer: 'Juniper Bend Grocers' });

  // Planted: $6,420.00 and a lumper of $269.50 invoiced, paid without the lumper.
  expect(data.rows).toHaveLength(1);
  expect(data.rows[0]).toMatchObject({ kind: 'invoice', open: 269.5 });
  expect(data.rows[0].note).toMatch(/^paid short by \$269\.50, exactly the charge .*[Ll]umper/);
  expect(data.accounts).toMatchObject([{ currency: 'USD', open: 269.5, balance: 269.5 }]);
  expect(text).toContain('Call «');
});

test('credit that was not applied takes off from what is owed', async () => {
  await using desk = await start();
  const stored = (await readAccounts(desk)).find(({ credit, open }) => credit > 0 && open > 0);

  const { data, text } = await desk.callTool('collections', { customer: stored?.name, limit: 250 });

  const sum = data.rows.reduce((total: number, { open }: { open: number }) => total + toCents(open), 0);
  expect(sum).toBe((stored?.open ?? 0) - (stored?.credit ?? 0));
  expect(toCents(data.totals[0].amount)).toBe(sum);
  expect(text).toContain('credit not applied');
});
