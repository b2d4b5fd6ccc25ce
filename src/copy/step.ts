import { sql } from 'kysely';
import { filterChanges, isUpdateFilterMissing } from './changes.ts';
import { collections } from './collections/index.ts';
import { isEmbedded, listHostIds } from './embedded.ts';
import { compareExpected, countExpected, expectChanges, forgetExpected, isSettled } from './expected-changes.ts';
import { refreshSomeFacts } from './facts/refresh-facts.ts';
import type { Belonging, Collection, CopiedRecord, CopyFilter } from './kit/collection.ts';
import { members } from './kit/members.ts';
import {
  deletePass,
  finishUpdate,
  createPass,
  type Pass,
  findPass,
  readPassPage,
  type CopyStep,
  turnPage,
  writePass,
} from './pass.ts';
import { type DatedPage, pageSize, readPage } from './state/requests.ts';
import {
  computeSince,
  readCurrentState,
  findClockStep,
  logOnce,
  type CollectionState,
  readState,
  writeState,
} from './state/state.ts';
import type { CopyDatabase, CopyTransaction } from './state/tables.ts';
import { queueFollowers, writePage } from './write-page.ts';

/** Reads one page of what has changed since the last update; of a collection that was never read, its newest. */
export async function updateStep(step: CopyStep): Promise<void> {
  const state = await readState(step.database, step.collection.name);
  const pass = await findPass(step, 'update');
  if (state.since === null) return beginStep(step, state);
  if (pass) return continueUpdate(step, state, pass);
  const isWithoutUpdates = await isUpdateFilterMissing(step.source, step.collection);
  await step.database.transaction(async (tx) => {
    await step.heldLease.require(tx);
    await expectChanges(tx, step.collection, { since: state.since ?? '', isWithoutUpdates });
    await writePass(tx, { ...createPass(step.collection, 'update'), bound: state.since });
    await writeState(tx, { ...state, updates_begun: state.updates_begun + 1 });
  });
  return updateStep(step);
}

/** Reads the newest page. From its moment on every change is followed, while older pages are still being read. */
async function beginStep(step: CopyStep, state: CollectionState): Promise<void> {
  const startedAt = performance.now();
  const page = await readPage(step.source, step.collection, { isPast: true }, step.signal);
  const newest = findNewest(page.records);
  await step.database.transaction(async (tx) => {
    await step.heldLease.require(tx);
    await queueFollowers(tx, step.collection, { records: page.records, state });
    await writePage(tx, step.collection, { records: page.records });
    const begun = state.updates_begun + 1;
    await writeState(tx, {
      ...(await advanceBackfill(tx, { state, page, pass: createPass(step.collection, 'backfill') })),
      // What is empty is read from the beginning until there is something in it.
      since: newest ? computeSince(newest.changedAt, page.readAt) : null,
      full_as_of: page.readAt,
      is_missing: 0,
      as_of: page.readAt,
      ahead_ms: page.aheadMs,
      updates_begun: begun,
      updates_finished: begun,
      ...addFillCost(state, startedAt),
    });
  });
}

/** Adds a page of the first fill to its requests and time. */
const addFillCost = (
  { requests, fill_ms: fillMs }: CollectionState,
  startedAt: number,
): Pick<CollectionState, 'requests' | 'fill_ms'> => ({
  requests: requests + 1,
  fill_ms: fillMs + Math.round(performance.now() - startedAt),
});

const findNewest = (records: readonly CopiedRecord[]): CopiedRecord | undefined =>
  records.reduce<CopiedRecord | undefined>(
    (newest, record) => (newest && newest.changedAt >= record.changedAt ? newest : record),
    undefined,
  );

async function continueUpdate(step: CopyStep, state: CollectionState, pass: Pass): Promise<void> {
  const page = await readChanges(step, pass);
  if (page === undefined) return;
  const from = pass.as_of === null ? findClockStep(state, page) : undefined;
  // By the clock as it is now, what was asked for begins too late.
  if (from !== undefined && isEarlier(from, pass.bound ?? ''))
    return askAgain(step, { ...pass, bound: from, cursor: null });
  const newest = findNewest(page.records);
  const isNewer = newest !== undefined && newest.changedAt > (pass.newest_at ?? '');
  const seen: Pass = {
    ...pass,
    as_of: pass.as_of ?? page.readAt,
    ahead_ms: pass.ahead_ms ?? page.aheadMs,
    requests: pass.requests + 1,
    newest_at: isNewer ? newest.changedAt : pass.newest_at,
  };
  await step.database.transaction(async (tx) => {
    await step.heldLease.require(tx);
    await compareExpected(tx, step.collection, page.records);
    await queueFollowers(tx, step.collection, { records: page.records, state });
    await writePage(tx, step.collection, { records: page.records });
    if (page.page.hasNextPage) return turnPage(tx, seen, page);
    if (!isSettled(await countExpected(tx, step.collection)))
      return writePass(tx, { ...seen, cursor: null, is_checking: 1 });
    await finishUpdate(tx, state, seen);
  });
}

