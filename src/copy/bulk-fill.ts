import { sql } from 'kysely';
import { exportedCollections } from '../contract/exported-collections.ts';
import { WaybillError } from '../errors.ts';
import { collections } from './collections/index.ts';
import { isEmbedded } from './embedded.ts';
import { forgetExpected } from './expected-changes.ts';
import { factCollections } from './facts/concerned.ts';
import { refreshShipmentFacts, factsAtOnce } from './facts/refresh-facts.ts';
import type { Collection, CopiedRecord } from './kit/collection.ts';
import { insertRows } from './kit/write-rows.ts';
import { members } from './kit/members.ts';
import { deletePass, createPass, type Pass, writePass } from './pass.ts';
import type { Copying } from './state/copying.ts';
import { addToCount, noteUnknownStatuses } from './state/counts.ts';
import {
  createDroppedIndex,
  dropIndexes,
  filledFactTables,
  type FilledTables,
  listFilledTables,
} from './state/late-indexes.ts';
import { LeaseLost } from './state/lease.ts';
import { measureAhead, pauseFor } from './state/requests.ts';
import { countSentFields } from './state/sent-fields.ts';
import {
  computeSince,
  readCurrentState,
  subtractMs,
  overlapMs,
  type CollectionState,
  readState,
  writeState,
} from './state/state.ts';
import { changedAtText, type CopyDatabase, type CopyTransaction } from './state/tables.ts';

/** Right of one process at a time to read an export. */
const exportClaim = 'export';
const claimedMs = 250;

/** The copy was emptied, or another process finished it, while an export was read. */
class ExportOvertaken extends Error {}

interface BulkListener {
  readonly onPage: () => Promise<void>;
}

/**
 * Fills collections that are not whole from one export of the API, as of one moment. Records that the copy has already stay:
 * updates keep those current. What changed or was deleted since that moment comes with the next update. An export that
 * was cut off goes on with the collections that it had not ended. Where the API has no export, or one that brings no
 * collection to its end, pages are left to bring the records.
 */
export async function fillFromExport(copying: Copying, listener: BulkListener): Promise<void> {
  await readFromExport(copying, listener);
  await createRemainingIndexes(copying);
}

/** Makes the indexes that an export which was cut off has left out, unless another process reads one now. */
async function createRemainingIndexes(copying: Copying): Promise<void> {
  const { database, lease } = copying;
  const dropped = await database.reader.selectFrom('dropped_index').select('name').limit(1).execute();
  if (dropped.length === 0 || !(await lease.claim(exportClaim))) return;
  try {
    await createIndexes(copying);
  } finally {
    await lease.giveUp(exportClaim);
  }
}

async function readFromExport(copying: Copying, listener: BulkListener): Promise<void> {
  const { database, source, lease, signal, log } = copying;
  for (;;) {
    const missingBefore = await listMissing(database);
    if ((await listUnread(database)).length === 0 || !(await canExport(copying))) return;
    if (!(await lease.claim(exportClaim))) {
      await pauseFor(source, claimedMs, signal);
      continue;
    }
    try {
      await readExport(copying, listener);
      return;
    } catch (error) {
      if (error instanceof WaybillError && error.code === 'NOT_IMPLEMENTED') return;
      if (error instanceof ExportOvertaken) continue;
      const hasAdvanced = (await listMissing(database)).length < missingBefore.length;
      if (signal.aborted || hasAdvanced) throw error;
      log('info', "The API's export could not be read; its records are read in pages.", { cause: String(error) });
      return;
    } finally {
      await lease.giveUp(exportClaim);
    }
  }
}

async function canExport({ source }: Copying): Promise<boolean> {
  if (source.mayReadPast?.() === false) return false;
  return !(await source.api.capabilities.isMissing('operation bulkExport.read'));
}

/** Lists the collections that an export can complete. */
async function listUnread(database: CopyDatabase): Promise<readonly Collection[]> {
  const unread = await Promise.all(
    collections.map(async (collection) => {
      const { is_whole: isWhole, is_missing: isMissing } = await readState(database, collection.name);
      const isOut = isWhole === 1 || isMissing === 1 || (await isEmbedded(database, collection.name));
      return isOut ? [] : [collection];
    }),
  );
  return unread.flat();
}

