import { sql } from 'kysely';
import { collections } from '../collections/index.ts';
import { factTables } from '../../copy-tables/facts.ts';
import { type CopyDatabase, type CopyTables, firstMoment, type CopyTransaction } from './tables.ts';

/** Progress of the copy of a collection. */
export type CollectionState = CopyTables['copied_collection'];

const unread = {
  since: null,
  as_of: null,
  ahead_ms: null,
  complete_from: null,
  is_whole: 0,
  full_as_of: null,
  is_missing: 0,
  updates_begun: 0,
  updates_finished: 0,
  requests: 0,
  fill_ms: 0,
};

/** Reads the state of a collection; an empty state if it was never read. */
export async function readState({ reader }: Pick<CopyDatabase, 'reader'>, name: string): Promise<CollectionState> {
  const state = await reader.selectFrom('copied_collection').selectAll().where('name', '=', name).executeTakeFirst();
  return state ?? createUnread(name);
}

/** Reads the states of all collections of which anything was read; one query costs less than one for each. */
export async function readStates({
  reader,
}: Pick<CopyDatabase, 'reader'>): Promise<ReadonlyMap<string, CollectionState>> {
  const rows = await reader.selectFrom('copied_collection').selectAll().execute();
  return new Map(rows.map((state) => [state.name, state]));
}

/** Picks the states of these collections, in their order. */
export const pickStates = (
  states: ReadonlyMap<string, CollectionState>,
  names: readonly string[],
): readonly CollectionState[] => names.map((name) => states.get(name) ?? createUnread(name));

/** Reads the states of these collections, in their order. */
export const listStates = async (
  database: Pick<CopyDatabase, 'reader'>,
  names: readonly string[],
): Promise<readonly CollectionState[]> => pickStates(await readStates(database), names);

/** Reads the state of a collection in a transaction; an empty state if it was never read. */
export const readCurrentState = async (tx: CopyTransaction, name: string): Promise<CollectionState> =>
  (await findState(tx, name)) ?? createUnread(name);

/** Lists the collections whose records are taken from this one. */
export async function listEmbedded(tx: CopyTransaction, host: string): Promise<readonly string[]> {
  const rows = await tx.selectFrom('embedded_host').select('collection').where('host', '=', host).execute();
  return rows.map(({ collection }) => collection);
}

/** Writes a state, and the states of collections whose records are taken from this one. */
export async function writeState(tx: CopyTransaction, state: CollectionState): Promise<void> {
  await tx.replaceInto('copied_collection').values(state).execute();
  for (const name of await listEmbedded(tx, state.name)) await writeJoinedState(tx, name);
}

/** Writes the state of a collection that is as complete as its hosts are together. */
export async function writeJoinedState(tx: CopyTransaction, name: string): Promise<void> {
  const hosts = await tx
    .selectFrom('copied_collection as c')
    .innerJoin('embedded_host as h', 'h.host', 'c.name')
    .selectAll('c')
    .where('h.collection', '=', name)
    .execute();
  const declared = await tx.selectFrom('embedded_host').select('host').where('collection', '=', name).execute();
  const unread = declared.slice(hosts.length).map(({ host }) => createUnread(host));
  const state = await readCurrentState(tx, name);
  await tx
    .replaceInto('copied_collection')
    .values(joinStates(state, [...hosts, ...unread]))
    .execute();
}

const createUnread = (name: string): CollectionState => ({ ...unread, name });

const findState = (tx: CopyTransaction, name: string): Promise<CollectionState | undefined> =>
  tx.selectFrom('copied_collection').selectAll().where('name', '=', name).executeTakeFirst();

/**
 * A change is written with the time at which its request began, and the trucks of a sandbox report minutes late: what
 * is asked for reaches back behind the newest change that was seen by this much.
 */
export const overlapMs = 10 * 60_000;

export const subtractMs = (at: string, ms: number): string => new Date(Date.parse(at) - ms).toISOString();

/**
 * Computes the moment from which the next update requests changes. Changes made while pages were read are requested
 * again.
 */
export const computeSince = (changedAt: string, readAt: string): string =>
  subtractMs(changedAt < readAt ? changedAt : readAt, overlapMs);

