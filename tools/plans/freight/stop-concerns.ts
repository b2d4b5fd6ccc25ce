import type { Gate } from '../../../src/contract/kit/gate.ts';
import { placements } from '../../../src/domain/stops/stop.ts';
import { windowFields } from '../../../src/domain/stops/stop-window.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';

/** Fields of a stop that decide whether it was on time, and which stop is the delivery. */
const decisiveFields: readonly string[] = [...windowFields, ...placements, 'type'];

/**
 * Finds why a change of a stop needs a stricter gate: others move with it, or the truck was there and its lateness is
 * known.
 */
export function findStopConcerns(
  operation: 'stops.update' | 'stops.delete',
  input: JsonObject,
  stop: JsonObject,
): { readonly gate: Gate; readonly hits: readonly string[] } {
  const isReached = [stop['actualArrival'], stop['actualDeparture']].some((at) => typeof at === 'string');
  const isRewritten =
    isReached && (operation === 'stops.delete' || decisiveFields.some((field) => input[field] !== undefined));
  const shared = describeSharing(stop);
  return {
    gate: isRewritten ? 'approve' : shared ? 'confirm' : 'none',
    hits: [
      ...(isRewritten ? ['A truck was there already: on time stays judged by the window as it was at arrival.'] : []),
      ...(shared ? [`${shared} share this stop, and all of them change with it.`] : []),
    ],
  };
}

/** Returns `2 orders and 1 load`, or null for a stop that only one visits. */
function describeSharing(stop: JsonObject): string | null {
  const [orders, loads] = [countIds(stop['orderIds']), countIds(stop['loadIds'])];
  if (orders < 2 && loads < 2) return null;
  return [formatCount(orders, 'order'), formatCount(loads, 'load')].filter((text) => text !== null).join(' and ');
}

const countIds = (ids: unknown) => (Array.isArray(ids) ? ids.length : 0);
const formatCount = (count: number, noun: string) => (count === 0 ? null : `${count} ${noun}${count === 1 ? '' : 's'}`);
