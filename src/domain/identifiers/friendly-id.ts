/** Human-readable numbers: what stands before the number, how many digits at least, and the number before the first. */
interface FriendlyFormat {
  readonly prefix: string;
  readonly digits: number;
  readonly before: number;
}

export const friendlyFormats = {
  quote: { prefix: 'Q', digits: 6, before: 0 },
  shipment: { prefix: 'SHP-', digits: 4, before: 1_000 },
  order: { prefix: 'ORD-', digits: 4, before: 1_000 },
  load: { prefix: 'LD-', digits: 4, before: 1_000 },
  service: { prefix: 'SVC-', digits: 4, before: 1_000 },
  invoice: { prefix: 'INV-', digits: 5, before: 0 },
  bill: { prefix: 'BILL-', digits: 5, before: 0 },
  payment: { prefix: 'PMT-', digits: 5, before: 0 },
  billPayment: { prefix: 'BP-', digits: 5, before: 0 },
  creditMemo: { prefix: 'CM-', digits: 5, before: 0 },
  carrier: { prefix: 'C', digits: 6, before: 100_000 },
  customer: { prefix: 'A', digits: 6, before: 100_000 },
  vendor: { prefix: 'V', digits: 6, before: 100_000 },
} as const satisfies Record<string, FriendlyFormat>;

export type FriendlyResource = keyof typeof friendlyFormats;

export interface ParsedFriendlyId {
  readonly resource: FriendlyResource;
  /** The counter value that `friendlyId` was made from; below 1 for numbers that were never given out. */
  readonly counter: number;
  /** In the form the API shows: `shp 1042` becomes `SHP-1042`. */
  readonly friendlyId: string;
}

// Object.entries loses the literal keys; the table is closed by its `satisfies`.
const formats = Object.entries(friendlyFormats) as [FriendlyResource, FriendlyFormat][];

/** Formats the friendly id of the nth record of a resource in an organization; `counter` starts at 1. */
export function formatFriendlyId(resource: FriendlyResource, counter: number): string {
  const { prefix, digits, before } = friendlyFormats[resource];
  return prefix + String(before + counter).padStart(digits, '0');
}

/**
 * Reads a friendly id however it was typed: any case, with or without the hyphen, leading zeros left out. One-letter
 * prefixes of parties need all six digits, for `A12` and `C4` are names more often than numbers.
 */
export function parseFriendlyId(text: string): ParsedFriendlyId | null {
  const [, letters, number] = /^([A-Z]+)[\s-]*#?\s*(\d{1,12})$/.exec(text.trim().toUpperCase()) ?? [];
  if (letters === undefined || number === undefined) return null;
  const match = formats.find(([, format]) => format.prefix.replace('-', '') === letters);
  if (!match) return null;
  const [resource, { digits, before }] = match;
  if (before === 100_000 && number.length < digits) return null;
  const counter = Number(number) - before;
  return { resource, counter, friendlyId: formatFriendlyId(resource, counter) };
}
