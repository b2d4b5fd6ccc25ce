import { todayIn } from '../../../src/domain/kit/dates.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { placeOfStop } from '../../lanes/lane-place.ts';
import { buyRateLine } from '../../lanes/lane-rate.ts';
import { overlappingLoads } from '../../shipments/overlapping-loads.ts';
import { orUnknown } from '../../records/or-unknown.ts';
import type { ShipmentRecord } from '../../records/record-types.ts';
import { liveOrders } from '../../shipments/shipment-progress.ts';
import type { Booking } from './bookings.ts';

const text = (value: string) => recordText(value, 'list');

/** What carriers were paid on the lane, as a line beside the rate that is asked for. */
export async function laneRateLines(
  ctx: ToolContext,
  shipment: ShipmentRecord | undefined,
  currency: string,
): Promise<readonly string[]> {
  const order = shipment && liveOrders(shipment)[0];
  if (!shipment || !order) return [];
  const route = order.stops.toSorted((one, other) => one.sequence - other.sequence);
  const [first, last] = [route[0], route.at(-1)];
  const lane = {
    origin: first && placeOfStop(first),
    destination: last && placeOfStop(last),
    currency,
    equipment: order.equipment.map(({ name }) => name),
    today: todayIn(ctx.timeZone, ctx.askedAt),
    exceptId: shipment.id,
  };
  return [await buyRateLine(ctx, lane)];
}

const loadsNamed = 5;

/** Where else the carrier's trucks are in these days. */
export async function overlapLines(
  ctx: ToolContext,
  carrierId: string,
  { on, firstDay, lastDay }: Pick<Booking, 'on' | 'firstDay' | 'lastDay'>,
): Promise<readonly string[]> {
  const [from, to] = [firstDay ?? lastDay, lastDay ?? firstDay];
  if (from === null || to === null) return [];
  const found = await orUnknown(() => overlappingLoads(ctx, carrierId, { from, to }));
  if (!found) return ['Other loads of the carrier: not known'];
  const others = found.loads.filter(({ load }) => load !== on);
  if (others.length === 0) return [`Other loads of the carrier from ${from} to ${to}: none`];
  const named = others
    .slice(0, loadsNamed)
    .map((one) => `${one.load} of ${one.shipment}, ${text(one.lane)}, ${one.from} to ${one.to}`);
  const more = others.length > loadsNamed ? ` and ${others.length - loadsNamed} more` : '';
  return [`Other loads of the carrier from ${from} to ${to}: ${others.length}: ${named.join('; ')}${more}`];
}
