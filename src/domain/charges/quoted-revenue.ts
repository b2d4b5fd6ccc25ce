import { isBasePrice } from './charge-codes.ts';

interface ChargedLine {
  readonly code: string;
  readonly cents: number;
}

/** What a customer is charged once its quote becomes a shipment. */
export interface QuotedRevenue {
  /** The linehaul that the quoted price adds to the order's charges; null where there is none to add. */
  readonly addedCents: number | null;
  /** What the order's own charges add up to. */
  readonly ownCents: number;
  /** The base price in those charges, where it is not the quoted one: then nobody knows which was agreed. */
  readonly otherBaseCents: number | null;
}

/** The quoted price is the base price; charges of the order come on top, unless they hold the base price already. */
export function quotedRevenue(priceCents: number | null, charges: readonly ChargedLine[]): QuotedRevenue {
  const ownCents = sumOf(charges);
  const base = charges.filter(({ code }) => isBasePrice(code));
  if (priceCents === null) return { addedCents: null, ownCents, otherBaseCents: null };
  if (base.length === 0) return { addedCents: priceCents, ownCents, otherBaseCents: null };
  const baseCents = sumOf(base);
  return { addedCents: null, ownCents, otherBaseCents: baseCents === priceCents ? null : baseCents };
}

const sumOf = (charges: readonly ChargedLine[]) => charges.reduce((sum, { cents }) => sum + cents, 0);
