import { shipmentPhases } from '../../domain/freight/shipment.ts';
import { WaybillError } from '../../errors.ts';
import { lock } from '../../store/lock.ts';
import { updateRecord } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';

/**
 * Locks a shipment until the transaction ends and returns it as it is now: other requests that change its loads,
 * carriers, services or routes wait, so that what is read of them afterwards still holds when it is acted on. It counts
 * as changed, because its costs are about to change.
 */
export async function lockShipment(ctx: ServiceContext, shipmentId: string): Promise<Row<'shipment'>> {
  // First the lock of every change of routes or billing, then the row, so that no two requests wait for each other.
  await lock(ctx.kind, ctx.db, `shipment:${shipmentId}`);
  const row = await updateRecord(ctx, 'shipment', shipmentId, { updated_at: ctx.now });
  if (row) return row;
  throw new WaybillError('CONFLICT', 'The shipment was deleted at the same moment.');
}

/** Locks a shipment; 409 if no truck will move its freight any more. `refusal` says what can't be done then. */
export async function lockOpenShipment(
  ctx: ServiceContext,
  shipmentId: string,
  refusal: string,
): Promise<Row<'shipment'>> {
  const shipment = await lockShipment(ctx, shipmentId);
  requireOpen(shipment, refusal);
  return shipment;
}

export function requireOpen({ friendly_id: number, status }: Row<'shipment'>, refusal: string): void {
  if (shipmentPhases[status] !== 'final') return;
  throw new WaybillError('CONFLICT', `${number} is ${status}: ${refusal}.`);
}
