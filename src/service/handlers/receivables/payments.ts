import { sql } from 'kysely';
import { payments } from '../../../contract/receivables/payments.ts';
import type { Operations } from '../../../contract/types.ts';
import { fromCents } from '../../../domain/money/money.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { showPayments } from '../../receivables/payment-view.ts';
import { changePayment, insertPayment, removePayment } from '../../receivables/payments.ts';
import { buildRelatedField } from '../../filter/related-filter.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { createRecordHandlers } from '../kit/record-handlers.ts';

const buildInvoiceField = (column: string) =>
  buildRelatedField({
    table: 'payment_application',
    join: sql`inner join invoice on invoice.id = payment_application.invoice_id
      and invoice.organization_id = payment_application.organization_id`,
    column,
    link: 'payment_id',
  });

/** The joined invoice gives only its shipment: a second `deleted_at` would be ambiguous. */
const paidShipments = sql`inner join
  (select id as paid_invoice_id, organization_id as paid_organization_id, shipment_id as paid_shipment_id from invoice) as paid
  on paid.paid_invoice_id = payment_application.invoice_id
    and paid.paid_organization_id = payment_application.organization_id`;

/** Filters by the carriers or vendors of the shipments that a payment paid for. */
const filterByWork = (table: 'load_carrier' | 'service', column: string) =>
  buildRelatedField({
    table: 'payment_application',
    join: sql`${paidShipments} inner join ${sql.table(table)} on ${sql.ref(`${table}.shipment_id`)} = paid.paid_shipment_id
      and ${sql.ref(`${table}.organization_id`)} = payment_application.organization_id`,
    column: `${table}.${column}`,
    link: 'payment_id',
  });

const record = createRecordHandlers({
  table: 'payment',
  kind: 'payment',
  fields: payments.filter.filter,
  columns: {
    ...listPlainColumns(payments.filter.filter),
    reference: { reference: 'reference' },
    invoiceId: buildInvoiceField('invoice.id'),
    orderId: buildInvoiceField('invoice.order_id'),
    shipmentId: buildInvoiceField('invoice.shipment_id'),
    carrierId: filterByWork('load_carrier', 'carrier_id'),
    vendorId: filterByWork('service', 'vendor_id'),
    totalAmount: { cents: 'total_cents' },
  },
  show: showPayments,
  page: (pagination) => ({ pagination }),
});

export const paymentHandlers: Handlers<Operations['payments']> = {
  filter: record.filter,
  get: record.get,

  create: async (ctx, input) => record.show(ctx, await insertPayment(ctx, input)),
  update: async (ctx, input) => record.show(ctx, await changePayment(ctx, await record.require(ctx, input), input)),

  async delete(ctx, input) {
    await removePayment(ctx, await record.require(ctx, input));
    return undefined;
  },

  async applications(ctx, input) {
    const row = await record.require(ctx, input);
    const { applications } = await record.show(ctx, row);
    return { data: applications, totalApplied: fromCents(row.total_cents) };
  },
};
