import type { Undo } from '../../../src/mcp/text/undo-text.ts';
import type { PlanLine } from '../../../src/mcp/tool/plan.ts';
import { placements } from '../../../src/domain/stops/stop.ts';
import { requireOrderedWindow, windowFields } from '../../../src/domain/stops/stop-window.ts';
import type { Gap } from '../../../src/domain/kit/completeness.ts';
import { formatCode } from '../../../src/domain/text/code-words.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { type PlanPlace, formatStopPlace } from '../../records/stop-places.ts';
import { formatRequest } from '../../../src/domain/shipments/stop-words.ts';
import { readNamedRecords } from '../../records/named-records.ts';
import { type NamedRecord, formatRecordLabel } from '../../records/record-names.ts';
import type { PlanPart, RawSubject } from '../kit/plan-part.ts';
import { formatFormerValues } from '../kit/input-lines.ts';
import { findPlannedPlace, type KnownPlaces } from './stop-lines.ts';
import type { Stop } from '../../../src/contract/types.ts';

interface StopSubject extends RawSubject {
  readonly current: JsonObject;
  readonly places?: KnownPlaces | undefined;
}

/** Plans a change of a stop in the desk's words: its number in the route of its order, its place and its window. */
export async function planStopChange(
  ctx: ToolContext,
  name: 'stops.update' | 'stops.delete',
  input: JsonObject,
  { current, relatedRecords, places }: StopSubject,
): Promise<PlanPart> {
  // The API's own reading of a stop has the shape that the contract declares.
  const stop = current as unknown as Stop;
  const at = `stop ${stop.sequence}${await describeOrder(ctx, stop, relatedRecords)}`;
  const where = `${formatCode(stop.type)} ${formatStopPlace(stop)}`;
  if (name === 'stops.delete')
    return {
      title: `Take ${at} out of the route: ${where}, ${formatRequest(stop)}`,
      lines: [],
      hits: listCoverHits(relatedRecords),
      members: new Set(),
    };
  // Refuse what the API will refuse before asking for confirmation: one date was moved and the other forgotten.
  if (hasNewWindow(input)) requireOrderedWindow(applyWindow(input, stop), '');
  const undo = describePlaceUndo(input, stop) ?? describeWindowUndo(ctx, input, stop);
  const place = hasNewPlace(input) ? await findPlannedPlace(ctx, input, '', { relatedRecords, places }) : undefined;
  return {
    title: `Change ${at}: ${where}`,
    lines: [...listWindowLines(input, stop, place), ...(place ? listPlaceLines(stop, place) : [])],
    members: new Set([...windowFields, ...(place ? placements : [])]),
    ids: new Set(
      relatedRecords.filter(({ resource }) => resource === 'locations').map(({ record }) => String(record['id'])),
    ),
    ...undo,
  };
}

const orderGap: Gap = {
  key: 'orders.number',
  text: "This API can't show an order by itself, so the order of the stop is not named.",
};

async function describeOrder(
  ctx: ToolContext,
  { orderId }: Stop,
  relatedRecords: readonly NamedRecord[],
): Promise<string> {
  const isOrder = ({ record }: NamedRecord) => record['id'] === orderId && typeof record['friendlyId'] === 'string';
  const order = relatedRecords.find(isOrder) ?? (await readNamedRecords(ctx, { orderId })).find(isOrder);
  if (order) return ` of ${String(order.record['friendlyId'])}`;
  ctx.noteGap(orderGap);
  return '';
}

/** Lists the loads that cover the stop: the API refuses to take it out. */
function listCoverHits(relatedRecords: readonly NamedRecord[]): readonly string[] {
  const loads = relatedRecords.filter(({ resource }) => resource === 'loads').map(formatRecordLabel);
  return loads.length > 0 ? [`The API refuses to take out a stop that a load covers: ${loads.join(', ')}.`] : [];
}

const hasNewPlace = (input: JsonObject) => placements.some((name) => input[name] !== undefined && input[name] !== null);

const hasNewWindow = (input: JsonObject) => windowFields.some((field) => input[field] !== undefined);

function listWindowLines(input: JsonObject, stop: Stop, place: PlanPlace | undefined): readonly PlanLine[] {
  if (!hasNewWindow(input)) return [];
  const before = formatRequest(stop);
  const placed = { address: undefined, city: null, timeZone: place?.zone ?? null, postalCode: null };
  const after = formatRequest({ ...applyWindow(input, stop), ...(place && placed) });
  return before === after ? [] : [{ label: 'Window', before, after }];
}

function applyWindow(input: JsonObject, stop: Stop): Stop {
  const requestedWindow = Object.fromEntries(
    windowFields.flatMap((name) => (name in input ? [[name, input[name]]] : [])),
  );
  // The input was checked against the declaration: each of these is a text or null.
  return { ...stop, ...(requestedWindow as Partial<Stop>) };
}

const listPlaceLines = (stop: Stop, place: PlanPlace): readonly PlanLine[] => [
  { label: 'Place', before: formatStopPlace(stop), after: place.name },
  'Its times stay as they are written, and are from then on in the local time of the new place.',
];

/** Describes the undo of a new window in one phrase instead of its four fields; undefined where the window stays. */
function describeWindowUndo({ timeZone }: ToolContext, input: JsonObject, stop: Stop): Undo | undefined {
  if (!hasNewWindow(input) || hasNewPlace(input)) return undefined;
  const isOther = (field: string) => !windowFields.some((windowField) => windowField === field);
  const others = Object.fromEntries(Object.entries(input).filter(([field]) => isOther(field)));
  const former = formatFormerValues(others, { ...stop }, timeZone).replace(/^: /, ', ');
  return { undo: `What was there can be put back: window ${formatRequest(stop)}${former}.`, undoCall: 'undo' };
}

/** Describes how to undo a new place where only an address tells the former one. */
function describePlaceUndo(input: JsonObject, { location, postalCode, airportCode, ...stop }: Stop): Undo | undefined {
  const isNamed = location !== null || postalCode !== null || airportCode !== null;
  if (!hasNewPlace(input) || isNamed) return undefined;
  const former = formatStopPlace({ ...stop, location, postalCode, airportCode });
  return { undo: `Can't be undone in one step. Change the stop again to its former place, ${former}.` };
}
