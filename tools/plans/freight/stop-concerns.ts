import type { Gate } from '../../../src/contract/kit/gate.ts';
import { placements } from '../../../src/domain/freight/stop.ts';
import { windowFields } from '../../../src/domain/freight/stop-window.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';

/** What on time is judged by, and which stop is the delivery. */
const judged: readonly string[] = [...windowFields, ...placements, 'type'];

/** Why a change of a stop asks for more: others move with it, or the truck was there and its lateness is known. */
export function stopConcerns(
  operation: 'stops.update' | 'stops.delete',
  input: JsonObject,
  stop: JsonObject,
): { readonly gate: Gate; readonly hits: readonly string[] } {
  const isReached = [stop['actualArrival'], stop['actualDeparture']].some((at) => typeof at === 'string');
  const isRewritten = isReached && (operation === 'stops.delete' || judged.some((field) => input[field] !== undefined));
  const shared = sharedBy(stop);
  return {
    gate: isRewritten ? 'approve' : shared ? 'confirm' : 'none',
    hits: [
      ...(isRewritten ? ['A truck was there already: on time stays judged by the window as it was at arrival.'] : []),
      ...(shared ? [`${shared} share this stop, and all of them change with it.`] : []),
    ],
  };
}

/** `2 orders and 1 load`, or null of a stop that only one visits. */
function sharedBy(stop: JsonObject): string | null {
  const [orders, loads] = [countOf(stop['orderIds']), countOf(stop['loadIds'])];
  if (orders < 2 && loads < 2) return null;
  return [counted(orders, 'order'), counted(loads, 'load')].filter((text) => text !== null).join(' and ');
}

const countOf = (ids: unknown) => (Array.isArray(ids) ? ids.length : 0);
const counted = (count: number, noun: string) => (count === 0 ? null : `${count} ${noun}${count === 1 ? '' : 's'}`);
