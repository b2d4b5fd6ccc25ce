import type { City } from '../../domain/places/cities.ts';
import type { Lane } from '../../domain/places/lanes.ts';
import type { NewRow } from '../fill/bulk-insert.ts';
import type { TermKey } from './organization.ts';
import type { Place } from '../kit/places.ts';

export interface CustomerLane {
  readonly lane: Lane;
  readonly origin: Place;
  readonly destination: Place;
  /** In the direction in which this customer ships. */
  readonly from: City;
  readonly to: City;
}

export interface Customer {
  readonly id: string;
  /** What its script is called; null for everybody else. */
  readonly key: string | null;
  readonly index: number;
  readonly name: string;
  readonly repId: string;
  readonly termId: string;
  readonly termDays: number;
  /** Days after the due date by which they usually pay. */
  readonly payLagDays: number;
  /** The weekday of their payment run. */
  readonly payWeekday: number;
  readonly marginMean: number;
  readonly contractShare: number;
  readonly lanes: readonly CustomerLane[];
  readonly laneWeights: readonly number[];
  /** Share of the credit limit that is used in the end; null: no limit recorded. */
  readonly creditUse: number | null;
  /** Written last, when the exposure is known. */
  readonly row: NewRow<'customer'>;
}

/** A customer that a planted problem needs. */
export interface CustomerScript {
  /** For scripts to name it; no record shows it. */
  readonly key: string;
  readonly name: string;
  /** Pairs of cities; without them the customer ships where the market does. */
  readonly lanes?: readonly (readonly [from: string, to: string, miles: number, equipment?: Lane['equipment']])[];
  readonly term?: TermKey;
  readonly marginMean?: number;
  readonly creditUse?: number | null;
  /** The place among the customers by volume; without it there are only the shipments that are planted. */
  readonly rank?: number;
}
