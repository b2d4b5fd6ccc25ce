import { priceOf } from './lane-figures.ts';
import type { LaneRun } from './lane-runs.ts';

/** A carrier that ran a lane. */
export interface LaneCarrier {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly loads: number;
  /** Of its loads in the first currency; null where none is known. */
  readonly averageCents: number | null;
  readonly currency: string;
  readonly last: string;
}

/** Most loads first, then the latest; loads of several carriers are nobody's. */
export function laneCarriers(runs: readonly LaneRun[]): readonly LaneCarrier[] {
  const byCarrier = Map.groupBy(runs, ({ carrierId }) => carrierId);
  const carriers = [...byCarrier.values()].flatMap((own): readonly LaneCarrier[] => {
    const [first] = own;
    if (!first || first.carrierId === null) return [];
    const { carrierId: id, carrierNumber, carrier, currency, day: last } = first;
    const price = priceOf(
      own.filter((run) => run.currency === currency),
      ({ buy }) => buy,
    );
    return [
      {
        id,
        number: carrierNumber ?? 'unknown carrier',
        name: carrier ?? 'unknown',
        loads: own.length,
        averageCents: price?.averageCents ?? null,
        currency,
        last,
      },
    ];
  });
  return carriers.toSorted(
    (one, other) =>
      other.loads - one.loads || other.last.localeCompare(one.last) || one.number.localeCompare(other.number),
  );
}
