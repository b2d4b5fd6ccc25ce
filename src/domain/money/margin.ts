import { isComparedTo } from '../rules/rule.ts';
import { computePercent, formatPercent } from './money.ts';

/** Margin of freight that costs more than it brings in. */
export const losingMargin = isComparedTo('marginCents', '<', 0);

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
  /** True if part of the freight has no cost yet, by basis. Default: true if there is no cost at all. */
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
  /** Number of counted lines with an invoice or bill. */
  readonly billedLines: number;
  readonly lines: number;
}

/**
 * Computes the margin of a shipment. `booked` takes agreed amounts; `actual` takes invoices and bills where they exist.
 * There is one result for each currency; with several of them no margin is known, as amounts of two currencies never meet.
 */
export function computeMargin({ revenue, cost, lacksCost }: MoneyLines, basis: MarginBasis): Margin[] {
  const totals = sumByCurrency({ revenue, cost }, basis);
  const currencies = totals
    .filter(({ revenueCents, costCents }) => revenueCents !== 0 || costCents !== 0)
    .map(getCurrency);
  return totals.map((total) => {
    const { revenueCents, costCents } = total;
    const isCostMissing = lacksCost?.[basis] ?? (costCents === 0 && revenueCents !== 0);
    const gap = currencies.length > 1 ? 'currencies' : isCostMissing ? 'no_cost' : null;
    const marginCents = gap === null ? revenueCents - costCents : null;
    return {
      ...total,
      basis,
      marginCents,
      marginPercent: marginCents === null ? null : computePercent(marginCents, revenueCents),
      gap,
      currencies,
    };
  });
}

function sumByCurrency({ revenue, cost }: Pick<MoneyLines, 'revenue' | 'cost'>, basis: MarginBasis) {
  const currencies = [...new Set([...revenue, ...cost].filter((line) => isRelevant(line, basis)).map(getCurrency))];
  return currencies.sort().map((currency) => {
    const isCounted = (line: MoneyLine) => line.currency === currency && isRelevant(line, basis);
    const [earned, spent] = [revenue.filter(isCounted), cost.filter(isCounted)];
    return {
      currency,
      revenueCents: sum(earned, basis),
      costCents: sum(spent, basis),
      billedLines: [...earned, ...spent].filter(isBilled).length,
      lines: earned.length + spent.length,
    };
  });
}

/** Formats a margin as `12.4 %`, or `n/a` without revenue. */
export function formatMargin(marginPercent: number | null): string {
  return marginPercent === null ? 'n/a' : `${marginPercent.toFixed(1)} %`;
}

/** The amounts that a floor check needs. */
export interface FlooredMargin extends Pick<Margin, 'revenueCents' | 'costCents'> {
  /** With several of them the margin isn't known. */
  readonly currencies?: readonly string[];
}

/**
 * Returns a warning if the margin is below the floor, negative or unknown; null if
 * it isn't. Freight that has only part of its cost is checked with that part.
 */
export function checkFloor({ revenueCents, costCents, currencies = [] }: FlooredMargin, floor: number): string | null {
  if (currencies.length > 1)
    return describeUnknownFloor(`its amounts are in ${new Intl.ListFormat('en').format(currencies)}`, floor);
  const marginCents = revenueCents - costCents;
  if (revenueCents > 0 && marginCents >= revenueCents * floor) return null;
  const margin = formatMargin(computePercent(marginCents, revenueCents));
  return `The margin of ${margin} is below the floor of ${formatPercent(floor)}.`;
}

/** Describes a margin that nobody can compare with the floor. */
export const describeUnknownFloor = (reason: string, floor: number): string =>
  `The margin is unknown, as ${reason}; it counts as below the floor of ${formatPercent(floor)}.`;

/** Checks whether a line counts. Canceled lines count only if they were billed. */
function isRelevant(line: MoneyLine, basis: MarginBasis): boolean {
  return !line.canceled || (basis === 'actual' && isBilled(line));
}

function sum(lines: readonly MoneyLine[], basis: MarginBasis): number {
  return lines.reduce((total, line) => total + getCents(line, basis), 0);
}

function getCents({ agreedCents, billedCents }: MoneyLine, basis: MarginBasis): number {
  return basis === 'actual' ? (billedCents ?? agreedCents) : agreedCents;
}

function isBilled({ billedCents }: MoneyLine): boolean {
  return billedCents !== null && billedCents !== undefined;
}

function getCurrency({ currency }: { readonly currency: string }): string {
  return currency;
}