async function readExport(copying: Copying, { onPage }: BulkListener): Promise<void> {
  const unread = await listUnread(copying.database);
  const missing = await listMissing(copying.database);
  // One whose indexes were not made before a kill.
  const ended = unread.filter((collection) => !missing.includes(collection) && !isOfFacts(collection));
  if (ended.length > 0) await completeCollections(copying, ended);
  const byResource = new Map(missing.map((collection) => [collection.resource as string, collection]));
  const resources = exportedCollections.filter((resource) => byResource.has(resource));
  const begun = new Set<string>();
  let startedAt = performance.now();
  if (resources.length > 0)
    for await (const page of copying.source.api.readExport(resources, { signal: copying.signal })) {
      const collection = byResource.get(page.collection);
      if (collection === undefined) continue;
      const requests = begun.size === 0 ? 1 : 0;
      await writeExported(copying, { ...page, collection, isFirst: !begun.has(collection.name), requests, startedAt });
      begun.add(collection.name);
      startedAt = performance.now();
      await onPage();
    }
  const ofFacts = unread.filter(isOfFacts);
  if (ofFacts.length > 0) await completeFacts(copying, ofFacts, onPage);
}

const isOfFacts = ({ name }: Collection): boolean => factCollections.includes(name);

/** Stands in place of a cursor when an export has brought all records of a collection. */
const endOfExport = 'end';

/** Names the collections whose records are all there and that wait for the facts. */
async function listEnded({ reader }: Pick<CopyDatabase, 'reader'>): Promise<ReadonlySet<string>> {
  const rows = await reader
    .selectFrom('pass')
    .select('collection')
    .where('kind', '=', 'export')
    .where('cursor', '=', endOfExport)
    .execute();
  return new Set(rows.map(({ collection }) => collection));
}

/** Lists the collections of which an export still has to bring records. */
async function listMissing(database: CopyDatabase): Promise<readonly Collection[]> {
  const endedNames = await listEnded(database);
  return (await listUnread(database)).filter(({ name }) => !endedNames.has(name));
}

interface ExportedPage {
  readonly collection: Collection;
  readonly records: readonly unknown[];
  readonly readAt: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Number of requests of the export. */
  readonly requests: number;
  /** Moment of this process's count at which waiting for it began. */
  readonly startedAt: number;
}

async function writeExported(
  copying: Copying,
  { collection, records: exported, readAt, isFirst, isLast, requests, startedAt }: ExportedPage,
): Promise<void> {
  const records = exported.map(collection.toExported);
  const aheadMs = measureAhead(copying.source, readAt);
  await writeInTurn(copying, async (tx) => {
    const begun = await findExport(tx, collection);
    // What another process has finished is current: this export may be older, and shows what was deleted since.
    const isDone = begun === undefined && (!isFirst || (await readCurrentState(tx, collection.name)).is_whole === 1);
    if (isDone) throw new ExportOvertaken();
    if (isFirst) await dropIndexes(tx, listFilledTables(collection));
    // They are computed anew for every shipment.
    if (isFirst && isOfFacts(collection)) await dropIndexes(tx, filledFactTables);
    // Records of an export that was cut off are as of its own moment, which is earlier.
    const pass = begun ?? { ...createPass(collection, 'export'), as_of: readAt, ahead_ms: aheadMs };
    await insertNew(tx, collection, records);
    await writePass(tx, {
      ...pass,
      newest_at: findNewest(pass.newest_at, records),
      cursor: isLast ? endOfExport : null,
      requests: pass.requests + requests,
      spent_ms: pass.spent_ms + Math.round(performance.now() - startedAt),
    });
  });
  if (isLast && !isOfFacts(collection)) await completeCollections(copying, [collection]);
}

/** Marks collections as whole once all their records and indexes are there. */
async function completeCollections(copying: Copying, ended: readonly Collection[], factMs = 0): Promise<void> {
  const startedAt = performance.now();
  for (const collection of ended) await createIndexes(copying, listFilledTables(collection));
  const spentMs = factMs + Math.round(performance.now() - startedAt);
  await writeInTurn(copying, async (tx) => {
    for (const [place, collection] of ended.entries()) {
      const pass = await findExport(tx, collection);
      if (pass?.cursor !== endOfExport) throw new ExportOvertaken();
      await finishExport(tx, collection, { ...pass, spent_ms: pass.spent_ms + (place === 0 ? spentMs : 0) });
    }
  });
}

/** Makes the indexes that were dropped, of these tables or of all. One at a time: others may write in between. */
async function createIndexes(copying: Copying, tables?: FilledTables): Promise<void> {
  while (await writeInTurn(copying, (tx) => createDroppedIndex(tx, tables)));
}

const findExport = (tx: CopyTransaction, { name }: Collection): Promise<Pass | undefined> =>
  tx.selectFrom('pass').selectAll().where('collection', '=', name).where('kind', '=', 'export').executeTakeFirst();

