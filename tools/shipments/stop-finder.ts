import { hasText } from '../../src/domain/kit/folding.ts';
import { WaybillError } from '../../src/errors.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { siteOf, stopTitle } from '../records/stop-places.ts';
import { liveOrders } from './shipment-progress.ts';
import { formatRequest } from '../../src/domain/shipments/stop-words.ts';
import type { StopRecord } from './stop-text.ts';

const kinds = {
  PICK: /^(?:the )?(?:pick ?-?up|pick|pu|shipper|origin)$/,
  DROP: /^(?:the )?(?:delivery|deliver|drop|del|receiver|consignee|destination)$/,
} as const;

/** The stop of a shipment that people call "2", "pickup", "delivery" or by its place; refused where several are meant. */
export function stopCalled(shipment: ShipmentRecord, text: string): StopRecord {
  const all = [...new Map(liveOrders(shipment).flatMap(({ stops }) => stops.map((stop) => [stop.id, stop]))).values()];
  const found = all.filter(matcherOf(text));
  const [stop, ...others] = found;
  if (stop && others.length === 0) return stop;
  const named = (found.length > 0 ? found : all).map(
    (one) => `${recordText(stopTitle(one), 'list')}, ${formatRequest(one)}`,
  );
  throw new WaybillError(
    stop ? 'AMBIGUOUS' : 'NOT_FOUND',
    `stop: ${recordText(text, 'list')} is ${stop ? `${found.length} stops` : 'no stop'} of ${shipment.friendlyId}: ${named.join('; ')}. Nothing was done; name one by its number or place.`,
    { details: [{ field: 'stop', message: 'is not one stop' }] },
  );
}

function matcherOf(text: string): (stop: StopRecord) => boolean {
  const typed = text.trim().toLowerCase();
  const number = /^(?:stop|#)?\s*(\d{1,3})$/.exec(typed)?.[1];
  if (number !== undefined) return ({ sequence }) => sequence === Number(number);
  if (kinds.PICK.test(typed)) return ({ type }) => type === 'PICK';
  if (kinds.DROP.test(typed)) return ({ type }) => type === 'DROP';
  return (stop) => stop.id === typed || hasText(siteOf(stop), text.trim());
}
