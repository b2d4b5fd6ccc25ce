import type { Expression, InferResult, SqlBool } from 'kysely';
import { fromCents } from '../../src/domain/money/money.ts';
import { checkableBill } from '../../src/domain/bills/bill.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import { toAmountCents } from '../records/amounts.ts';
import type { BillRecord } from '../records/record-types.ts';

interface PayeeName {
  readonly id: string;
  readonly friendlyId: string;
  readonly name: string;
}

/** A bill as far as it is counted, ordered, judged and listed: a row of the copy, or the record itself. */
export interface BillRow extends Pick<
  BillRecord,
  | 'id'
  | 'friendlyId'
  | 'createdAt'
  | 'loadCarrierId'
  | 'vendedServiceId'
  | 'loadId'
  | 'loadKey'
  | 'shipmentId'
  | 'shipmentKey'
  | 'invoiceDate'
  | 'dueDate'
  | 'amount'
  | 'amountOwed'
  | 'currency'
  | 'reference'
> {
  readonly status: string;
  readonly entityType: string;
  readonly carrier: PayeeName | null;
  readonly vendor: PayeeName | null;
  readonly carrierFactor: { readonly id: string; readonly companyName: string } | null;
  readonly paymentTerm: { readonly quickPayFee: number | null } | null;
}

/** A verdict is of use until the money is gone. */
export const isCheckable = ({ status, amountOwed }: Pick<BillRow, 'status' | 'amountOwed'>): boolean =>
  isMet(checkableBill, { status, owedCents: toAmountCents(amountOwed) });

/** Builds the query for bills `b` with their payees; newest first, as the API lists them. */
export const selectBills = (db: CopiedRecords['db']) =>
  db
    .selectFrom('bill as b')
    .leftJoin('carrier as c', 'c.id', 'b.carrier_id')
    .leftJoin('vendor as v', 'v.id', 'b.vendor_id')
    .leftJoin('factor as f', 'f.id', 'b.factor_id')
    .select([
      'b.id',
      'b.friendly_id as friendlyId',
      'b.created_at as createdAt',
      'b.status',
      'b.entity_type as entityType',
      'b.load_carrier_id as loadCarrierId',
      'b.service_id as vendedServiceId',
      'b.load_id as loadId',
      'b.load_friendly_id as loadKey',
      'b.shipment_id as shipmentId',
      'b.shipment_friendly_id as shipmentKey',
      'b.invoice_date as invoiceDate',
      'b.due_date as dueDate',
      'b.amount_cents as amountCents',
      'b.owed_cents as owedCents',
      'b.currency',
      'b.reference',
      'b.quick_pay_fee as quickPayFee',
      'b.factor_id as factorId',
      'f.name as factorName',
      'b.carrier_id as carrierId',
      'c.friendly_id as carrierFriendlyId',
      'c.name as carrierName',
      'b.vendor_id as vendorId',
      'v.friendly_id as vendorFriendlyId',
      'v.name as vendorName',
    ])
    .orderBy('b.created_at', 'desc')
    .orderBy('b.id', 'desc');

/** Reads the bills of the copy that meet every condition. */
export async function readBills(
  { db }: Pick<CopiedRecords, 'db'>,
  conditions: readonly Expression<SqlBool>[],
): Promise<readonly BillRow[]> {
  const rows = await selectBills(db)
    .where((eb) => eb.and([...conditions]))
    .execute();
  return toBillRows(rows);
}

/** Builds the bills of selected rows. */
export const toBillRows = (rows: InferResult<ReturnType<typeof selectBills>>): readonly BillRow[] =>
  rows.map(({ amountCents, owedCents, quickPayFee, ...row }): BillRow => ({
    ...row,
    amount: fromCents(amountCents),
    amountOwed: fromCents(owedCents),
    carrier: toPayee(row.carrierId, row.carrierFriendlyId, row.carrierName),
    vendor: toPayee(row.vendorId, row.vendorFriendlyId, row.vendorName),
    carrierFactor:
      row.factorId === null
        ? null
        : { id: row.factorId, companyName: row.factorName ?? formatDeletedPayee(row.factorId) },
    paymentTerm: { quickPayFee },
  }));

const toPayee = (id: string | null, friendlyId: string | null, name: string | null): PayeeName | null =>
  id === null ? null : { id, friendlyId: friendlyId ?? 'deleted', name: name ?? formatDeletedPayee(id) };

/**
 * Formats the name of a payee that is not in the copy because it was deleted: each by itself, or they would be taken
 * for one.
 */
export const formatDeletedPayee = (id: string): string => `deleted payee ${id.slice(0, 8)}`;
