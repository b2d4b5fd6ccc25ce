import { sql } from 'kysely';
import type { Row, TableName } from '../../../src/store/schema.ts';
import { insertRow, type RowHome } from './fixtures.ts';
import type { TestService } from '../service/service.ts';

/** Queries for sums of the money tables that contradict each other; each finds the records that break its promise. */
const contradictions = {
  'an invoice is what is paid, credited and owed': `select id from invoice where amount_cents <> paid_cents + credited_cents + owed_cents
    or paid_cents < 0 or credited_cents < 0 or owed_cents < 0`,
  'what an invoice calls paid is applied to it': `select id from invoice where
    paid_cents <> (select coalesce(sum(a.amount_cents), 0) from payment_application a where a.invoice_id = invoice.id)
    or credited_cents <> (select coalesce(sum(a.amount_cents), 0) from credit_application a where a.invoice_id = invoice.id)`,
  'orders show how far their invoice is paid': `select invoice.id from invoice inner join freight_order o on o.id = invoice.order_id
    where invoice.deleted_at is null and o.billing_status <> case when owed_cents = 0 then 'PAID'
      when paid_cents + credited_cents > 0 then 'PARTIALLY_PAID' else 'INVOICED' end`,
  'a payment is the sum of its applications': `select id from payment where deleted_at is null
    and total_cents <> (select coalesce(sum(a.amount_cents), 0) from payment_application a where a.payment_id = payment.id)`,
  'a memo is what is applied and what remains': `select id from credit_memo where
    applied_cents <> (select coalesce(sum(a.amount_cents), 0) from credit_application a where a.credit_memo_id = credit_memo.id)
    or status <> case when voided_at is not null then 'VOIDED' when applied_cents = 0 then 'OPEN'
      when remaining_cents = 0 then 'APPLIED' else 'PARTIALLY_APPLIED' end
    or remaining_cents <> case when voided_at is null then amount_cents - applied_cents else 0 end or remaining_cents < 0`,
  'a bill is what is paid and owed': `select id from bill where amount_cents <> paid_cents + owed_cents or paid_cents < 0
    or owed_cents < 0 or (deleted_at is null and (status = 'PAID') <> (owed_cents = 0))`,
  'what payees got is on their bills or is credit': `select 'all' where
    (select coalesce(sum(amount_cents), 0) from bill_payment_application) <>
    (select coalesce(sum(paid_cents), 0) from bill) + (select coalesce(sum(overpayment_cents), 0) from bill_payment where deleted_at is null)`,
  'a payment to a payee is the sum of its applications': `select id from bill_payment where deleted_at is null
    and total_cents <> (select coalesce(sum(a.amount_cents), 0) from bill_payment_application a where a.bill_payment_id = bill_payment.id)`,
  'load carriers show the status of their bill': `select c.id from load_carrier c inner join bill b on b.load_carrier_id = c.id
    where b.deleted_at is null and b.status <> c.billing_status`,
} as const;

/** Lists the promises that the stored money breaks; empty at any time. */
export async function listBrokenSums({ database }: Pick<TestService, 'database'>): Promise<string[]> {
  const broken: string[] = [];
  for (const [promise, query] of Object.entries(contradictions)) {
    const { rows } = await sql.raw(query).execute(database.reader);
    if (rows.length > 0) broken.push(`${promise}: ${JSON.stringify(rows)}`);
  }
  return broken;
}

/** Writes credit of a customer, none of it applied by default. */
export function insertMemo(home: RowHome, columns: Partial<Row<'credit_memo'>>): Promise<Row<'credit_memo'>> {
  const amount = columns.amount_cents ?? 50_000;
  return insertRow(home, 'credit_memo', {
    amount_cents: amount,
    remaining_cents: amount - (columns.applied_cents ?? 0),
    currency: 'USD',
    status: 'OPEN',
    memo_date: '2026-11-01',
    ...columns,
  });
}

/** Reads one row as it is stored, deleted or not. */
export async function readStored<Name extends TableName>(
  { database }: Pick<TestService, 'database'>,
  table: Name,
  id: string | null,
): Promise<Row<Name> | undefined> {
  const row = await database.reader
    // Every table that tests ask about has an id; the name is the table's own.
    .selectFrom(table as 'invoice')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row as Row<Name> | undefined;
}

export const listStatuses = (answers: readonly { readonly status: number }[]): number[] =>
  answers.map(({ status }) => status).sort((a, b) => a - b);
