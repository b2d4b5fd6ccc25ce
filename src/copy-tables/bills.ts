import { checkableBill, openBill } from '../domain/bills/bill.ts';
import { printRule } from '../domain/rules/rule-sql.ts';
import type { CopiedTables } from './kit/copied-table.ts';
import { recordColumns } from './kit/columns.ts';

export const billTables = {
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
      load_friendly_id: 'text?',
      shipment_id: 'text?',
      shipment_friendly_id: 'text?',
      status: 'text',
      invoice_date: 'date?',
      due_date: 'date?',
      amount_cents: 'cents',
      paid_cents: 'cents',
      owed_cents: 'cents',
      currency: 'text',
      /** The payee's own number. */
      reference: 'text?',
      /** The reference without spelling variants and suffixes, by which repeated bills are found. */
      reference_core: 'text?',
      /** Fraction of the amount owed. */
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
    named: [
      { name: 'bill_checkable', columns: ['created_at', 'id'], where: printRule(checkableBill) },
      {
        name: 'bill_open',
        columns: ['created_at', 'id', 'status', 'due_date', 'invoice_date', 'currency', 'owed_cents', 'factor_id'],
        where: printRule(openBill),
      },
    ],
  },
} as const satisfies CopiedTables;
