import { type SqlBool, sql } from 'kysely';
import { openCredit } from '../../domain/money/credit-memo.ts';
import { printRule } from '../../domain/rules/rule-sql.ts';
import { creditMemos } from '../../contract/receivables/credit-memos.ts';
import type { CreditMemo } from '../../contract/types.ts';
import { fromCents } from '../../domain/money/money.ts';
import { findRecords } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';
import { createFieldMap } from '../shared/fields.ts';
import { listPlainColumns } from '../filter/columns.ts';
import {
  carrierReferences,
  customerReferences,
  type Ids,
  showReference,
  showStamps,
  userReferences,
  vendorReferences,
} from '../identifiers/references.ts';
import { buildRelatedField } from '../filter/related-filter.ts';

export type ShownMemo = CreditMemo;
type ShownCreditApplication = ShownMemo['applications'][number];

const isOpenCredit = sql<SqlBool>`${sql.raw(printRule(openCredit))}`;

export const memoFields = createFieldMap<Row<'credit_memo'>>()({
  friendlyId: 'plain',
  reference: 'plain',
  amount: 'cents',
  currency: 'plain',
  memoDate: 'plain',
  notes: 'plain',
  voidedAt: 'plain',
  voidReason: 'plain',
  qboId: 'plain',
});

const buildInvoiceField = (column: string) =>
  buildRelatedField({
    table: 'credit_application',
    join: sql`inner join invoice on invoice.id = credit_application.invoice_id
      and invoice.organization_id = credit_application.organization_id`,
    column,
    link: 'credit_memo_id',
  });

export const memoSource = {
  table: 'credit_memo',
  fields: creditMemos.filter.filter,
  columns: {
    ...listPlainColumns(creditMemos.filter.filter),
    sourcePaymentGroupId: 'source_payment_id',
    amount: { cents: 'amount_cents' },
    remainingBalance: { cents: 'remaining_cents' },
    hasRemainingBalance: {
      flag: (value: boolean) => (value ? isOpenCredit : sql<SqlBool>`not (${isOpenCredit})`),
    },
    invoiceId: buildInvoiceField('invoice.id'),
    orderId: buildInvoiceField('invoice.order_id'),
    shipmentId: buildInvoiceField('invoice.shipment_id'),
  },
} as const;

/** Shows credit memos with their applications. It makes one query per table. */
export async function showMemos(ctx: ServiceContext, rows: readonly Row<'credit_memo'>[]): Promise<ShownMemo[]> {
  const listIds = (column: keyof Row<'credit_memo'> & `${string}_id`) => rows.map((row) => row[column]);
  const customers = await customerReferences(ctx, listIds('customer_id'));
  const carriers = await carrierReferences(ctx, listIds('carrier_id'));
  const vendors = await vendorReferences(ctx, listIds('vendor_id'));
  const users = await userReferences(ctx, [...listIds('created_by_id'), ...listIds('deleted_by_id')]);
  const sources = await readPaymentNumbers(ctx, listIds('source_payment_id'));
  const applications = await readApplications(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...showStamps(row),
    ...memoFields.toWire(row),
    customer: showReference(customers, row.customer_id),
    carrier: showReference(carriers, row.carrier_id),
    vendor: showReference(vendors, row.vendor_id),
    appliedAmount: fromCents(row.applied_cents),
    remainingBalance: fromCents(row.remaining_cents),
    status: row.status,
    sourcePaymentGroupId: row.source_payment_id,
    sourcePaymentKey: sources.get(row.source_payment_id ?? '') ?? null,
    applications: applications.get(row.id) ?? [],
    createdBy: showReference(users, row.created_by_id),
    deletedBy: showReference(users, row.deleted_by_id),
  }));
}

/** Reads the numbers of payments by id: customer payments and bill payments can both be overpaid. */
async function readPaymentNumbers(ctx: ServiceContext, ids: Ids): Promise<ReadonlyMap<string, string>> {
  const paymentIds = [...ids];
  const received = await findRecords(ctx, 'payment', paymentIds);
  const paidOut = await findRecords(ctx, 'bill_payment', paymentIds);
  return new Map([...received.values(), ...paidOut.values()].map((row) => [row.id, row.friendly_id]));
}

/** Reads the applications of each memo, oldest first. */
export async function readApplications(
  ctx: ServiceContext,
  memoIds: readonly string[],
): Promise<ReadonlyMap<string, ShownCreditApplication[]>> {
  if (memoIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('credit_application')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .where('credit_memo_id', 'in', [...memoIds])
    .orderBy('applied_at')
    .orderBy('id')
    .execute();
  const invoices = await findRecords(
    ctx,
    'invoice',
    rows.map((row) => row.invoice_id),
  );
  const payments = await findRecords(
    ctx,
    'payment',
    rows.map((row) => row.payment_id),
  );
  const byMemo = Map.groupBy(rows, (row) => row.credit_memo_id);
  const show = (row: Row<'credit_application'>): ShownCreditApplication => ({
    id: row.id,
    invoiceId: row.invoice_id,
    invoiceFriendlyId: invoices.get(row.invoice_id)?.friendly_id ?? null,
    paymentId: row.payment_id,
    paymentKey: payments.get(row.payment_id ?? '')?.friendly_id ?? null,
    amount: fromCents(row.amount_cents),
    appliedAt: row.applied_at,
  });
  return new Map([...byMemo].map(([id, applied]) => [id, applied.map(show)]));
}
