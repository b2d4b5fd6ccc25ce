import { getToday } from '../../../src/domain/kit/dates.ts';
import { formatDate } from '../../../src/domain/places/local-time.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import type { ContextWarning } from '../../../src/mcp/tool/plan.ts';
import { getStopPlace } from '../../lanes/lane-place.ts';
import { describeBuyRate } from '../../lanes/lane-rate.ts';
import { findOverlappingLoads, type LoadPeriod, type OverlappingLoad } from '../../shipments/overlapping-loads.ts';
import { readOrUnknown } from '../../records/or-unknown.ts';
import type { ShipmentRecord } from '../../records/record-types.ts';
import { getLiveOrders } from '../../stops/shipment-progress.ts';
import type { PlannedBooking } from './bookings.ts';

const formatText = (value: string) => recordText(value, 'list');

/** Reads what carriers were paid on the lane, as a line beside the requested rate. */
export async function readLaneRateLines(
  ctx: ToolContext,
  shipment: ShipmentRecord | undefined,
  currency: string,
): Promise<readonly string[]> {
  const order = shipment && getLiveOrders(shipment)[0];
  if (!shipment || !order) return [];
  const route = order.stops.toSorted((a, b) => a.sequence - b.sequence);
  const [first, last] = [route[0], route.at(-1)];
  const lane = {
    origin: first && getStopPlace(first),
    destination: last && getStopPlace(last),
    currency,
    equipment: order.equipment.map(({ name }) => name),
    today: getToday(ctx.timeZone, ctx.askedAt),
    exceptId: shipment.id,
  };
  return [await describeBuyRate(ctx, lane)];
}

const loadsNamed = 5;

/** Context of a booking besides its own records: lane rates, and other loads of the carrier. */
export interface BookingContext {
  readonly lines: readonly string[];
  readonly warnings: readonly ContextWarning[];
}

export const noContext: BookingContext = { lines: [], warnings: [] };

/** Finds the carrier's other loads in these days; each of them is a warning of its own. */
export async function findOverlaps(
  ctx: ToolContext,
  carrierId: string,
  { on, firstDay, lastDay }: Pick<PlannedBooking, 'on' | 'firstDay' | 'lastDay'>,
): Promise<BookingContext> {
  const [from, to] = [firstDay ?? lastDay, lastDay ?? firstDay];
  if (from === null || to === null) return noContext;
  const overlaps = await readOrUnknown(() => findOverlappingLoads(ctx, carrierId, { from, to }));
  if (!overlaps) return { lines: ['Other loads of the carrier: not known'], warnings: [] };
  const otherLoads = overlaps.loads.filter(({ load }) => load !== on);
  const days = { from, to };
  if (otherLoads.length === 0)
    return {
      lines: [`Other loads of the carrier from ${formatDate(from)} to ${formatDate(to)}: none`],
      warnings: [],
    };
  const shownLoads = otherLoads.slice(0, loadsNamed).map((other) => describeOverlap(other, days));
  const more = otherLoads.length > loadsNamed ? `; and ${otherLoads.length - loadsNamed} more` : '';
  const head =
    otherLoads.length === 1 ? 'The carrier has another load' : `The carrier has ${otherLoads.length} other loads`;
  const line = `${head} in these days: ${shownLoads.join('; ')}${more}`;
  return { lines: [line], warnings: [{ key: `overlap ${carrierId} ${on}`, text: line }] };
}

/** Describes when another load of the carrier runs, beside the days of this one. */
function describeOverlap(other: OverlappingLoad, days: LoadPeriod): string {
  const name = `${other.load} of ${other.shipment}, ${formatText(other.lane)}`;
  if (other.from < days.from && other.to === days.from)
    return `${name}, delivers on ${formatDate(other.to)}, the day this one is picked up`;
  if (other.to > days.to && other.from === days.to)
    return `${name}, is picked up on ${formatDate(other.from)}, the day this one delivers`;
  return `${name}, ${formatDate(other.from)} to ${formatDate(other.to)}`;
}
