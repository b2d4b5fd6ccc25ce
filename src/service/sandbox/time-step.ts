import { type SandboxSettings, writeMovedTo } from '../../store/sandbox-settings.ts';
import type { ServiceContext } from '../shared/context.ts';
import { readAudience, writeEvents } from '../shared/events.ts';
import { addMs } from '../clock/request-times.ts';
import { shipmentEvents } from '../shared/status-events.ts';
import { type ShipmentMove, type SandboxControl, requireTransaction } from './control.ts';
import { moveTrucks, type MovementCounts } from './movement.ts';

export interface TimeStep extends MovementCounts {
  /** Shipments that were taken meanwhile. */
  readonly shipments: number;
}

interface Passing {
  readonly control: SandboxControl;
  readonly settings: SandboxSettings;
  /** RFC 3339, in the sandbox's time. */
  readonly until: string;
  /** Instant that several steps lead to, if this is one of them. */
  readonly goal?: string;
}

/**
 * Moves the sandbox's time forward. The generator continues the freight that it has made. All other trucks drive
 * according to their records.
 */
export async function letTimePass(
  ctx: ServiceContext,
  { control, settings, until, goal = until }: Passing,
): Promise<TimeStep> {
  const { origin, movedTo: from } = settings;
  if (until <= from) return { shipments: 0, arrivals: 0, departures: 0, delivered: 0 };
  const { kind, organizationId } = ctx;
  const span = { from, until, takenFrom: addMs(goal, -control.keptMs) };
  const continued = await control.continue(requireTransaction(ctx), { kind, origin, organizationId, ...span });
  await announceMoves(ctx, continued.moves);
  const otherMoves = await moveTrucks(
    { ...ctx, now: from },
    { until, plan: (truck) => control.tripOf(origin, truck), leftOut: continued.planned },
  );
  await writeMovedTo(ctx.db, until);
  return {
    shipments: continued.shipments,
    arrivals: continued.arrivals + otherMoves.arrivals,
    departures: continued.departures + otherMoves.departures,
    delivered: continued.delivered + otherMoves.delivered,
  };
}

/** Subscribers are notified of every status that a shipment came to, with the time at which it did. */
async function announceMoves(ctx: ServiceContext, moves: readonly ShipmentMove[]): Promise<void> {
  const audience = await readAudience(ctx);
  if (audience.length === 0) return;
  for (const { shipment, status, at } of moves) {
    const event = status === 'CREATED' ? 'SHIPMENT_CREATED' : shipmentEvents[status];
    if (!event) continue;
    const outbox = { ...ctx, now: at, newId: () => ctx.newId(at) };
    await writeEvents(outbox, audience, [{ event, data: shipment }]);
  }
}
