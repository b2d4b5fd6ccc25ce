import { percentOf, percentText } from './money.ts';

/** One line of revenue or cost: what was agreed, and the invoice or bill where one exists. */
export interface MoneyLine {
  readonly currency: string;
  readonly agreedCents: number;
  readonly billedCents?: number | null | undefined;
  /** Canceled orders and services, bounced carriers. A truck ordered and not used is not canceled: its cost stays. */
  readonly canceled: boolean;
}

export interface MoneyLines {
  readonly revenue: readonly MoneyLine[];
  readonly cost: readonly MoneyLine[];
}

export type MarginBasis = 'booked' | 'actual';

export interface Margin {
  readonly currency: string;
  readonly basis: MarginBasis;
  readonly revenueCents: number;
  readonly costCents: number;
  readonly marginCents: number;
  /** One decimal; null (not zero) without revenue. */
  readonly marginPercent: number | null;
  /** How many of the counted lines rest on an invoice or bill. */
  readonly billedLines: number;
  readonly lines: number;
}

/**
 * Margin of a shipment, a lane, a month: one result per currency. `booked` takes agreed amounts; `actual` takes invoices
 * and bills where they exist. Averages over many shipments are dollar-weighted, being one sum over all their lines.
 */
export function marginOf({ revenue, cost }: MoneyLines, basis: MarginBasis): Margin[] {
  const currencies = [...new Set([...revenue, ...cost].filter((line) => counts(line, basis)).map(currencyOf))];
  return currencies.sort().map((currency) => {
    const inCurrency = (line: MoneyLine) => line.currency === currency && counts(line, basis);
    const [earned, spent] = [revenue.filter(inCurrency), cost.filter(inCurrency)];
    const [revenueCents, costCents] = [sum(earned, basis), sum(spent, basis)];
    const marginCents = revenueCents - costCents;
    return {
      currency,
      basis,
      revenueCents,
      costCents,
      marginCents,
      marginPercent: percentOf(marginCents, revenueCents),
      billedLines: [...earned, ...spent].filter(isBilled).length,
      lines: earned.length + spent.length,
    };
  });
}

/** `12.4 %`, or `n/a` where there is no revenue. */
export function marginText(marginPercent: number | null): string {
  return marginPercent === null ? 'n/a' : `${marginPercent.toFixed(1)} %`;
}

/** The sentence for the person where too little is left, or nothing is earned; null where the floor is kept. */
export function belowFloor(
  { revenueCents, costCents }: Pick<Margin, 'revenueCents' | 'costCents'>,
  floor: number,
): string | null {
  const marginCents = revenueCents - costCents;
  if (revenueCents > 0 && marginCents >= revenueCents * floor) return null;
  const margin = marginText(percentOf(marginCents, revenueCents));
  return `The margin of ${margin} is below the floor of ${percentText(floor)}.`;
}

/** What was canceled counts only when it was billed all the same. */
function counts(line: MoneyLine, basis: MarginBasis): boolean {
  return !line.canceled || (basis === 'actual' && isBilled(line));
}

function sum(lines: readonly MoneyLine[], basis: MarginBasis): number {
  return lines.reduce((total, line) => total + centsOf(line, basis), 0);
}

function centsOf({ agreedCents, billedCents }: MoneyLine, basis: MarginBasis): number {
  return basis === 'actual' ? (billedCents ?? agreedCents) : agreedCents;
}

function isBilled({ billedCents }: MoneyLine): boolean {
  return billedCents !== null && billedCents !== undefined;
}

function currencyOf({ currency }: MoneyLine): string {
  return currency;
}
