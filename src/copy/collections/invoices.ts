import { invoiceTables } from '../../copy-tables/invoices.ts';
import { collection, recordRow } from '../kit/collection.ts';
import { cents } from '../kit/values.ts';

export const invoices = collection({
  name: 'invoice',
  resource: 'invoices',
  list: (api) => api.invoices.filter,
  open: { balance: 'amountOwed', column: 'owed_cents' },
  belongsTo: [{ to: 'shipment', field: 'shipmentId', table: 'invoice', column: 'shipment_id' }],
  tables: invoiceTables,
  toRows: (invoice) => ({
    invoice: [
      {
        ...recordRow(invoice),
        friendly_id: invoice.friendlyId,
        order_id: invoice.orderId,
        shipment_id: invoice.shipmentId,
        customer_id: invoice.customer?.id ?? null,
        status: invoice.status,
        invoice_date: invoice.invoiceDate,
        due_date: invoice.dueDate,
        amount_cents: cents(invoice.amount),
        paid_cents: cents(invoice.amountPaid),
        credited_cents: cents(invoice.creditsApplied),
        owed_cents: cents(invoice.amountOwed),
        currency: invoice.currency,
        reference: invoice.reference,
        payment_term_id: invoice.paymentTerm?.id ?? null,
        factor_name: invoice.factorName,
      },
    ],
  }),
});
