import { isPassedOn } from '../charges/charge-codes.ts';

interface ChargeLine {
  readonly code: string;
  readonly cents: number;
}

/** Lists the carrier's accessorials that are not charged to the customer. */
export function listLeakedCharges<Line extends ChargeLine>(
  carrierCharges: readonly Line[],
  customerCharges: readonly ChargeLine[],
): readonly Line[] {
  const chargedCodes = new Set(customerCharges.filter(({ cents }) => cents > 0).map(({ code }) => code));
  return carrierCharges.filter(({ code, cents }) => cents > 0 && isPassedOn(code) && !chargedCodes.has(code));
}
