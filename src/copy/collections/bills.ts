import { paidBillStatuses } from '../../domain/money/bill.ts';
import { normaliseReference } from '../../domain/money/bill-reference.ts';
import { collection, recordColumns, recordRow } from '../kit/collection.ts';
import { cents } from '../kit/values.ts';

export const bills = collection({
  name: 'bill',
  resource: 'bills',
  list: (api) => api.bills.filter,
  open: { final: paidBillStatuses },
  tables: {
    bill: {
      columns: {
        ...recordColumns,
        friendly_id: 'text',
        entity_type: 'text',
        load_carrier_id: 'text?',
        service_id: 'text?',
        carrier_id: 'text?',
        vendor_id: 'text?',
        factor_id: 'text?',
        load_id: 'text?',
        shipment_id: 'text?',
        status: 'text',
        invoice_date: 'date?',
        due_date: 'date?',
        amount_cents: 'cents',
        paid_cents: 'cents',
        owed_cents: 'cents',
        currency: 'text',
        /** The payee's own number. */
        reference: 'text?',
        /** What is left of it when spelling and suffixes are dropped: by it repeated bills are found. */
        reference_core: 'text?',
        /** Fraction of what is owed. */
        quick_pay_fee: 'real?',
        payment_term_id: 'text?',
      },
      primaryKey: ['id'],
      owner: 'id',
      index: [
        ['created_at'],
        ['load_carrier_id'],
        ['service_id'],
        ['shipment_id'],
        ['carrier_id', 'reference'],
        ['reference_core'],
        ['status', 'due_date'],
      ],
    },
  },
  rowsOf: (bill) => ({
    bill: [
      {
        ...recordRow(bill),
        friendly_id: bill.friendlyId,
        entity_type: bill.entityType,
        load_carrier_id: bill.loadCarrierId,
        service_id: bill.vendedServiceId,
        carrier_id: bill.carrier?.id ?? null,
        vendor_id: bill.vendor?.id ?? null,
        factor_id: bill.carrierFactor?.id ?? null,
        load_id: bill.loadId,
        shipment_id: bill.shipmentId,
        status: bill.status,
        invoice_date: bill.invoiceDate,
        due_date: bill.dueDate,
        amount_cents: cents(bill.amount),
        paid_cents: cents(bill.amountPaid),
        owed_cents: cents(bill.amountOwed),
        currency: bill.currency,
        reference: bill.reference,
        reference_core: normaliseReference(bill.reference)?.core || null,
        quick_pay_fee: bill.paymentTerm?.quickPayFee ?? null,
        payment_term_id: bill.paymentTerm?.id ?? null,
      },
    ],
  }),
});
