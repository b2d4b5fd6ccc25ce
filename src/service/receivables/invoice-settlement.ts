import { fromCents } from '../../domain/money/money.ts';
import type { ServiceContext } from '../shared/context.ts';
import type { Invoice } from '../../contract/types.ts';

type PaymentOnInvoice = Invoice['payments'][number];
type CreditOnInvoice = Invoice['credits'][number];

/** Reads the payments of each invoice, oldest first. */
export async function readInvoicePayments(
  ctx: ServiceContext,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, PaymentOnInvoice[]>> {
  if (invoiceIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('payment_application as application')
    .innerJoin('payment', 'payment.id', 'application.payment_id')
    .select(['application.id', 'application.invoice_id', 'application.payment_id', 'application.amount_cents'])
    .select(['payment.payment_date', 'payment.reference', 'payment.payment_method_type'])
    .where('application.organization_id', '=', ctx.organizationId)
    .where('application.invoice_id', 'in', [...invoiceIds])
    .where('payment.deleted_at', 'is', null)
    .orderBy('payment.payment_date')
    .orderBy('application.id')
    .execute();
  return groupByInvoice(rows, (row) => ({
    id: row.id,
    paymentGroupId: row.payment_id,
    amount: fromCents(row.amount_cents),
    paymentDate: row.payment_date,
    reference: row.reference,
    paymentMethodType: row.payment_method_type,
  }));
}

/** Reads the credit that was applied to each invoice, oldest first, with or without a payment. */
export async function readInvoiceCredits(
  ctx: ServiceContext,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, CreditOnInvoice[]>> {
  if (invoiceIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('credit_application as application')
    .innerJoin('credit_memo as memo', 'memo.id', 'application.credit_memo_id')
    .select(['application.id', 'application.invoice_id', 'application.credit_memo_id'])
    .select(['application.amount_cents', 'application.applied_at', 'memo.reference', 'memo.friendly_id'])
    .where('application.organization_id', '=', ctx.organizationId)
    .where('application.invoice_id', 'in', [...invoiceIds])
    .orderBy('application.applied_at')
    .orderBy('application.id')
    .execute();
  return groupByInvoice(rows, (row) => ({
    id: row.id,
    creditMemoId: row.credit_memo_id,
    creditMemoReference: row.reference ?? row.friendly_id,
    amount: fromCents(row.amount_cents),
    appliedAt: row.applied_at,
  }));
}

function groupByInvoice<Applied extends { readonly invoice_id: string }, Shown>(
  rows: readonly Applied[],
  show: (row: Applied) => Shown,
): ReadonlyMap<string, Shown[]> {
  const byInvoice = Map.groupBy(rows, (row) => row.invoice_id);
  return new Map([...byInvoice].map(([id, applied]) => [id, applied.map(show)]));
}
