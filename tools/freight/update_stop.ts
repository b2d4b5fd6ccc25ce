import * as z from 'zod';
import { fieldError } from '../../src/errors.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { PlanDraft } from '../../src/mcp/tool/plan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { shipmentFinder } from '../arguments/finders.ts';
import { DateText, RecordText } from '../arguments/list-arguments.ts';
import { resolvePlace } from '../arguments/places.ts';
import { resolve } from '../arguments/resolve.ts';
import { stopRequest } from '../arguments/stop-request.ts';
import { readTogether } from '../arguments/together.ts';
import { joinPlans } from '../plans/join-plans.ts';
import { planOperation } from '../plans/plan-operation.ts';
import { plannedOperations } from '../plans/planned-operations.ts';
import { typedReference } from '../quotes/order-references.ts';
import { stopTitle } from '../records/stop-places.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { stopCalled } from '../shipments/stop-finder.ts';
import { requestText, type StopRecord, zoneOfStop } from '../shipments/stop-text.ts';

const Input = z.strictObject({
  shipment: RecordText,
  stop: z.string().min(1).max(200).describe('number, "pickup", "delivery" or place'),
  date: DateText.optional(),
  window: DateText.optional().describe('"7am-3pm"'),
  notes: z.string().max(2000).optional(),
  references: z.array(z.string().min(1).max(300)).min(1).max(20).optional().describe('"appointment 4471"'),
  location: RecordText.optional(),
});
type StopChange = z.output<typeof Input>;

export const updateStop = tool({
  name: 'update_stop',
  title: 'Change a stop',
  description: `Changes day, window, notes, place or references of one stop. A stop that others share is confirmed; once a truck arrived there a new window is approved, and on time stays as it was.
Notes replace the notes; references are added to the order.`,
  toolset: 'desk',
  gate: 'audit',
  hints: { destructive: false, idempotent: true, openWorld: false },
  operations: plannedOperations('stops.update', 'orders.update'),
  input: Input,
  output: z.object({}),
  async plan(ctx, input): Promise<PlanDraft> {
    const { record: shipment } = await resolve(ctx, shipmentFinder, input.shipment);
    const stop = stopCalled(shipment, input.stop);
    const { change, references } = await readTogether({
      change: () => changeOf(ctx, { shipment, stop }, input),
      references: () => input.references?.map((text) => typedReference(text, 'references')),
    });
    const isChanged = Object.keys(change).length > 0;
    if (!isChanged && !references)
      throw fieldError(
        'BAD_REQUEST',
        'window',
        'nothing is to change: give date, window, notes, references or location',
      );
    const drafts = [
      ...(references ? [await planReferences(ctx, { shipment, stop }, references)] : []),
      ...(isChanged
        ? [await planOperation(ctx, { operation: 'stops.update', input: { id: stop.id, ...change } })]
        : []),
    ];
    const [only, ...others] = drafts;
    if (only && others.length === 0) return only;
    return joinPlans(drafts, {
      title: drafts.map(({ title }) => title).join('; '),
      undo: drafts.map(({ undo }) => undo).join(' '),
    });
  },
  async finish(ctx, plan, outcomes) {
    const changed = outcomes.find(({ operation }) => operation === 'stops.update');
    const stop = changed && (await ctx.api.stops.get({ id: String(changed.input['id']), by: 'id' }));
    const orderId = stop?.orderId ?? String(outcomes[0]?.input['id']);
    const order = await ctx.api.orders.get({ id: orderId, by: 'id' });
    const now = stop
      ? `${recordText(stopTitle(stop), 'list')} of ${order.shipmentKey ?? order.friendlyId} is asked for ${requestText(stop)} now`
      : `${order.friendlyId} has ${order.references.length} references now`;
    return writeResult({
      status: 'done',
      summary: `${now}.`,
      lines: plan.lines.filter((line) => line.includes(' -> ')),
      record: { shipment: order.shipmentKey, order: order.friendlyId, ...(stop && stopView(stop)) },
      undo: plan.undo,
      untrusted: ['/record/stop', '/record/notes'],
      nextActions: [
        { tool: 'get_shipment', arguments: { shipment: order.shipmentKey }, why: 'shows the route, and whom to tell' },
      ],
    });
  },
});

const stopView = (stop: StopRecord) => ({ stop: stopTitle(stop), window: requestText(stop), notes: stop.notes });

interface Place {
  readonly shipment: ShipmentRecord;
  readonly stop: StopRecord;
}

/** The members of the stop that change. A new window replaces the old one whole, its end included. */
async function changeOf(ctx: ToolContext, { shipment, stop }: Place, asked: StopChange) {
  const place = await placeOf(ctx, shipment, asked.location);
  const zone = place?.zone ?? zoneOfStop(stop) ?? ctx.timeZone;
  const when = windowWords(stop, asked);
  const none = {
    requestedStartDate: null,
    requestedStartTime: null,
    requestedEndDate: null,
    requestedEndTime: null,
  };
  return {
    ...place?.placement,
    ...(when && { ...none, ...stopRequest(ctx, when, zone).request }),
    ...(asked.notes !== undefined && { notes: asked.notes }),
  };
}

async function placeOf(ctx: ToolContext, { customerId }: ShipmentRecord, text: string | undefined) {
  if (text === undefined) return undefined;
  const customer = await ctx.api.customers.get({ id: customerId, by: 'id' });
  return resolvePlace(ctx, { name: 'location', text, customer });
}

/** Hours alone are those of the day that the stop has; a day alone is the whole day. */
function windowWords(stop: StopRecord, { date, window }: StopChange) {
  if (date === undefined && window === undefined) return undefined;
  const namesDay =
    window !== undefined &&
    /\d{4}-\d{2}-\d{2}|\d\/\d|[a-z]{3,}day|\b(?:mon|tue|wed|thu|fri|sat|sun|tod|tom|tmr|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i.test(
      window,
    );
  const day = date ?? (namesDay ? undefined : (stop.requestedStartDate ?? stop.requestedEndDate ?? undefined));
  return { name: window === undefined ? 'date' : 'window', text: [day, window].filter(Boolean).join(' ') };
}

/** References belong to the order of the stop, beside those that it has. */
async function planReferences(
  ctx: ToolContext,
  { shipment, stop }: Place,
  added: readonly { readonly type: string; readonly value: string }[],
): Promise<PlanDraft> {
  const order = shipment.orders.find(({ id }) => id === stop.orderId);
  if (!order) throw fieldError('BAD_REQUEST', 'references', 'the order of this stop is not shown');
  const known = order.references.map(({ type, value }) => ({ type, value }));
  const fresh = added.filter(({ type, value }) => !known.some((one) => one.type === type && one.value === value));
  const draft = await planOperation(ctx, {
    operation: 'orders.update',
    input: { id: order.id, references: [...known, ...fresh] },
  });
  const named = fresh.map(({ type, value }) => `${type} ${recordText(value, 'list')}`).join(', ');
  return { ...draft, title: `Add ${named || 'no new reference'} to ${order.friendlyId}` };
}
