import type { DatabaseKind, Tx } from '../../store/connection.ts';
import type { SandboxOrigin } from '../../store/sandbox-settings.ts';
import { insertBatches } from '../fill/bulk-insert.ts';
import { type Timeline, longestTimelineMs, type Snapshot } from '../freight/timeline.ts';
import { day, toDayNumber } from '../kit/clock.ts';
import { openRowQueue } from '../kit/row-queue.ts';
import { openPayRuns } from '../money/pay-runs.ts';
import {
  applyChanges,
  readCounters,
  renewInsurance,
  markPaymentsSynced,
  type TimeSpan,
  writeCounters,
} from './apply.ts';
import { type RecordChange, type TimelineDifference, compareRows, noDifference, getValues } from './difference.ts';
import { forgetOld } from './forget.ts';
import { type KeptBrokerage, getLiving } from './living.ts';
import { type UntouchedCheck, createUntouchedCheck } from './untouched.ts';
import { readStored, findShipment, type StoredTimeline } from './stored.ts';

export interface ContinueOptions {
  readonly kind: DatabaseKind;
  readonly origin: SandboxOrigin;
  readonly organizationId: string;
  /** RFC 3339: the store shows what was then, */
  readonly from: string;
  /** and is to show what is then. */
  readonly until: string;
  /** New freight that is older is left out: it would be forgotten by the end of a long absence. */
  readonly takenFrom: string;
}

/** A status that a shipment has reached. */
export interface ReachedStatus {
  /** The shipment as notifications show it. */
  readonly shipment: { readonly id: string; readonly friendlyId: string; readonly key: string | null };
  /** `CREATED` when it became one. */
  readonly status: string;
  /** RFC 3339 */
  readonly at: string;
}

export interface ContinueResult {
  /** Shipments whose trucks follow their plan; the service does not move these. */
  readonly planned: ReadonlySet<string>;
  readonly shipments: number;
  readonly arrivals: number;
  readonly departures: number;
  readonly delivered: number;
  /** In the order of time. */
  readonly moves: readonly ReachedStatus[];
}

/** One timeline at both ends of a step of time. */
interface TimelineStep {
  readonly timeline: Timeline;
  readonly shipmentId: string | null;
  readonly before: Snapshot['rows'];
  readonly after: Snapshot;
  readonly difference: TimelineDifference;
}

interface StoredStep extends TimelineStep {
  readonly stored: StoredTimeline;
  readonly isUntouched: UntouchedCheck;
}

/**
 * Continues the brokerage for a span of time: quotes are requested, freight is ordered, trucks drive, documents and bills
 * arrive, and money moves. It writes the difference between the generated brokerage then and now, so that many small
 * steps give the same records as a large one. Records that a person has changed stay as they are.
 */
export async function continueBrokerage(tx: Tx, options: ContinueOptions): Promise<ContinueResult> {
  const living = getLiving(options.origin, options.organizationId);
  if (!living) return nothing;
  const span = { from: Date.parse(options.from), until: Date.parse(options.until) };
  const scope = { db: tx, organizationId: options.organizationId };
  const open = await openShipments(tx, options.organizationId);
  const steps = listSteps(living, { ...span, open, takenFrom: Date.parse(options.takenFrom) });
  const find = await readStored(scope, steps.map(toExpected));
  const storedSteps = steps.map((step): StoredStep => {
    const stored = find(toExpected(step));
    const { before, after } = step;
    // What is not stored yet cannot have been changed.
    const isUntouched = before.length === 0 ? () => true : createUntouchedCheck({ before, after: after.rows, stored });
    return { ...step, stored, isUntouched };
  });
  await write(tx, living, { options, ...span, steps: storedSteps });
  await forgetOld(scope, living, span);
  return summarizeSteps(storedSteps, span);
}

const nothing: ContinueResult = {
  planned: new Set(),
  shipments: 0,
  arrivals: 0,
  departures: 0,
  delivered: 0,
  moves: [],
};

const toExpected = ({ shipmentId, before }: TimelineStep) => ({
  shipmentId: before.length === 0 ? null : shipmentId,
  before,
});

interface StepOptions extends TimeSpan {
  /** Shipments that are not delivered or not paid for yet. */
  readonly open: ReadonlySet<string>;
  readonly takenFrom: number;
}

/** Lists the timelines that may have changed in a span of time: those with open records in the store, and new ones. */
function listSteps(living: KeptBrokerage, { from, until, open, takenFrom }: StepOptions): TimelineStep[] {
  const { timelines, firstDay } = living;
  const steps: TimelineStep[] = [];
  for (
    let dayNumber = Math.max(firstDay, toDayNumber(from - longestTimelineMs.shipment));
    dayNumber <= toDayNumber(until);
    dayNumber += 1
  ) {
    for (const timeline of timelines.on(dayNumber)) {
      const isRecent = timeline.createdAt > from - (timeline.kind === 'quote' ? longestTimelineMs.quote : day);
      if (!isRecent && (timeline.shipmentId === null || !open.has(timeline.shipmentId))) continue;
      const step = findStep(timeline, { from, until }, living);
      const isLeftOut = step?.before.length === 0 && timeline.createdAt < takenFrom;
      if (step && !isLeftOut) steps.push(step);
    }
  }
  living.reached = {
    at: until,
    snapshots: new Map(steps.map(({ timeline, after }) => [timeline.name, copyRows(after)])),
  };
  return steps;
}

/** Copies the rows of a snapshot, which are numbered when they are stored. */
const copyRows = (snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  rows: snapshot.rows.map((dated) => ({ ...dated, row: { ...dated.row } })),
});

