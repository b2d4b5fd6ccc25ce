import type { QuoteScript, ShipmentScript } from '../kit/script.ts';
import type { CarrierScript, CustomerScript } from '../parties/party.ts';

/** Something that is wrong in the sandbox on purpose, so that people, tests and demonstrations can find it. */
export interface PlantedProblem {
  /** The key of its scripts, in full or followed by a number. */
  readonly handle: string;
  /** The question of a person at the desk that it is found by. */
  readonly question: string;
  readonly customers?: readonly CustomerScript[];
  readonly carriers?: readonly CarrierScript[];
  readonly shipments?: readonly ShipmentScript[];
  readonly quotes?: readonly QuoteScript[];
}

/** Converts days in the past to (negative) hours from now, for windows that are counted from now. */
export const toHoursFromNow = (days: number): number => -24 * days;

/** Builds numbered keys: `demo-leak-1`, `demo-leak-2`, ... */
export const buildNumberedKeys = (handle: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${handle}-${index + 1}`);

/** The customer of most planted shipments. */
export const demoCustomer = 'demo-customer';

/** An old shipment with prompt billing on both sides, apart from the planted problem. */
export const promptPayment = { readyAfterDays: 0.2, invoiceAfterDays: 0.5, approveAfterDays: 1 } as const;
