import type { Undo } from '../../../src/mcp/text/undo-text.ts';
import { formatCall } from '../../../src/mcp/text/format-call.ts';
import { TonuInput } from '../../../src/contract/freight/load-shapes.ts';
import type { LoadCarrier } from '../../../src/contract/types.ts';
import { activeAssignment, isLoadStatus, getLoadProgress } from '../../../src/domain/freight/load.ts';
import { notCanceled } from '../../../src/domain/freight/shipment.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { isMet } from '../../../src/domain/rules/rule.ts';
import { describeCode, formatCode } from '../../../src/domain/text/code-words.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { formatWireAmount, toAmountCents, centsText } from '../../records/amounts.ts';
import { readOrUnknown } from '../../records/or-unknown.ts';
import type { PlanLine } from '../../../src/mcp/tool/plan.ts';
import type { LoadRecord } from '../../records/record-types.ts';
import { readLoads } from '../../shipments/shipment-snapshot.ts';
import { computeMargins, listMarginLines } from '../../shipments/shipment-margin.ts';
import { applyEarlierSteps, type Leaving } from '../kit/earlier-steps.ts';
import type { PlanPart } from '../kit/plan-part.ts';
import { formatNumberedParty, formatParty } from '../../records/parties.ts';

type Departure = 'loads.bounce' | 'loads.tonu';

/** Plans a carrier's departure from its load: what it is still owed, and what becomes of the load and the margin. */
export async function planDeparture(
  ctx: ToolContext,
  name: Departure,
  input: JsonObject,
  current: JsonObject,
): Promise<PlanPart> {
  // The API's own reading of a carrier on a load has the shape that the contract declares.
  const leaver = current as unknown as LoadCarrier;
  // An API that does not send the load back was asked for it.
  const loadId = leaver.loadId === '' ? String(input['loadId']) : leaver.loadId;
  const load = await readOrUnknown(() => ctx.api.loads.get({ id: loadId, by: 'id' }));
  const owedCents = name === 'loads.tonu' ? sumTonuCosts(input) : 0;
  const on = load ? `${load.friendlyId} of ${load.shipmentKey}` : 'its load';
  const carrierName = formatNumberedParty(leaver.carrier, 'carrier');
  const isLoaded = load !== undefined && isOnBoard(load);
  return {
    title:
      name === 'loads.tonu'
        ? `Record truck ordered, not used: ${carrierName} on ${on}, ${centsText(owedCents, leaver.currency)} owed`
        : `Take ${carrierName} off ${on}`,
    gate: isLoaded ? 'approve' : 'none',
    lines: [
      `${carrierName}: agreed ${formatWireAmount(leaver.totalCost, leaver.currency)} -> owed ${centsText(owedCents, leaver.currency)}`,
      ...(load ? [describeLoad(load, leaver.id)] : []),
      ...(load ? await readMarginLines(ctx, load, { loadCarrierId: leaver.id, owedCents }) : []),
      ...listReasonLines(input),
      ...(input['createReplacementLoad'] === true ? ['A new open load with the same stops takes its place.'] : []),
    ],
    hits: isLoaded ? [describeOnBoard(load)] : [],
    sideEffects: ['The carrier is not notified.'],
    members: new Set(['loadId', 'carrierId', 'reason', 'reasonText', 'costs', 'createReplacementLoad']),
    ...describeUndo(name, leaver, load),
    isFinal: name === 'loads.tonu',
    ids: new Set([leaver.id, loadId, ...(leaver.carrier ? [leaver.carrier.id] : [])]),
    records: load ? [{ resource: 'loads', record: { ...load } }] : [],
  };
}

function sumTonuCosts(input: JsonObject): number {
  const { loadId: _load, carrierId: _carrier, ...body } = input;
  return (TonuInput.parse(body).costs ?? []).reduce((sum, { amount }) => sum + toAmountCents(amount), 0);
}

/** Returns whether the freight may be on board; it may with a status that Waybill doesn't know. */
const isOnBoard = ({ status }: LoadRecord) =>
  isMet(notCanceled, { status }) && (!isLoadStatus(status) || getLoadProgress(status) >= getLoadProgress('PICKED_UP'));

const describeOnBoard = ({ status }: LoadRecord): string =>
  isLoadStatus(status)
    ? 'The freight is on board: the load does not go back to an open one.'
    : `The freight may be on board, and the load may not go back to an open one: Waybill doesn't know the status "${status}".`;

function describeLoad(load: LoadRecord, leaverId: string): string {
  const otherCarriers = load.carriers.filter((carrier) => carrier.id !== leaverId && isMet(activeAssignment, carrier));
  if (otherCarriers.length > 0)
    return `${load.friendlyId} stays ${formatCode(load.status)} with ${otherCarriers.map(({ carrier }) => formatParty(carrier, 'carrier')).join(' and ')}`;
  return isOnBoard(load) || load.status === 'CANCELED'
    ? `${load.friendlyId} stays ${formatCode(load.status)}, without a carrier`
    : `${load.friendlyId}: ${formatCode(load.status)} -> sourcing, open again`;
}

async function readMarginLines(
  ctx: ToolContext,
  { shipmentId }: LoadRecord,
  leaving: Leaving,
): Promise<readonly PlanLine[]> {
  const shipment = await readOrUnknown(() => ctx.api.shipments.get({ id: shipmentId, by: 'id' }));
  const loads = shipment && (await readLoads(ctx, shipmentId));
  if (!shipment || !loads) return [];
  const snapshot = { shipment, loads, bills: [], invoices: [] };
  const after = applyEarlierSteps(snapshot, { leaving: [leaving] });
  return listMarginLines(shipment.friendlyId, computeMargins(snapshot), computeMargins(after));
}

function listReasonLines({ reason, reasonText }: JsonObject): readonly string[] {
  const code = typeof reason === 'string' && /^[A-Z_]+$/.test(reason) ? describeCode(reason) : undefined;
  const text = [reasonText, code === undefined ? reason : undefined].find((value) => typeof value === 'string');
  const parts = [code, typeof text === 'string' ? recordText(text, 'list') : undefined].filter(Boolean);
  return parts.length > 0 ? [`Reason: ${parts.join(', ')}`] : [];
}

function describeUndo(
  name: Departure,
  { carrier, totalCost }: LoadCarrier,
  load: LoadRecord | undefined,
): Undo | undefined {
  if (!load) return undefined;
  if (carrier === null)
    return { undo: 'A carrier can be booked again; this API does not say which one it was.', undoCall: 'book_carrier' };
  const booking = formatCall('book_carrier', { load: load.friendlyId, carrier: carrier.friendlyId, rate: totalCost });
  const again = 'The carrier can be booked again.';
  return name === 'loads.tonu'
    ? { undo: `Can't be undone: what is owed for the truck stays on record. ${again}`, undoCall: booking }
    : { undo: again, undoCall: booking };
}
