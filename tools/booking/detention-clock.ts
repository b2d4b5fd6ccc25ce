import { computeDetention } from '../../src/domain/stops/detention.ts';
import { formatPlace } from '../../src/domain/places/stop-place.ts';
import { describeCode } from '../../src/domain/text/code-words.ts';
import { createFieldError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { getLiveOrders } from '../stops/shipment-progress.ts';
import { stopCalled } from '../stops/stop-finder.ts';
import { computeStopWindow } from '../../src/domain/stops/judged-stop.ts';
import { formatDuration, formatInstant, type ShipmentStopRecord } from '../stops/stop-text.ts';

interface ClockedStop {
  readonly hours: number;
  /** The clock with its rule. */
  readonly line: string;
}

/**
 * Computes the hours of detention from the truck's arrival and departure, at the named stop or at the only stop with
 * detention.
 */
export function computeClockedDetention(
  ctx: ToolContext,
  shipment: ShipmentRecord,
  stop: string | undefined,
): ClockedStop {
  const stops =
    stop === undefined ? getLiveOrders(shipment).flatMap((order) => order.stops) : [stopCalled(shipment, stop)];
  const clocked = stops.flatMap(
    (record) => computeStopClock(record, { now: ctx.askedAt, freeMinutes: ctx.policy.rules.freeTimeMinutes }) ?? [],
  );
  const waited = clocked.filter(({ hours }) => hours > 0);
  const [onlyStop, ...otherStops] = waited;
  if (onlyStop && otherStops.length === 0) return onlyStop;
  const clockLines = clocked.map(({ line }) => line).join('; ') || 'no truck is recorded as arrived';
  throw createFieldError(
    'BAD_REQUEST',
    onlyStop ? 'stop' : 'amount',
    onlyStop
      ? `is needed, several stops have detention: ${clockLines}`
      : `is needed, the clock shows no detention: ${clockLines}`,
  );
}

function computeStopClock(
  stop: ShipmentStopRecord,
  rule: { readonly now: string; readonly freeMinutes: number },
): ClockedStop | undefined {
  if (stop.actualArrival === null) return undefined;
  const name = `${describeCode(stop.type)} ${recordText(formatPlace(stop), 'list')}`;
  const clock = computeDetention({ ...stop, window: computeStopWindow(stop) }, rule);
  if (!clock) return { hours: 0, line: `${name}: ${describeNoClock(stop)}` };
  const times = `${formatInstant(clock.from, stop)} to ${formatInstant(clock.to, stop)}${stop.actualDeparture === null ? ' (still there)' : ''}`;
  return {
    hours: clock.hours,
    line: `${name}: ${times}, ${formatDuration(clock.standingMinutes)} less ${formatDuration(clock.freeMinutes)} free = ${clock.hours} h detention (from arrival or start of the window, the later; whole quarters)`,
  };
}

function describeNoClock({ dropTrailer }: Pick<ShipmentStopRecord, 'dropTrailer'>): string {
  if (dropTrailer === null) return "this API doesn't say whether the trailer was dropped";
  return dropTrailer ? 'a dropped trailer' : 'left before its window';
}
