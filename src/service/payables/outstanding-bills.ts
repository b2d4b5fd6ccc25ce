import { isOverdue } from '../../domain/money/aging.ts';
import { fromCents } from '../../domain/money/money.ts';
import type { Row } from '../../store/schema.ts';
import { findRecords } from '../../store/records.ts';
import type { ServiceContext } from '../shared/context.ts';
import { carrierReferences, vendorReferences } from '../identifiers/references.ts';
import type { BillForPayment, BillsForPayment, OutstandingBills } from '../../contract/types.ts';

/** Payee of bills: the column that names it, and its id. */
export interface PayeeFilter {
  readonly column: 'carrier_id' | 'vendor_id' | 'carrier_factor_id';
  readonly id: string;
}

/** Lists the approved, unpaid bills of a payee by due date. */
async function listApprovedBills(ctx: ServiceContext, { column, id }: PayeeFilter): Promise<Row<'bill'>[]> {
  return ctx.db
    .selectFrom('bill')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .where(column, '=', id)
    .where('status', '=', 'APPROVED_TO_PAY')
    .where('deleted_at', 'is', null)
    .orderBy('due_date')
    .orderBy('id')
    .execute();
}

export async function listOutstandingBills(ctx: ServiceContext, payee: PayeeFilter): Promise<OutstandingBills> {
  const approved = await showOutstanding(ctx, await listApprovedBills(ctx, payee));
  const bills = approved.map(({ amountPaid: _paid, shipmentId: _id, shipmentFriendlyId: _number, ...bill }) => bill);
  return { bills, totalOutstanding: sumOpen(approved) };
}

/** Lists bills with an open balance. A payment can be created from the response as it is. */
export async function listBillsForPayment(
  ctx: ServiceContext,
  payee: PayeeFilter,
): Promise<Pick<BillsForPayment, 'bills' | 'totalOutstanding'>> {
  const open = (await listApprovedBills(ctx, payee)).filter(({ owed_cents: owed }) => owed > 0);
  const bills = await showOutstanding(ctx, open);
  return { bills, totalOutstanding: sumOpen(bills) };
}

const sumOpen = (bills: readonly BillForPayment[]) =>
  fromCents(bills.reduce((cents, { openBalance }) => cents + Math.round(openBalance * 100), 0));

async function showOutstanding(ctx: ServiceContext, rows: readonly Row<'bill'>[]): Promise<BillForPayment[]> {
  const carriers = await carrierReferences(
    ctx,
    rows.map((row) => row.carrier_id),
  );
  const vendors = await vendorReferences(
    ctx,
    rows.map((row) => row.vendor_id),
  );
  const shipments = await findRecords(
    ctx,
    'shipment',
    rows.map((row) => row.shipment_id),
  );
  return rows.map((row) => {
    const carrier = carriers.get(row.carrier_id ?? '');
    const vendor = vendors.get(row.vendor_id ?? '');
    return {
      id: row.id,
      friendlyId: row.friendly_id,
      entityType: row.entity_type,
      ...(carrier ? { carrier } : {}),
      ...(vendor ? { vendor } : {}),
      amount: fromCents(row.amount_cents),
      amountPaid: fromCents(row.paid_cents),
      openBalance: fromCents(row.owed_cents),
      invoiceDate: row.invoice_date,
      dueDate: row.due_date,
      isOverdue: isOverdue(
        { dueDate: row.due_date, invoiceDate: row.invoice_date, openCents: row.owed_cents },
        ctx.today,
      ),
      shipmentId: row.shipment_id,
      shipmentFriendlyId: shipments.get(row.shipment_id ?? '')?.friendly_id ?? null,
    };
  });
}
