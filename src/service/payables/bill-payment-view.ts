import { sql } from 'kysely';
import { billPayments } from '../../contract/payables/bill-payments.ts';
import type { BillPayment } from '../../contract/types.ts';
import { fromCents } from '../../domain/money/money.ts';
import { findRecords } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';
import { createFieldMap } from '../shared/fields.ts';
import { listPlainColumns } from '../filter/columns.ts';
import {
  carrierFactorReferences,
  carrierReferences,
  showReference,
  showStamps,
  userReferences,
  vendorReferences,
} from '../identifiers/references.ts';
import { buildRelatedField } from '../filter/related-filter.ts';

export type ShownBillPayment = BillPayment;
type ShownBillApplication = ShownBillPayment['applications'][number];

export const billPaymentFields = createFieldMap<Row<'bill_payment'>>()({
  friendlyId: 'plain',
  paymentDate: 'plain',
  paymentMethodType: 'plain',
  reference: 'plain',
  notes: 'plain',
  currency: 'plain',
  qboId: 'plain',
  syncStatus: 'plain',
  syncError: 'plain',
});

/** The joined bill gives only its shipment: a second `deleted_at` would be ambiguous. */
const paidBill = sql`inner join
  (select id as paid_bill_id, organization_id as paid_organization_id, shipment_id as paid_shipment_id from bill) as paid
  on paid.paid_bill_id = bill_payment_application.bill_id
    and paid.paid_organization_id = bill_payment_application.organization_id`;

const buildBillField = (join: ReturnType<typeof sql>, column: string) =>
  buildRelatedField({ table: 'bill_payment_application', join, column, link: 'bill_payment_id' });

const billJoin = sql`inner join bill on bill.id = bill_payment_application.bill_id
  and bill.organization_id = bill_payment_application.organization_id`;

export const billPaymentSource = {
  table: 'bill_payment',
  fields: billPayments.filter.filter,
  columns: {
    ...listPlainColumns(billPayments.filter.filter),
    totalAmount: { cents: 'total_cents' },
    billId: buildBillField(billJoin, 'bill.id'),
    shipmentId: buildBillField(billJoin, 'bill.shipment_id'),
    orderId: buildBillField(
      sql`${paidBill} inner join freight_order on freight_order.shipment_id = paid.paid_shipment_id
        and freight_order.organization_id = bill_payment_application.organization_id`,
      'freight_order.id',
    ),
    invoiceId: buildBillField(
      sql`${paidBill} inner join invoice on invoice.shipment_id = paid.paid_shipment_id
        and invoice.organization_id = bill_payment_application.organization_id`,
      'invoice.id',
    ),
    customerId: buildBillField(
      sql`${paidBill} inner join shipment on shipment.id = paid.paid_shipment_id
        and shipment.organization_id = bill_payment_application.organization_id`,
      'shipment.customer_id',
    ),
  },
} as const;

/** Shows payments to carriers and vendors with the bills that they cover. It makes one query per table. */
export async function showBillPayments(
  ctx: ServiceContext,
  rows: readonly Row<'bill_payment'>[],
): Promise<ShownBillPayment[]> {
  const listIds = (column: keyof Row<'bill_payment'> & `${string}_id`) => rows.map((row) => row[column]);
  const carriers = await carrierReferences(ctx, listIds('carrier_id'));
  const vendors = await vendorReferences(ctx, listIds('vendor_id'));
  const factors = await carrierFactorReferences(ctx, listIds('carrier_factor_id'));
  const users = await userReferences(ctx, listIds('deleted_by_id'));
  const applications = await readApplications(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...showStamps(row),
    ...billPaymentFields.toWire(row),
    recipientType: row.recipient_type,
    carrier: showReference(carriers, row.carrier_id),
    vendor: showReference(vendors, row.vendor_id),
    carrierFactor: showReference(factors, row.carrier_factor_id),
    totalAmount: fromCents(row.total_cents),
    overpayment: row.overpayment_cents === 0 ? null : fromCents(row.overpayment_cents),
    overpaymentCreditMemoId: row.overpayment_credit_memo_id,
    applications: applications.get(row.id) ?? [],
    deletedBy: showReference(users, row.deleted_by_id),
  }));
}

async function readApplications(
  ctx: ServiceContext,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, ShownBillApplication[]>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('bill_payment_application')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .where('bill_payment_id', 'in', [...paymentIds])
    .orderBy('id')
    .execute();
  const bills = await findRecords(
    ctx,
    'bill',
    rows.map((row) => row.bill_id),
  );
  const shipments = await findRecords(
    ctx,
    'shipment',
    [...bills.values()].map((bill) => bill.shipment_id),
  );
  const byPayment = Map.groupBy(rows, (row) => row.bill_payment_id);
  const show = (row: Row<'bill_payment_application'>): ShownBillApplication => {
    const bill = bills.get(row.bill_id);
    return {
      id: row.id,
      billId: row.bill_id,
      billFriendlyId: bill?.friendly_id ?? null,
      amount: fromCents(row.amount_cents),
      loadCarrierId: bill?.load_carrier_id ?? null,
      vendedServiceId: bill?.service_id ?? null,
      shipmentId: bill?.shipment_id ?? null,
      shipmentFriendlyId: shipments.get(bill?.shipment_id ?? '')?.friendly_id ?? null,
    };
  };
  return new Map([...byPayment].map(([id, applied]) => [id, applied.map(show)]));
}
