import { formatUndo } from '../../src/mcp/text/undo-text.ts';
import { formatPlanLine } from '../../src/mcp/tool/plan.ts';
import * as z from 'zod';
import { formatReferenceType } from '../../src/domain/text/code-words.ts';
import { createFieldError } from '../../src/errors.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import { readOrder } from '../records/order-by-id.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { NothingToDo, PlanDraft } from '../../src/mcp/tool/plan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { shipmentFinder } from '../arguments/finders/finders.ts';
import { DateText, RecordText } from '../arguments/list-arguments.ts';
import { resolvePlace } from '../arguments/places.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { parseStopRequest } from '../arguments/stop-request.ts';
import { readTogether } from '../arguments/finders/together.ts';
import { joinPlans } from '../plans/join-plans.ts';
import { planOperation } from '../plans/plan-operation.ts';
import { listPlannedOperations } from '../plans/planned-operations.ts';
import { parseReference } from '../quotes/order-references.ts';
import { describeStopTitle, stopTitle } from '../records/stop-places.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { stopCalled } from '../stops/stop-finder.ts';
import { findStopZone } from '../../src/domain/stops/judged-stop.ts';
import { formatRequest } from '../../src/domain/shipments/stop-words.ts';
import type { ShipmentStopRecord } from '../stops/stop-text.ts';
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
    const { changed, references } = await readTogether({
      changed: () => buildChange(ctx, { shipment, stop }, input),
      references: () => input.references?.map((text) => parseReference(text, 'references')),
    });
    const { change, places } = changed;
    const isAsked = Object.keys(change).length > 0;
    if (!isAsked && !references)
      throw createFieldError(
        'BAD_REQUEST',
        'window',
        'nothing is to change: give date, window, notes, references or location',
      );
    const isChanged = isAsked && !hasValues(stop, change);
    const added = references && findNewReferences({ shipment, stop }, references);
    if (!isChanged && !added?.fresh.length)
      return {
        nothingToDo: `Nothing to do: ${describeStopTitle(stop)}, of ${shipment.friendlyId} has all of that already.`,
        record: { shipment: shipment.friendlyId, stop: stopTitle(stop) },
        untrusted: ['/record/stop'],
      };
    const drafts = [
      ...(added?.fresh.length ? [await planReferences(ctx, added)] : []),
      ...(isChanged
        ? [await planOperation(ctx, { operation: 'stops.update', input: { id: stop.id, ...change }, places })]
        : []),
    ];
    const [onlyDraft, ...otherDrafts] = drafts;
    if (onlyDraft && otherDrafts.length === 0) return onlyDraft;
    return joinPlans(drafts, {
      title: drafts.map(({ title }) => title).join('; '),
    });
  },
  async finish(ctx, plan, outcomes) {
    const changed = outcomes.find(({ operation }) => operation === 'stops.update');
    const stop = changed && (await ctx.api.stops.get({ id: String(changed.input['id']), by: 'id' }));
    const orderId = stop?.orderId ?? String(outcomes[0]?.input['id']);
    const order = await readOrder(ctx, orderId);
    const now = stop
      ? `S${describeStopTitle(stop).slice(1)}, of ${order.shipmentKey ?? order.friendlyId} is now set for ${formatRequest(stop)}`
      : `${order.friendlyId} has ${order.references.length} references now`;
    return writeResult({
      status: 'done',
      summary: `${now}.`,
      lines: plan.lines.filter((line) => typeof line !== 'string').map(formatPlanLine),
      record: { shipment: order.shipmentKey, order: order.friendlyId, ...(stop && stopView(stop)) },
      undo: formatUndo(plan),
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

const stopView = (stop: ShipmentStopRecord) => ({
  stop: stopTitle(stop),
  window: formatRequest(stop),
  notes: stop.notes,
});

interface StopOnShipment {
  readonly shipment: ShipmentRecord;
  readonly stop: ShipmentStopRecord;
}

/** Returns the fields of the stop that change, and the name of a new place. A new window replaces the old one, including its end. */
async function buildChange(ctx: ToolContext, { shipment, stop }: StopOnShipment, requested: StopChange) {
  const place = await findPlace(ctx, shipment, requested.location);
  const zone = place?.zone ?? findStopZone(stop) ?? ctx.timeZone;
  const when = toWindowWords(stop, requested);
  const none = {
    requestedStartDate: null,
    requestedStartTime: null,
    requestedEndDate: null,
    requestedEndTime: null,
  };
  const change = {
    ...place?.placement,
    ...(when && { ...none, ...parseStopRequest(ctx, when, zone).request }),
    ...(requested.notes !== undefined && { notes: requested.notes }),
  };
  return { change, places: place?.names ?? new Map() };
}

async function findPlace(ctx: ToolContext, { customerId, friendlyId }: ShipmentRecord, text: string | undefined) {
  if (text === undefined) return undefined;
  const customer = await ctx.api.customers.get({ id: requireParty(customerId, 'customer', friendlyId), by: 'id' });
  return resolvePlace(ctx, { name: 'location', text, customer });
}

/** Combines day and hours into date words. Hours alone are hours of the stop's day; a day alone is the whole day. */
function toWindowWords(stop: ShipmentStopRecord, { date, window }: StopChange) {
  if (date === undefined && window === undefined) return undefined;
  const namesDay =
    window !== undefined &&
    /\d{4}-\d{2}-\d{2}|\d\/\d|[a-z]{3}day|\b(?:mon|tue|wed|thu|fri|sat|sun|tod|tom|tmr|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i.test(
      window,
    );
  const day = date ?? (namesDay ? undefined : (stop.requestedStartDate ?? stop.requestedEndDate ?? undefined));
  if (day === undefined && !namesDay)
    throw createFieldError('BAD_REQUEST', 'date', 'the stop has no day yet: give the day beside the hours');
  return { name: window === undefined ? 'date' : 'window', text: [day, window].filter(Boolean).join(' ') };
}

interface StopReference {
  readonly type: string;
  readonly value: string;
}

/** Finds the references that the stop's order doesn't have yet. References belong to the order of a stop. */
function findNewReferences({ shipment, stop }: StopOnShipment, requested: readonly StopReference[]) {
  const order = shipment.orders.find(({ id }) => id === stop.orderId);
  if (!order) throw createFieldError('BAD_REQUEST', 'references', 'the order of this stop is not shown');
  const existing = order.references.map(({ type, value }) => ({ type, value }));
  const fresh = requested.filter(
    ({ type, value }) =>
      !existing.some((existingReference) => existingReference.type === type && existingReference.value === value),
  );
  return { order, existing, fresh };
}

async function planReferences(
  ctx: ToolContext,
  { order, existing, fresh }: ReturnType<typeof findNewReferences>,
): Promise<PlanDraft> {
  const draft = await planOperation(ctx, {
    operation: 'orders.update',
    input: { id: order.id, references: [...existing, ...fresh] },
  });
  const referenceTexts = fresh
    .map(({ type, value }) => `${formatReferenceType(type)} ${recordText(value, 'list')}`)
    .join(', ');
  return { ...draft, title: `Add ${referenceTexts} to ${order.friendlyId}` };
}

/** Returns true if the stop already has every requested value. */
function hasValues(stop: ShipmentStopRecord, change: Readonly<Record<string, unknown>>): boolean {
  const now = new Map<string, unknown>(Object.entries(stop));
  return Object.entries(change).every(([name, value]) => (now.get(name) ?? null) === (value ?? null));
}
