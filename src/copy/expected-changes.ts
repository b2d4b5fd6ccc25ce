import { type RawBuilder, sql } from 'kysely';
import type { Collection, CopiedRecord, CopyFilter } from './kit/collection.ts';
import { members } from './kit/members.ts';
import { matchOpen } from './kit/open-records.ts';
import { changedAtText, type ExpectedStatus, firstMoment, type CopyTransaction } from './state/tables.ts';

/**
 * Changes that the copy has seen, and that the API has to show as they were, or newer. Where one is older or missing, the API
 * was put back to an earlier state. Where one is as it was, everything before it is too.
 */

/** These newest changes are always among those expected, however long ago they were made. */
const witnessesMax = 4;
/** Rows kept for each collection, because every page searches this table. */
const absentRecordsMax = 1_000;
/** Two changes of one record at the same time may get each other's moments. */
const sameMomentMs = 5_000;

interface RequestedChanges {
  readonly since: string;
  /** The API can't list what was changed: what is new, and what may still change, is requested. */
  readonly isWithoutUpdates: boolean;
}

/** Notes the changes that an update has to receive, and the newest changes that the copy saw before. */
export async function expectChanges(
  tx: CopyTransaction,
  collection: Collection,
  { since, isWithoutUpdates }: RequestedChanges,
): Promise<void> {
  await forgetExpected(tx, collection.name);
  if (isWithoutUpdates) await expectOpen(tx, collection, since);
  else await expectSome(tx, collection, { changedAt: sql`>= ${since}`, limit: -1, isWitness: 0 });
  const { awaited } = await countExpected(tx, collection);
  if (awaited >= witnessesMax) return;
  await expectSome(tx, collection, { changedAt: sql`< ${since}`, limit: witnessesMax, isWitness: 1 });
}

/**
 * Expects the records created since this moment and those that are open in the copy. Records that the update doesn't
 * receive are read by id.
 */
async function expectOpen(tx: CopyTransaction, collection: Collection, since: string): Promise<void> {
  await sql`insert into expected_change (collection, id, changed_at, is_witness, status)
    select ${collection.name}, id, ${sql.raw(changedAtText)}, 0, 'awaited' from ${sql.table(collection.name)}
    where created_at >= ${since} or ${matchOpen(collection)}`.execute(tx);
}

/** Expects the newest changes before those expected so far. */
export async function expectOlderChanges(tx: CopyTransaction, collection: Collection, limit: number): Promise<void> {
  const changedAt = sql`<= (select min(changed_at) from expected_change where collection = ${collection.name})`;
  await expectSome(tx, collection, { changedAt, limit, isWitness: 0 });
}

interface SomeChanges {
  /** A condition of the latest change of a record. */
  readonly changedAt: RawBuilder<unknown>;
  /** The newest of them; -1 for all. */
  readonly limit: number;
  readonly isWitness: number;
}

/** Expects changes of records that the copy holds, and of those that it noted because it doesn't hold them. */
async function expectSome(
  tx: CopyTransaction,
  { name }: Collection,
  { changedAt, limit, isWitness }: SomeChanges,
): Promise<void> {
  const copiedAt = sql.raw(changedAtText);
  // Each part is ordered by an index: of a large table only the rows within the limit are read.
  const newest = sql`and id not in (select id from expected_change where collection = ${name})
    order by changed_at desc limit ${limit}`;
  await sql`insert into expected_change (collection, id, changed_at, is_witness, status)
    select ${name}, id, changed_at, ${isWitness}, 'awaited' from (
      select * from (select id, ${copiedAt} as changed_at from ${sql.table(name)} where ${copiedAt} ${changedAt} ${newest})
      union all
      select * from (select id, changed_at from absent_record where collection = ${name} and changed_at ${changedAt} ${newest})
    ) order by changed_at desc limit ${limit}`.execute(tx);
}

/** Compares records of the API with the expected changes. */
export async function compareExpected(
  tx: CopyTransaction,
  { name }: Collection,
  records: readonly Pick<CopiedRecord, 'id' | 'changedAt'>[],
): Promise<void> {
  const shownAt = new Map(records.map(({ id, changedAt }) => [id, changedAt]));
  const { rows } = await sql<{ id: string; changed_at: string }>`select id, changed_at from expected_change
    where collection = ${name} and id in ${members([...shownAt.keys()])}`.execute(tx);
  const byStatus = Map.groupBy(rows, ({ id, changed_at: at }) => compareMoments(at, shownAt.get(id) ?? ''));
  for (const [status, group] of byStatus) {
    const ids = group.map(({ id }) => id);
    await markExpected(tx, name, { ids, status });
  }
}

