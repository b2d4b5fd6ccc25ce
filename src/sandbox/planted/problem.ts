import type { TableName } from '../../store/schema.ts';
import type { CarrierScript } from '../carriers.ts';
import type { CustomerScript } from '../customers.ts';
import type { QuoteScript, ShipmentScript } from '../script.ts';

/** Something that is wrong in the sandbox on purpose, so that people, tests and demonstrations can find it. */
export interface PlantedProblem {
  /** Client keys of its records begin with this. */
  readonly handle: string;
  /** What a person at the desk would ask. */
  readonly question: string;
  /** The records that answer the question, by table and client key. */
  readonly finds: readonly Find[];
  readonly customers?: readonly CustomerScript[];
  readonly carriers?: readonly CarrierScript[];
  readonly shipments?: readonly ShipmentScript[];
  readonly quotes?: readonly QuoteScript[];
}

export interface Find {
  readonly table: TableName;
  readonly key: string;
}

export const find = (table: TableName, ...keys: readonly string[]): Find[] => keys.map((key) => ({ table, key }));

/** Hours from now to a moment so many days ago, for windows that are counted from now. */
export const daysAgo = (days: number): number => -24 * days;

/** `demo-leak-1`, `demo-leak-2`, ... */
export const numbered = (handle: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${handle}-${index + 1}`);

/** The customer of most planted shipments: its freight is planted only, so nothing else hides it. */
export const demoCustomer = 'demo-customer';

/** An old shipment that was invoiced and paid on both sides without a word, but for what the problem is about. */
export const settled = { readyAfterDays: 0.2, invoiceAfterDays: 0.5, approveAfterDays: 1 } as const;
