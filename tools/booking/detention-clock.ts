import { computeDetention } from '../../src/domain/freight/detention.ts';
import { fieldError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { liveOrders } from '../shipments/shipment-progress.ts';
import { stopCalled } from '../shipments/stop-finder.ts';
import { computeStopWindow } from '../../src/domain/freight/judged-stop.ts';
import { durationText, instantText, stopName, type StopRecord } from '../shipments/stop-text.ts';

interface Clocked {
  readonly hours: number;
  /** The clock with its rule. */
  readonly line: string;
}

/** Hours of detention from when the truck came and left, at the stop that is named, else at the one that has any. */
export function clockedDetention(ctx: ToolContext, shipment: ShipmentRecord, stop: string | undefined): Clocked {
  const stops =
    stop === undefined ? liveOrders(shipment).flatMap((order) => order.stops) : [stopCalled(shipment, stop)];
  const clocked = stops.flatMap(
    (one) => clockOf(one, { now: ctx.askedAt, freeMinutes: ctx.policy.rules.freeTimeMinutes }) ?? [],
  );
  const waited = clocked.filter(({ hours }) => hours > 0);
  const [only, ...others] = waited;
  if (only && others.length === 0) return only;
  const told = clocked.map(({ line }) => line).join('; ') || 'no truck is recorded as arrived';
  throw fieldError(
    'BAD_REQUEST',
    only ? 'stop' : 'amount',
    only ? `is needed, several stops have detention: ${told}` : `is needed, the clock shows no detention: ${told}`,
  );
}

function clockOf(stop: StopRecord, rule: { readonly now: string; readonly freeMinutes: number }): Clocked | undefined {
  if (stop.actualArrival === null) return undefined;
  const name = recordText(stopName(stop), 'list');
  const clock = computeDetention({ ...stop, window: computeStopWindow(stop) }, rule);
  if (!clock) return { hours: 0, line: `${name}: ${describeNoClock(stop)}` };
  const times = `${instantText(clock.from, stop)} to ${instantText(clock.to, stop)}${stop.actualDeparture === null ? ' (still there)' : ''}`;
  return {
    hours: clock.hours,
    line: `${name}: ${times}, ${durationText(clock.standingMinutes)} less ${durationText(clock.freeMinutes)} free = ${clock.hours} h detention (from arrival or start of the window, the later; whole quarters)`,
  };
}

function describeNoClock({ dropTrailer }: Pick<StopRecord, 'dropTrailer'>): string {
  if (dropTrailer === null) return "this API doesn't say whether the trailer was dropped";
  return dropTrailer ? 'a dropped trailer' : 'left before its window';
}
