import * as z from 'zod';
import { tool } from '../../src/mcp/tool/tool.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import { shipmentFinder } from '../arguments/finders.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { resolve } from '../arguments/resolve.ts';
import { planOperation } from '../plans/plan-operation.ts';
import { plannedOperations } from '../plans/planned-operations.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { describeRoute } from '../records/stop-places.ts';
import { stopsOf } from '../shipments/shipment-progress.ts';

export const cancelShipment = tool({
  name: 'cancel_shipment',
  title: 'Cancel a shipment',
  description: `Cancels one shipment with its orders, loads and services, after a person confirmed the plan, which shows what is dispatched, billed or invoiced.
A delivered shipment cannot be canceled. Bills and invoices stay as they are. To take only a carrier off a load use api_write loads.bounce or loads.tonu.`,
  toolset: 'desk',
  gate: 'confirm',
  hints: { destructive: true, idempotent: true, openWorld: false },
  operations: plannedOperations('shipments.cancel'),
  input: z.strictObject({ shipment: RecordText, reason: z.string().max(1000).optional() }),
  output: z.object({}),
  async plan(ctx, { shipment: typed, reason }) {
    const { record: shipment } = await resolve(ctx, shipmentFinder, typed);
    const { id, friendlyId, status } = shipment;
    if (status === 'CANCELED')
      return {
        nothingToDo: `${friendlyId} is canceled already.`,
        record: shownRecord(shipment),
        untrusted: shownTexts,
      };
    return planOperation(ctx, {
      operation: 'shipments.cancel',
      input: { id, ...(reason !== undefined && { reason }) },
    });
  },
  async finish(ctx, plan, [outcome]) {
    const id = String(outcome?.input['id']);
    const shipment = await ctx.api.shipments.get({ id, by: 'id' });
    return writeResult({
      status: 'done',
      summary: `${shipment.friendlyId} is ${shipment.status}.`,
      record: shownRecord(shipment),
      undo: plan.undo,
      lines: plan.sideEffects.map((effect) => `- ${effect}`),
      untrusted: shownTexts,
      nextActions: [
        { tool: 'get_shipment', arguments: { shipment: shipment.friendlyId }, why: 'shows what is left to settle' },
        {
          tool: 'api_write',
          arguments: { operation: 'shipments.uncancel', input: { id: shipment.friendlyId } },
          why: 'brings it back; a person confirms',
        },
      ],
    });
  },
});

const shownTexts = ['/record/customer', '/record/lane'];

function shownRecord(shipment: ShipmentRecord) {
  const { id, friendlyId, status, billingStatus, customer } = shipment;
  return { id, friendlyId, status, billingStatus, customer: customer.name, lane: describeRoute(stopsOf(shipment)) };
}
