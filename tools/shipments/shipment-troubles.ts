import { civilDay } from '../../src/domain/kit/dates.ts';
import { podState } from '../../src/domain/freight/pod.ts';
import { uninvoicedStatuses } from '../../src/domain/money/order-billing.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { distinct } from '../records/distinct.ts';
import type { CarrierRecord, ShipmentRecord } from '../records/record-types.ts';
import { chunks } from '../records/chunks.ts';
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

interface Reads {
  readonly active: boolean;
  readonly delivered: boolean;
  readonly cover: boolean;
}

const road: Reads = { active: true, delivered: false, cover: false };
const papers: Reads = { active: false, delivered: true, cover: false };

/** What is read to find each; whatever waits for billing alone is not for `any`, or it would hide the rest. */
const readsFor: Readonly<Record<AskedException, Reads>> = {
  late: road,
  uncovered: road,
  at_risk: road,
  dwelling: road,
  arrived_late: road,
  not_dispatched: road,
  no_appointment: road,
  insurance: { ...road, cover: true },
  low_margin: { active: true, delivered: true, cover: false },
  missing_pod: papers,
  unbilled: papers,
  any: { active: true, delivered: true, cover: true },
};

/** Kinds that a question is about. */
export const kindsOf = (asked: AskedException): readonly WatchKind[] =>
  asked === anyException ? watchKinds.filter((kind) => kind !== 'unbilled') : [asked];

/** The exceptions of everything active, and of everything delivered and not invoiced; worst first. */
export async function findTroubled(
  ctx: ToolContext,
  asked: ShipmentFilter,
  kind: AskedException,
): Promise<FoundShipments> {
  const reads = readsFor[kind];
  const [active, delivered] = await Promise.all([
    reads.active ? within(ctx, asked, { status: { in: activeStatuses } }, isActive) : nothing,
    reads.delivered ? within(ctx, asked, unbilled, isUnbilled) : nothing,
  ]);
  const [podOf, coverEnds] = await Promise.all([
    podsOf(ctx, delivered.rows),
    reads.cover ? coverEndsOf(ctx, active.rows) : undefined,
  ]);
  const facts = { now: ctx.now(), timeZone: ctx.timeZone, ...limitsOf(ctx), coverEnds };
  const kinds = kindsOf(kind);
  const rows = [
    ...active.rows.map((shipment) => listed(shipment, { ...facts, podStatuses: null }, kinds)),
    ...delivered.rows.map((shipment) => listed(shipment, { ...facts, podStatuses: podOf(shipment) }, kinds)),
  ].filter(({ exceptions }) => exceptions.length > 0);
  const coverage = [active.coverage, delivered.coverage].filter((note) => note !== undefined).join(' ');
  return {
    rows: rows.toSorted(byUrgency),
    isComplete: active.isComplete && delivered.isComplete,
    coverage: coverage === '' ? undefined : coverage,
  };
}

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
  ctx: ToolContext,
  shipments: readonly ShipmentRecord[],
): Promise<ReadonlyMap<string, string | null>> {
  const ids = distinct(shipments.flatMap((shipment) => activeCarriers(shipment).map(({ carrier }) => carrier.id)));
  const found = await Promise.all(
    chunks(ids, idsMax).map((chunk) => {
      const wanted = new Set(chunk);
      const local = { id: ({ id }: CarrierRecord) => wanted.has(id) };
      return scan(ctx, ctx.api.carriers.filter, { filter: { id: { in: chunk } }, local });
    }),
  );
  const carriers = found.flatMap(({ rows }) => rows).filter(({ type }) => (type ?? 'TRUCKLOAD') === 'TRUCKLOAD');
  return new Map(
    carriers.map(({ id, insuranceExpirationDate: end }) => [id, end ? civilDay(end, ctx.timeZone) : null]),
  );
}

const idsMax = 250;

const nothing = { rows: [], isComplete: true, coverage: undefined } as const;

const unbilled = { status: { equalTo: 'DELIVERED' }, billingStatus: { in: uninvoicedStatuses } } as const;

const isActive = ({ status }: ShipmentRecord) => activeStatuses.includes(status);
const isUnbilled = ({ status, billingStatus }: ShipmentRecord) =>
  status === 'DELIVERED' && uninvoicedStatuses.some((known) => known === billingStatus);

type Condition = ShipmentFilter['filter'];

/** What was asked for, within one group of shipments. */
async function within(
  ctx: ToolContext,
  { filter, local, always }: ShipmentFilter,
  group: Condition,
  isInGroup: (shipment: ShipmentRecord) => boolean,
) {
  const filters = [filter, group].filter((part) => Object.keys(part).length > 0);
  const read = await scan(ctx, ctx.api.shipments.filter, { filter: { and: filters }, local });
  // The group's own test stands in for its condition where the API did not apply it.
  return { ...read, rows: read.rows.filter((shipment) => isInGroup(shipment) && always(shipment)) };
}

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
