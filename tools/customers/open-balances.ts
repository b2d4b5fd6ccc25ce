import { type InferResult, sql } from 'kysely';
import { countDaysBetween } from '../../src/domain/kit/dates.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import { measureExpressions, type OnDay } from '../copied/measure-sql.ts';

/** The amounts that a customer owes on invoices in one currency. */
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

/** Selects what one customer owes or all, summed over every open invoice of the copy. */
export function selectOpenBalances({ db }: Pick<CopiedRecords, 'db'>, onDay: OnDay, customerId?: string) {
  const { where: isOverdue } = measureExpressions('overdue_ar', onDay);
  const { where: isShortPaid } = measureExpressions('short_pays', onDay);
  const { where: isOpen } = measureExpressions('open_ar', onDay);
  const { day: dueDay } = measureExpressions('cash_in', onDay);
  const open = db.selectFrom('invoice as f').where(isOpen);
  return (customerId === undefined ? open : open.where('f.customer_id', '=', customerId))
    .select(({ fn }) => [
      'f.customer_id as customerId',
      'f.currency',
      fn.countAll<number>().as('openCount'),
      fn.sum<number>('f.owed_cents').as('openCents'),
      sql<number>`count(case when ${isOverdue} then 1 end)`.as('overdueCount'),
      sql<number>`sum(case when ${isOverdue} then f.owed_cents else 0 end)`.as('overdueCents'),
      sql<string | null>`min(case when ${isOverdue} then ${dueDay} end)`.as('firstDue'),
      sql<number>`count(case when ${isShortPaid} then 1 end)`.as('shortPaidCount'),
    ])
    .groupBy(['f.customer_id', 'f.currency']);
}

/** Reads what a customer owes on invoices, by currency. */
export async function readOpenBalances(
  records: Pick<CopiedRecords, 'db'>,
  onDay: OnDay,
  customerId: string,
): Promise<readonly OpenBalance[]> {
  return toOpenBalances(await selectOpenBalances(records, onDay, customerId).execute(), onDay);
}

type BalanceRows = InferResult<ReturnType<typeof selectOpenBalances>>;

/** Builds the balances of the customers; an invoice of none is in none. */
export function toOpenBalances(rows: BalanceRows, onDay: OnDay): readonly OpenBalance[] {
  return rows.flatMap(({ firstDue, customerId: id, ...balance }) =>
    id === null
      ? []
      : [
          {
            ...balance,
            customerId: id,
            oldestDays: firstDue === null ? null : countDaysBetween(firstDue, onDay.today),
          },
        ],
  );
}
