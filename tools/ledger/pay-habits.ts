import { addDays } from '../../src/domain/kit/dates.ts';
import { averageDays } from '../../src/domain/parties/collection.ts';
import { measureSql, type OnDay } from '../copied/measure-sql.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';

/** Payments of so many days tell how a customer pays. */
export const habitDays = 180;

interface HabitRow {
  readonly customerId: string;
  readonly currency: string;
  readonly dayCents: number;
  readonly cents: number;
}

/** Reads the days from invoice to money of the last months, each dollar counting once: by customer and currency, in whole days. */
export async function readPayHabits(
  { readSql }: Pick<CopiedRecords, 'readSql'>,
  onDay: OnDay,
  customerId?: string,
): Promise<(customerId: string, currency: string) => number | null> {
  const { sum, per } = measureSql('days_to_pay', onDay);
  const from = addDays(onDay.today, -habitDays);
  // From the few payments of these months to their invoices: grouped by a plain column, SQLite would read all there ever
  // were, and without the name of the index the whole row of each invoice for its date.
  const rows = await readSql<HabitRow>(
    `select +p.customer_id as customerId, i.currency, sum(${sum}) as dayCents, sum(${per}) as cents
    from payment p cross join payment_application f on f.payment_id = p.id
      cross join invoice i indexed by invoice_id_currency_invoice_date_idx on i.id = f.invoice_id
    where p.payment_date >= ? ${customerId === undefined ? '' : 'and p.customer_id = ?'} group by 1, 2`,
    customerId === undefined ? [from] : [from, customerId],
  );
  const days = new Map(rows.map((row) => [keyOf(row.customerId, row.currency), averageDays(row)]));
  return (id, currency) => days.get(keyOf(id, currency)) ?? null;
}

const keyOf = (customerId: string, currency: string): string => `${customerId} ${currency}`;
