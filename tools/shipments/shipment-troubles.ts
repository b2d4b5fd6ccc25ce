import { civilDay } from '../../src/domain/kit/dates.ts';
import { podState } from '../../src/domain/freight/pod.ts';
import { isUninvoiced } from '../../src/domain/shipments/to-bill.ts';
import { copyNow } from '../../src/mcp/tool/copy-now.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { allOf, type Condition, isOneOf } from '../copied/conditions.ts';
import { podStatusesOn } from '../copied/pod-statuses.ts';
import { type Reader, rowsOf } from '../copied/rows.ts';
import { distinct } from '../records/distinct.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { recordsById } from '../records/records-by-id.ts';
import { candidatesFor } from './candidates.ts';
import { podsOf } from './pods.ts';
import { activeStatuses, type ShipmentFilter } from './shipment-filter.ts';
import {
  activeCarriers,
  anyException,
  type AskedException,
  exceptionsOf,
  type Listed,
  type WatchException,
  type WatchFacts,
  type WatchKind,
  watchKinds,
} from './shipment-watch.ts';

export interface FoundShipments {
  readonly rows: readonly Listed[];
  readonly isComplete: boolean;
  readonly coverage: string | undefined;
}

/** Kinds that a question is about. */
export const kindsOf = (asked: AskedException): readonly WatchKind[] =>
  asked === anyException ? watchKinds.filter((kind) => kind !== 'unbilled') : [asked];

/** The exceptions of everything active, and of everything delivered and not invoiced; worst first. */
export async function findTroubled(
  ctx: ToolContext,
  asked: ShipmentFilter,
  kind: AskedException,
): Promise<FoundShipments> {
  const now = ctx.now();
  const limits = { now, timeZone: ctx.timeZone, ...limitsOf(ctx) };
  const { condition, tables } = candidatesFor(kind, limits);
  const { read, coverage } = await copyNow(ctx, [...tables, ...asked.tables]);
  const candidates = await shipmentIds(read, allOf([condition, asked.condition]));
  const shipments = [...(await shipmentsById(ctx, candidates)).values()].filter(
    (shipment) => isWatched(shipment) && asked.isWanted(shipment),
  );
  const kinds = kindsOf(kind);
  const [podOf, coverEnds] = await Promise.all([
    tables.includes('document') ? podStatusesOn(read, shipments) : undefined,
    tables.includes('carrier') ? coverEndsOf(read, shipments, ctx.timeZone) : undefined,
  ]);
  const rows = shipments.map((shipment) => {
    const podStatuses = (shipment.status === 'DELIVERED' && podOf?.(shipment)) || null;
    return listed(shipment, { ...limits, coverEnds, podStatuses }, kinds);
  });
  return {
    rows: newestFirst(rows.filter(({ exceptions }) => exceptions.length > 0)).toSorted(byUrgency),
    isComplete: coverage === undefined,
    coverage,
  };
}

/** Shipments as the API shows them now; the copy says which. */
export const shipmentsById = (ctx: ToolContext, ids: readonly string[]): Promise<ReadonlyMap<string, ShipmentRecord>> =>
  recordsById<ShipmentRecord>(ids, (question) => scan(ctx, ctx.api.shipments.filter, question));

async function shipmentIds(read: Reader, { text, values }: Condition): Promise<readonly string[]> {
  const rows = await rowsOf<{ readonly id: string }>(read, `select s.id from shipment s where ${text}`, values);
  return rows.map(({ id }) => id);
}

/** What is under way before what waits for its invoice, as it was entered. */
const newestFirst = (rows: readonly Listed[]): readonly Listed[] =>
  rows.toSorted(({ shipment: one }, { shipment: other }) =>
    isActive(one) === isActive(other) ? (one.createdAt < other.createdAt ? 1 : -1) : isActive(one) ? -1 : 1,
  );

/** What the policy sets. */
export const limitsOf = ({ policy }: Pick<ToolContext, 'policy'>) => ({
  marginFloor: policy.marginFloor,
  freeTimeMinutes: policy.rules.freeTimeMinutes,
});

function listed(shipment: ShipmentRecord, facts: WatchFacts, kinds: readonly WatchKind[]): Listed {
  const delivered = shipment.status === 'DELIVERED';
  return {
    shipment,
    exceptions: exceptionsOf(shipment, facts).filter(({ kind }) => kinds.includes(kind)),
    pod: podState({ delivered, podStatuses: facts.podStatuses, billingStatus: shipment.billingStatus }),
  };
}

/** Shipments without their exceptions; `withPods` says what keeps them from being invoiced. */
export async function listedShipments(
  ctx: ToolContext,
  shipments: readonly ShipmentRecord[],
  { withPods }: { readonly withPods: boolean },
): Promise<readonly Listed[]> {
  if (!withPods) return shipments.map((shipment) => ({ shipment, exceptions: [], pod: undefined }));
  const podOf = await podsOf(ctx, shipments);
  return shipments.map((shipment) => {
    const { status, billingStatus } = shipment;
    const pod = podState({ delivered: status === 'DELIVERED', podStatuses: podOf(shipment), billingStatus });
    return { shipment, exceptions: [], pod };
  });
}

/** The day on which the cover of each active carrier ends; only truckload carriers have it on record. */
async function coverEndsOf(
  read: Reader,
  shipments: readonly ShipmentRecord[],
  timeZone: string,
): Promise<ReadonlyMap<string, string | null>> {
  const ids = shipments.flatMap((shipment) => activeCarriers(shipment).map(({ carrier }) => carrier.id));
  const of = isOneOf('id', distinct(ids));
  const carriers = await rowsOf<{ readonly id: string; readonly insurance_expires_at: string | null }>(
    read,
    `select id, insurance_expires_at from carrier where type = 'TRUCKLOAD' and ${of.text}`,
    of.values,
  );
  return new Map(
    carriers.map(({ id, insurance_expires_at: end }) => [id, end === null ? null : civilDay(end, timeZone)]),
  );
}

const isActive = ({ status }: ShipmentRecord) => activeStatuses.includes(status);
const isWatched = (shipment: ShipmentRecord) =>
  isActive(shipment) || (shipment.status === 'DELIVERED' && isUninvoiced(shipment));

/** By kind, then the longest first. */
function byUrgency({ exceptions: a }: Listed, { exceptions: b }: Listed): number {
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
