import { fromCents } from '../../src/domain/money/money.ts';
import { checkableBill } from '../../src/domain/money/bill.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import { toSql } from '../../src/domain/rules/rule-sql.ts';
import type { Condition } from '../copied/conditions.ts';
import { centsOf } from '../records/amounts.ts';
import { type Reader, rowsOf } from '../copied/rows.ts';
import type { BillRecord } from '../records/record-types.ts';

interface Payee {
  readonly id: string;
  readonly friendlyId: string;
  readonly name: string;
}

/** A bill as far as it is counted, ordered and judged: a row of the copy, or the record itself. */
export interface BillRow extends Pick<
  BillRecord,
  | 'id'
  | 'friendlyId'
  | 'createdAt'
  | 'status'
  | 'entityType'
  | 'loadCarrierId'
  | 'vendedServiceId'
  | 'loadId'
  | 'shipmentId'
  | 'invoiceDate'
  | 'dueDate'
  | 'amount'
  | 'amountOwed'
  | 'currency'
  | 'reference'
> {
  readonly carrier: Payee | null;
  readonly vendor: Payee | null;
  readonly carrierFactor: { readonly id: string } | null;
  readonly paymentTerm: { readonly quickPayFee: number | null } | null;
}

/** A verdict is of use until the money is gone. */
export const isCheckable = ({ status, amountOwed }: Pick<BillRow, 'status' | 'amountOwed'>): boolean =>
  isMet(checkableBill, { status, owedCents: centsOf(amountOwed) });

/** The same of a bill `b` of the copy. */
export const checkable: Condition = toSql(checkableBill, 'b');

/** The tables that rows of bills are read from. */
export const billTables = ['bill', 'carrier', 'vendor'] as const;

/** The bills of the copy for which the condition holds, newest first, as the API lists them; `b` is the bill, `s` its shipment. */
export async function billRows(read: Reader, { text, values }: Condition): Promise<readonly BillRow[]> {
  const rows = await rowsOf<CopiedBill>(
    read,
    `select b.id, b.friendly_id, b.created_at, b.status, b.entity_type, b.load_carrier_id, b.service_id, b.load_id,
      b.shipment_id, b.invoice_date, b.due_date, b.amount_cents, b.owed_cents, b.currency, b.reference, b.quick_pay_fee,
      b.factor_id, b.carrier_id, c.friendly_id as carrier_friendly_id, c.name as carrier_name,
      b.vendor_id, v.friendly_id as vendor_friendly_id, v.name as vendor_name
    from bill b left join carrier c on c.id = b.carrier_id left join vendor v on v.id = b.vendor_id
      left join shipment s on s.id = b.shipment_id
    where ${text} order by b.created_at desc, b.id desc`,
    values,
  );
  return rows.map(billRow);
}

interface CopiedBill {
  readonly id: string;
  readonly friendly_id: string;
  readonly created_at: string;
  readonly status: BillRow['status'];
  readonly entity_type: BillRow['entityType'];
  readonly load_carrier_id: string | null;
  readonly service_id: string | null;
  readonly load_id: string | null;
  readonly shipment_id: string | null;
  readonly invoice_date: string | null;
  readonly due_date: string | null;
  readonly amount_cents: number;
  readonly owed_cents: number;
  readonly currency: string;
  readonly reference: string | null;
  readonly quick_pay_fee: number | null;
  readonly factor_id: string | null;
  readonly carrier_id: string | null;
  readonly carrier_friendly_id: string | null;
  readonly carrier_name: string | null;
  readonly vendor_id: string | null;
  readonly vendor_friendly_id: string | null;
  readonly vendor_name: string | null;
}

const billRow = (row: CopiedBill): BillRow => ({
  id: row.id,
  friendlyId: row.friendly_id,
  createdAt: row.created_at,
  status: row.status,
  entityType: row.entity_type,
  loadCarrierId: row.load_carrier_id,
  vendedServiceId: row.service_id,
  loadId: row.load_id,
  shipmentId: row.shipment_id,
  invoiceDate: row.invoice_date,
  dueDate: row.due_date,
  amount: fromCents(row.amount_cents),
  amountOwed: fromCents(row.owed_cents),
  currency: row.currency,
  reference: row.reference,
  carrier: payeeOf(row.carrier_id, row.carrier_friendly_id, row.carrier_name),
  vendor: payeeOf(row.vendor_id, row.vendor_friendly_id, row.vendor_name),
  carrierFactor: row.factor_id === null ? null : { id: row.factor_id },
  paymentTerm: { quickPayFee: row.quick_pay_fee },
});

const payeeOf = (id: string | null, friendlyId: string | null, name: string | null): Payee | null =>
  id === null ? null : { id, friendlyId: friendlyId ?? 'deleted', name: name ?? nameOfDeleted(id) };

/** Deleted payees are not in the copy; each keeps a name of its own, or they would be taken for one. */
export const nameOfDeleted = (id: string): string => `deleted payee ${id.slice(0, 8)}`;
