import { computePrice } from './lane-figures.ts';
import type { LaneRun } from './lane-runs.ts';

/** A carrier that ran a lane. */
export interface RankedLaneCarrier {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly loads: number;
  /** Its average pay in each currency, without loads whose pay isn't known. */
  readonly averages: readonly { readonly currency: string; readonly averageCents: number }[];
  readonly last: string;
}

/** The carriers that ran the loads of a lane. Each load counts once. */
export interface LaneCarriers {
  /** Most loads first, then the latest. */
  readonly carriers: readonly RankedLaneCarrier[];
  /** Loads that several carriers moved. */
  readonly shared: number;
  /** Loads of which no carrier is on record. */
  readonly unassigned: number;
}

export function groupByCarrier(runs: readonly LaneRun[]): LaneCarriers {
  const byCarrier = Map.groupBy(runs, ({ carrierId }) => carrierId);
  const carriers = [...byCarrier].flatMap(([id, loads]): readonly RankedLaneCarrier[] => {
    const [latest] = loads;
    if (latest === undefined || id === null) return [];
    return [
      {
        id,
        number: latest.carrierNumber ?? 'unknown carrier',
        name: latest.carrier ?? 'unknown',
        loads: loads.length,
        averages: computeAverages(loads),
        last: latest.day,
      },
    ];
  });
  const unnamed = byCarrier.get(null) ?? [];
  return {
    carriers: carriers.toSorted(
      (first, second) =>
        second.loads - first.loads ||
        second.last.localeCompare(first.last) ||
        first.number.localeCompare(second.number),
    ),
    shared: unnamed.filter((run) => run.carriers > 1).length,
    unassigned: unnamed.filter((run) => run.carriers <= 1).length,
  };
}

function computeAverages(loads: readonly LaneRun[]): RankedLaneCarrier['averages'] {
  return [...Map.groupBy(loads, ({ currency }) => currency)].flatMap(([currency, runs]) => {
    const price = computePrice(runs, ({ buy }) => buy);
    return price === null ? [] : [{ currency, averageCents: price.averageCents }];
  });
}
