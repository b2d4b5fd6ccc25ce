import type { DatabaseKind, Tx } from '../../store/connection.ts';
import type { SandboxOrigin } from '../../store/sandbox-settings.ts';
import { insertBatches } from '../fill/bulk-insert.ts';
import { type Life, longestLifeMs, type Snapshot } from '../freight/life.ts';
import { day, dayOf } from '../kit/clock.ts';
import { openRowQueue } from '../kit/row-queue.ts';
import { openPayRuns } from '../money/pay-runs.ts';
import { applyChanges, readCounters, renewInsurance, syncPayments, writeCounters } from './apply.ts';
import { type Change, type Difference, differenceOf, noDifference, valuesOf } from './difference.ts';
import { forgetOld } from './forget.ts';
import { type KeptBrokerage, livingOf } from './living.ts';
import { type Standing, standingOf } from './standing.ts';
import { readStored, shipmentOf, type StoredLife } from './stored.ts';

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
export interface ShipmentMove {
  /** As notifications show it. */
  readonly shipment: { readonly id: string; readonly friendlyId: string; readonly key: string | null };
  /** `CREATED` when it became one. */
  readonly status: string;
  /** RFC 3339 */
  readonly at: string;
}

export interface Progress {
  /** Shipments whose trucks follow their plan; the service does not move these. */
  readonly planned: ReadonlySet<string>;
  readonly shipments: number;
  readonly arrivals: number;
  readonly departures: number;
  readonly delivered: number;
  /** In the order of time. */
  readonly moves: readonly ShipmentMove[];
}

/** One life at both ends of the time that passes. */
interface Passage {
  readonly life: Life;
  readonly shipmentId: string | null;
  readonly before: Snapshot['rows'];
  readonly after: Snapshot;
  readonly difference: Difference;
}

interface Kept extends Passage {
  readonly stored: StoredLife;
  readonly standing: Standing;
}

/**
 * Lets time pass at the brokerage: quotes are requested, freight is ordered, trucks drive, papers and bills arrive,
 * money moves. What is written is the difference between the generated world then and the same world now, so that many
 * small steps come to the same as a large one; what a person has changed stays as it is.
 */
export async function continueBrokerage(tx: Tx, options: ContinueOptions): Promise<Progress> {
  const living = livingOf(options.origin, options.organizationId);
  if (!living) return nothing;
  const span = { from: Date.parse(options.from), until: Date.parse(options.until) };
  const scope = { db: tx, organizationId: options.organizationId };
  const open = await openShipments(tx, options.organizationId);
  const passages = passagesOf(living, { ...span, open, takenFrom: Date.parse(options.takenFrom) });
  const find = await readStored(scope, passages.map(expectedOf));
  const kept = passages.map((passage): Kept => {
    const stored = find(expectedOf(passage));
    const { before, after } = passage;
    // What is not stored yet cannot have been changed.
    const standing = before.length === 0 ? () => true : standingOf({ before, after: after.rows, stored });
    return { ...passage, stored, standing };
  });
  await write(tx, living, { options, ...span, kept });
  await forgetOld(scope, living, span);
  return progressOf(kept, span);
}

const nothing: Progress = { planned: new Set(), shipments: 0, arrivals: 0, departures: 0, delivered: 0, moves: [] };

const expectedOf = ({ shipmentId, before }: Passage) => ({
  shipmentId: before.length === 0 ? null : shipmentId,
  before,
});

interface Span {
  /** Epoch milliseconds */
  readonly from: number;
  readonly until: number;
}

interface PassageOptions extends Span {
  /** Shipments that are not delivered or not paid for yet. */
  readonly open: ReadonlySet<string>;
  readonly takenFrom: number;
}

/** Everything that may have changed meanwhile: what is open in the store, and what has begun. */
function passagesOf(living: KeptBrokerage, { from, until, open, takenFrom }: PassageOptions): Passage[] {
  const { lives, firstDay } = living;
  const passages: Passage[] = [];
  for (
    let dayNumber = Math.max(firstDay, dayOf(from - longestLifeMs.shipment));
    dayNumber <= dayOf(until);
    dayNumber += 1
  ) {
    for (const life of lives.on(dayNumber)) {
      const isRecent = life.createdAt > from - (life.kind === 'quote' ? longestLifeMs.quote : day);
      if (!isRecent && (life.shipmentId === null || !open.has(life.shipmentId))) continue;
      const passage = passageOf(life, { from, until }, living);
      const isLeftOut = passage?.before.length === 0 && life.createdAt < takenFrom;
      if (passage && !isLeftOut) passages.push(passage);
    }
  }
  living.reached = { at: until, snapshots: new Map(passages.map(({ life, after }) => [life.name, copyRows(after)])) };
  return passages;
}

