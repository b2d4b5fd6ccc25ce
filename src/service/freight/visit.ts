import type { Row } from '../../store/schema.ts';
import type { ShownAddress } from '../shared/addresses.ts';

/** A stop as an order visits it, with what is known of its place. */
export interface StopVisit {
  readonly stop: Row<'stop'>;
  /** Position in the order's route, from 1. */
  readonly sequence: number;
  readonly location: Row<'location'> | undefined;
  readonly address: ShownAddress | null;
  readonly timeZone: string | null;
}
