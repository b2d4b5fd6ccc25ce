import { formatUndo } from '../../../src/mcp/text/undo-text.ts';
import { formatCall } from '../../../src/mcp/text/format-call.ts';
import { referenceFields } from '../../../src/domain/freight/freight-codes.ts';
import { formatReferenceType } from '../../../src/domain/text/code-words.ts';
import { writeResult } from '../../../src/mcp/results/write-result.ts';
import type { ToolResult } from '../../../src/mcp/results/result.ts';
import { isPlainRecord, type JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import type { ShipmentRecord } from '../../records/record-types.ts';
import { describeStopTitle, formatStop } from '../../records/stop-places.ts';
import { getLiveOrders } from '../../stops/shipment-progress.ts';
import { formatRequest } from '../../../src/domain/shipments/stop-words.ts';
import { formatHours, type ShipmentOrderRecord, type ShipmentStopRecord } from '../../stops/stop-text.ts';
import type { PlanPart } from '../kit/plan-part.ts';
import { formatParty } from '../../records/parties.ts';

/** Plans the copy of a shipment: references are copied, dates only when new ones are given. */
export function planCopy(input: JsonObject, current: JsonObject): PlanPart {
  // The API's own reading of a shipment has the shape that the contract declares.
  const original = current as unknown as ShipmentRecord;
  const isMoved = ({ type }: ShipmentStopRecord) =>
    input[type === 'PICK' ? 'pickUpDate' : 'deliveryDate'] !== undefined;
  return {
    title: `Copy ${original.friendlyId} of ${formatParty(original.customer, 'customer')} into a new draft`,
    lines: getLiveOrders(original).flatMap((order) => [
      describeReferences('come', order),
      ...order.stops.map((stop) => (isMoved(stop) ? describeMovedStop(stop) : describeUndatedStop(stop))),
    ]),
    hits: [],
    ids: new Set([original.id, ...(original.customer ? [original.customer.id] : [])]),
    members: new Set(),
  };
}

/** Builds the result from the copy as it is on record. */
export async function buildCopyResult(ctx: ToolContext, title: string, answer: JsonObject): Promise<ToolResult> {
  const [original, copy] = await Promise.all(
    [answer['originalShipmentId'], answer['newShipmentId']].map((id) =>
      ctx.api.shipments.get({ id: String(id), by: 'id' }),
    ),
  );
  if (!original || !copy) throw new Error('two shipments were asked for');
  const { friendlyId, status } = copy;
  const before = getLiveOrders(original);
  return writeResult({
    status: 'done',
    summary: `${title}: ${friendlyId}.`,
    record: { id: copy.id, friendlyId, status, copyOf: original.friendlyId },
    lines: copy.orders.flatMap((order, index) => [
      describeReferences('came', order),
      ...order.stops.map((stop, at) => describeCopiedStop(stop, before[index]?.stops[at])),
    ]),
    undo: formatUndo({
      undo: 'The copy can be canceled; it is not deleted.',
      undoCall: formatCall('cancel_shipment', { shipment: friendlyId }),
    }),
    nextActions: [{ tool: 'get_shipment', arguments: { shipment: friendlyId }, why: 'shows the draft' }],
    extra: { operation: 'shipments.duplicate' },
  });
}

export const isCopy = (answer: unknown): answer is JsonObject =>
  isPlainRecord(answer) && typeof answer['newShipmentId'] === 'string';

function describeReferences(verb: string, { friendlyId, references }: ShipmentOrderRecord): string {
  const referenceTexts = references.map(({ type, value }) => `${formatType(type)} ${recordText(value, 'list')}`);
  if (referenceTexts.length === 0) return `${friendlyId} has no references.`;
  return `References that ${verb} along with ${friendlyId}: ${referenceTexts.join(', ')}. Check that each is right for the copy.`;
}

/** Formats a type; one of the customer's own making is record text like the value. */
const formatType = (type: string) =>
  referenceFields.some((field) => field === type) ? formatReferenceType(type) : recordText(type, 'list');

const hasDate = ({ requestedStartDate, requestedEndDate }: ShipmentStopRecord) =>
  Boolean(requestedStartDate ?? requestedEndDate);

const describeMovedStop = (stop: ShipmentStopRecord) =>
  `${formatStop(stop)}: ${formatRequest(stop)} moves with the new date`;

const describeUndatedStop = (stop: ShipmentStopRecord) => `${formatStop(stop)}: ${describeMissingDate(stop)}`;

function describeCopiedStop(stop: ShipmentStopRecord, before: ShipmentStopRecord | undefined): string {
  if (!hasDate(stop)) return `${describeStopTitle(stop)}: ${before ? describeMissingDate(before) : 'no date'}`;
  return `${describeStopTitle(stop)}: ${formatRequest(stop)}${before ? ` (was ${formatRequest(before)})` : ''}`;
}

function describeMissingDate(before: ShipmentStopRecord): string {
  if (!hasDate(before)) return 'no date';
  const hours = formatHours(before);
  return `no date (was ${formatRequest(before)}${hours === '' ? '' : `; its hours stay: ${hours}`})`;
}
