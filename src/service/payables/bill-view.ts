import { bills } from '../../contract/payables/bills.ts';
import type { Bill } from '../../contract/types.ts';
import { fromCents } from '../../domain/money/money.ts';
import { sql, type SqlBool } from 'kysely';
import { buildRelatedField } from '../filter/related-filter.ts';
import { findRecords } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';
import { createFieldMap } from '../shared/fields.ts';
import { listPlainColumns } from '../filter/columns.ts';
import type { FieldTest, FilterScope } from '../filter/filter.ts';
import { openBill, buildOverdueFlag } from '../ledger/overdue-filter.ts';
import {
  carrierFactorReferences,
  carrierReferences,
  paymentTermReferences,
  showReference,
  showStamps,
  userReferences,
  vendorReferences,
} from '../identifiers/references.ts';

type PaymentOfBill = Bill['payments'][number];

export const billFields = createFieldMap<Row<'bill'>>()({
  friendlyId: 'plain',
  loadCarrierId: 'plain',
  loadId: 'plain',
  shipmentId: 'plain',
  invoiceDate: 'plain',
  dueDate: 'plain',
  amount: 'cents',
  currency: 'plain',
  reference: 'plain',
  factorJobId: 'plain',
  factorStatus: 'plain',
  qboId: 'plain',
});

export const billSource = {
  table: 'bill',
  fields: bills.filter.filter,
  columns: {
    ...listPlainColumns(bills.filter.filter),
    reference: { reference: 'reference' },
    vendedServiceId: 'service_id',
    amount: { cents: 'amount_cents' },
    amountOwed: { cents: 'owed_cents' },
    overdue: buildOverdueFlag(openBill),
    orderId: {
      through: (test: FieldTest) =>
        sql<SqlBool>`exists (select 1 from freight_order where freight_order.organization_id = bill.organization_id and freight_order.shipment_id = bill.shipment_id
          and freight_order.deleted_at is null and ${test(sql.ref('freight_order.id'))})`,
    },
    invoiceId: buildRelatedField({ table: 'invoice', column: 'id', link: 'shipment_id', ownColumn: 'shipment_id' }),
    customerId: {
      through: (test: FieldTest, { organizationId }: FilterScope) =>
        sql<SqlBool>`shipment_id in (select shipment.id from shipment where shipment.organization_id = ${organizationId}
          and ${test(sql.ref('shipment.customer_id'))})`,
    },
  },
} as const;

/** Bills as the API shows them; one query per kind of related record, however many bills there are. */
export async function showBills(ctx: ServiceContext, rows: readonly Row<'bill'>[]): Promise<Bill[]> {
  const listIds = (column: keyof Row<'bill'> & `${string}_id`) => rows.map((row) => row[column]);
  const carriers = await carrierReferences(ctx, listIds('carrier_id'));
  const vendors = await vendorReferences(ctx, listIds('vendor_id'));
  const factors = await carrierFactorReferences(ctx, listIds('carrier_factor_id'));
  const terms = await paymentTermReferences(ctx, listIds('payment_term_id'));
  const users = await userReferences(ctx, listIds('deleted_by_id'));
  const loads = await findRecords(ctx, 'load', listIds('load_id'));
  const shipments = await findRecords(ctx, 'shipment', listIds('shipment_id'));
  const payments = await readBillPayments(
    ctx,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    ...showStamps(row),
    ...billFields.toWire(row),
    entityType: row.entity_type,
    status: row.status,
    vendedServiceId: row.service_id,
    carrier: showReference(carriers, row.carrier_id),
    vendor: showReference(vendors, row.vendor_id),
    loadKey: showReference(loads, row.load_id)?.friendly_id ?? null,
    shipmentKey: showReference(shipments, row.shipment_id)?.friendly_id ?? null,
    amountPaid: fromCents(row.paid_cents),
    amountOwed: fromCents(row.owed_cents),
    payments: payments.get(row.id) ?? [],
    paymentTerm: showReference(terms, row.payment_term_id),
    carrierFactor: showReference(factors, row.carrier_factor_id),
    deletedBy: showReference(users, row.deleted_by_id),
  }));
}

/** Reads the payments of each bill, oldest first. */
export async function readBillPayments(
  ctx: ServiceContext,
  billIds: readonly string[],
): Promise<ReadonlyMap<string, PaymentOfBill[]>> {
  if (billIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('bill_payment_application as application')
    .innerJoin('bill_payment as payment', 'payment.id', 'application.bill_payment_id')
    .select(['application.id', 'application.bill_id', 'application.amount_cents'])
    .select(['payment.id as payment_id', 'payment.payment_date', 'payment.reference'])
    .where('application.organization_id', '=', ctx.organizationId)
    .where('application.bill_id', 'in', [...billIds])
    .where('payment.deleted_at', 'is', null)
    .orderBy('payment.payment_date')
    .orderBy('application.id')
    .execute();
  const byBill = Map.groupBy(rows, (row) => row.bill_id);
  return new Map([...byBill].map(([id, applied]) => [id, applied.map(showPayment)]));
}

interface AppliedRow {
  readonly id: string;
  readonly amount_cents: number;
  readonly payment_id: string;
  readonly payment_date: string;
  readonly reference: string | null;
}

const showPayment = (row: AppliedRow): PaymentOfBill => ({
  id: row.id,
  paymentGroupId: row.payment_id,
  amount: fromCents(row.amount_cents),
  paymentDate: row.payment_date,
  reference: row.reference,
});
