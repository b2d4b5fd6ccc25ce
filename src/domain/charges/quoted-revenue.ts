import { isBasePrice } from './charge-codes.ts';

interface ChargedLine {
  readonly code: string;
  readonly cents: number;
}

/** Revenue of a quote that becomes a shipment. */
export interface QuotedRevenue {
  /** Linehaul that the quoted price adds to the order's charges; null if it adds none. */
  readonly addedCents: number | null;
  /** Sum of the order's own charges. */
  readonly ownCents: number;
  /** Base price in those charges if it differs from the quoted one: then the agreed price is unknown. */
  readonly otherBaseCents: number | null;
}

/** Computes the revenue: the quoted price is added to the order's charges, unless they include a base price. */
export function computeQuotedRevenue(priceCents: number | null, charges: readonly ChargedLine[]): QuotedRevenue {
  const ownCents = sumCharges(charges);
  const base = charges.filter(({ code }) => isBasePrice(code));
  if (priceCents === null) return { addedCents: null, ownCents, otherBaseCents: null };
  if (base.length === 0) return { addedCents: priceCents, ownCents, otherBaseCents: null };
  const baseCents = sumCharges(base);
  return { addedCents: null, ownCents, otherBaseCents: baseCents === priceCents ? null : baseCents };
}

const sumCharges = (charges: readonly ChargedLine[]) => charges.reduce((sum, { cents }) => sum + cents, 0);
