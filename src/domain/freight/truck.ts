import type { LoadStatus } from './load.ts';
import type { StopWindow } from '../stops/stop-window.ts';
import type { StopType } from '../stops/stop.ts';

/** A booked load with its stops in route order. */
export interface Truck {
  readonly bookedAt: string;
  readonly dispatchedAt: string | null;
  /** Miles of the whole route; null if unknown. */
  readonly miles: number | null;
  readonly stops: readonly TruckStop[];
}

export interface TruckStop {
  readonly id: string;
  readonly type: StopType;
  /** Key of the place; equal for stops at the same place. */
  readonly place: string;
  /** Null if no time was requested. */
  readonly window: StopWindow | null;
  readonly arrival: string | null;
  readonly departure: string | null;
}

/** The driver, milestones and visits of a truck, past and future. */
export interface Trip {
  readonly driver: Driver;
  /** Milestones in order of time. A load with a later status has passed it. */
  readonly milestones: readonly Milestone[];
  /** One visit per stop. */
  readonly visits: readonly TruckVisit[];
}

export interface Milestone {
  readonly status: LoadStatus;
  readonly at: string;
}

export interface TruckVisit {
  readonly stopId: string;
  readonly arrival: string;
  readonly departure: string;
}

export interface Driver {
  readonly name: string;
  readonly phone: string;
  readonly truckNumber: string;
  readonly trailerNumber: string;
}
