import { fromCents } from '../../../src/domain/money/money.ts';
import type { LoadRecord } from '../../records/record-types.ts';

/** A carrier that an earlier step of the same plan takes off its load, and what it is owed all the same. */
export interface Leaving {
  readonly loadCarrierId: string;
  readonly owedCents: number;
}

/** The load as it will be once they have left. */
export function withoutLeaving(load: LoadRecord, leaving: readonly Leaving[]): LoadRecord {
  const left = new Map(leaving.map((one) => [one.loadCarrierId, one]));
  return {
    ...load,
    carriers: load.carriers.map((carrier) => {
      const gone = left.get(carrier.id);
      return gone ? { ...carrier, status: 'TONU', totalCost: fromCents(gone.owedCents) } : carrier;
    }),
  };
}
