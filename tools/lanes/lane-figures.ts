import { roundToCents } from '../../src/domain/money/money.ts';

/** A load as far as its prices go; null where one is not known. */
interface PricedLoad {
  readonly sell: number | null;
  readonly buy: number | null;
  readonly services: number | null;
  readonly tonu: number | null;
  readonly margin: number | null;
  readonly miles: number | null;
}

/** The prices that were paid or charged on a lane. */
export interface LanePrice {
  readonly loads: number;
  readonly averageCents: number;
  readonly medianCents: number;
  readonly lowCents: number;
  readonly highCents: number;
  /** Sum over sum of the loads whose miles are on record; null if none are. */
  readonly perMileCents: number | null;
}

/** Cost of some loads besides the pay of their carriers. */
export interface LaneExtra {
  readonly loads: number;
  readonly cents: number;
}

export interface LaneFigures {
  readonly loads: number;
  /** The pay of the carriers. */
  readonly buy: LanePrice | null;
  readonly sell: LanePrice | null;
  readonly services: LaneExtra;
  readonly tonu: LaneExtra;
  /** Margin of the loads whose margin is known; null if there are none. */
  readonly marginCents: number | null;
  /** Revenue of the loads whose margin is known. */
  readonly marginOfCents: number;
  /** Loads whose margin isn't known. */
  readonly withoutMargin: number;
}

/** Computes the figures of loads in one currency. */
export function computeLaneFigures(runs: readonly PricedLoad[]): LaneFigures {
  const margins = runs.flatMap(({ sell, margin }) => (margin === null ? [] : [{ sell: sell ?? 0, margin }]));
  return {
    loads: runs.length,
    buy: computePrice(runs, ({ buy }) => buy),
    sell: computePrice(runs, ({ sell }) => sell),
    services: sumExtra(runs.map(({ services }) => services)),
    tonu: sumExtra(runs.map(({ tonu }) => tonu)),
    marginCents: margins.length === 0 ? null : sum(margins.map(({ margin }) => margin)),
    marginOfCents: sum(margins.map(({ sell }) => sell)),
    withoutMargin: runs.length - margins.length,
  };
}

function sumExtra(amounts: readonly (number | null)[]): LaneExtra {
  const paid = amounts.flatMap((cents) => cents || []);
  return { loads: paid.length, cents: sum(paid) };
}

/** Computes the price of loads. Returns null if no amount is known. */
export function computePrice(
  runs: readonly PricedLoad[],
  getAmount: (run: PricedLoad) => number | null,
): LanePrice | null {
  const priced = runs.flatMap((run) => {
    const cents = getAmount(run);
    return cents === null ? [] : [{ cents, miles: run.miles ?? 0 }];
  });
  const amounts = priced.map(({ cents }) => cents).toSorted((first, second) => first - second);
  const [low, high] = [amounts[0], amounts.at(-1)];
  if (low === undefined || high === undefined) return null;
  const measured = priced.filter(({ miles }) => miles > 0);
  const miles = sum(measured.map((load) => load.miles));
  return {
    loads: amounts.length,
    averageCents: Math.round(sum(amounts) / amounts.length),
    medianCents: computeMedian(amounts),
    lowCents: low,
    highCents: high,
    perMileCents: miles === 0 ? null : roundToCents(sum(measured.map(({ cents }) => cents)) / 100 / miles),
  };
}

function computeMedian(sorted: readonly number[]): number {
  const middle = Math.floor(sorted.length / 2);
  const [before = 0, after = 0] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? after : Math.round((before + after) / 2);
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
