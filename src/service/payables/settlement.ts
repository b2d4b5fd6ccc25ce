import type { z } from 'zod';
import type { BillEntityType } from '../../contract/kit/money-shapes.ts';
import { advance } from '../../domain/kit/transitions.ts';
import { serviceLifecycle } from '../../domain/freight/service.ts';
import { type SettlementAction, settlementLifecycle } from '../../domain/payments/settlement.ts';
import { WaybillError } from '../../errors.ts';
import { findRecord } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import { recordActivity } from '../shared/activity.ts';
import type { ServiceContext } from '../shared/context.ts';
import { changeRecord, requireReference } from '../shared/records.ts';

/** Work that a bill is for: a carrier's on a load, or a vendor's service. */
export type Billable =
  | { readonly entityType: 'CARRIER'; readonly row: Row<'load_carrier'> }
  | { readonly entityType: 'VENDOR'; readonly row: Row<'service'> };

/** Resolves the load carrier or service that a request names; 422 if there is none. */
export async function requireBillable(
  ctx: ServiceContext,
  entityType: z.output<typeof BillEntityType>,
  id: string,
): Promise<Billable> {
  return entityType === 'CARRIER'
    ? { entityType, row: await requireReference(ctx, 'load_carrier', 'entityId', { id }) }
    : { entityType, row: await requireReference(ctx, 'service', 'entityId', { id }) };
}

/** Finds the load carrier or service of a bill. Returns undefined if it was deleted since. */
async function findBillable(ctx: ServiceContext, bill: Row<'bill'>): Promise<Billable | undefined> {
  if (bill.load_carrier_id !== null) {
    const row = await findRecord(ctx, 'load_carrier', bill.load_carrier_id, 'id');
    return row && { entityType: 'CARRIER', row };
  }
  const row = bill.service_id === null ? undefined : await findRecord(ctx, 'service', bill.service_id, 'id');
  return row && { entityType: 'VENDOR', row };
}

/** Returns the settlement status that a load carrier or service shows. */
export function getSettlementStatus({ entityType, row }: Billable): string {
  return entityType === 'CARRIER' ? row.billing_status : row.status;
}

/** Moves the load carrier or service of a bill along; 409 when its status does not allow that or has just changed. */
export async function settleBill(ctx: ServiceContext, bill: Row<'bill'>, action: SettlementAction): Promise<string> {
  const billable = await findBillable(ctx, bill);
  if (!billable) {
    throw new WaybillError('CONFLICT', `What ${bill.friendly_id} is for was deleted; the bill can only be deleted.`);
  }
  return settle(ctx, billable, action);
}

/**
 * Updates the work of a bill that was paid or is open again, unless the work was deleted. Money that moved is recorded
 * in any case.
 */
export async function settlePayment(ctx: ServiceContext, bill: Row<'bill'>, action: 'pay' | 'unpay'): Promise<void> {
  const billable = await findBillable(ctx, bill);
  if (billable) await settle(ctx, billable, action);
}

/**
 * Makes the work of a removed bill await an invoice again. Returns the status that it shows then, or null if it was
 * deleted.
 */
export async function resetToAwaitingInvoice(ctx: ServiceContext, bill: Row<'bill'>): Promise<string | null> {
  const billable = await findBillable(ctx, bill);
  if (!billable) return null;
  return getStatusBeforeCancel(billable) === 'AWAITING_INVOICE'
    ? getSettlementStatus(billable)
    : settle(ctx, billable, 'revert');
}

export async function settle(ctx: ServiceContext, billable: Billable, action: SettlementAction): Promise<string> {
  return billable.entityType === 'CARRIER'
    ? settleLoadCarrier(ctx, billable.row, action)
    : settleService(ctx, billable.row, action);
}

async function settleLoadCarrier(ctx: ServiceContext, row: Row<'load_carrier'>, action: SettlementAction) {
  const status = advance(settlementLifecycle, row.billing_status, action);
  // Whether it was bounced or not used meanwhile decides what may be billed.
  const expected = { billing_status: row.billing_status, status: row.status };
  await changeRecord(ctx, 'load_carrier', row, { billing_status: status }, expected);
  await recordActivity(ctx, {
    recordType: 'load_carrier',
    recordId: row.id,
    text: `Billing status ${row.billing_status} became ${status}.`,
  });
  return status;
}

/**
 * Updates the status of a service. A canceled service stays canceled, and the status that it would be restored to
 * changes.
 */
async function settleService(ctx: ServiceContext, row: Row<'service'>, action: SettlementAction) {
  const column = row.status === 'CANCELED' ? 'status_before_cancel' : 'status';
  const status = advance(serviceLifecycle, row[column] ?? row.status, action);
  const expected = { status: row.status, status_before_cancel: row.status_before_cancel };
  const changed = await changeRecord(ctx, 'service', row, { [column]: status }, expected);
  await recordActivity(ctx, {
    recordType: 'service',
    recordId: row.id,
    text: `Status ${row[column]} became ${status}.`,
  });
  return changed.status;
}

function getStatusBeforeCancel({ entityType, row }: Billable): string | null {
  if (entityType === 'CARRIER') return row.billing_status;
  return row.status === 'CANCELED' ? row.status_before_cancel : row.status;
}