/** Reads the page at the cursor; undefined if the list begins anew, as it does when the API ignores its filter. */
async function readChanges(step: CopyStep, pass: Pass): Promise<DatedPage | undefined> {
  const isWithoutUpdates = await isUpdateFilterMissing(step.source, step.collection);
  try {
    return await readPassPage(step, pass, await filterChanges(step, pass.bound ?? ''));
  } catch (error) {
    if (isWithoutUpdates || !(await isUpdateFilterMissing(step.source, step.collection))) throw error;
    await step.database.transaction(async (tx) => {
      await step.heldLease.require(tx);
      await deletePass(tx, pass);
      await forgetExpected(tx, pass.collection);
    });
    return undefined;
  }
}

/** Clocks are read to some seconds. */
const sameStepMs = 60_000;

const isEarlier = (moment: string, other: string): boolean => Date.parse(moment) < Date.parse(other) - sameStepMs;

async function askAgain({ database, heldLease, log }: CopyStep, pass: Pass): Promise<void> {
  const isLogged = await database.transaction(async (tx) => {
    await heldLease.require(tx);
    await writePass(tx, pass);
    return logOnce(tx, 'clock');
  });
  if (isLogged) log('warn', "The API's clock was put back: what has changed since then is asked for again.");
}

/** Reads the next older page. */
export async function backfillStep(step: CopyStep): Promise<void> {
  const startedAt = performance.now();
  const state = await readState(step.database, step.collection.name);
  if (state.since === null) return beginStep(step, state);
  const pass = await findPass(step, 'backfill');
  if (!pass) return;
  const filter = pass.bound === null ? undefined : { createdAt: { lessThanOrEqualTo: pass.bound } };
  const page = await readPassPage(step, pass, filter);
  if (page === undefined) return;
  await step.database.transaction(async (tx) => {
    await step.heldLease.require(tx);
    await writePage(tx, step.collection, { records: page.records });
    // Another update may have been written since the state was read, but only by this process.
    const current = await readCurrentState(tx, step.collection.name);
    const after = await advanceBackfill(tx, { state: current, page, pass });
    await writeState(tx, { ...after, ...addFillCost(current, startedAt) });
  });
}

interface ReadBackfill {
  readonly state: CollectionState;
  readonly page: DatedPage;
  readonly pass: Pass;
}

/** Stores the position at which the backfill continues, and returns the new state. */
async function advanceBackfill(tx: CopyTransaction, { state, page, pass }: ReadBackfill): Promise<CollectionState> {
  const created = page.records.map(({ createdAt }) => createdAt);
  const from = [...created, state.complete_from ?? '9'].toSorted()[0] ?? null;
  const isOrdered = pass.is_ordered === 1 && isDescending([state.complete_from ?? '9', ...created]);
  if (!page.page.hasNextPage) {
    await deletePass(tx, pass);
    return { ...state, is_whole: 1, complete_from: null };
  }
  await turnPage(tx, { ...pass, is_ordered: isOrdered ? 1 : 0 }, page);
  return { ...state, is_whole: 0, complete_from: from };
}

const isDescending = (texts: readonly string[]): boolean =>
  texts.every((text, place) => place === 0 || text <= (texts[place - 1] ?? ''));

/** Reads records again that show fields of changed records. Records that the API doesn't have any more are removed. */
export async function rereadStep(step: CopyStep, ids: readonly string[]): Promise<void> {
  const batchIds = ids.slice(0, pageSize);
  if (await isEmbedded(step.database, step.collection.name)) return rereadHosts(step, batchIds);
  const { records } = await readPage(step.source, step.collection, { filter: { id: { in: batchIds } } }, step.signal);
  const shownIds = new Set(records.map(({ id }) => id));
  await step.database.transaction(async (tx) => {
    await step.heldLease.require(tx);
    await writePage(tx, step.collection, { records, goneIds: batchIds.filter((id) => !shownIds.has(id)) });
    await sql`delete from reread where collection = ${step.collection.name} and id in ${members(batchIds)}`.execute(tx);
  });
}

/** A record to which others belong. */
export interface Owner {
  readonly belonging: Belonging;
  readonly id: string;
}

/** Limit of pages to read, because an API that ignores a filter sends pages without end. */
const belongingPagesMax = 20;

/**
 * Reads the records again that belong to these owners, in the API or in the copy. Returns false if the API can't find
 * them that way: the copy then stays unchanged.
 */
