import type { BillStatus } from '../../../domain/bills/bill.ts';
import type { CreditMemoStatus } from '../../../domain/money/credit-memo.ts';
import type { InvoiceStatus } from '../../../domain/money/invoice.ts';
import type {
  BillEntityType,
  FactoringProvider,
  PaidMethodType,
  ReceivedMethodType,
  SyncStatus,
} from '../../../domain/payments/payment-codes.ts';
import { oneOf, type TableDefinitions } from '../table.ts';
import { byId, newestFirst, record, uniqueFriendlyId, uniqueKey } from './record-columns.ts';

/**
 * Builds the index of open balances. The aging reports read only these rows, in the order in which they add them up.
 */
const openBalance = (name: string, party: string) => ({
  name,
  columns: ['organization_id', party, 'currency', 'due_date', 'invoice_date', 'status', 'owed_cents'],
  where: 'deleted_at is null and owed_cents > 0',
});

/** Tables of bills and their payments, and of invoices and customer payments. */
export const moneyTables = {
  bill: {
    columns: {
      ...record,
      friendly_id: 'text',
      entity_type: oneOf<BillEntityType>(),
      load_carrier_id: 'text?',
      service_id: 'text?',
      carrier_id: 'text?',
      vendor_id: 'text?',
      carrier_factor_id: 'text?',
      load_id: 'text?',
      shipment_id: 'text?',
      status: oneOf<BillStatus>(),
      invoice_date: 'date?',
      due_date: 'date?',
      amount_cents: 'cents',
      paid_cents: 'cents',
      /** amount - paid, kept so that open balances are found by index. */
      owed_cents: 'cents',
      currency: 'text',
      reference: 'text?',
      payment_term_id: 'text?',
      factor_job_id: 'text?',
      factor_status: 'text?',
      qbo_id: 'text?',
    },
    primaryKey: byId,
    unique: [
      uniqueKey,
      uniqueFriendlyId,
      { columns: ['load_carrier_id'], where: 'load_carrier_id is not null and deleted_at is null' },
      { columns: ['service_id'], where: 'service_id is not null and deleted_at is null' },
    ],
    index: [
      newestFirst,
      ['organization_id', 'status', 'id'],
      ['organization_id', 'carrier_id', 'id'],
      ['organization_id', 'vendor_id', 'id'],
      ['organization_id', 'shipment_id'],
    ],
    named: [openBalance('bill_open_carrier_idx', 'carrier_id'), openBalance('bill_open_vendor_idx', 'vendor_id')],
  },
  bill_payment: {
    columns: {
      ...record,
      friendly_id: 'text',
      recipient_type: oneOf<BillEntityType>(),
      carrier_id: 'text?',
      vendor_id: 'text?',
      carrier_factor_id: 'text?',
      payment_date: 'date',
      payment_method_type: oneOf<PaidMethodType>('?'),
      reference: 'text?',
      notes: 'text?',
      currency: 'text',
      total_cents: 'cents',
      overpayment_cents: 'cents',
      overpayment_credit_memo_id: 'text?',
      qbo_id: 'text?',
      sync_status: oneOf<SyncStatus>('?'),
      sync_error: 'text?',
    },
    primaryKey: byId,
    unique: [uniqueKey, uniqueFriendlyId],
    index: [
      newestFirst,
      ['organization_id', 'carrier_id', 'id'],
      ['organization_id', 'vendor_id', 'id'],
      ['organization_id', 'carrier_factor_id', 'id'],
    ],
  },
  bill_payment_application: {
    columns: {
      id: 'text',
      organization_id: 'text',
      bill_payment_id: 'text',
      bill_id: 'text',
      amount_cents: 'cents',
      created_at: 'instant',
    },
    primaryKey: byId,
    index: [
      ['organization_id', 'bill_payment_id'],
      ['organization_id', 'bill_id'],
    ],
  },
  invoice: {
    columns: {
      ...record,
      friendly_id: 'text',
      order_id: 'text',
      shipment_id: 'text',
      customer_id: 'text',
      status: oneOf<InvoiceStatus>(),
      invoice_date: 'date',
      due_date: 'date?',
      amount_cents: 'cents',
      paid_cents: 'cents',
      credited_cents: 'cents',
      /** amount - paid - credited. */
      owed_cents: 'cents',
      currency: 'text',
      reference: 'text?',
      payment_term_id: 'text?',
      factor_name: oneOf<FactoringProvider>('?'),
      factor_job_id: 'text?',
      factor_status: 'text?',
      qbo_id: 'text?',
      document_id: 'text?',
    },
    primaryKey: byId,
    unique: [
      uniqueKey,
      uniqueFriendlyId,
      { columns: ['shipment_id'], where: "deleted_at is null and status <> 'VOIDED'" },
    ],
    index: [newestFirst, ['organization_id', 'status', 'id'], ['organization_id', 'customer_id', 'id']],
    named: [openBalance('invoice_open_customer_idx', 'customer_id')],
  },
  payment: {
    columns: {
      ...record,
      friendly_id: 'text',
      customer_id: 'text',
      payment_date: 'date',
      payment_method_type: oneOf<ReceivedMethodType>('?'),
      reference: 'text?',
      notes: 'text?',
      currency: 'text',
      total_cents: 'cents',
      qbo_id: 'text?',
    },
    primaryKey: byId,
    unique: [uniqueKey, uniqueFriendlyId],
    index: [newestFirst, ['organization_id', 'customer_id']],
  },
  payment_application: {
    columns: {
      id: 'text',
      organization_id: 'text',
      payment_id: 'text',
      invoice_id: 'text',
      amount_cents: 'cents',
      balance_before_cents: 'cents',
      created_at: 'instant',
    },
    primaryKey: byId,
    index: [
      ['organization_id', 'payment_id'],
      ['organization_id', 'invoice_id'],
    ],
  },
  credit_memo: {
    columns: {
      ...record,
      friendly_id: 'text',
      customer_id: 'text?',
      carrier_id: 'text?',
      vendor_id: 'text?',
      reference: 'text?',
      amount_cents: 'cents',
      applied_cents: 'cents',
      /** amount - applied; 0 once voided. */
      remaining_cents: 'cents',
      currency: 'text',
      status: oneOf<CreditMemoStatus>(),
      memo_date: 'date',
      notes: 'text?',
      source_payment_id: 'text?',
      voided_at: 'instant?',
      void_reason: 'text?',
      created_by_id: 'text?',
      qbo_id: 'text?',
    },
    primaryKey: byId,
    unique: [uniqueKey, uniqueFriendlyId],
    index: [
      newestFirst,
      ['organization_id', 'customer_id'],
      ['organization_id', 'carrier_id', 'id'],
      ['organization_id', 'vendor_id', 'id'],
      /** The credit that a payment made. */
      ['organization_id', 'source_payment_id'],
    ],
  },
  credit_application: {
    columns: {
      id: 'text',
      organization_id: 'text',
      credit_memo_id: 'text',
      invoice_id: 'text',
      payment_id: 'text?',
      amount_cents: 'cents',
      applied_at: 'instant',
    },
    primaryKey: byId,
    index: [
      ['organization_id', 'credit_memo_id'],
      ['organization_id', 'invoice_id'],
      ['organization_id', 'payment_id'],
    ],
  },
} as const satisfies TableDefinitions;
