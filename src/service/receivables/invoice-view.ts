import { invoices } from '../../contract/receivables/invoices.ts';
import type { Invoice } from '../../contract/types.ts';
import { fromCents } from '../../domain/money/money.ts';
import { findRecords } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';
import { createFieldMap } from '../shared/fields.ts';
import { listPlainColumns } from '../filter/columns.ts';
import { readInvoiceCredits, readInvoicePayments } from './invoice-settlement.ts';
import { openInvoice, buildOverdueFlag } from '../ledger/overdue-filter.ts';
import {
  customerReferences,
  requireShown,
  paymentTermReferences,
  showReference,
  showStamps,
  userReferences,
} from '../identifiers/references.ts';
import { sql, type SqlBool } from 'kysely';
import { buildRelatedField } from '../filter/related-filter.ts';

export const invoiceFields = createFieldMap<Row<'invoice'>>()({
  friendlyId: 'plain',
  orderId: 'plain',
  shipmentId: 'plain',
  invoiceDate: 'plain',
  dueDate: 'plain',
  amount: 'cents',
  currency: 'plain',
  reference: 'plain',
  factorJobId: 'plain',
  factorStatus: 'plain',
  qboId: 'plain',
  documentId: 'plain',
});

export const invoiceSource = {
  table: 'invoice',
  fields: invoices.filter.filter,
  columns: {
    ...listPlainColumns(invoices.filter.filter),
    reference: { reference: 'reference' },
    amount: { cents: 'amount_cents' },
    amountOwed: { cents: 'owed_cents' },
    invoiceId: 'id',
    carrierId: buildRelatedField({
      table: 'load_carrier',
      column: 'carrier_id',
      link: 'shipment_id',
      ownColumn: 'shipment_id',
    }),
    vendorId: buildRelatedField({
      table: 'service',
      column: 'vendor_id',
      link: 'shipment_id',
      ownColumn: 'shipment_id',
    }),
    overdue: buildOverdueFlag(openInvoice),
    factored: {
      flag: (value: boolean) => (value ? sql<SqlBool>`factor_job_id is not null` : sql<SqlBool>`factor_job_id is null`),
    },
  },
} as const;

/** Shows invoices. It makes one query per kind of related record, however many invoices there are. */
export async function showInvoices(ctx: ServiceContext, rows: readonly Row<'invoice'>[]): Promise<Invoice[]> {
  const listIds = (column: keyof Row<'invoice'> & `${string}_id`) => rows.map((row) => row[column]);
  const invoiceIds = rows.map((row) => row.id);
  const customers = await customerReferences(ctx, listIds('customer_id'));
  const terms = await paymentTermReferences(ctx, listIds('payment_term_id'));
  const users = await userReferences(ctx, listIds('deleted_by_id'));
  const orders = await findRecords(ctx, 'freight_order', listIds('order_id'));
  const shipments = await findRecords(ctx, 'shipment', listIds('shipment_id'));
  const payments = await readInvoicePayments(ctx, invoiceIds);
  const credits = await readInvoiceCredits(ctx, invoiceIds);
  return rows.map((row) => ({
    ...showStamps(row),
    ...invoiceFields.toWire(row),
    orderKey: orders.get(row.order_id)?.friendly_id ?? null,
    shipmentKey: shipments.get(row.shipment_id)?.friendly_id ?? null,
    customer: requireShown(customers, row.customer_id),
    status: row.status,
    factorName: row.factor_name,
    amountPaid: fromCents(row.paid_cents),
    amountOwed: fromCents(row.owed_cents),
    creditsApplied: fromCents(row.credited_cents),
    paymentTerm: showReference(terms, row.payment_term_id),
    payments: payments.get(row.id) ?? [],
    credits: credits.get(row.id) ?? [],
    documentUrl: row.document_id === null ? null : ctx.addresses.download(row.document_id),
    deletedBy: showReference(users, row.deleted_by_id),
  }));
}