/** Copies the rows of a snapshot, which are numbered when they are stored. */
const copyRows = (snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  rows: snapshot.rows.map((dated) => ({ ...dated, row: { ...dated.row } })),
});

/** Undefined while nothing happens in a life and no truck drives for it. */
function passageOf(life: Life, { from, until }: Span, { quiet, reached }: KeptBrokerage): Passage | undefined {
  const known = quiet.get(life.name);
  if (known && known.from <= from && until < known.until) return undefined;
  const start = (reached.at === from ? reached.snapshots.get(life.name) : undefined) ?? life.at(from);
  const { shipmentId } = life;
  if (start.nextAt <= until) {
    const after = life.at(until);
    return { life, shipmentId, before: start.rows, after, difference: differenceOf(start.rows, after.rows) };
  }
  if (isUnderWay(start)) return { life, shipmentId, before: start.rows, after: start, difference: noDifference };
  quiet.set(life.name, { from, until: start.nextAt });
  return undefined;
}

const atRest: ReadonlySet<unknown> = new Set(['PLANNING', 'DELIVERED', 'CANCELED', undefined]);

const isUnderWay = ({ rows }: Snapshot): boolean => !atRest.has(shipmentOf(rows)?.['status']);

/** Shipments that are not delivered or not paid for yet, on either side. */
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

interface WriteOptions extends Span {
  readonly options: ContinueOptions;
  readonly kept: readonly Kept[];
}

async function write(
  tx: Tx,
  { brokerage }: KeptBrokerage,
  { options, from, until, kept }: WriteOptions,
): Promise<void> {
  const { kind, organizationId } = options;
  const scope = { db: tx, organizationId };
  const counts = await readCounters(scope);
  const queue = openRowQueue(counts);
  const payRuns = openPayRuns({ brokerage, now: until, sink: queue.add });
  const changes: Change[] = [];
  const removed: { readonly table: string; readonly id: string }[] = [];
  for (const { after, difference, standing } of kept) {
    for (const { table, at, row, part } of difference.added) if (standing(part)) queue.add(table, at, row);
    changes.push(...difference.changed.filter(({ part }) => standing(part)));
    for (const row of difference.removed)
      if (standing(row.part)) removed.push({ table: row.table, id: String(valuesOf(row)['id']) });
    if (standing('customer')) for (const part of after.receipts) if (part.at > from) payRuns.receive(part);
    for (const part of after.payOuts) if (part.at > from && standing(part.part)) payRuns.payOut(part);
  }
  payRuns.closeThrough(dayOf(until));
  await applyChanges(scope, { changes, removed });
  await insertBatches(kind, tx, [...queue.closeThrough(dayOf(until)), ...queue.rest()]);
  await writeCounters(scope, counts, queue.counters());
  await renewInsurance(scope, brokerage.carriers.all, { from, until });
  await syncPayments(scope, until);
}

function progressOf(kept: readonly Kept[], { from, until }: Span): Progress {
  const standing = kept.filter((passage) => passage.standing('freight'));
  const came = (column: string) =>
    standing.reduce((sum, { before, after }) => sum + seenIn(after.rows, column) - seenIn(before, column), 0);
  const isNow = ({ before, after }: Kept, status: string) =>
    shipmentOf(after.rows)?.['status'] === status && shipmentOf(before)?.['status'] !== status;
  return {
    planned: new Set(standing.flatMap(({ shipmentId }) => (shipmentId === null ? [] : [shipmentId]))),
    shipments: standing.filter(({ before, after }) => shipmentOf(after.rows) && !shipmentOf(before)).length,
    arrivals: came('actual_arrival'),
    departures: came('actual_departure'),
    delivered: standing.filter((passage) => isNow(passage, 'DELIVERED')).length,
    moves: standing.flatMap((passage) => movesOf(passage, { from, until })).sort((a, b) => (a.at < b.at ? -1 : 1)),
  };
}

const seenIn = (rows: Snapshot['rows'], column: string): number =>
  rows.filter((row) => row.table === 'stop' && (valuesOf(row)[column] ?? null) !== null).length;

function movesOf({ life, shipmentId, stored, after }: Kept, { from, until }: Span): ShipmentMove[] {
  const row = stored.record('shipment', shipmentId ?? '') ?? shipmentOf(after.rows);
  if (!row) return [];
  const { key } = row;
  const shipment = {
    id: String(row['id']),
    friendlyId: String(row['friendly_id']),
    key: typeof key === 'string' ? key : null,
  };
  return life
    .moves()
    .filter(({ at }) => at > from && at <= until)
    .map(({ status, at }) => ({ shipment, status, at: new Date(at).toISOString() }));
}
