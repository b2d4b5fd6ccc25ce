import { isAmong, isNotAmong } from '../rules/rule.ts';
import { asBefore, type Lifecycle, type StatusOf, listStatuses } from '../kit/lifecycle.ts';
import { getLoadProgress, type LoadStatus } from './load.ts';

const open = { cancel: 'CANCELED' } as const;

/** Actions that a caller may take on a shipment. Every status between DRAFT and DELIVERED follows its loads. */
export const shipmentLifecycle = {
  DRAFT: open,
  TENDER_PENDING: open,
  ON_HOLD: open,
  PLANNING: open,
  SELECTED: open,
  BOOKED: open,
  DISPATCHED: open,
  LOADING: open,
  PICKED_UP: open,
  IN_TRANSIT: open,
  UNLOADING: open,
  ARRIVED_AT_DELIVERY_TERMINAL: open,
  OUT_FOR_DELIVERY: open,
  RECOVERED: open,
  DELIVERED: {},
  CANCELED: { uncancel: asBefore },
  TENDER_REJECTED: open,
} as const satisfies Lifecycle;

export type ShipmentStatus = StatusOf<typeof shipmentLifecycle>;

export const shipmentStatuses = listStatuses(shipmentLifecycle);

export type ShipmentPhase = 'before_transit' | 'in_transit' | 'final';

export const shipmentPhases = {
  DRAFT: 'before_transit',
  TENDER_PENDING: 'before_transit',
  TENDER_REJECTED: 'before_transit',
  ON_HOLD: 'before_transit',
  PLANNING: 'before_transit',
  SELECTED: 'before_transit',
  BOOKED: 'before_transit',
  DISPATCHED: 'before_transit',
  LOADING: 'in_transit',
  PICKED_UP: 'in_transit',
  IN_TRANSIT: 'in_transit',
  UNLOADING: 'in_transit',
  ARRIVED_AT_DELIVERY_TERMINAL: 'in_transit',
  OUT_FOR_DELIVERY: 'in_transit',
  RECOVERED: 'in_transit',
  DELIVERED: 'final',
  CANCELED: 'final',
} as const satisfies Record<ShipmentStatus, ShipmentPhase>;

export function listStatusesInPhase(phase: ShipmentPhase): ShipmentStatus[] {
  return shipmentStatuses.filter((status) => shipmentPhases[status] === phase);
}

export const finalShipmentStatuses: readonly ShipmentStatus[] = listStatusesInPhase('final');

/** The shipment is still to be moved, or under way. */
export const liveShipment = isNotAmong('status', finalShipmentStatuses);

/** No truck has reached a shipper: a status that Waybill doesn't know can be any. */
export const shipmentBeforeTransit = isAmong('status', listStatusesInPhase('before_transit'));

export const deliveredShipment = isAmong('status', ['DELIVERED'] satisfies readonly ShipmentStatus[]);

/** A shipment, order, load or service that wasn't called off. */
export const notCanceled = isNotAmong('status', ['CANCELED'] satisfies readonly ShipmentStatus[]);

/** Stages between leaving the shipper and unloading that loads do not tell apart. */
const finerThanInTransit: readonly ShipmentStatus[] = ['ARRIVED_AT_DELIVERY_TERMINAL', 'OUT_FOR_DELIVERY', 'RECOVERED'];

/**
 * The status a shipment takes once one of its loads has moved: delivered when all are, otherwise no further than the
 * slowest load that is under way, and not booked before every load has a carrier.
 */
export function followLoads(current: ShipmentStatus, loads: readonly LoadStatus[]): ShipmentStatus {
  if (shipmentPhases[current] === 'final') return current;
  const live = loads.filter((status) => status !== 'CANCELED').sort((a, b) => getLoadProgress(a) - getLoadProgress(b));
  const started = live.filter(isStarted);
  if (started.length === 0) return followWaiting(current, live[0]);
  if (live.every((status) => status === 'DELIVERED')) return 'DELIVERED';
  const next = started.find((status) => status !== 'DELIVERED') ?? 'IN_TRANSIT';
  return next === 'IN_TRANSIT' && finerThanInTransit.includes(current) ? current : next;
}

/** No truck has reached a shipper: what was decided before any carrier stays, what a carrier had brought falls back. */
function followWaiting(current: ShipmentStatus, slowest: LoadStatus | undefined): ShipmentStatus {
  if (slowest === 'BOOKED' || slowest === 'DISPATCHED') return slowest;
  const hadCarrier = current === 'BOOKED' || current === 'DISPATCHED' || shipmentPhases[current] === 'in_transit';
  return hadCarrier ? 'PLANNING' : current;
}

type StartedLoadStatus = Exclude<LoadStatus, 'SOURCING' | 'BOOKED' | 'DISPATCHED' | 'CANCELED'>;

function isStarted(status: LoadStatus): status is StartedLoadStatus {
  return status !== 'CANCELED' && getLoadProgress(status) >= getLoadProgress('LOADING');
}
