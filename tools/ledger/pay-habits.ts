import { type InferResult, sql } from 'kysely';
import { addDays } from '../../src/domain/kit/dates.ts';
import { computeAverageDays } from '../../src/domain/parties/collection.ts';
import { measureExpressions, type OnDay } from '../copied/measure-sql.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';

/** Payments of so many days tell how a customer pays. */
export const habitDays = 180;

/** Selects the days from invoice to money of the last months, each dollar counting once: by customer and currency. */
export function selectPayHabits({ db }: Pick<CopiedRecords, 'db'>, onDay: OnDay, customerId?: string) {
  const { sum, per } = measureExpressions('days_to_pay', onDay);
  // From the few payments of these months to their invoices. The empty texts keep the database from beginning with every
  // application there ever was, and from reading the payments in the order of their customers.
  return db
    .selectFrom('payment as p')
    .innerJoin('payment_application as f', (join) => join.on('f.payment_id', '=', sql`p.id || ''`))
    .innerJoin('invoice as i', (join) => join.on('i.id', '=', sql`f.invoice_id || ''`))
    .select(({ fn }) => [
      sql<string>`p.customer_id || ''`.as('customerId'),
      'i.currency',
      fn.sum<number>(sum).as('dayCents'),
      fn.sum<number>(per).as('cents'),
    ])
    .where('p.payment_date', '>=', addDays(onDay.today, -habitDays))
    .$if(customerId !== undefined, (query) => query.where('p.customer_id', '=', customerId ?? ''))
    .groupBy(['customerId', 'i.currency']);
}

/** Returns the number of whole days that a customer takes to pay in a currency, or null if it paid nothing. */
export function toPayHabits(
  rows: InferResult<ReturnType<typeof selectPayHabits>>,
): (customerId: string, currency: string) => number | null {
  const days = new Map(rows.map((row) => [toHabitKey(row.customerId, row.currency), computeAverageDays(row)]));
  return (id, currency) => days.get(toHabitKey(id, currency)) ?? null;
}

const toHabitKey = (customerId: string, currency: string): string => `${customerId} ${currency}`;
