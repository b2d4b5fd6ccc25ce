import { formatUndo } from '../../src/mcp/text/undo-text.ts';
import { formatCall } from '../../src/mcp/text/format-call.ts';
import * as z from 'zod';
import { fromCents } from '../../src/domain/money/money.ts';
import { isPlainRecord } from '../../src/domain/kit/plain-record.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { createFieldError } from '../../src/errors.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { PlanDraft } from '../../src/mcp/tool/plan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { describeRoute } from '../../src/domain/places/stop-place.ts';
import { resolveChargeCode } from '../arguments/charge-codes.ts';
import { parseAppointment } from '../arguments/appointment-words.ts';
import { getDeskClock, type DateWords } from '../arguments/date-words.ts';
import { shipmentFinder } from '../arguments/finders/finders.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { readTogether } from '../arguments/finders/together.ts';
import { MoneyText, parseCents } from '../arguments/money-input.ts';
import { buildCopyResult, isCopy } from '../plans/freight/copy-plan.ts';
import { planOperation } from '../plans/plan-operation.ts';
import { listPlannedOperations } from '../plans/planned-operations.ts';
import { orderArguments, readOrder } from '../quotes/order-request.ts';
import { formatWireAmount } from '../records/amounts.ts';
import { getRouteStops } from '../stops/shipment-progress.ts';
import { toCarrierLane } from '../shipments/shipment-steps.ts';
import { formatParty } from '../records/parties.ts';

const Input = z.strictObject({
  customer: RecordText.optional(),
  copyOf: RecordText.optional().describe('shipment'),
  ...orderArguments,
  revenue: MoneyText.optional().describe('linehaul'),
  again: z.boolean().optional(),
});
type ShipmentRequest = z.output<typeof Input>;

export const createShipment = tool({
  name: 'create_shipment',
  title: 'Create a shipment',
  description: `Makes a truckload shipment of a customer with its stops, several picks or drops included, and an open load. copyOf with pickup and delivery copies another; what comes along is said.
A person confirms. From a won quote: convert_quote. A carrier: book_carrier.`,
  toolset: 'desk',
  gate: 'confirm',
  hints: { destructive: false, idempotent: false, openWorld: false },
  creates: true,
  operations: listPlannedOperations('shipments.create', 'shipments.duplicate'),
  input: Input,
  output: z.object({}),
  plan: (ctx, input): Promise<PlanDraft> =>
    input.copyOf === undefined ? planNew(ctx, input) : planCopy(ctx, input.copyOf, input),
  async finish(ctx, plan, [outcome]) {
    const answer = outcome?.status === 'done' ? outcome.answer : undefined;
    if (isCopy(answer)) return buildCopyResult(ctx, plan.title, answer);
    const id = isPlainRecord(answer) ? String(answer['id']) : '';
    const shipment = await ctx.api.shipments.get({ id, by: 'id' });
    const { friendlyId, status, customer, totalRevenue, currency, loads } = shipment;
    const lane = describeRoute(getRouteStops(shipment));
    return writeResult({
      status: 'done',
      summary: `${friendlyId} of ${formatParty(customer, 'customer')}, ${recordText(lane, 'list')}, is ${formatCode(status)}: ${getRouteStops(shipment).length} stops, revenue ${totalRevenue === null || totalRevenue === 0 ? 'none yet' : formatWireAmount(totalRevenue, currency)}, ${loads.map((load) => `${load.friendlyId} open`).join(', ') || 'no load'}.`,
      lines: plan.taken,
      record: {
        id,
        friendlyId,
        status,
        customer: customer?.name ?? null,
        lane,
        pickUpDate: shipment.pickUpDate,
        deliveryDate: shipment.deliveryDate,
      },
      undo: formatUndo({
        undo: 'The shipment can be canceled; it is not deleted.',
        undoCall: formatCall('cancel_shipment', { shipment: friendlyId }),
      }),
      untrusted: ['/record/customer', '/record/lane'],
      nextActions: [
        {
          tool: 'find_carriers',
          arguments: toCarrierLane(shipment),
          why: 'who ran this lane; book_carrier then books one',
        },
        { tool: 'get_shipment', arguments: { shipment: friendlyId }, why: 'shows what is missing' },
      ],
    });
  },
});

async function planNew(ctx: ToolContext, input: ShipmentRequest): Promise<PlanDraft> {
  const { customer: typed } = input;
  if (typed === undefined) throw createFieldError('BAD_REQUEST', 'customer', 'is needed, or copyOf another shipment');
  const { request, charges } = await readTogether({
    request: () => readOrder(ctx, typed, input),
    charges: () => toCharges(ctx, input.revenue),
  });
  const { customer, order, equipment, words, places, caution, taken: interpretations } = request;
  const draft = await planOperation(ctx, {
    operation: 'shipments.create',
    input: {
      customer: { id: customer.id },
      orders: [{ ...order, ...(charges && { charges }) }],
      loads: [{ mode: 'TL', ...equipment }],
    },
    words,
    places,
  });
  return {
    ...draft,
    lines: [...caution, ...draft.lines, ...interpretations],
    taken: [...interpretations, ...(draft.taken ?? [])],
  };
}

async function toCharges(ctx: ToolContext, revenue: MoneyText | undefined) {
  if (revenue === undefined) return undefined;
  const code = await resolveChargeCode(ctx, 'revenue', 'linehaul');
  return [{ chargeCodeId: code.id, amount: fromCents(parseCents(revenue, 'revenue', null)) }];
}

/** Parses the day of a copied shipment. The API's copy takes a day but no hours. */
function parseCopyDay(ctx: ToolContext, words: DateWords): string {
  const { start, end } = parseAppointment(getDeskClock(ctx), words);
  if (start.time === null && (end === null || (end.time === null && end.date === start.date))) return start.date;
  throw createFieldError(
    'BAD_REQUEST',
    words.name,
    `names hours, and a copy takes the day only: give ${start.date}, then set the hours of the new shipment with update_stop`,
  );
}

/** Plans a copy of a shipment. A copy takes new days; everything else is changed after it is created. */
async function planCopy(ctx: ToolContext, copyOf: string, input: ShipmentRequest): Promise<PlanDraft> {
  const { copyOf: _copy, pickup, delivery, again: _again, ...otherFields } = input;
  const [extra] = Object.keys(otherFields);
  if (extra !== undefined)
    throw createFieldError('BAD_REQUEST', extra, 'is copied from copyOf; leave it out, or leave copyOf out');
  const parseDay = (name: string, text: string | undefined) =>
    text === undefined ? undefined : parseCopyDay(ctx, { name, text, lean: 'future' });
  const { record, days } = await readTogether({
    record: async () => (await resolve(ctx, shipmentFinder, copyOf)).record,
    days: () =>
      readTogether({
        pickUpDate: () => parseDay('pickup', pickup),
        deliveryDate: () => parseDay('delivery', delivery),
      }),
  });
  const { pickUpDate, deliveryDate } = days;
  return planOperation(ctx, {
    operation: 'shipments.duplicate',
    input: { id: record.id, ...(pickUpDate && { pickUpDate }), ...(deliveryDate && { deliveryDate }) },
  });
}
