import { sql } from 'kysely';
import { collections } from './collections/index.ts';
import type { Collection, CopiedRecord, CopyFilter } from './kit/collection.ts';
import { keepingCount } from './counts.ts';
import { queueConcerned } from './facts/concerned.ts';
import { refreshSomeFacts } from './facts/refresh-facts.ts';
import { members, removeRecords, writeRecords } from './kit/write-rows.ts';
import { deletePass, newPass, type Pass, passOf, readPassPage, type Step, turnPage, writePass } from './pass.ts';
import { type DatedPage, pageSize, readPage } from './requests.ts';
import { currentState, forgetAll, type State, stateOf, writeState } from './state.ts';
import type { CopyDatabase, Tx } from './tables.ts';

/**
 * A change is written with the time at which its request began, and the trucks of a sandbox report minutes late: what
 * is asked for reaches back behind the newest change that was seen by this much.
 */
const overlapMs = 10 * 60_000;

const earlier = (at: string, ms: number): string => new Date(Date.parse(at) - ms).toISOString();

/** Reads one page of what has changed since the last update; of a collection that was never read, its newest. */
export async function updateStep(step: Step): Promise<void> {
  const state = await stateOf(step.database, step.collection.name);
  const pass = await passOf(step, 'update');
  if (state.since === null) return beginStep(step, state);
  if (pass) return continueUpdate(step, state, pass);
  await step.database.transaction(async (tx) => {
    await step.held.require(tx);
    await writePass(tx, { ...newPass(step.collection, 'update'), bound: state.since });
    await writeState(tx, { ...state, updates_begun: state.updates_begun + 1 });
  });
  return updateStep(step);
}

/** The newest page: from its moment on every change is followed, while older pages are still read. */
async function beginStep(step: Step, state: State): Promise<void> {
  const page = await readPage(step.source, step.collection, { isPast: true }, step.signal);
  const newest = newestOf(page.records);
  await step.database.transaction(async (tx) => {
    await step.held.require(tx);
    await queueFollowers(tx, step.collection, page.records, state);
    await writePage(tx, step.collection, page.records);
    const begun = state.updates_begun + 1;
    await writeState(tx, {
      ...(await afterBackfill(tx, { state, page, pass: newPass(step.collection, 'backfill') })),
      // What is empty is read from the beginning until there is something in it.
      since: newest ? sinceOf(newest, page.readAt) : null,
      newest_id: newest?.id ?? null,
      as_of: page.readAt,
      updates_begun: begun,
      updates_finished: begun,
    });
  });
}

/** What changed while pages were read has to be asked for again, whatever was seen of it. */
const sinceOf = ({ changedAt }: Pick<CopiedRecord, 'changedAt'>, readAt: string): string =>
  earlier(changedAt < readAt ? changedAt : readAt, overlapMs);

const newestOf = (records: readonly CopiedRecord[]): CopiedRecord | undefined =>
  records.reduce<CopiedRecord | undefined>(
    (newest, record) => (newest && newest.changedAt >= record.changedAt ? newest : record),
    undefined,
  );

async function continueUpdate(step: Step, state: State, pass: Pass): Promise<void> {
  const page = await readPassPage(step, pass, changedSince(pass.bound ?? ''));
  if (page === undefined) return;
  const newest = newestOf(page.records);
  const isNewer = newest !== undefined && newest.changedAt > (pass.newest_at ?? '');
  const seen: Pass = {
    ...pass,
    as_of: pass.as_of ?? page.readAt,
    newest_id: isNewer ? newest.id : pass.newest_id,
    newest_at: isNewer ? newest.changedAt : pass.newest_at,
    has_known: pass.has_known || page.records.some(({ id }) => id === state.newest_id) ? 1 : 0,
  };
  await step.database.transaction(async (tx) => {
    await step.held.require(tx);
    await queueFollowers(tx, step.collection, page.records, state);
    await writePage(tx, step.collection, page.records);
    if (page.page.hasNextPage) return turnPage(tx, seen, page);
    if (state.newest_id !== null && seen.has_known === 0) {
      await forgetAll(tx);
      return step.held.end();
    }
    await deletePass(tx, pass);
    await writeState(tx, updatedState(state, seen));
  });
}

/** Deleted records are found only by a condition that names the time of their deletion. */
function changedSince(at: string): CopyFilter {
  const since = { greaterThanOrEqualTo: at };
  // A record that was never changed has no time of change.
  return { or: [{ updatedAt: since }, { createdAt: since }, { deletedAt: since }] };
}

function updatedState(state: State, { as_of: asOf, newest_id: id, newest_at: at }: Pass): State {
  const readAt = asOf ?? '';
  return {
    ...state,
    updates_finished: state.updates_begun,
    as_of: asOf,
    // Nothing changed in all this time: what was asked for last finds what comes next.
    since: at === null ? state.since : sinceOf({ changedAt: at }, readAt),
    newest_id: id ?? state.newest_id,
  };
}

