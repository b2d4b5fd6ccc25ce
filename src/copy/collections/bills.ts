import { billTables } from '../../copy-tables/bills.ts';
import { paidBillStatuses } from '../../domain/bills/bill.ts';
import { normalizeReference } from '../../domain/bills/bill-reference.ts';
import { defineCollection, toRecordRow } from '../kit/collection.ts';
import { toCents } from '../kit/values.ts';

export const bills = defineCollection({
  name: 'bill',
  resource: 'bills',
  list: (api) => api.bills.filter,
  open: { final: paidBillStatuses },
  belongsTo: [{ to: 'shipment', field: 'shipmentId', table: 'bill', column: 'shipment_id' }],
  tables: billTables,
  toRows: (bill) => ({
    bill: [
      {
        ...toRecordRow(bill),
        friendly_id: bill.friendlyId,
        entity_type: bill.entityType,
        load_carrier_id: bill.loadCarrierId,
        service_id: bill.vendedServiceId,
        carrier_id: bill.carrier?.id ?? null,
        vendor_id: bill.vendor?.id ?? null,
        factor_id: bill.carrierFactor?.id ?? null,
        load_id: bill.loadId,
        load_friendly_id: bill.loadKey,
        shipment_id: bill.shipmentId,
        shipment_friendly_id: bill.shipmentKey,
        status: bill.status,
        invoice_date: bill.invoiceDate,
        due_date: bill.dueDate,
        amount_cents: toCents(bill.amount),
        paid_cents: toCents(bill.amountPaid),
        owed_cents: toCents(bill.amountOwed),
        currency: bill.currency,
        reference: bill.reference,
        reference_core: normalizeReference(bill.reference)?.core || null,
        quick_pay_fee: bill.paymentTerm?.quickPayFee ?? null,
        payment_term_id: bill.paymentTerm?.id ?? null,
      },
    ],
  }),
});
