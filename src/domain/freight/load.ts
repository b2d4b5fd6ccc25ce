import { isAmong, isNotAmong } from '../rules/rule.ts';
import { asBefore, type Lifecycle, type StatusOf, listStatuses } from '../kit/lifecycle.ts';

const cancel = { cancel: 'CANCELED' } as const;

/**
 * A load: which truck moves the freight. `book` puts a carrier on it, `release` is its last active carrier leaving,
 * `replace` another load taking its freight over; the moves in between are the truck's. Once freight is on board a lost
 * carrier does not put the load back to sourcing.
 */
export const loadLifecycle = {
  SOURCING: { book: 'BOOKED', release: 'SOURCING', replace: 'CANCELED', ...cancel },
  BOOKED: { book: 'BOOKED', release: 'SOURCING', dispatch: 'DISPATCHED', ...cancel },
  DISPATCHED: { book: 'DISPATCHED', release: 'SOURCING', load: 'LOADING', ...cancel },
  LOADING: { book: 'LOADING', release: 'SOURCING', pickUp: 'PICKED_UP', ...cancel },
  PICKED_UP: { book: 'PICKED_UP', release: 'PICKED_UP', depart: 'IN_TRANSIT', ...cancel },
  IN_TRANSIT: { book: 'IN_TRANSIT', release: 'IN_TRANSIT', unload: 'UNLOADING', ...cancel },
  UNLOADING: { book: 'UNLOADING', release: 'UNLOADING', deliver: 'DELIVERED', ...cancel },
  DELIVERED: cancel,
  CANCELED: { release: 'CANCELED', uncancel: asBefore },
} as const satisfies Lifecycle;

export type LoadStatus = StatusOf<typeof loadLifecycle>;

export const loadStatuses = listStatuses(loadLifecycle);

export const finalLoadStatuses = ['DELIVERED', 'CANCELED'] as const satisfies readonly LoadStatus[];

/** The load is still to be moved, or under way. */
export const liveLoad = isNotAmong('status', finalLoadStatuses);

/** Returns whether the status is one that Waybill knows. */
export const isLoadStatus = (status: string): status is LoadStatus =>
  loadStatuses.some((loadStatus) => loadStatus === status);

/** Returns the position of a status in the life of a load; larger is further. */
export function getLoadProgress(status: LoadStatus): number {
  return loadStatuses.indexOf(status);
}

/** One carrier's assignment to a load. TONU: truck ordered, not used. */
export const loadCarrierLifecycle = {
  ACTIVE: { bounce: 'BOUNCED', tonu: 'TONU' },
  TONU: {},
  BOUNCED: {},
} as const satisfies Lifecycle;

export type LoadCarrierStatus = StatusOf<typeof loadCarrierLifecycle>;

export const loadCarrierStatuses = listStatuses(loadCarrierLifecycle);

const endedAssignments = ['TONU', 'BOUNCED'] as const satisfies readonly LoadCarrierStatus[];

/** The carrier is on the load now. */
export const activeAssignment = isNotAmong('status', endedAssignments);

/** The carrier was on the load and left it. */
export const endedAssignment = isAmong('status', endedAssignments);

/** The carrier left before its truck was on its way, and is paid nothing. */
export const bouncedAssignment = isAmong('status', ['BOUNCED'] satisfies readonly LoadCarrierStatus[]);

/** The carrier moves the load, or was ordered in vain. */
export const unbouncedAssignment = isNotAmong('status', ['BOUNCED'] satisfies readonly LoadCarrierStatus[]);

/** The carrier's truck was ordered and not used. */
export const unusedTruck = isAmong('status', ['TONU'] satisfies readonly LoadCarrierStatus[]);

/** A load may be booked again as a new one when its truck was ordered and not used, and none is on it now. */
export function isRebookable(carriers: readonly LoadCarrierStatus[]): boolean {
  return carriers.includes('TONU') && !carriers.includes('ACTIVE');
}

export const loadCarrierRemovalReasons = [
  'TONU',
  'BOUNCED',
  'RATE_DISPUTE',
  'EQUIPMENT_ISSUE',
  'DRIVER_ISSUE',
  'TIMING_ISSUE',
  'OTHER',
] as const;
export type LoadCarrierRemovalReason = (typeof loadCarrierRemovalReasons)[number];
