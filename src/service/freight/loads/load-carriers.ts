import { listAllowedActions } from '../../../domain/kit/lifecycle.ts';
import { advance } from '../../../domain/kit/transitions.ts';
import {
  loadCarrierLifecycle,
  type LoadCarrierRemovalReason,
  loadLifecycle,
  type LoadStatus,
} from '../../../domain/freight/load.ts';
import { formatMoney } from '../../../domain/money/money.ts';
import { WaybillError } from '../../../errors.ts';
import type { Row } from '../../../store/schema.ts';
import { recordActivity } from '../../shared/activity.ts';
import { readCharges, replaceCharges, totalCents } from '../orders/charges.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { findLiveBill } from '../../payables/live-bill.ts';
import { insertReplacement, findSuccessor } from './replacement.ts';
import { insertLoadCarrier } from './new-load.ts';
import { changeRecord } from '../../shared/records.ts';
import { followDeparture } from '../behind-cancel.ts';
import { lockOpenShipment, lockShipment, requireOpen } from '../lock-shipment.ts';
import { followShipment } from '../shipment-status.ts';
import type { LoadCarrierInput, TonuInput } from '../../../contract/types.ts';

/** Lists the assignments of a load that were not deleted, including bounced ones. */
export function listAssignments(ctx: ServiceContext, loadId: string): Promise<Row<'load_carrier'>[]> {
  return ctx.db
    .selectFrom('load_carrier')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .where('load_id', '=', loadId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** Books one more carrier on a load: its first, one that shares the freight, or one in place of a carrier that left. */
export async function addCarrier(
  ctx: ServiceContext,
  load: Row<'load'>,
  input: LoadCarrierInput,
): Promise<Row<'load_carrier'>> {
  const shipment = await lockOpenShipment(ctx, load.shipment_id, 'its loads get no more carriers');
  const status = advance(loadLifecycle, load.status, 'book');
  const booked = await changeRecord(ctx, 'load', load, { status }, { status: load.status });
  const present = await listAssignments(ctx, load.id);
  const row = await insertLoadCarrier(ctx, { load: booked, shipment, input, field: '' });
  if (present.some((other) => other.status === 'ACTIVE' && other.carrier_id === row.carrier_id))
    throw new WaybillError('CONFLICT', `This carrier is on ${load.friendly_id} already.`);
  await note(ctx, row, `Booked on ${load.friendly_id}.`);
  await followShipment(ctx, shipment);
  return row;
}

interface Bounce {
  readonly reason: LoadCarrierRemovalReason;
  readonly text: string | null;
}

/** Takes a carrier off a load that it does not run; what was agreed stays on record but is not owed. */
export async function bounceCarrier(
  ctx: ServiceContext,
  load: Row<'load'>,
  carrier: Row<'load_carrier'>,
  { reason, text }: Bounce,
): Promise<Row<'load_carrier'>> {
  const shipment = await lockShipment(ctx, load.shipment_id);
  const removed = await remove(ctx, carrier, 'bounce', { removal_reason: reason, removal_text: text });
  await releaseLoad(ctx, load);
  await note(ctx, removed, `Taken off ${load.friendly_id} (${reason}).`);
  await followDeparture(ctx, shipment);
  return removed;
}

type Tonu = TonuInput;

/** Records a truck that was ordered and not used: its costs are owed in place of what was agreed. */
export async function recordTonu(
  ctx: ServiceContext,
  load: Row<'load'>,
  carrier: Row<'load_carrier'>,
  { reason, costs = [], createReplacementLoad }: Tonu,
): Promise<{ readonly carrier: Row<'load_carrier'>; readonly replacementId: string | null }> {
  const shipment = await lockShipment(ctx, load.shipment_id);
  if (createReplacementLoad) requireOpen(shipment, 'a load of it is not replaced');
  const removed = await remove(ctx, carrier, 'tonu', { removal_reason: 'TONU', removal_text: reason ?? null });
  const released = await releaseLoad(ctx, load);
  const agreed = await formatCost(ctx, removed);
  const charges = costs.map((cost) => ({ ...cost, quantity: 1 }));
  await replaceCharges(ctx, {
    ownerType: 'LOAD_CARRIER',
    ownerId: removed.id,
    charges,
    currency: removed.currency,
    field: 'costs',
  });
  const owed = await formatCost(ctx, removed);
  await note(ctx, removed, `Ordered for ${load.friendly_id} and not used: ${owed} owed; ${agreed} had been agreed.`);
  const replacement = createReplacementLoad ? await insertReplacement(ctx, released) : null;
  await followDeparture(ctx, shipment);
  return { carrier: removed, replacementId: replacement?.id ?? null };
}

type RemovalColumns = Pick<Row<'load_carrier'>, 'removal_reason' | 'removal_text'>;

/**
 * Removes a carrier. If a bill comes at the same time, the first request wins: both require the assignment as they read
 * it.
 */
async function remove(
  ctx: ServiceContext,
  carrier: Row<'load_carrier'>,
  action: 'bounce' | 'tonu',
  removal: RemovalColumns,
): Promise<Row<'load_carrier'>> {
  const status = advance(loadCarrierLifecycle, carrier.status, action);
  await requireUnbilled(ctx, carrier);
  const expected = { status: carrier.status, billing_status: carrier.billing_status };
  return changeRecord(ctx, 'load_carrier', carrier, { status, ...removal }, expected);
}

async function requireUnbilled(ctx: ServiceContext, carrier: Row<'load_carrier'>): Promise<void> {
  const bill = await findLiveBill(ctx, { entityType: 'CARRIER', row: carrier });
  if (bill)
    throw new WaybillError('CONFLICT', `${bill.friendly_id} bills this carrier's work; delete or revert it first.`);
  if (carrier.billing_status === 'AWAITING_INVOICE') return;
  throw new WaybillError('CONFLICT', `What this carrier is owed is ${carrier.billing_status} already.`);
}

/** Updates a load whose carrier just left. If it is canceled, the status that it would be restored to is updated. */
async function releaseLoad(ctx: ServiceContext, load: Row<'load'>): Promise<Row<'load'>> {
  const present = await listAssignments(ctx, load.id);
  if (present.some(({ status }) => status === 'ACTIVE')) return load;
  const isReplaced = (await findSuccessor(ctx, load)) !== undefined;
  const before = load.status_before_cancel;
  const change = {
    status: computeReleasedStatus(load.status, isReplaced),
    status_before_cancel: before && computeReleasedStatus(before, isReplaced),
  };
  return changeRecord(ctx, 'load', load, change, { status: load.status });
}

/** Computes the status of a load without a carrier. A load that was replaced needs no truck any more. */
function computeReleasedStatus(status: LoadStatus, isReplaced: boolean): LoadStatus {
  const released: LoadStatus = advance(loadLifecycle, status, 'release');
  const isClosing = isReplaced && listAllowedActions(loadLifecycle, released).includes('replace');
  return isClosing ? advance(loadLifecycle, released, 'replace') : released;
}

async function formatCost(ctx: ServiceContext, { id, currency }: Row<'load_carrier'>): Promise<string> {
  const charges = await readCharges(ctx, [id]);
  return formatMoney(totalCents(charges.get(id)), currency);
}

const note = (ctx: ServiceContext, row: Row<'load_carrier'>, text: string) =>
  recordActivity(ctx, { recordType: 'load_carrier', recordId: row.id, text });
