import { roundToCents } from '../../src/domain/money/money.ts';
import type { LaneRun } from './lane-runs.ts';

/** What was paid or charged on a lane. */
export interface LanePrice {
  readonly loads: number;
  readonly averageCents: number;
  readonly medianCents: number;
  readonly lowCents: number;
  readonly highCents: number;
  /** Sum over sum of the loads whose miles are on record; null where none are. */
  readonly perMileCents: number | null;
}

export interface LaneFigures {
  readonly loads: number;
  readonly buy: LanePrice | null;
  readonly sell: LanePrice | null;
  /** Of the loads whose both sides are known; null where there is none. */
  readonly marginCents: number | null;
  readonly marginOfCents: number;
}

/** Of loads in one currency. */
export function laneFigures(runs: readonly LaneRun[]): LaneFigures {
  const both = runs.filter(({ sell, buy }) => sell !== null && buy !== null);
  return {
    loads: runs.length,
    buy: priceOf(runs, ({ buy }) => buy),
    sell: priceOf(runs, ({ sell }) => sell),
    marginCents: both.length === 0 ? null : sum(both.map(({ sell, buy }) => (sell ?? 0) - (buy ?? 0))),
    marginOfCents: sum(both.map(({ sell }) => sell ?? 0)),
  };
}

/** Null where no amount is known. */
export function priceOf(runs: readonly LaneRun[], amountOf: (run: LaneRun) => number | null): LanePrice | null {
  const known = runs.flatMap((run) => {
    const cents = amountOf(run);
    return cents === null ? [] : [{ cents, miles: run.miles ?? 0 }];
  });
  const amounts = known.map(({ cents }) => cents).toSorted((one, other) => one - other);
  const [low, high] = [amounts[0], amounts.at(-1)];
  if (low === undefined || high === undefined) return null;
  const measured = known.filter(({ miles }) => miles > 0);
  const miles = sum(measured.map((one) => one.miles));
  return {
    loads: amounts.length,
    averageCents: Math.round(sum(amounts) / amounts.length),
    medianCents: medianOf(amounts),
    lowCents: low,
    highCents: high,
    perMileCents: miles === 0 ? null : roundToCents(sum(measured.map(({ cents }) => cents)) / 100 / miles),
  };
}

function medianOf(sorted: readonly number[]): number {
  const middle = Math.floor(sorted.length / 2);
  const [before = 0, after = 0] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? after : Math.round((before + after) / 2);
}

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