function compareMoments(expected: string, shownAt: string): ExpectedStatus {
  if (shownAt === expected) return 'same';
  return Date.parse(shownAt) > Date.parse(expected) - sameMomentMs ? 'newer' : 'older';
}

/** Marks records that the API doesn't have any more. Returns the ids of those that the copy still has. */
export async function markMissing(
  tx: CopyTransaction,
  { name }: Collection,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(name)} where id in ${members(ids)}`.execute(tx);
  const copiedIds = new Set(rows.map(({ id }) => id));
  await markExpected(tx, name, { ids: [...copiedIds], status: 'missing' });
  // A record that is neither in the API nor in the copy needs nothing, and proves nothing.
  await markExpected(tx, name, { ids: ids.filter((id) => !copiedIds.has(id)), status: 'newer' });
  return [...copiedIds];
}

interface Marked {
  readonly ids: readonly string[];
  readonly status: ExpectedStatus;
}

async function markExpected(tx: CopyTransaction, name: string, { ids, status }: Marked): Promise<void> {
  await sql`update expected_change set status = ${status}
    where collection = ${name} and id in ${members(ids)}`.execute(tx);
}

export type ExpectedCounts = Readonly<Record<ExpectedStatus, number>>;

/** Counts expected changes by status, of these records or of all. */
export async function countExpected(
  tx: CopyTransaction,
  { name }: Collection,
  ids?: readonly string[],
): Promise<ExpectedCounts> {
  const condition = ids === undefined ? sql`1` : sql`id in ${members(ids)}`;
  const { rows } = await sql<{ status: ExpectedStatus; changes: number }>`select status, count(*) as changes
    from expected_change where collection = ${name} and ${condition} group by status`.execute(tx);
  const counts = { awaited: 0, same: 0, newer: 0, older: 0, missing: 0 };
  for (const { status, changes } of rows) counts[status] = changes;
  return counts;
}

/** Returns true if no change was expected, or if a record is unchanged and none is older or missing. */
export const isSettled = ({ awaited, same, newer, older, missing }: ExpectedCounts): boolean =>
  awaited + older + missing === 0 && (same > 0 || newer === 0);

/** Ids of expected changes that the API has not shown yet. */
export async function listAwaited(tx: CopyTransaction, { name }: Collection, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('expected_change')
    .select('id')
    .where('collection', '=', name)
    .where('status', '=', 'awaited')
    .orderBy('changed_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function forgetExpected(tx: CopyTransaction, name: string): Promise<void> {
  await tx.deleteFrom('expected_change').where('collection', '=', name).execute();
}

/** Asks for these records, deleted ones included. */
export function filterIds(ids: readonly string[]): CopyFilter {
  const ever = { greaterThanOrEqualTo: firstMoment };
  return { id: { in: ids }, or: [{ createdAt: ever }, { deletedAt: ever }] };
}

/** Keeps when those of these records changed that the API showed and the copy doesn't hold: deleted ones, or of another kind. */
export async function noteAbsent(
  tx: CopyTransaction,
  { name }: Collection,
  records: readonly CopiedRecord[],
): Promise<void> {
  const ids = members(records.map(({ id }) => id));
  const absent = records.filter(({ isDeleted, rows }) => isDeleted || (rows[name] ?? []).length === 0);
  const { rows: noted } = await sql<{ id: string; changed_at: string }>`select id, changed_at from absent_record
    where collection = ${name} and id in ${ids}`.execute(tx);
  const notedAt = new Map(noted.map(({ id, changed_at: changedAt }) => [id, changedAt]));
  if (noted.length === absent.length && absent.every(({ id, changedAt }) => notedAt.get(id) === changedAt)) return;
  await sql`delete from absent_record where collection = ${name} and id in ${ids}`.execute(tx);
  if (absent.length === 0) return;
  const moments = JSON.stringify(absent.map(({ id, changedAt }) => ({ id, changedAt })));
  await sql`insert into absent_record (collection, id, changed_at)
    select ${name}, value ->> 'id', value ->> 'changedAt' from json_each(${moments})`.execute(tx);
  await sql`delete from absent_record where collection = ${name} and id in (select id from absent_record
    where collection = ${name} order by changed_at desc limit -1 offset ${absentRecordsMax})`.execute(tx);
}
