import { formatCall } from '../../../src/mcp/text/format-call.ts';
import type { OperationName } from '../../../src/contract/operation-names.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import type { ShipmentRecord } from '../../records/record-types.ts';
import { cancelEffects, cancelLines, refuseDelivered, describeUndo } from '../../shipments/cancel-plan.ts';
import { formatRouteEnds } from '../../records/stop-places.ts';
import { readShipmentSnapshot, type ShipmentSnapshot } from '../../shipments/shipment-snapshot.ts';
import { computeMargins, listMarginLines } from '../../shipments/shipment-margin.ts';
import type { PlanLine } from '../../../src/mcp/tool/plan.ts';
import { getRouteStops } from '../../stops/shipment-progress.ts';
import { planConversion } from './conversion-plan.ts';
import { planCopy } from './copy-plan.ts';
import { planDeparture } from './departure-plan.ts';
import { planLocationChange } from './location-plan.ts';
import { planOrderCharges } from './order-charges.ts';
import { planQuoteDecision } from './quote-decision.ts';
import { applyEarlierSteps, type EarlierSteps } from '../kit/earlier-steps.ts';
import type { PlanPart, RawSubject } from '../kit/plan-part.ts';
import type { KnownPlaces } from './stop-lines.ts';
import { planStopChange } from './stop-plan.ts';
import { formatParty } from '../../records/parties.ts';

const none: PlanPart = {};

interface FreightSubject extends RawSubject {
  readonly earlier?: EarlierSteps | undefined;
  readonly places?: KnownPlaces | undefined;
}

/** Plans a change of freight in words, in place of the bare input. */
export async function planFreight(
  ctx: ToolContext,
  name: OperationName,
  input: JsonObject,
  { earlier = {}, ...subject }: FreightSubject,
): Promise<PlanPart> {
  const { current } = subject;
  if (!current) return none;
  if (name === 'stops.update' || name === 'stops.delete')
    return planStopChange(ctx, name, input, { ...subject, current });
  if (name === 'shipments.duplicate') return planCopy(input, current);
  if (name === 'shipments.cancel') return planCancellation(ctx, input, current, earlier);
  if (name === 'quotes.convertToShipment') return planConversion(ctx, current);
  if (name === 'quotes.update') return planQuoteDecision(ctx, input, current);
  if (name === 'shipments.uncancel') return planReturn(current);
  if (name === 'loads.bounce' || name === 'loads.tonu') return planDeparture(ctx, name, input, current);
  if (name === 'orders.update') return planOrderCharges(ctx, input, current, earlier);
  const movesPlace =
    name === 'locations.update' && (input['address'] !== undefined || input['customerId'] !== undefined);
  return movesPlace || name === 'locations.delete' ? planLocationChange(ctx, input, current) : none;
}

/** Plans a cancellation in the same words as cancel_shipment, so that neither is a way round the other. */
async function planCancellation(
  ctx: ToolContext,
  { reason }: JsonObject,
  current: JsonObject,
  earlier: EarlierSteps,
): Promise<PlanPart> {
  // The API's own reading of a shipment has the shape that the contract declares.
  const shipment = current as unknown as ShipmentRecord;
  refuseDelivered(shipment);
  const stored = await readShipmentSnapshot(ctx, shipment);
  const snapshot = applyEarlierSteps(stored, earlier);
  return {
    title: `Cancel shipment ${shipment.friendlyId}`,
    lines: [
      ...cancelLines(snapshot, typeof reason === 'string' ? reason : undefined, ctx.timeZone),
      ...listCancelAmounts(stored, snapshot),
    ],
    ids: new Set([shipment.id, ...(shipment.customer ? [shipment.customer.id] : [])]),
    sideEffects: cancelEffects(snapshot),
    hits: [],
    members: new Set(['reason']),
    ...describeUndo(shipment),
  };
}

/** Lists what the cancellation does to revenue, cost and margin: what is owed for an unused truck stays. */
function listCancelAmounts(before: ShipmentSnapshot, after: ShipmentSnapshot): readonly PlanLine[] {
  const end = { status: 'CANCELED' } as const;
  const { shipment, loads } = after;
  const canceled = {
    shipment: {
      ...shipment,
      ...end,
      orders: shipment.orders.map((order) => ({ ...order, ...end })),
      loads: shipment.loads.map((load) => ({ ...load, ...end })),
      services: shipment.services.map((service) => ({ ...service, ...end })),
    },
    loads: loads && loads.map((load) => ({ ...load, ...end })),
    bills: [],
    invoices: [],
  };
  return listMarginLines(
    shipment.friendlyId,
    computeMargins({ ...before, bills: [], invoices: [] }),
    computeMargins(canceled),
  );
}

/** Plans the return of a canceled shipment with its orders, loads and services. */
function planReturn(current: JsonObject): PlanPart {
  // The API's own reading of a shipment has the shape that the contract declares.
  const shipment = current as unknown as ShipmentRecord;
  const { friendlyId, customer, orders, loads, services } = shipment;
  const numbers = [...orders, ...loads, ...services].map((record) => record.friendlyId);
  return {
    title: `Bring back ${friendlyId} of ${formatParty(customer, 'customer')}, ${formatRouteEnds(getRouteStops(shipment))}`,
    lines: [`Comes back as it was, with ${numbers.join(', ')}`],
    ids: new Set([shipment.id, ...(customer ? [customer.id] : [])]),
    hits: [],
    members: new Set(),
    undo: 'It can be canceled again.',
    undoCall: formatCall('cancel_shipment', { shipment: friendlyId }),
  };
}
