import { fromCents, roundToCents } from '../../domain/money/money.ts';

/** One order, load carrier or service as far as its shipment's totals are concerned. */
export interface AmountLine {
  readonly currency: string;
  readonly amountCents: number;
}

/** Sums amounts in one currency. Returns null if some of them are in another, because currencies are never added up. */
export function sumIn(currency: string, lines: readonly AmountLine[]): number | null {
  const counted = lines.filter(({ amountCents }) => amountCents !== 0);
  if (counted.some((line) => line.currency !== currency)) return null;
  return counted.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** Computes the totals of a shipment as the API shows them, in its currency. */
export function computeShipmentMoney(currency: string, revenue: readonly AmountLine[], cost: readonly AmountLine[]) {
  const earned = sumIn(currency, revenue);
  const spent = sumIn(currency, cost);
  const margin = earned === null || spent === null ? null : earned - spent;
  return {
    totalRevenue: toWire(earned),
    totalCost: toWire(spent),
    margin: toWire(margin),
    // A percentage with two decimals rounds like an amount with cents.
    marginPercent: margin === null || !earned ? null : fromCents(roundToCents((margin / earned) * 100)),
  };
}

const toWire = (cents: number | null): number | null => (cents === null ? null : fromCents(cents));
