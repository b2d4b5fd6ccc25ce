import { formatUndo } from '../../src/mcp/text/undo-text.ts';
import { formatCall } from '../../src/mcp/text/format-call.ts';
import * as z from 'zod';
import type { Operations } from '../../src/contract/types.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { NothingToDo, PlanDraft } from '../../src/mcp/tool/plan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { formatDate } from '../../src/domain/places/local-time.ts';
import { describeRoute } from '../../src/domain/places/stop-place.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { quoteFinder } from '../arguments/finders/finders.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { planOperation } from '../plans/plan-operation.ts';
import { listPlannedOperations } from '../plans/planned-operations.ts';
import { formatWireAmount } from '../records/amounts.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { formatNumberedParty } from '../records/parties.ts';

export const convertQuote = tool({
  name: 'convert_quote',
  title: 'Convert a quote to a shipment',
  description: `Makes the shipment of a quote that the customer accepted: QUOTED or WON, and once only. A person confirms.
The quote becomes WON; its order and price move to the shipment, without load or carrier.
Price it first with price_quote.`,
  toolset: 'desk',
  gate: 'confirm',
  operations: listPlannedOperations('quotes.convertToShipment'),
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ quote: RecordText }),
  output: z.object({}),
  async plan(ctx, { quote: text }): Promise<PlanDraft | NothingToDo> {
    const { record: quote } = await resolve(ctx, quoteFinder, text);
    const { id, friendlyId, shipmentKey, shipmentId } = quote;
    if (shipmentId !== null) {
      const name = shipmentKey ?? shipmentId;
      return {
        nothingToDo: `Quote ${friendlyId} became shipment ${name} before; no second one was made.`,
        record: { id: shipmentId, friendlyId: shipmentKey, quote: friendlyId },
      };
    }
    return planOperation(ctx, { operation: 'quotes.convertToShipment', input: { id } });
  },
  async finish(ctx, plan, [outcome]) {
    // The one step returns the ids of the new records.
    const made = (
      outcome?.status === 'done' ? outcome.answer : undefined
    ) as Operations['quotes']['convertToShipment']['output'];
    const { shipmentId, shipmentKey } = made;
    const shipment = await readShipment(ctx, shipmentId);
    const quote = plan.records[0]?.friendlyId ?? made.quoteId;
    return writeResult({
      status: 'done',
      summary: `Quote ${quote} became shipment ${shipmentKey}.`,
      lines: shipment ? formatShipment(shipment) : [],
      record: shipment ? toShipmentView(shipment) : { id: shipmentId, friendlyId: shipmentKey },
      undo: formatUndo({
        undo: 'The new shipment can be canceled; the quote stays won.',
        undoCall: formatCall('cancel_shipment', { shipment: shipmentKey }),
      }),
      nextActions: [
        {
          tool: 'get_shipment',
          arguments: { shipment: shipmentKey },
          why: 'shows it with everything that is still missing',
        },
      ],
      untrusted: ['/record/customer/name', '/record/route'],
    });
  },
});

/**
 * Reads the shipment that was created. Returns undefined if the API does not show it; the shipment exists all the same.
 */
async function readShipment(ctx: ToolContext, id: string): Promise<ShipmentRecord | undefined> {
  try {
    return await ctx.api.shipments.get({ id, by: 'id' });
  } catch {
    // What was made is known by its number; a failed reading must not hide it.
    return undefined;
  }
}

function toShipmentView(shipment: ShipmentRecord) {
  const { id, friendlyId, status, customer, orders, pickUpDate, deliveryDate, totalRevenue, currency } = shipment;
  return {
    id,
    friendlyId,
    status,
    customer: customer && { id: customer.id, friendlyId: customer.friendlyId, name: customer.name },
    route: describeRoute(orders.flatMap(({ stops }) => stops)),
    pickUpDate,
    deliveryDate,
    orders: orders.map((order) => order.friendlyId),
    totalRevenue,
    currency,
  };
}

function formatShipment(shipment: ShipmentRecord): readonly string[] {
  const { customer, status, route: text, pickUpDate, orders, totalRevenue, currency } = toShipmentView(shipment);
  return [
    `Customer: ${formatNumberedParty(customer, 'customer')}`,
    `Route: ${recordText(text, 'list')}, pickup ${pickUpDate === null ? 'not set' : formatDate(pickUpDate)}`,
    `Status: ${formatCode(status)}; orders ${orders.join(', ')}; revenue ${formatWireAmount(totalRevenue, currency)}`,
  ];
}
