import {
  listExceptions,
  getSeverity,
  getMinutesLate,
  type WatchException,
  type WatchKind,
  watchKinds,
  type WatchLimits,
} from '../../src/domain/shipments/watched-freight.ts';
import { liveShipment } from '../../src/domain/freight/shipment.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import { type CopiedShipment, readShipments, type RequestedParts } from '../copied/copied-shipments.ts';
import { matchEvery, type ShipmentCondition } from '../copied/shipment-scope.ts';
import { findCandidates } from './candidates.ts';
import { anyException, type RequestedException } from './shipment-watch.ts';

/** A shipment of the copy with its exceptions. */
export interface TroubledShipment {
  readonly shipment: CopiedShipment;
  readonly exceptions: readonly WatchException[];
  /** At the stop where it is waited for, or stands; null where it is not late. */
  readonly minutesLate: number | null;
}

/** Lists the kinds that a question is about. */
export const listKinds = (exception: RequestedException): readonly WatchKind[] =>
  exception === anyException ? watchKinds.filter((kind) => kind !== 'unbilled') : [exception];

/** Returns the policy's limits, with the time and time zone of the call. */
export const getWatchLimits = ({
  now,
  timeZone,
  policy,
}: Pick<ToolContext, 'now' | 'timeZone' | 'policy'>): WatchLimits => ({
  now: now(),
  timeZone,
  marginFloor: policy.marginFloor,
  freeTimeMinutes: policy.rules.freeTimeMinutes,
});

interface TroubleQuestion {
  readonly kind: RequestedException;
  readonly limits: WatchLimits;
  /** Further conditions on the shipments. */
  readonly condition?: ShipmentCondition;
  /** Parts that a list shows in addition to those that the exception follows from. */
  readonly parts?: RequestedParts;
}

/** Lists the parts of a shipment that exceptions follow from. */
const listParts = (kinds: readonly WatchKind[]): RequestedParts => ({
  hasPod: kinds.some((kind) => ['missing_pod', 'unbilled', 'low_margin'].includes(kind)),
  hasMoney: kinds.includes('low_margin'),
});

const joinParts = (first: RequestedParts, second: RequestedParts): RequestedParts => ({
  hasPod: first.hasPod === true || second.hasPod === true,
  hasMoney: first.hasMoney === true || second.hasMoney === true,
  hasRep: first.hasRep === true || second.hasRep === true,
});

/** Judges a shipment with all that the copy holds of it. */
export function watchShipment(
  shipment: CopiedShipment,
  kinds: readonly WatchKind[],
  limits: WatchLimits,
): TroubledShipment {
  const all = listExceptions(shipment, limits);
  return {
    shipment,
    exceptions: all.filter(({ kind }) => kinds.includes(kind)),
    minutesLate: getMinutesLate(all),
  };
}

/** Finds the shipments that have such an exception, worst first, with all that lists show of them. */
export async function findTroubled(
  records: CopiedRecords,
  { kind, limits, condition, parts = {} }: TroubleQuestion,
): Promise<readonly TroubledShipment[]> {
  const kinds = listKinds(kind);
  const candidates = matchEvery([findCandidates(kind, limits), ...(condition ? [condition] : [])]);
  const { timeZone } = limits;
  const shipments = await readShipments(records, {
    selection: { condition: candidates },
    parts: joinParts(parts, listParts(kinds)),
    timeZone,
  });
  return sortNewestFirst(shipments)
    .map((shipment) => watchShipment(shipment, kinds, limits))
    .filter(({ exceptions }) => exceptions.length > 0)
    .toSorted(compareUrgency);
}

/** Finds the shipments that are late where they are waited for or stand. */
export async function findLate(
  records: CopiedRecords,
  { condition, limits }: { readonly condition: ShipmentCondition; readonly limits: WatchLimits },
): Promise<readonly TroubledShipment[]> {
  const candidates = matchEvery([findCandidates('late', limits), condition]);
  const { timeZone } = limits;
  const shipments = await readShipments(records, { selection: { condition: candidates }, parts: {}, timeZone });
  return shipments
    .map((shipment) => watchShipment(shipment, [], limits))
    .filter(({ minutesLate }) => minutesLate !== null);
}

/** Sorts shipments: those under way before those that wait for their invoice, the newest first. */
const sortNewestFirst = (shipments: readonly CopiedShipment[]): readonly CopiedShipment[] =>
  shipments.toSorted((first, second) =>
    isActive(first) === isActive(second) ? (first.createdAt < second.createdAt ? 1 : -1) : isActive(first) ? -1 : 1,
  );

const isActive = (shipment: { readonly status: string }): boolean => isMet(liveShipment, shipment);

/** Compares shipments by kind of exception, then by severity, the worst first. */
function compareUrgency({ exceptions: a }: TroubledShipment, { exceptions: b }: TroubledShipment): number {
  const [first, second] = [findMostUrgent(a), findMostUrgent(b)];
  if (!first || !second) return 0;
  return rankException(first) - rankException(second) || getSeverity(second) - getSeverity(first);
}

const findMostUrgent = (exceptions: readonly WatchException[]) =>
  exceptions.toSorted((a, b) => rankException(a) - rankException(b))[0];

/**
 * Ranks an exception in the order of `watchKinds`, except that a pickup more than a day ahead comes after all others.
 */
function rankException({ kind, minutes }: WatchException): number {
  const canWait = kind === 'uncovered' && minutes !== null && minutes < -24 * 60;
  return canWait ? watchKinds.length : watchKinds.indexOf(kind);
}
