import * as z from 'zod';
import { fieldError } from '../../src/errors.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import { readOrder } from '../records/order-by-id.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { NothingToDo, PlanDraft } from '../../src/mcp/tool/plan.ts';
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
import { listPlannedOperations } from '../plans/planned-operations.ts';
import { typedReference } from '../quotes/order-references.ts';
import { stopTitle } from '../records/stop-places.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { stopCalled } from '../shipments/stop-finder.ts';
import { findStopZone } from '../../src/domain/freight/judged-stop.ts';
import { formatRequest } from '../../src/domain/shipments/stop-words.ts';
import type { StopRecord } from '../shipments/stop-text.ts';
import { requireParty } from '../records/parties.ts';

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
  operations: listPlannedOperations('stops.update', 'orders.update'),
  input: Input,
  output: z.object({}),
  async plan(ctx, input): Promise<PlanDraft | NothingToDo> {
    const { record: shipment } = await resolve(ctx, shipmentFinder, input.shipment);
    const stop = stopCalled(shipment, input.stop);
    const { change, references } = await readTogether({
      change: () => changeOf(ctx, { shipment, stop }, input),
      references: () => input.references?.map((text) => typedReference(text, 'references')),
    });
    const isAsked = Object.keys(change).length > 0;
    if (!isAsked && !references)
      throw fieldError(
        'BAD_REQUEST',
        'window',
        'nothing is to change: give date, window, notes, references or location',
      );
    const isChanged = isAsked && !standsSo(stop, change);
    const added = references && newReferences({ shipment, stop }, references);
    if (!isChanged && !added?.fresh.length)
      return {
        nothingToDo: `Nothing to do: ${recordText(stopTitle(stop), 'list')} of ${shipment.friendlyId} has all of that already.`,
        record: { shipment: shipment.friendlyId, stop: stopTitle(stop) },
        untrusted: ['/record/stop'],
      };
    const drafts = [
      ...(added?.fresh.length ? [await planReferences(ctx, added)] : []),
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
    const order = await readOrder(ctx, orderId);
    const now = stop
      ? `${recordText(stopTitle(stop), 'list')} of ${order.shipmentKey ?? order.friendlyId} is asked for ${formatRequest(stop)} now`
      : `${order.friendlyId} has ${order.references.length} references now`;
    return writeResult({
      status: 'done',
      summary: `${now}.`,
      lines: plan.lines.filter((line) => line.includes(' -> ')),
      record: { shipment: order.shipmentKey, order: order.friendlyId, ...(stop && stopView(stop)) },
      undo: plan.undo,
      untrusted: ['/record/stop', '/record/notes'],
      nextActions:
        order.shipmentKey === null
          ? []
          : [
              {
                tool: 'get_shipment',
                arguments: { shipment: order.shipmentKey },
                why: 'shows the route, and whom to tell',
              },
            ],
    });
  },
});

const stopView = (stop: StopRecord) => ({ stop: stopTitle(stop), window: formatRequest(stop), notes: stop.notes });

interface Place {
  readonly shipment: ShipmentRecord;
  readonly stop: StopRecord;
}

/** The members of the stop that change. A new window replaces the old one whole, its end included. */
async function changeOf(ctx: ToolContext, { shipment, stop }: Place, asked: StopChange) {
  const place = await findPlace(ctx, shipment, asked.location);
  const zone = place?.zone ?? findStopZone(stop) ?? ctx.timeZone;
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

async function findPlace(ctx: ToolContext, { customerId, friendlyId }: ShipmentRecord, text: string | undefined) {
  if (text === undefined) return undefined;
  const customer = await ctx.api.customers.get({ id: requireParty(customerId, 'customer', friendlyId), by: 'id' });
  return resolvePlace(ctx, { name: 'location', text, customer });
}

/** Hours alone are those of the day that the stop has; a day alone is the whole day. */
function windowWords(stop: StopRecord, { date, window }: StopChange) {
  if (date === undefined && window === undefined) return undefined;
  const namesDay =
    window !== undefined &&
    /\d{4}-\d{2}-\d{2}|\d\/\d|[a-z]{3}day|\b(?:mon|tue|wed|thu|fri|sat|sun|tod|tom|tmr|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i.test(
      window,
    );
  const day = date ?? (namesDay ? undefined : (stop.requestedStartDate ?? stop.requestedEndDate ?? undefined));
  if (day === undefined && !namesDay)
    throw fieldError('BAD_REQUEST', 'date', 'the stop has no day yet: give the day beside the hours');
  return { name: window === undefined ? 'date' : 'window', text: [day, window].filter(Boolean).join(' ') };
}

interface Reference {
  readonly type: string;
  readonly value: string;
}

/** References belong to the order of the stop, beside those that it has. */
function newReferences({ shipment, stop }: Place, asked: readonly Reference[]) {
  const order = shipment.orders.find(({ id }) => id === stop.orderId);
  if (!order) throw fieldError('BAD_REQUEST', 'references', 'the order of this stop is not shown');
  const known = order.references.map(({ type, value }) => ({ type, value }));
  const fresh = asked.filter(({ type, value }) => !known.some((one) => one.type === type && one.value === value));
  return { order, known, fresh };
}

async function planReferences(
  ctx: ToolContext,
  { order, known, fresh }: ReturnType<typeof newReferences>,
): Promise<PlanDraft> {
  const draft = await planOperation(ctx, {
    operation: 'orders.update',
    input: { id: order.id, references: [...known, ...fresh] },
  });
  const named = fresh.map(({ type, value }) => `${type} ${recordText(value, 'list')}`).join(', ');
  return { ...draft, title: `Add ${named} to ${order.friendlyId}` };
}

/** What a stop is told to be is what it is. */
function standsSo(stop: StopRecord, change: Readonly<Record<string, unknown>>): boolean {
  const now = new Map<string, unknown>(Object.entries(stop));
  return Object.entries(change).every(([name, value]) => (now.get(name) ?? null) === (value ?? null));
}
