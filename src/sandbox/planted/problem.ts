import type { QuoteScript, ShipmentScript } from '../kit/script.ts';
import type { CarrierScript, CustomerScript } from '../parties/party.ts';

/** Something that is wrong in the sandbox on purpose, so that people, tests and demonstrations can find it. */
export interface PlantedProblem {
  /** What its scripts are called, in full or with a number behind it. */
  readonly handle: string;
  /** What a person at the desk would ask. */
  readonly question: string;
  readonly customers?: readonly CustomerScript[];
  readonly carriers?: readonly CarrierScript[];
  readonly shipments?: readonly ShipmentScript[];
  readonly quotes?: readonly QuoteScript[];
}

/** Hours from now to a moment so many days ago, for windows that are counted from now. */
export const daysAgo = (days: number): number => -24 * days;

/** `demo-leak-1`, `demo-leak-2`, ... */
export const numbered = (handle: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${handle}-${index + 1}`);

/** The customer of most planted shipments. */
export const demoCustomer = 'demo-customer';

/** An old shipment that was invoiced and paid on both sides without a word, but for what the problem is about. */
export const settled = { readyAfterDays: 0.2, invoiceAfterDays: 0.5, approveAfterDays: 1 } as const;