const findNewest = (newestAt: string | null, records: readonly CopiedRecord[]): string | null =>
  records.reduce((newest, { changedAt }) => (newest !== null && newest >= changedAt ? newest : changedAt), newestAt);

/** Writes the records that the copy doesn't have; their facts are computed with all the others. */
async function insertNew(tx: CopyTransaction, collection: Collection, records: readonly CopiedRecord[]): Promise<void> {
  const { name, tables } = collection;
  const ids = members(records.map(({ id }) => id));
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(name)} where id in ${ids}`.execute(tx);
  const copiedIds = new Set(rows.map(({ id }) => id));
  const missing = copiedIds.size === 0 ? records : records.filter(({ id }) => !copiedIds.has(id));
  await countSentFields(tx, collection, missing);
  for (const [table, { columns }] of Object.entries(tables))
    await insertRows(
      tx,
      table,
      Object.keys(columns),
      missing.flatMap(({ rows: byTable }) => byTable[table] ?? []),
    );
  await addToCount(tx, name, missing.filter(({ rows: byTable }) => (byTable[name] ?? []).length > 0).length);
  await noteUnknownStatuses(tx, name, missing);
}

/** Computes the facts of every shipment, then marks their collections as whole, which they are only with facts. */
async function completeFacts(
  copying: Copying,
  ofFacts: readonly Collection[],
  onPage: () => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  // What facts follow from is looked up for each shipment.
  for (const collection of ofFacts) await createIndexes(copying, listFilledTables(collection));
  let after = '';
  for (;;) {
    const from = after;
    const ids = await writeInTurn(copying, async (tx) => {
      const rows = await tx
        .selectFrom(sql<{ id: string }>`shipment`.as('s'))
        .select('s.id')
        .where('s.id', '>', from)
        .orderBy('s.id')
        .limit(factsAtOnce)
        .execute();
      const page = rows.map(({ id }) => id);
      await refreshShipmentFacts(tx, page);
      return page;
    });
    const last = ids.at(-1);
    if (last === undefined) break;
    after = last;
    await onPage();
  }
  await createIndexes(copying, filledFactTables);
  await completeCollections(copying, ofFacts, Math.round(performance.now() - startedAt));
}

/** Starts updates at the moment of the export, even for changes that the copy has seen since. */
async function finishExport(tx: CopyTransaction, collection: Collection, pass: Pass): Promise<void> {
  const { name } = collection;
  const readAt = pass.as_of ?? '';
  const state = await readCurrentState(tx, name);
  for (const kind of ['export', 'backfill', 'update'] as const) await deletePass(tx, { collection: name, kind });
  await forgetExpected(tx, name);
  const since = pass.newest_at === null ? null : computeSince(pass.newest_at, readAt);
  await writeState(tx, {
    ...state,
    ...(state.as_of === null || readAt < state.as_of ? { as_of: readAt, ahead_ms: pass.ahead_ms } : {}),
    since: findEarlier(state.since, since),
    full_as_of: readAt,
    requests: state.requests + pass.requests,
    fill_ms: state.fill_ms + pass.spent_ms,
    complete_from: null,
    is_whole: 1,
    is_missing: 0,
  } satisfies CollectionState);
  await queueShown(tx, collection, subtractMs(readAt, overlapMs));
}

const findEarlier = (moment: string | null, other: string | null): string | null =>
  moment === null || (other !== null && other < moment) ? other : moment;

/** Queues the records that show a record that changed after the export, because the export has its earlier state. */
async function queueShown(tx: CopyTransaction, { name, tables, follows }: Collection, since: string): Promise<void> {
  for (const { collectionName, key, table, column } of follows)
    await sql`insert or ignore into reread (collection, id)
      select ${name}, ${sql.ref(tables[table]?.owner ?? 'id')} from ${sql.table(table)} where ${sql.ref(column)} in (
        select ${sql.ref(key)} from ${sql.table(collectionName)} where ${sql.raw(changedAtText)} >= ${since})`.execute(
      tx,
    );
}

/** Runs one transaction while no other process writes, and again if another process took the lease first. */
async function writeInTurn<Result>(
  { database, lease, signal }: Copying,
  write: (tx: CopyTransaction) => Promise<Result>,
): Promise<Result> {
  const turn = { isPatient: true, isDone: async () => false, signal };
  for (;;) {
    const results: Result[] = [];
    try {
      await lease.hold(turn, async ({ require }) => {
        const result = await database.transaction(async (tx) => {
          await require(tx);
          await lease.renewClaim(tx, exportClaim);
          return write(tx);
        });
        results.push(result);
      });
      // Nothing else ends a turn well.
      if (results.length > 0) return results[0] as Result;
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
    }
  }
}
