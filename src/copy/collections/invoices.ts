import { invoiceTables } from '../../copy-tables/invoices.ts';
import { defineCollection, toRecordRow } from '../kit/collection.ts';
import { toCents } from '../kit/values.ts';

export const invoices = defineCollection({
  name: 'invoice',
  resource: 'invoices',
  list: (api) => api.invoices.filter,
  open: { balance: 'amountOwed', column: 'owed_cents' },
  belongsTo: [{ to: 'shipment', field: 'shipmentId', table: 'invoice', column: 'shipment_id' }],
  tables: invoiceTables,
  toRows: (invoice) => ({
    invoice: [
      {
        ...toRecordRow(invoice),
        friendly_id: invoice.friendlyId,
        order_id: invoice.orderId,
        shipment_id: invoice.shipmentId,
        customer_id: invoice.customer?.id ?? null,
        status: invoice.status,
        invoice_date: invoice.invoiceDate,
        due_date: invoice.dueDate,
        amount_cents: toCents(invoice.amount),
        paid_cents: toCents(invoice.amountPaid),
        credited_cents: toCents(invoice.creditsApplied),
        owed_cents: toCents(invoice.amountOwed),
        currency: invoice.currency,
        reference: invoice.reference,
        payment_term_id: invoice.paymentTerm?.id ?? null,
        factor_name: invoice.factorName,
      },
    ],
  }),
});
