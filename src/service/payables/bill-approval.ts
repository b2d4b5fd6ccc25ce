import type { Operations } from '../../contract/types.ts';
import { billLifecycle, getBillLifecycle, type BillStatus } from '../../domain/bills/bill.ts';
import { advance } from '../../domain/kit/transitions.ts';
import { findRecords } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import { recordActivity } from '../shared/activity.ts';
import type { ServiceContext } from '../shared/context.ts';
import { changeRecord } from '../shared/records.ts';
import { runInSavepoint } from '../shared/savepoint.ts';
import { settleBill } from './settlement.ts';
import { isRefusal } from '../../store/store-error.ts';

export async function approveBill(ctx: ServiceContext, bill: Row<'bill'>): Promise<Row<'bill'>> {
  const status = advance(getBillLifecycle(ctx.organization), bill.status, 'approve');
  return moveBill(ctx, bill, status, 'approve');
}

export async function revokeApproval(ctx: ServiceContext, bill: Row<'bill'>): Promise<Row<'bill'>> {
  const status = advance(billLifecycle, bill.status, 'unapprove');
  return moveBill(ctx, bill, status, 'unapprove');
}

/**
 * Changes the status of a bill that is still as it was read. Of several concurrent requests one succeeds, and the
 * others get 409.
 */
async function moveBill(
  ctx: ServiceContext,
  bill: Row<'bill'>,
  status: BillStatus,
  action: 'approve' | 'unapprove',
): Promise<Row<'bill'>> {
  const expected = { status: bill.status, paid_cents: bill.paid_cents };
  const moved = await changeRecord(ctx, 'bill', bill, { status }, expected);
  await settleBill(ctx, bill, action);
  await recordActivity(ctx, {
    recordType: 'bill',
    recordId: bill.id,
    text: action === 'approve' ? 'Approved to pay.' : 'Approval taken back.',
  });
  return moved;
}

type ApprovalBatch = Operations['bills']['batchApprove']['output'];

/** Approves what can be approved; each id has one result, in the order of the request. */
export async function approveEach(ctx: ServiceContext, billIds: readonly string[]): Promise<ApprovalBatch> {
  const ids = [...new Set(billIds.map((id) => id.toLowerCase()))];
  const billsById = await findRecords(ctx, 'bill', ids);
  const refusals = new Map<string, string>();
  // One order for every batch, so that two of them never wait for each other.
  for (const id of [...ids].sort()) {
    const refusal = await approveInBatch(ctx, id, billsById.get(id));
    if (refusal !== undefined) refusals.set(id, refusal);
  }
  return {
    approved: ids.filter((id) => !refusals.has(id)).map((billId) => ({ billId, status: 'APPROVED_TO_PAY' })),
    failed: ids.flatMap((billId) => {
      const error = refusals.get(billId);
      return error === undefined ? [] : [{ billId, error }];
    }),
  };
}

/** Approves one bill of a batch. If it is refused, its changes are undone and the reason is returned. */
async function approveInBatch(
  ctx: ServiceContext,
  id: string,
  bill: Row<'bill'> | undefined,
): Promise<string | undefined> {
  if (!bill || bill.deleted_at !== null) return `There is no bill "${id}".`;
  try {
    await runInSavepoint(ctx, () => approveBill(ctx, bill));
    return undefined;
  } catch (error) {
    // Anything else ends the whole transaction.
    if (!isRefusal(error)) throw error;
    return `${bill.friendly_id}: ${error.message}`;
  }
}
