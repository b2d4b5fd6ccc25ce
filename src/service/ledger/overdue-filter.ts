import type { FilterScope } from '../filter/filter.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { addDays, termDaysDefault } from '../../domain/kit/dates.ts';

/** Conditions on one row of a ledger: money that is still awaited. */
export const openInvoice = sql<SqlBool>`owed_cents > 0 and status not in ('DRAFT', 'VOIDED')`;
export const openBill = sql<SqlBool>`owed_cents > 0`;

/** The `overdue` shortcut of a ledger's filter; past due is what the aging report counts as past due. */
export function overdueFlag(open: RawBuilder<SqlBool>) {
  return {
    flag: (value: boolean, { today }: FilterScope) => {
      const isLate = sql<SqlBool>`(${open} and (due_date < ${today} or (due_date is null and invoice_date < ${addDays(today, -termDaysDefault)})))`;
      // Without any date the comparison is unknown, which counts as not overdue.
      return sql<SqlBool>`case when ${isLate} then 1 else 0 end = ${Number(value)}`;
    },
  };
}
