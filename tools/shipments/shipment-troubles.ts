import { podState } from '../../src/domain/freight/pod.ts';
import {
  exceptionsOf,
  minutesLateOf,
  type WatchException,
  type WatchKind,
  watchKinds,
  type WatchLimits,
} from '../../src/domain/shipments/watched-freight.ts';
import { liveShipment } from '../../src/domain/freight/shipment.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import { isUninvoiced } from '../../src/domain/shipments/to-bill.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { allOf, type Condition } from '../copied/conditions.ts';
import { podStatusesOn } from '../copied/pod-statuses.ts';
import type { Reader } from '../copied/rows.ts';
import { coverEndsOf, type WatchedRow, watchedRows } from '../copied/watched-rows.ts';
import { distinct } from '../records/distinct.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { recordsById } from '../records/records-by-id.ts';
import { candidatesFor } from './candidates.ts';
import { activeCarriers, anyException, type AskedException, type Listed, watchedRecord } from './shipment-watch.ts';

/** A shipment of the copy that has a trouble which was asked for. */
export interface Troubled extends Pick<WatchedRow, 'id' | 'friendlyId' | 'customerName'> {
  readonly exceptions: readonly WatchException[];
  /** At the stop where it is waited for, or stands; null where it is not late. */
  readonly minutesLate: number | null;
}

/** Kinds that a question is about. */
export const kindsOf = (asked: AskedException): readonly WatchKind[] =>
  asked === anyException ? watchKinds.filter((kind) => kind !== 'unbilled') : [asked];

/** What the policy sets, and when and where it is asked. */
export const limitsOf = ({ now, timeZone, policy }: Pick<ToolContext, 'now' | 'timeZone' | 'policy'>): WatchLimits => ({
  now: now(),
  timeZone,
  marginFloor: policy.marginFloor,
  freeTimeMinutes: policy.rules.freeTimeMinutes,
});

/** Shipments `s` that have such an exception, worst first. */
export async function findTroubled(
  read: Reader,
  {
    condition,
    kind,
    limits,
  }: { readonly condition: Condition; readonly kind: AskedException; readonly limits: WatchLimits },
): Promise<readonly Troubled[]> {
  const kinds = kindsOf(kind);
  const rows = await watchedRows(read, condition, limits.timeZone);
  return newestFirst(rows)
    .map((row) => {
      const all = exceptionsOf(row, limits);
      return {
        ...row,
        exceptions: all.filter(({ kind: one }) => kinds.includes(one)),
        minutesLate: minutesLateOf(all),
      };
    })
    .filter(({ exceptions }) => exceptions.length > 0)
    .toSorted(byUrgency);
}

/** Shipments `s` that are late where they are waited for or stand. */
export async function findLate(
  read: Reader,
  condition: Condition,
  limits: WatchLimits,
): Promise<readonly Pick<Troubled, 'id' | 'minutesLate'>[]> {
  const candidates = candidatesFor('late', limits);
  const rows = await watchedRows(read, allOf([candidates.condition, condition]), limits.timeZone);
  return rows
    .map((row) => ({ id: row.id, minutesLate: minutesLateOf(exceptionsOf(row, limits)) }))
    .filter(({ minutesLate }) => minutesLate !== null);
}

/** Shipments as the API shows them now; the copy says which. */
export const shipmentsById = (ctx: ToolContext, ids: readonly string[]): Promise<ReadonlyMap<string, ShipmentRecord>> =>
  recordsById<ShipmentRecord>(ids, (question) => scan(ctx, ctx.api.shipments.filter, question));

/** Of shipments as the API shows them, those that have such an exception; of each what it is about. */
export async function stillTroubled(
  read: Reader,
  shipments: readonly ShipmentRecord[],
  { kind, limits }: { readonly kind: AskedException; readonly limits: WatchLimits },
): Promise<readonly Listed[]> {
  const kinds = kindsOf(kind);
  const watched = shipments.filter(isWatched);
  const carriers = watched.flatMap((shipment) => activeCarriers(shipment).flatMap(({ carrier }) => carrier?.id ?? []));
  const [coverEnds, listed] = await Promise.all([
    coverEndsOf(read, distinct(carriers), limits.timeZone),
    withPods(read, watched),
  ]);
  return listed
    .map(({ podStatuses, ...one }) => {
      const found = exceptionsOf(watchedRecord(one.shipment, { podStatuses, coverEnds }), limits);
      return { ...one, exceptions: found.filter((exception) => kinds.includes(exception.kind)) };
    })
    .filter(({ exceptions }) => exceptions.length > 0);
}

/** Shipments without their exceptions, with what keeps them from being invoiced. */
export async function withPods(read: Reader, shipments: readonly ShipmentRecord[]) {
  const podOf = await podStatusesOn(read, shipments);
  return shipments.map((shipment) => {
    const { status, billingStatus } = shipment;
    const podStatuses = podOf(shipment);
    const pod = podState({ delivered: status === 'DELIVERED', podStatuses, billingStatus });
    return { shipment, exceptions: [], pod, podStatuses };
  });
}

/** What is under way before what waits for its invoice, as it was entered. */
const newestFirst = (rows: readonly WatchedRow[]): readonly WatchedRow[] =>
  rows.toSorted((one, other) =>
    isActive(one) === isActive(other) ? (one.createdAt < other.createdAt ? 1 : -1) : isActive(one) ? -1 : 1,
  );

/** Under way, or delivered and not invoiced. */
const isWatched = (shipment: ShipmentRecord): boolean =>
  isActive(shipment) || (shipment.status === 'DELIVERED' && isUninvoiced(shipment));

const isActive = (shipment: { readonly status: string }): boolean => isMet(liveShipment, shipment);

/** By kind, then the longest first. */
function byUrgency({ exceptions: a }: Troubled, { exceptions: b }: Troubled): number {
  const [first, second] = [mostUrgent(a), mostUrgent(b)];
  if (!first || !second) return 0;
  const ranks = rankOf(first) - rankOf(second);
  return ranks !== 0 ? ranks : (second.minutes ?? Number.MIN_SAFE_INTEGER) - (first.minutes ?? Number.MIN_SAFE_INTEGER);
}

const mostUrgent = (exceptions: readonly WatchException[]) => exceptions.toSorted((a, b) => rankOf(a) - rankOf(b))[0];

/** The order of `watchKinds`, except that a pickup more than a day ahead can wait for all the others. */
function rankOf({ kind, minutes }: WatchException): number {
  const canWait = kind === 'uncovered' && minutes !== null && minutes < -24 * 60;
  return canWait ? watchKinds.length : watchKinds.indexOf(kind);
}
