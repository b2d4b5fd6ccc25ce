import type { OperationName } from '../../../src/contract/operation-names.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import { describeRoute } from '../../../src/domain/places/stop-place.ts';
import type { ShipmentRecord } from '../../records/record-types.ts';
import { cancelEffects, cancelLines, refuseDelivered, wayBackOf } from '../../shipments/cancel-plan.ts';
import { factsOf } from '../../shipments/shipment-facts.ts';
import { stopsOf } from '../../shipments/shipment-progress.ts';
import { conversionPlan } from './conversion-plan.ts';
import { copyPlan } from './copy-plan.ts';
import { departurePlan } from './departure-plan.ts';
import { locationPlan } from './location-plan.ts';
import { orderChargesPlan } from './order-charges.ts';
import { afterSteps, type EarlierSteps } from '../kit/earlier-steps.ts';
import type { PlanPart, RawSubject } from '../kit/plan-part.ts';
import { stopPlan } from './stop-plan.ts';
import { formatParty } from '../../records/parties.ts';

const none: PlanPart = {};

interface Subject extends RawSubject {
  readonly earlier?: EarlierSteps | undefined;
}

/** What a person reads of a change of freight, in place of the bare input. */
export async function freightPlan(
  ctx: ToolContext,
  name: OperationName,
  input: JsonObject,
  { earlier = {}, ...subject }: Subject,
): Promise<PlanPart> {
  const { current } = subject;
  if (!current) return none;
  if (name === 'stops.update' || name === 'stops.delete') return stopPlan(ctx, name, input, { ...subject, current });
  if (name === 'shipments.duplicate') return copyPlan(input, current);
  if (name === 'shipments.cancel') return cancelPlan(ctx, input, current, earlier);
  if (name === 'quotes.convertToShipment') return conversionPlan(ctx, current);
  if (name === 'shipments.uncancel') return returnPlan(current);
  if (name === 'loads.bounce' || name === 'loads.tonu') return departurePlan(ctx, name, input, current);
  if (name === 'orders.update') return orderChargesPlan(ctx, input, current, earlier);
  const movesPlace =
    name === 'locations.update' && (input['address'] !== undefined || input['customerId'] !== undefined);
  return movesPlace || name === 'locations.delete' ? locationPlan(ctx, input, current) : none;
}

/** The same words as cancel_shipment's: neither is a way round the other. */
async function cancelPlan(
  ctx: ToolContext,
  { reason }: JsonObject,
  current: JsonObject,
  earlier: EarlierSteps,
): Promise<PlanPart> {
  // The API's own reading of a shipment has the shape that the contract declares.
  const shipment = current as unknown as ShipmentRecord;
  refuseDelivered(shipment);
  const facts = afterSteps(await factsOf(ctx, shipment), earlier);
  return {
    title: `Cancel shipment ${shipment.friendlyId}`,
    lines: cancelLines(facts, typeof reason === 'string' ? reason : undefined, ctx.timeZone),
    sideEffects: cancelEffects(facts),
    hits: [],
    members: new Set(['reason']),
    undo: wayBackOf(shipment),
  };
}

/** What comes back with a canceled shipment. */
function returnPlan(current: JsonObject): PlanPart {
  // The API's own reading of a shipment has the shape that the contract declares.
  const shipment = current as unknown as ShipmentRecord;
  const { friendlyId, customer, orders, loads, services } = shipment;
  const numbers = [...orders, ...loads, ...services].map((one) => one.friendlyId);
  return {
    title: `Bring back ${friendlyId} of ${formatParty(customer, 'customer')}, ${recordText(describeRoute(stopsOf(shipment)), 'list')}`,
    lines: [`Comes back as it was, with ${numbers.join(', ')}`],
    hits: [],
    members: new Set(),
    undo: `cancel_shipment ${JSON.stringify({ shipment: friendlyId })} cancels it again.`,
  };
}
