import { isOverdue } from '../../domain/money/aging.ts';
import { fromCents } from '../../domain/money/money.ts';
import type { ServiceContext } from '../shared/context.ts';
import { readInvoicePayments } from './invoice-settlement.ts';
import { openInvoice } from '../ledger/overdue-filter.ts';
import type { OutstandingInvoices } from '../../contract/types.ts';

/** Lists a customer's unpaid and partially paid invoices by due date. */
export async function listOutstandingInvoices(ctx: ServiceContext, customerId: string): Promise<OutstandingInvoices> {
  const rows = await ctx.db
    .selectFrom('invoice')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .where('customer_id', '=', customerId)
    .where(openInvoice)
    .where('deleted_at', 'is', null)
    .orderBy('due_date')
    .orderBy('id')
    .execute();
  const ids = rows.map(({ id }) => id);
  const paid = await readInvoicePayments(ctx, ids);
  return {
    invoices: rows.map((row) => ({
      id: row.id,
      friendlyId: row.friendly_id,
      amount: fromCents(row.amount_cents),
      invoiceDate: row.invoice_date,
      dueDate: row.due_date,
      openBalance: fromCents(row.owed_cents),
      isOverdue: isOverdue(
        { dueDate: row.due_date, invoiceDate: row.invoice_date, openCents: row.owed_cents },
        ctx.today,
      ),
      payments: (paid.get(row.id) ?? []).map(({ paymentGroupId: id, amount, paymentDate }) => ({
        id,
        amount,
        paymentDate,
      })),
    })),
    totalOutstanding: fromCents(rows.reduce((cents, { owed_cents: owed }) => cents + owed, 0)),
  };
}
