import type { FilterScope } from '../filter/filter.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { openBill as openBillRule } from '../../domain/bills/bill.ts';
import { openInvoice as openInvoiceRule } from '../../domain/money/invoice.ts';
import { printRule, toSql } from '../../domain/rules/rule-sql.ts';
import { bindRule } from '../filter/rule-match.ts';
import { dueBefore, toDueDays } from '../../domain/money/due-date.ts';

/** Conditions on one row of a ledger: money that is still awaited. */
export const openInvoice = sql.raw<SqlBool>(printRule(openInvoiceRule));
export const openBill = sql.raw<SqlBool>(printRule(openBillRule));

/** Builds the `overdue` shortcut of a ledger's filter. It counts the same records as the aging report. */
export function buildOverdueFlag(open: RawBuilder<SqlBool>) {
  return {
    flag: (value: boolean, { today }: FilterScope) => {
      const isLate = sql<SqlBool>`${open} and ${bindRule(toSql(dueBefore, undefined, toDueDays(today)))}`;
      // Alone it can be looked up by an index.
      if (value) return isLate;
      // Without any date the comparison is unknown, which counts as not overdue.
      return sql<SqlBool>`case when ${isLate} then 1 else 0 end = 0`;
    },
  };
}