/** Reads the next older page. */
export async function backfillStep(step: Step): Promise<void> {
  const state = await stateOf(step.database, step.collection.name);
  if (state.since === null) return beginStep(step, state);
  const pass = await passOf(step, 'backfill');
  if (!pass) return;
  const filter = pass.bound === null ? undefined : { createdAt: { lessThanOrEqualTo: pass.bound } };
  const page = await readPassPage(step, pass, filter);
  if (page === undefined) return;
  await step.database.transaction(async (tx) => {
    await step.held.require(tx);
    await writePage(tx, step.collection, page.records);
    // Another update may have been written since the state was read, but only by this process.
    await writeState(tx, await afterBackfill(tx, { state: await currentState(tx, step.collection.name), page, pass }));
  });
}

interface ReadBackfill {
  readonly state: State;
  readonly page: DatedPage;
  readonly pass: Pass;
}

/** Keeps where the backfill goes on, and returns what is known then. */
async function afterBackfill(tx: Tx, { state, page, pass }: ReadBackfill): Promise<State> {
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

/** Reads again what shows something of records that have changed; what the API does not know any more goes. */
export async function rereadStep(step: Step, ids: readonly string[]): Promise<void> {
  const wanted = ids.slice(0, pageSize);
  const { records } = await readPage(step.source, step.collection, { filter: { id: { in: wanted } } }, step.signal);
  const found = new Set(records.map(({ id }) => id));
  await step.database.transaction(async (tx) => {
    await step.held.require(tx);
    await writePage(
      tx,
      step.collection,
      records,
      wanted.filter((id) => !found.has(id)),
    );
    await sql`delete from reread where collection = ${step.collection.name} and id in ${members(wanted)}`.execute(tx);
  });
}

/** Writes records, and notes the shipments whose facts show something of them. */
async function writePage(
  tx: Tx,
  collection: Collection,
  records: readonly CopiedRecord[],
  gone: readonly string[] = [],
): Promise<void> {
  const ids = [...records.map(({ id }) => id), ...gone];
  await queueConcerned(tx, collection.name, ids);
  await keepingCount(tx, { name: collection.name, ids }, async () => {
    await writeRecords(tx, collection, records);
    await removeRecords(tx, collection, gone);
  });
  await queueConcerned(tx, collection.name, ids);
}

/** Computes facts that no longer fit the records they follow from. */
export async function factStep({ database, held }: Pick<Step, 'database' | 'held'>): Promise<void> {
  await database.transaction(async (tx) => {
    await held.require(tx);
    await refreshSomeFacts(tx);
  });
}

/** How many shipments wait for their facts, counted up to a limit. */
export async function staleFacts({ reader }: Pick<CopyDatabase, 'reader'>, limit: number): Promise<number> {
  return (await reader.selectFrom('stale_fact').select('shipment_id').limit(limit).execute()).length;
}

/** Ids of records that wait to be read again. */
export async function waitingRereads({ reader }: Pick<CopyDatabase, 'reader'>, name: string): Promise<string[]> {
  const rows = await reader.selectFrom('reread').select('id').where('collection', '=', name).limit(pageSize).execute();
  return rows.map(({ id }) => id);
}

/** Notes what shows these records, before they are written: only those that really changed count. */
async function queueFollowers(
  tx: Tx,
  { name }: Collection,
  records: readonly CopiedRecord[],
  { as_of: asOf }: State,
): Promise<void> {
  const following = collections.flatMap((one) => one.follows.map((follow) => ({ one, follow })));
  const mine = following.filter(({ follow }) => follow.of === name);
  if (mine.length === 0) return;
  const changed = await changedOnes(tx, name, records, asOf === null ? '' : earlier(asOf, overlapMs));
  for (const { one, follow } of mine) {
    const keys = changed.flatMap(({ rows }) => rows[name]?.[0]?.[follow.key] ?? []);
    const owner = one.tables[follow.table]?.owner ?? 'id';
    await sql`insert or ignore into reread (collection, id)
      select ${one.name}, ${sql.ref(owner)} from ${sql.table(follow.table)}
      where ${sql.ref(follow.column)} in ${members(keys)}`.execute(tx);
  }
}

/** One that came and went between two updates was never in the copy: it counts by the time at which it went. */
async function changedOnes(
  tx: Tx,
  name: string,
  records: readonly CopiedRecord[],
  since: string,
): Promise<CopiedRecord[]> {
  const ids = records.map(({ id }) => id);
  const { rows } = await sql<{ id: string; at: string }>`select id, coalesce(updated_at, created_at) as at
    from ${sql.table(name)} where id in ${members(ids)}`.execute(tx);
  const known = new Map(rows.map(({ id, at }) => [id, at]));
  return records.filter(({ id, changedAt, isDeleted }) =>
    isDeleted ? known.has(id) || changedAt >= since : known.get(id) !== changedAt,
  );
}
