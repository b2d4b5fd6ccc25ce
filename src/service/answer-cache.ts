import { LRUCache } from 'lru-cache';
import type { OperationName } from '../contract/operations.ts';
import type { BrokerageDatabase } from '../store/database.ts';

/** Some 800 shipments with all they hold. */
const charactersMax = 4 * 1024 * 1024;

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

export interface KeptAnswer {
  /** JSON. */
  readonly text: string;
  /** Pattern of the route that made it. */
  readonly route: string;
  /** The store's when it was made. */
  readonly state: string;
}

/** Whose read, and of what: who may read for an organization may read the same as everybody else there. */
export interface Slot {
  readonly organizationId: string;
  /** With the query. */
  readonly path: string;
}

/**
 * Answers of recent reads. One is given again only while nothing at all was committed to the store since before it was
 * made, by whichever process: desks read the same few records again and again, and none of them may ever see an old one.
 */
export interface AnswerCache {
  /** What was kept, current or not. */
  find(slot: Slot): KeptAnswer | undefined;
  isCurrent(answer: KeptAnswer): Promise<boolean>;
  /** The JSON of a new answer, which is kept. */
  keep(slot: Slot, route: string, make: () => Promise<unknown>): Promise<string>;
}

export function createAnswerCache(database: BrokerageDatabase): AnswerCache {
  const answers = new LRUCache<string, KeptAnswer>({
    maxSize: charactersMax,
    sizeCalculation: ({ text }) => text.length,
  });
  return {
    find: (slot) => answers.get(keyOf(slot)),
    isCurrent: async ({ state }) => state === (await database.state()),
    async keep(slot, route, make) {
      const state = await database.state();
      const text = JSON.stringify(await make());
      answers.set(keyOf(slot), { state, route, text });
      return text;
    },
  };
}

const keyOf = ({ organizationId, path }: Slot) => `${organizationId} ${path}`;
