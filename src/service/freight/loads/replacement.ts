import { listAllowedActions } from '../../../domain/kit/lifecycle.ts';
import { advance } from '../../../domain/kit/transitions.ts';
import { isRebookable, loadLifecycle } from '../../../domain/freight/load.ts';
import { WaybillError } from '../../../errors.ts';
import type { Row } from '../../../store/schema.ts';
import { recordActivity } from '../../shared/activity.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { createFriendlyId } from '../../identifiers/friendly-ids.ts';
import { insertLoadStops } from './new-load.ts';
import { changeRecord, buildNewRecord } from '../../shared/records.ts';

/** Makes a new open load for one whose truck was ordered and not used; 409 for any other, or while a truck is on it. */
export async function rebookLoad(
  ctx: ServiceContext,
  load: Row<'load'>,
  carriers: readonly Row<'load_carrier'>[],
): Promise<Row<'load'>> {
  await requireNoSuccessor(ctx, load);
  requireRebookable(load, carriers);
  return writeReplacement(ctx, load);
}

function requireRebookable(load: Row<'load'>, carriers: readonly Row<'load_carrier'>[]): void {
  const isOver = load.status === 'CANCELED' || load.status === 'DELIVERED';
  if (!isOver && isRebookable(carriers.map(({ status }) => status))) return;
  const why = isOver ? `it is ${load.status}` : 'rebooking needs a carrier that is TONU and none that is ACTIVE';
  throw new WaybillError('CONFLICT', `${load.friendly_id} cannot be rebooked: ${why}.`);
}

/**
 * Creates a new open load for one whose truck was just recorded as not used. Unlike rebookLoad it allows another truck
 * on it.
 */
export async function insertReplacement(ctx: ServiceContext, load: Row<'load'>): Promise<Row<'load'>> {
  await requireNoSuccessor(ctx, load);
  return writeReplacement(ctx, load);
}

/**
 * Writes an open load with the same stops. The former load keeps its carriers and their costs; where it would need a
 * carrier itself it is closed, or the same freight would wait for two trucks.
 */
async function writeReplacement(ctx: ServiceContext, load: Row<'load'>): Promise<Row<'load'>> {
  const row: Row<'load'> = {
    ...load,
    ...buildNewRecord(ctx, null),
    friendly_id: await createFriendlyId(ctx, 'load'),
    status: 'SOURCING',
    status_before_cancel: null,
    picked_up_at: null,
    delivered_at: null,
    rebooked_from_id: load.id,
  };
  await ctx.db.insertInto('load').values(row).execute();
  await insertLoadStops(ctx, row.id, await listStopIds(ctx, load.id));
  await closeReplaced(ctx, load);
  await recordActivity(ctx, { recordType: 'load', recordId: load.id, text: `Replaced by ${row.friendly_id}.` });
  await recordActivity(ctx, { recordType: 'load', recordId: row.id, text: `Replaces ${load.friendly_id}.` });
  return row;
}

async function requireNoSuccessor(ctx: ServiceContext, load: Row<'load'>): Promise<void> {
  const successor = await findSuccessor(ctx, load);
  if (successor)
    throw new WaybillError('CONFLICT', `${load.friendly_id} was replaced by ${successor.friendly_id} already.`);
}

/** Finds the load that replaced another one. */
export function findSuccessor(
  ctx: ServiceContext,
  load: Row<'load'>,
): Promise<Pick<Row<'load'>, 'friendly_id'> | undefined> {
  return ctx.db
    .selectFrom('load')
    .select('friendly_id')
    .where('organization_id', '=', ctx.organizationId)
    .where('shipment_id', '=', load.shipment_id)
    .where('rebooked_from_id', '=', load.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

async function closeReplaced(ctx: ServiceContext, load: Row<'load'>): Promise<void> {
  const { status } = load;
  if (!listAllowedActions(loadLifecycle, status).includes('replace')) return;
  const closed = { status: advance(loadLifecycle, status, 'replace') };
  await changeRecord(ctx, 'load', load, closed, { status });
}

/** Lists the ids of a load's stops in order. */
async function listStopIds(ctx: ServiceContext, loadId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('load_stop')
    .innerJoin('stop', 'stop.id', 'load_stop.stop_id')
    .select('load_stop.stop_id')
    .where('load_stop.organization_id', '=', ctx.organizationId)
    .where('load_stop.load_id', '=', loadId)
    .where('stop.deleted_at', 'is', null)
    .orderBy('load_stop.sequence')
    .execute();
  return rows.map((row) => row.stop_id);
}
