import { percentOf, percentText } from './money.ts';

/** One line of revenue or cost: what was agreed, and the invoice or bill where one exists. */
export interface MoneyLine {
  readonly currency: string;
  readonly agreedCents: number;
  readonly billedCents?: number | null | undefined;
  /** Canceled orders and services, bounced carriers. A truck ordered and not used is not canceled: its cost stays. */
  readonly canceled: boolean;
}

export type MarginBasis = 'booked' | 'actual';

export interface MoneyLines {
  readonly revenue: readonly MoneyLine[];
  readonly cost: readonly MoneyLine[];
  /** Whether part of the freight has no cost yet, by basis. By default: whether there is no cost at all. */
  readonly lacksCost?: Readonly<Record<MarginBasis, boolean>>;
}

/** Why a margin isn't known: its amounts are in several currencies, or part of the freight has no cost yet. */
export const marginGaps = ['currencies', 'no_cost'] as const;
export type MarginGap = (typeof marginGaps)[number];

export interface Margin {
  readonly currency: string;
  readonly basis: MarginBasis;
  readonly revenueCents: number;
  readonly costCents: number;
  /** Null while it isn't known. */
  readonly marginCents: number | null;
  /** One decimal; null (not zero) without revenue, and while the margin isn't known. */
  readonly marginPercent: number | null;
  readonly gap: MarginGap | null;
  /** Every currency in which there is revenue or cost, in alphabetical order. */
  readonly currencies: readonly string[];
  /** How many of the counted lines rest on an invoice or bill. */
  readonly billedLines: number;
  readonly lines: number;
}

/**
 * Computes the margin of a shipment. `booked` takes agreed amounts; `actual` takes invoices and bills where they exist.
 * There is one result for each currency; with several of them no margin is known, as amounts of two currencies never meet.
 */
export function marginOf({ revenue, cost, lacksCost }: MoneyLines, basis: MarginBasis): Margin[] {
  const totals = sumByCurrency({ revenue, cost }, basis);
  const currencies = totals
    .filter(({ revenueCents, costCents }) => revenueCents !== 0 || costCents !== 0)
    .map(currencyOf);
  return totals.map((total) => {
    const { revenueCents, costCents } = total;
    const isCostMissing = lacksCost?.[basis] ?? (costCents === 0 && revenueCents !== 0);
    const gap = currencies.length > 1 ? 'currencies' : isCostMissing ? 'no_cost' : null;
    const marginCents = gap === null ? revenueCents - costCents : null;
    return {
      ...total,
      basis,
      marginCents,
      marginPercent: marginCents === null ? null : percentOf(marginCents, revenueCents),
      gap,
      currencies,
    };
  });
}

function sumByCurrency({ revenue, cost }: Pick<MoneyLines, 'revenue' | 'cost'>, basis: MarginBasis) {
  const currencies = [...new Set([...revenue, ...cost].filter((line) => counts(line, basis)).map(currencyOf))];
  return currencies.sort().map((currency) => {
    const inCurrency = (line: MoneyLine) => line.currency === currency && counts(line, basis);
    const [earned, spent] = [revenue.filter(inCurrency), cost.filter(inCurrency)];
    return {
      currency,
      revenueCents: sum(earned, basis),
      costCents: sum(spent, basis),
      billedLines: [...earned, ...spent].filter(isBilled).length,
      lines: earned.length + spent.length,
    };
  });
}

/** `12.4 %`, or `n/a` where there is no revenue. */
export function marginText(marginPercent: number | null): string {
  return marginPercent === null ? 'n/a' : `${marginPercent.toFixed(1)} %`;
}

/** The amounts that a floor check needs. */
export interface FlooredMargin extends Pick<Margin, 'revenueCents' | 'costCents'> {
  /** With several of them the margin isn't known. */
  readonly currencies?: readonly string[];
}

/**
 * Returns the sentence for the person where too little is left, nothing is earned, or the margin isn't known; null where
 * the floor is kept. Freight that has only part of its cost is checked with that part.
 */
export function belowFloor({ revenueCents, costCents, currencies = [] }: FlooredMargin, floor: number): string | null {
  if (currencies.length > 1)
    return describeUnknownFloor(`its amounts are in ${new Intl.ListFormat('en').format(currencies)}`, floor);
  const marginCents = revenueCents - costCents;
  if (revenueCents > 0 && marginCents >= revenueCents * floor) return null;
  const margin = marginText(percentOf(marginCents, revenueCents));
  return `The margin of ${margin} is below the floor of ${percentText(floor)}.`;
}

/** Describes a margin that nobody can compare with the floor. */
export const describeUnknownFloor = (reason: string, floor: number): string =>
  `The margin is unknown, as ${reason}; it counts as below the floor of ${percentText(floor)}.`;

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

function currencyOf({ currency }: { readonly currency: string }): string {
  return currency;
}
