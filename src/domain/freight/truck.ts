import type { LoadStatus } from './load.ts';
import type { StopWindow } from './stop-window.ts';
import type { StopType } from './stop.ts';

/** A load under a truck: when somebody was booked for it, and its stops in the order of the route. */
export interface Truck {
  readonly bookedAt: string;
  readonly dispatchedAt: string | null;
  /** Of the whole route; null when nobody measured it. */
  readonly miles: number | null;
  readonly stops: readonly TruckStop[];
}

export interface TruckStop {
  readonly id: string;
  readonly type: StopType;
  /** The same for stops at one place. */
  readonly place: string;
  /** Null: nothing was asked for. */
  readonly window: StopWindow | null;
  readonly arrival: string | null;
  readonly departure: string | null;
}

/** What a truck has done and will do, all of it known beforehand. */
export interface Trip {
  readonly driver: Driver;
  /** In the order of time; a load that is further than a milestone has passed it. */
  readonly milestones: readonly Milestone[];
  /** One for each stop. */
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
