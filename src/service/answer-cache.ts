import { LRUCache } from 'lru-cache';
import type { OperationName } from '../contract/operations.ts';
import type { BrokerageDatabase } from '../store/database.ts';

const bytesMax = 8 * 1024 * 1024;
const encoder = new TextEncoder();

/** Reads of one record whose answer depends on the stored records alone: no clock, no address that is signed anew. */
const kept: ReadonlySet<string> = new Set<OperationName>([
  'carriers.get',
  'carrierContacts.get',
  'carrierFactors.get',
  'companies.get',
  'customers.get',
  'customerContacts.get',
  'locations.get',
  'locationContacts.get',
  'vendors.get',
  'vendorContacts.get',
  'paymentTerms.get',
  'teams.get',
  'users.get',
  'quotes.get',
  'orders.get',
  'stops.get',
  'shipments.get',
  'loads.get',
  'services.get',
  'bills.get',
  'billPayments.get',
  'payments.get',
  'creditMemos.get',
]);

export const isKept = (name: string): boolean => kept.has(name);

/** Answers of recent reads, as JSON in UTF-8. `slot` names the organization and the whole request. */
export type AnswerCache = (slot: string, make: () => Promise<unknown>) => Promise<Uint8Array<ArrayBuffer>>;

/**
 * An answer is given again only while nothing at all was committed to the store since before it was made, by whichever
 * process: desks read the same few records again and again, and none of them may ever see an old one.
 */
export function createAnswerCache(database: BrokerageDatabase): AnswerCache {
  const answers = new LRUCache<string, { readonly state: string; readonly bytes: Uint8Array<ArrayBuffer> }>({
    maxSize: bytesMax,
    sizeCalculation: ({ bytes }) => bytes.byteLength,
  });
  return async (slot, make) => {
    const state = await database.state();
    const known = answers.get(slot);
    if (known?.state === state) return known.bytes;
    const bytes = encoder.encode(JSON.stringify(await make()));
    answers.set(slot, { state, bytes });
    return bytes;
  };
}