/** Builds the step of a timeline. Returns undefined if nothing happens in it and no truck is on the road. */
function findStep(
  timeline: Timeline,
  { from, until }: TimeSpan,
  { idle, reached }: KeptBrokerage,
): TimelineStep | undefined {
  const idleSpan = idle.get(timeline.name);
  if (idleSpan && idleSpan.from <= from && until < idleSpan.until) return undefined;
  const start = (reached.at === from ? reached.snapshots.get(timeline.name) : undefined) ?? timeline.at(from);
  const { shipmentId } = timeline;
  if (start.nextAt <= until) {
    const after = timeline.at(until);
    return { timeline, shipmentId, before: start.rows, after, difference: compareRows(start.rows, after.rows) };
  }
  if (isUnderWay(start)) return { timeline, shipmentId, before: start.rows, after: start, difference: noDifference };
  idle.set(timeline.name, { from, until: start.nextAt });
  return undefined;
}

const atRest: ReadonlySet<unknown> = new Set(['PLANNING', 'DELIVERED', 'CANCELED', undefined]);

const isUnderWay = ({ rows }: Snapshot): boolean => !atRest.has(findShipment(rows)?.['status']);

/** Reads the shipments that are not delivered or not paid yet, on either side. */
async function openShipments(tx: Tx, organizationId: string): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('shipment')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where((eb) => eb.or([eb('status', '!=', 'DELIVERED'), eb('billing_status', '!=', 'PAID')]))
    .union(
      tx
        .selectFrom('load_carrier')
        .select('shipment_id as id')
        .where('organization_id', '=', organizationId)
        .where('status', '!=', 'BOUNCED')
        .where('billing_status', '!=', 'PAID'),
    )
    .union(
      tx
        .selectFrom('service')
        .select('shipment_id as id')
        .where('organization_id', '=', organizationId)
        .where('status', '!=', 'PAID'),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}

interface WriteOptions extends TimeSpan {
  readonly options: ContinueOptions;
  readonly steps: readonly StoredStep[];
}

async function write(
  tx: Tx,
  { brokerage }: KeptBrokerage,
  { options, from, until, steps }: WriteOptions,
): Promise<void> {
  const { kind, organizationId } = options;
  const scope = { db: tx, organizationId };
  const counts = await readCounters(scope);
  const queue = openRowQueue(counts);
  const payRuns = openPayRuns({ brokerage, now: until, sink: queue.add });
  const changes: RecordChange[] = [];
  const removed: { readonly table: string; readonly id: string }[] = [];
  for (const { after, difference, isUntouched } of steps) {
    for (const { table, at, row, part } of difference.added) if (isUntouched(part)) queue.add(table, at, row);
    changes.push(...difference.changed.filter(({ part }) => isUntouched(part)));
    for (const row of difference.removed)
      if (isUntouched(row.part)) removed.push({ table: row.table, id: String(getValues(row)['id']) });
    if (isUntouched('customer')) for (const part of after.receipts) if (part.at > from) payRuns.receive(part);
    for (const part of after.payOuts) if (part.at > from && isUntouched(part.part)) payRuns.payOut(part);
  }
  payRuns.closeThrough(toDayNumber(until));
  await applyChanges(scope, { changes, removed });
  await insertBatches(kind, tx, [...queue.closeThrough(toDayNumber(until)), ...queue.rest()]);
  await writeCounters(scope, counts, queue.counters());
  await renewInsurance(scope, brokerage.carriers.all, { from, until });
  await markPaymentsSynced(scope, until);
}

function summarizeSteps(steps: readonly StoredStep[], { from, until }: TimeSpan): ContinueResult {
  const untouchedSteps = steps.filter((step) => step.isUntouched('freight'));
  const countNew = (column: string) =>
    untouchedSteps.reduce(
      (sum, { before, after }) => sum + countStopsWith(after.rows, column) - countStopsWith(before, column),
      0,
    );
  const isNow = ({ before, after }: StoredStep, status: string) =>
    findShipment(after.rows)?.['status'] === status && findShipment(before)?.['status'] !== status;
  return {
    planned: new Set(untouchedSteps.flatMap(({ shipmentId }) => (shipmentId === null ? [] : [shipmentId]))),
    shipments: untouchedSteps.filter(({ before, after }) => findShipment(after.rows) && !findShipment(before)).length,
    arrivals: countNew('actual_arrival'),
    departures: countNew('actual_departure'),
    delivered: untouchedSteps.filter((step) => isNow(step, 'DELIVERED')).length,
    moves: untouchedSteps
      .flatMap((step) => listReachedStatuses(step, { from, until }))
      .sort((a, b) => (a.at < b.at ? -1 : 1)),
  };
}

const countStopsWith = (rows: Snapshot['rows'], column: string): number =>
  rows.filter((row) => row.table === 'stop' && (getValues(row)[column] ?? null) !== null).length;

function listReachedStatuses(
  { timeline, shipmentId, stored, after }: StoredStep,
  { from, until }: TimeSpan,
): ReachedStatus[] {
  const row = stored.record('shipment', shipmentId ?? '') ?? findShipment(after.rows);
  if (!row) return [];
  const { key } = row;
  const shipment = {
    id: String(row['id']),
    friendlyId: String(row['friendly_id']),
    key: typeof key === 'string' ? key : null,
  };
  return timeline
    .moves()
    .filter(({ at }) => at > from && at <= until)
    .map(({ status, at }) => ({ shipment, status, at: new Date(at).toISOString() }));
}
