import { daysBetween } from '../../src/domain/kit/dates.ts';
import { isEqualWhereAsked } from '../copied/conditions.ts';
import { measureSql, type OnDay } from '../copied/measure-sql.ts';
import { type Reader, rowsOf } from '../copied/rows.ts';

/** What one customer owes on invoices in one currency. */
export interface OpenBalance {
  readonly customerId: string;
  readonly currency: string;
  readonly openCount: number;
  readonly openCents: number;
  readonly overdueCount: number;
  readonly overdueCents: number;
  /** Days past due of the oldest; null while nothing is overdue. */
  readonly oldestDays: number | null;
  readonly shortPaidCount: number;
}

type BalanceRow = Omit<OpenBalance, 'oldestDays'> & { readonly firstDue: string | null };

/** Of one customer or of all, summed over every open invoice of the copy. */
export async function openBalances(read: Reader, onDay: OnDay, customerId?: string): Promise<readonly OpenBalance[]> {
  const { where: isOverdue } = measureSql('overdue_ar', onDay);
  const { where: isShortPaid } = measureSql('short_pays', onDay);
  const { where: isOpen } = measureSql('open_ar', onDay);
  const { day: dueDay } = measureSql('cash_in', onDay);
  const whose = isEqualWhereAsked('f.customer_id', customerId);
  const rows = await rowsOf<BalanceRow>(
    read,
    `select f.customer_id as customerId, f.currency, count(*) as openCount, sum(f.owed_cents) as openCents,
      count(case when ${isOverdue} then 1 end) as overdueCount,
      sum(case when ${isOverdue} then f.owed_cents else 0 end) as overdueCents,
      min(case when ${isOverdue} then ${dueDay} end) as firstDue,
      count(case when ${isShortPaid} then 1 end) as shortPaidCount
    from invoice f where ${isOpen} and ${whose.text} group by f.customer_id, f.currency`,
    whose.values,
  );
  return rows.map(({ firstDue, ...balance }) => ({
    ...balance,
    oldestDays: firstDue === null ? null : daysBetween(firstDue, onDay.today),
  }));
}