export async function rereadBelongings(step: CopyStep, owners: readonly Owner[]): Promise<boolean> {
  const { database, source, collection, heldLease, signal } = step;
  if (await isAnyFilterMissing(step, owners)) return false;
  const filter = filterOwners(owners);
  const records: CopiedRecord[] = [];
  let cursor: string | undefined;
  try {
    for (let count = 1; ; count += 1) {
      const request = { isPast: true, filter, ...(cursor !== undefined && { cursor }) };
      const { records: pageRecords, page } = await readPage(source, collection, request, signal);
      records.push(...pageRecords);
      if (!page.hasNextPage || page.endCursor === null) break;
      if (count === belongingPagesMax) return false;
      cursor = page.endCursor;
    }
  } catch (error) {
    if (await isAnyFilterMissing(step, owners)) return false;
    throw error;
  }
  const readIds = new Set(records.map(({ id }) => id));
  const unshownIds = (await listBelongingIds(database, collection, owners)).filter((id) => !readIds.has(id));
  await database.transaction(async (tx) => {
    await heldLease.require(tx);
    await writePage(tx, collection, { records });
  });
  // These are gone, or belong to other records now.
  for (let from = 0; from < unshownIds.length; from += pageSize)
    await rereadStep(step, unshownIds.slice(from, from + pageSize));
  return true;
}

/** Returns true if the API can't find records by one of the fields that name these owners. */
async function isAnyFilterMissing({ source, collection }: CopyStep, owners: readonly Owner[]): Promise<boolean> {
  for (const field of new Set(owners.map(({ belonging }) => belonging.field)))
    if (await source.api.capabilities.isMissing(`filter ${collection.resource}.${field}`)) return true;
  return false;
}

function filterOwners(owners: readonly Owner[]): CopyFilter {
  const byField = Map.groupBy(owners, ({ belonging }) => belonging.field);
  const conditions = [...byField].map(([field, fieldOwners]): CopyFilter => ({
    [field]: { in: fieldOwners.map(({ id }) => id) },
  }));
  const [only, ...otherConditions] = conditions;
  return only !== undefined && otherConditions.length === 0 ? only : { or: conditions };
}

/** Lists the ids of the copy's records that belong to these owners. */
export async function listBelongingIds(
  { reader }: Pick<CopyDatabase, 'reader'>,
  { tables }: Collection,
  owners: readonly Owner[],
): Promise<readonly string[]> {
  const ids = new Set<string>();
  for (const [{ table, column }, belongingOwners] of Map.groupBy(owners, ({ belonging }) => belonging)) {
    const { rows } = await sql<{ id: string }>`select ${sql.ref(tables[table]?.owner ?? 'id')} as id
      from ${sql.table(table)} where ${sql.ref(column)} in ${members(belongingOwners.map(({ id }) => id))}`.execute(
      reader,
    );
    for (const { id } of rows) ids.add(id);
  }
  return [...ids];
}

/** Reads the host records again that show these records, which the API doesn't list by themselves. */
async function rereadHosts(
  { database, source, collection, heldLease, signal }: CopyStep,
  ids: readonly string[],
): Promise<void> {
  const pages = await Promise.all(
    collection.hosts.map(async (host) => {
      const hostIds = (await listHostIds(database, collection, host, ids)).slice(0, pageSize);
      const hostCollection = collections.find(({ name }) => name === host.collectionName);
      if (hostCollection === undefined || hostIds.length === 0) return [];
      const { records } = await readPage(source, hostCollection, { filter: { id: { in: hostIds } } }, signal);
      return [{ hostCollection, records }];
    }),
  );
  await database.transaction(async (tx) => {
    await heldLease.require(tx);
    for (const { hostCollection, records } of pages.flat()) await writePage(tx, hostCollection, { records });
    await sql`delete from reread where collection = ${collection.name} and id in ${members(ids)}`.execute(tx);
  });
}

/** Computes facts again whose records have changed. */
export async function runFactStep({ database, heldLease }: Pick<CopyStep, 'database' | 'heldLease'>): Promise<void> {
  await database.transaction(async (tx) => {
    await heldLease.require(tx);
    await refreshSomeFacts(tx);
  });
}

/** Counts the shipments whose facts have to be computed, up to a limit. */
export async function countStaleFacts({ reader }: Pick<CopyDatabase, 'reader'>, limit: number): Promise<number> {
  return (await reader.selectFrom('stale_fact').select('shipment_id').limit(limit).execute()).length;
}

/** Names the collections of which records wait to be read again. */
export async function listRereadNames({ reader }: Pick<CopyDatabase, 'reader'>): Promise<ReadonlySet<string>> {
  const rows = await reader.selectFrom('reread').select('collection').distinct().execute();
  return new Set(rows.map(({ collection }) => collection));
}

/** Lists the ids of records that wait to be read again. */
export async function listWaitingRereads({ reader }: Pick<CopyDatabase, 'reader'>, name: string): Promise<string[]> {
  const rows = await reader.selectFrom('reread').select('id').where('collection', '=', name).limit(pageSize).execute();
  return rows.map(({ id }) => id);
}