/** A clock that is put back by less is covered by the overlap. */
const clockStepMs = overlapMs / 2;

/**
 * Returns the moment from which changes have to be requested because the API's clock was put back; undefined if it was
 * not.
 */
export function findClockStep(
  { as_of: asOf, ahead_ms: lastAheadMs }: Pick<CollectionState, 'as_of' | 'ahead_ms'>,
  { readAt, aheadMs }: { readonly readAt: string; readonly aheadMs: number },
): string | undefined {
  if (asOf === null || lastAheadMs === null) return undefined;
  const backMs = lastAheadMs - aheadMs;
  if (backMs >= clockStepMs) return subtractMs(asOf, backMs + overlapMs);
  // This machine's clock was put back too: nothing says how long ago.
  return Date.parse(asOf) - Date.parse(readAt) >= clockStepMs ? firstMoment : undefined;
}

/** Computes the state after an update that has read everything. */
export function advanceState(state: CollectionState, pass: CopyTables['pass']): CollectionState {
  const readAt = pass.as_of ?? '';
  return {
    ...state,
    updates_finished: state.updates_begun,
    requests: state.requests + pass.requests + pass.checks,
    as_of: pass.as_of,
    ahead_ms: pass.ahead_ms,
    // Nothing changed in all this time: what was asked for last finds what comes next.
    since:
      pass.newest_at === null
        ? findEarliest([pass.bound, subtractMs(readAt, overlapMs)])
        : computeSince(pass.newest_at, readAt),
  };
}

const findEarliest = (moments: readonly (string | null)[]): string | null =>
  moments.filter((moment) => moment !== null).toSorted()[0] ?? null;

/** Empties the copy. The counts of updates go on, because a process may be waiting for the next one. */
export async function forgetAll(tx: CopyTransaction): Promise<void> {
  const tables = [...collections.flatMap((collection) => Object.keys(collection.tables)), ...Object.keys(factTables)];
  for (const name of tables) await sql`delete from ${sql.table(name)}`.execute(tx);
  await tx.deleteFrom('pass').execute();
  await tx.deleteFrom('page_of_pass').execute();
  await tx.deleteFrom('expected_change').execute();
  await tx.deleteFrom('absent_record').execute();
  await tx.deleteFrom('unknown_status').execute();
  await tx.deleteFrom('reread').execute();
  await tx.deleteFrom('record_count').execute();
  await tx.deleteFrom('copied_field').execute();
  await tx
    .updateTable('copied_collection')
    .set({
      since: null,
      as_of: null,
      ahead_ms: null,
      complete_from: null,
      full_as_of: null,
      is_whole: 0,
      is_missing: 0,
      requests: 0,
      fill_ms: 0,
    })
    .execute();
}

/** Computes the state of a collection that is as complete as its hosts are together. */
function joinStates(state: CollectionState, hosts: readonly CollectionState[]): CollectionState {
  const findEarliestOrNull = (moments: readonly (string | null)[]) =>
    moments.includes(null) ? null : findEarliest(moments);
  const isWhole = hosts.every(({ is_whole: whole }) => whole === 1);
  const from = hosts.map(({ complete_from: moment }) => moment ?? '').toSorted();
  return {
    ...state,
    is_missing: 0,
    is_whole: isWhole ? 1 : 0,
    since: findEarliestOrNull(hosts.map(({ since }) => since)),
    as_of: findEarliestOrNull(hosts.map(({ as_of: asOf }) => asOf)),
    full_as_of: findEarliestOrNull(hosts.map(({ full_as_of: fullAsOf }) => fullAsOf)),
    complete_from: isWhole ? null : from.at(-1) || null,
  };
}

/** Each collection and each process notices the same fault by itself. */
const sameFaultMs = 10 * 60_000;

/** Returns true if this has to be logged: no process has logged the same in the last ten minutes. */
export async function logOnce(tx: CopyTransaction, name: string): Promise<boolean> {
  const now = Date.now();
  const row = await tx.selectFrom('logged_notice').select('at').where('name', '=', name).executeTakeFirst();
  if (row !== undefined && Math.abs(now - row.at) < sameFaultMs) return false;
  await tx.replaceInto('logged_notice').values({ name, at: now }).execute();
  return true;
}
