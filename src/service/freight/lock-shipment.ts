import { shipmentPhases } from '../../domain/freight/shipment.ts';
import { WaybillError } from '../../errors.ts';
import { lock } from '../../store/lock.ts';
import { updateRecord } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';

/**
 * Takes a shipment until the transaction ends and answers it as it is now: whoever else changes its loads, carriers,
 * services or routes waits, so that what is read of them afterwards still holds when it is acted on. It counts as
 * changed, for its costs are about to.
 */
export async function lockShipment(ctx: ServiceContext, shipmentId: string): Promise<Row<'shipment'>> {
  // First what everybody takes who changes routes or billing, then the row, so that no two wait for each other.
  await lock(ctx.kind, ctx.db, `shipment:${shipmentId}`);
  const row = await updateRecord(ctx, 'shipment', shipmentId, { updated_at: ctx.now });
  if (row) return row;
  throw new WaybillError('CONFLICT', 'The shipment was deleted at the same moment.');
}

/** As lockShipment; 409 when no truck will move its freight any more. `what` is what cannot be done then. */
export async function lockOpenShipment(
  ctx: ServiceContext,
  shipmentId: string,
  what: string,
): Promise<Row<'shipment'>> {
  const shipment = await lockShipment(ctx, shipmentId);
  requireOpen(shipment, what);
  return shipment;
}

export function requireOpen({ friendly_id: number, status }: Row<'shipment'>, what: string): void {
  if (shipmentPhases[status] !== 'final') return;
  throw new WaybillError('CONFLICT', `${number} is ${status}: ${what}.`);
}
