import { formatUndo } from '../../src/mcp/text/undo-text.ts';
import * as z from 'zod';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { createFieldError } from '../../src/errors.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import { describeRoute } from '../../src/domain/places/stop-place.ts';
import { shipmentFinder } from '../arguments/finders/finders.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { MoneyText, parseCents } from '../arguments/money-input.ts';
import { findBookedLoad } from '../booking/booked-load.ts';
import { markAllAbout, planRemoval } from '../booking/booking-call.ts';
import { joinPlans } from '../plans/join-plans.ts';
import type { EarlierSteps } from '../plans/kit/earlier-steps.ts';
import { planOperation } from '../plans/plan-operation.ts';
import { listPlannedOperations } from '../plans/planned-operations.ts';
import { centsText } from '../records/amounts.ts';
import { formatNumberedParty } from '../records/parties.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { getRouteStops } from '../stops/shipment-progress.ts';

export const cancelShipment = tool({
  name: 'cancel_shipment',
  title: 'Cancel a shipment',
  description: `Cancels one shipment with its orders, loads and services, after a person confirmed the plan, which shows what is dispatched, billed or invoiced.
A delivered shipment cannot be canceled. Bills and invoices stay as they are. tonuCarrier records what the carrier is owed for the truck. To take only a carrier off: replace_carrier.`,
  toolset: 'desk',
  gate: 'confirm',
  hints: { destructive: true, idempotent: true, openWorld: false },
  operations: listPlannedOperations('shipments.cancel', 'loads.tonu'),
  input: z.strictObject({
    shipment: RecordText,
    reason: z.string().max(1000).optional(),
    tonuCarrier: MoneyText.optional(),
  }),
  output: z.object({}),
  async plan(ctx, { shipment: typed, reason, tonuCarrier }) {
    const { record: shipment } = await resolve(ctx, shipmentFinder, typed);
    const { id, friendlyId, status } = shipment;
    if (status === 'CANCELED')
      return {
        nothingToDo: `${friendlyId} is canceled already.`,
        record: toShownRecord(shipment),
        untrusted: shownTexts,
      };
    const cancel = (earlier?: EarlierSteps) =>
      planOperation(ctx, {
        operation: 'shipments.cancel',
        input: { id, ...(reason !== undefined && { reason }) },
        earlier,
      });
    if (tonuCarrier === undefined) return cancel();
    const booking = await findBookedLoad(ctx, { shipment: friendlyId });
    const tonuCents = parseCents(tonuCarrier, 'tonuCarrier', booking.currency);
    if (tonuCents === 0)
      throw createFieldError('BAD_REQUEST', 'tonuCarrier', 'is more than nothing; else leave it out');
    const owes = await planRemoval(ctx, { ...booking, reason, tonuCents });
    const cancels = await cancel({ leaving: [{ loadCarrierId: booking.booked.id, owedCents: tonuCents }] });
    return joinPlans(
      [owes, cancels].map((draft) => markAllAbout(draft, shipment)),
      {
        title: `${cancels.title}; ${formatNumberedParty(booking.booked.carrier, 'carrier')} is owed ${centsText(tonuCents, booking.currency)} for the unused truck`,
        // The end state: the load never is an open one between the two steps.
        lines: cancels.lines,
        undo: `Can't be undone: the unused truck stays on record with the amount owed. ${cancels.undo}`,
        undoCall: cancels.undoCall,
      },
    );
  },
  async finish(ctx, plan, outcomes) {
    const id = String(outcomes.at(-1)?.input['id']);
    const shipment = await ctx.api.shipments.get({ id, by: 'id' });
    return writeResult({
      status: 'done',
      summary: `${shipment.friendlyId} is ${formatCode(shipment.status)}.`,
      record: toShownRecord(shipment),
      undo: formatUndo(plan),
      lines: plan.sideEffects.map((effect) => `- ${effect}`),
      untrusted: shownTexts,
      nextActions: [
        { tool: 'get_shipment', arguments: { shipment: shipment.friendlyId }, why: 'shows what remains to be settled' },
        {
          tool: 'restore_shipment',
          arguments: { shipment: shipment.friendlyId },
          why: 'brings it back; a person confirms',
        },
      ],
    });
  },
});

const shownTexts = ['/record/customer', '/record/lane'];

function toShownRecord(shipment: ShipmentRecord) {
  const { id, friendlyId, status, billingStatus, customer } = shipment;
  return {
    id,
    friendlyId,
    status,
    billingStatus,
    customer: customer?.name ?? null,
    lane: describeRoute(getRouteStops(shipment)),
  };
}
