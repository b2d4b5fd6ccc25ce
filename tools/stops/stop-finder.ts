import { hasText } from '../../src/domain/text/folding.ts';
import { WaybillError } from '../../src/errors.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { describeStopTitle, formatSite } from '../records/stop-places.ts';
import { getLiveOrders } from './shipment-progress.ts';
import { formatRequest } from '../../src/domain/shipments/stop-words.ts';
import type { ShipmentStopRecord } from './stop-text.ts';

const kinds = {
  PICK: /^(?:the )?(?:pick ?-?up|pick|pu|shipper|origin)$/,
  DROP: /^(?:the )?(?:delivery|deliver|drop|del|receiver|consignee|destination)$/,
} as const;

/**
 * Finds the stop of a shipment that a text names: "2", "pickup", "delivery" or its place. Throws if there are several.
 */
export function stopCalled(shipment: ShipmentRecord, text: string): ShipmentStopRecord {
  const all = [
    ...new Map(getLiveOrders(shipment).flatMap(({ stops }) => stops.map((stop) => [stop.id, stop]))).values(),
  ];
  const matches = all.filter(createMatcher(text));
  const [stop, ...otherStops] = matches;
  if (stop && otherStops.length === 0) return stop;
  const stopTexts = (matches.length > 0 ? matches : all).map(
    (namedStop) => `${describeStopTitle(namedStop)}, ${formatRequest(namedStop)}`,
  );
  throw new WaybillError(
    stop ? 'AMBIGUOUS' : 'NOT_FOUND',
    `stop: ${recordText(text, 'list')} is ${stop ? `${matches.length} stops` : 'no stop'} of ${shipment.friendlyId}: ${stopTexts.join('; ')}. Nothing was done; name one by its number or place.`,
    { details: [{ field: 'stop', message: 'is not one stop' }] },
  );
}

function createMatcher(text: string): (stop: ShipmentStopRecord) => boolean {
  const typed = text.trim().toLowerCase();
  const number = /^(?:stop|#)?\s*(\d{1,3})$/.exec(typed)?.[1];
  if (number !== undefined) return ({ sequence }) => sequence === Number(number);
  if (kinds.PICK.test(typed)) return ({ type }) => type === 'PICK';
  if (kinds.DROP.test(typed)) return ({ type }) => type === 'DROP';
  return (stop) => stop.id === typed || hasText(formatSite(stop), text.trim());
}
