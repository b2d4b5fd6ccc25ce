import { addDays } from '../../src/domain/kit/dates.ts';
import { averageDays } from '../../src/domain/parties/collection.ts';
import { allOf, isEqualWhereAsked, isFrom } from '../copied/conditions.ts';
import { measureSql, type OnDay } from '../copied/measure-sql.ts';
import { type Reader, rowsOf } from '../copied/rows.ts';

/** Payments of so many days tell how a customer pays. */
export const habitDays = 180;

interface HabitRow {
  readonly customerId: string;
  readonly currency: string;
  readonly dayCents: number;
  readonly cents: number;
}

/** Days from invoice to money of the last months, each dollar counting once: by customer and currency, in whole days. */
export async function payHabits(
  read: Reader,
  onDay: OnDay,
  customerId?: string,
): Promise<(customerId: string, currency: string) => number | null> {
  const { sum, per } = measureSql('days_to_pay', onDay);
  const { text, values } = allOf([
    isFrom('p.payment_date', addDays(onDay.today, -habitDays)),
    isEqualWhereAsked('p.customer_id', customerId),
  ]);
  // From the few payments of these months to their invoices: grouped by a plain column, SQLite would read all there ever
  // were, and without the name of the index the whole row of each invoice for its date.
  const rows = await rowsOf<HabitRow>(
    read,
    `select +p.customer_id as customerId, i.currency, sum(${sum}) as dayCents, sum(${per}) as cents
    from payment p cross join payment_application f on f.payment_id = p.id
      cross join invoice i indexed by invoice_id_currency_invoice_date_idx on i.id = f.invoice_id
    where ${text} group by 1, 2`,
    values,
  );
  const days = new Map(rows.map((row) => [keyOf(row.customerId, row.currency), averageDays(row)]));
  return (id, currency) => days.get(keyOf(id, currency)) ?? null;
}

const keyOf = (customerId: string, currency: string): string => `${customerId} ${currency}`;
