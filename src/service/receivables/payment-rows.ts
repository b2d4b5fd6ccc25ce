import { type CreditOffer, type CreditShare, sumBy } from '../../domain/money/allocation.ts';
import { WaybillError } from '../../errors.ts';
import { lockRecords } from '../../store/locked-records.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';
import type { InvoiceCashLine } from '../ledger/payment-lines.ts';

/** Rows that apply a payment's cash and credit to its invoices. */
export interface PaymentRows {
  readonly cash: readonly Row<'payment_application'>[];
  readonly credits: readonly Row<'credit_application'>[];
}

export const noRows: PaymentRows = { cash: [], credits: [] };

export async function readPaymentRows(ctx: ServiceContext, paymentId: string): Promise<PaymentRows> {
  const cash = await ctx.db
    .selectFrom('payment_application')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .execute();
  const credits = await ctx.db
    .selectFrom('credit_application')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .execute();
  return { cash, credits };
}

const listInvoiceIds = ({ cash, credits }: PaymentRows) => [...cash, ...credits].map((row) => row.invoice_id);

export interface LockedPayment {
  readonly payment: Row<'payment'>;
  readonly rows: PaymentRows;
  /** Those of the rows and the additional ones. */
  readonly invoices: ReadonlyMap<string, Row<'invoice'>>;
}

/** Holds invoices before payments and payments before memos, as every request does; 409 when it was changed meanwhile. */
export async function lockPayment(
  ctx: ServiceContext,
  { id, friendly_id: friendlyId }: Row<'payment'>,
  more: readonly InvoiceCashLine[] = [],
): Promise<LockedPayment> {
  const invoiceIds = [...listInvoiceIds(await readPaymentRows(ctx, id)), ...more.map(({ invoiceId }) => invoiceId)];
  const invoices = await lockRecords(ctx, 'invoice', invoiceIds);
  const payment = (await lockRecords(ctx, 'payment', [id])).get(id);
  const rows = await readPaymentRows(ctx, id);
  if (payment && listInvoiceIds(rows).every((invoiceId) => invoices.has(invoiceId))) return { payment, rows, invoices };
  throw new WaybillError(
    'CONFLICT',
    `Another request changed ${friendlyId} at the same moment; read it and try again.`,
  );
}

/** Lists the credit of a payment, one offer per memo, in the order in which it was applied. */
export function listOffers({ credits }: PaymentRows): CreditOffer[] {
  return [...sumBy(credits.map(addCents), (row) => row.credit_memo_id)].map(([creditMemoId, cents]) => ({
    creditMemoId,
    cents,
  }));
}

export function listShares({ credits }: PaymentRows): CreditShare[] {
  return credits.map((row) => ({
    creditMemoId: row.credit_memo_id,
    invoiceId: row.invoice_id,
    cents: row.amount_cents,
  }));
}

export function listCashLines({ cash }: PaymentRows): InvoiceCashLine[] {
  return cash.map((row) => ({ invoiceId: row.invoice_id, cents: row.amount_cents }));
}

export const addCents = <Applied extends { readonly amount_cents: number }>(row: Applied) => ({
  ...row,
  cents: row.amount_cents,
});
