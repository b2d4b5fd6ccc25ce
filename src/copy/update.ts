import type { Copying } from './state/copying.ts';
import { fillFromExport } from './bulk-fill.ts';
import { checkStep, isChecking } from './check-step.ts';
import { listUnreadParents, readCopyStatus } from './copy-status.ts';
import { collections } from './collections/index.ts';
import type { Collection, Follow } from './kit/collection.ts';
import { type HeldLease, LeaseLost } from './state/lease.ts';
import { computeGapMs, pageSize, pauseFor, runWhenAllowed } from './state/requests.ts';
import type { CopyStep } from './pass.ts';
import {
  backfillStep,
  runFactStep,
  listRereadNames,
  type Owner,
  rereadBelongings,
  rereadStep,
  countStaleFacts,
  updateStep,
  listWaitingRereads,
} from './step.ts';
import { isEmbedded, listEmbeddedNames, releaseHosts } from './embedded.ts';
import { runUnlessUnlisted } from './unlisted.ts';
import { listStates, pickStates } from './state/state.ts';
import type { CopyDatabase, CopyTables } from './state/tables.ts';

/** Brings collections up to date: every change before the call is in the copy when it ends. */
export const updateCollections = async (copying: Copying, names: readonly string[]): Promise<void> =>
  updateOnly(copying, withSources(await listUpdated(copying, names)));

/** Brings collections up to date without the collections that they follow. */
export async function updateOnly(copying: Copying, names: readonly string[]): Promise<void> {
  const hasUnreadParents = listUnreadParents(await readCopyStatus(copying.database)).length > 0;
  for (const level of groupByLevel(new Set(names), hasUnreadParents)) {
    const together = await listReadable(copying.database, level);
    await updateTogether(copying, together);
    await rereadTogether(copying, together);
  }
  await updateFacts(copying);
  // A list that turned out to be missing has given its records over to others, which have to be read with them.
  const adopted = (await listUpdated(copying, names)).filter((name) => !names.includes(name));
  if (adopted.length > 0) await updateOnly(copying, adopted);
}

/**
 * Lists the collections to update: if the API doesn't list one, its hosts too. `embedded` has the names of the
 * collections that are taken from others, if the caller has read them.
 */
export async function listUpdated(
  { database, source }: Pick<Copying, 'database' | 'source'>,
  names: readonly string[],
  embedded?: ReadonlySet<string>,
): Promise<readonly string[]> {
  const embeddable = collections.filter(({ name, hosts }) => hosts.length > 0 && names.includes(name));
  if (embeddable.length === 0) return names;
  const embeddedNames = embedded ?? (await listEmbeddedNames(database));
  const updated = await Promise.all(
    names.map(async (name) => {
      const collection = embeddable.find((declared) => declared.name === name);
      if (!collection || !embeddedNames.has(name)) return [name];
      // After a day the list is tried again.
      const isStillMissing = await source.api.capabilities.isMissing(`operation ${collection.resource}.filter`);
      if (!isStillMissing) await database.transaction((tx) => releaseHosts(tx, collection));
      return isStillMissing ? [name, ...collection.hosts.map(({ collectionName }) => collectionName)] : [name];
    }),
  );
  return [...new Set(updated.flat())];
}

/** Ids of records by the name of their collection. */
export type IdsByCollection = Readonly<Record<string, readonly string[]>>;

/** Records to read again. */
export interface RecordsAgain {
  readonly ids: IdsByCollection;
  /** Owners whose records are all read, by collection, such as shipments for their documents. */
  readonly belongings: Readonly<Record<string, IdsByCollection>>;
}

/** Records of a collection that still have to be read. */
interface Rereading {
  ids: readonly string[];
  owners: readonly Owner[];
}

/**
 * Reads records again, whether or not the API reports a change, and computes their facts. Returns the collections of
 * which all of these were read. If the API can't find them, the copy stays unchanged.
 */
export async function readAgain(copying: Copying, again: RecordsAgain): Promise<readonly string[]> {
  const waiting = new Map(collections.map((collection) => [collection.name, toRereading(collection, again)]));
  const requestedCollections = collections.filter(({ name }) => !isRead(waiting.get(name)));
  const unread = new Set<string>();
  const rereadCollection = async (step: CopyStep) => {
    const rereading = waiting.get(step.collection.name);
    if (rereading && !(await rereadSome(step, rereading))) unread.add(step.collection.name);
  };
  // Where the API doesn't list records by themselves, those that show them bring them.
  for (const together of [
    requestedCollections.filter(({ hosts }) => hosts.length > 0),
    requestedCollections.filter(({ hosts }) => hosts.length === 0),
  ])
    await repeatAmong(copying, {
      listWaiting: async () => together.filter(({ name }) => !isRead(waiting.get(name))),
      work: rereadCollection,
    });
  await updateFacts(copying);
  // A request without ids lacks nothing.
  const requestedNames = [...Object.keys(again.ids), ...Object.keys(again.belongings)];
  return [...new Set(requestedNames)].filter((name) => !unread.has(name));
}

const isRead = (rereading: Rereading | undefined): boolean =>
  rereading === undefined || rereading.ids.length + rereading.owners.length === 0;

const toRereading = (collection: Collection, { ids, belongings }: RecordsAgain): Rereading => ({
  ids: [...new Set(ids[collection.name])],
  owners: toOwners(collection, belongings[collection.name] ?? {}),
});

/** Converts ids of records to the owners that records of the collection may have. */
export const toOwners = ({ belongsTo }: Collection, ids: IdsByCollection): readonly Owner[] =>
  belongsTo.flatMap((belonging) => [...new Set(ids[belonging.to])].map((id) => ({ belonging, id })));

/** Reads a batch of the records. Returns false if the API can't find them, which ends the rereading. */
async function rereadSome(step: CopyStep, rereading: Rereading): Promise<boolean> {
  const wasEmbedded = await isEmbedded(step.database, step.collection.name);
  let isDone = false;
  await runUnlessUnlisted(step, async () => {
    if (rereading.ids.length > 0) {
      await rereadStep(step, rereading.ids);
      rereading.ids = rereading.ids.slice(pageSize);
      isDone = true;
    } else {
      isDone = await rereadBelongings(step, rereading.owners.slice(0, pageSize));
      rereading.owners = rereading.owners.slice(pageSize);
    }
  });
  // The next turn reads the records that show these.
  if (isDone || (!wasEmbedded && (await isEmbedded(step.database, step.collection.name)))) return true;
  rereading.ids = [];
  rereading.owners = [];
  return false;
}

/**
 * Lists the collections that may be read now. A collection of which nothing was read waits until all records that it
 * refers to are there; otherwise an invoice would appear without its customer.
 */
async function listReadable(database: CopyDatabase, level: readonly Collection[]): Promise<readonly Collection[]> {
  const status = await readCopyStatus(database);
  if (listUnreadParents(status).length === 0) return level;
  const states = pickStates(
    status.states,
    level.map(({ name }) => name),
  );
  const readNames = new Set(
    states.flatMap(({ name, is_whole: isWhole, since }) => (isWhole === 1 || since !== null ? [name] : [])),
  );
  return level.filter(({ name, isReferredTo }) => isReferredTo || readNames.has(name));
}

/** Computes the facts that changed records affect, so that no fact is read before it is up to date. */
export async function updateFacts(copying: Copying): Promise<void> {
  const isDone = async () => (await countStaleFacts(copying.database, 1)) === 0;
  await repeat(copying, { isPatient: false, isDone, work: runFactStep });
}

/** Adds the collections that these follow. */
export const withSources = (names: readonly string[]): readonly string[] => [
  ...new Set(names.flatMap((name) => [...listFollows(name).map(({ collectionName }) => collectionName), name])),
];

export const listFollows = (name: string): readonly Follow[] =>
  collections.find((collection) => collection.name === name)?.follows ?? [];

/**
 * Groups the collections that are requested at the same time. One that follows another is read when the other is
 * written: read before, it could show the other as it was, and be written too late to be found among those that show
 * it. Records that others name come first as long as some of them are missing.
 */
function groupByLevel(names: ReadonlySet<string>, hasUnreadParents: boolean): readonly (readonly Collection[])[] {
  const requestedCollections = collections.filter(({ name }) => names.has(name));
  const isParent = ({ isReferredTo }: Collection) => hasUnreadParents && isReferredTo;
  const otherCollections = requestedCollections.filter((collection) => !isParent(collection));
  return [
    requestedCollections.filter(isParent),
    otherCollections.filter(({ follows }) => follows.length === 0),
    otherCollections.filter(({ follows }) => follows.length > 0),
  ].filter((level) => level.length > 0);
}

async function updateTogether(copying: Copying, together: readonly Collection[]): Promise<void> {
  const { database } = copying;
  const begun = new Map<string, number>();
  const states = await listStates(
    database,
    together.map(({ name }) => name),
  );
  for (const { name, updates_begun: updatesBegun } of states) begun.set(name, updatesBegun);
  const listWaiting = async () => {
    const status = await readCopyStatus(database);
    const latest = pickStates(
      status.states,
      together.map(({ name }) => name),
    );
    // One that another process has begun already may not have seen the latest change.
    return together.filter(
      ({ name }, place) =>
        (latest[place]?.updates_finished ?? 0) <= (begun.get(name) ?? 0) && !status.embeddedNames.has(name),
    );
  };
  const updateCollection = (step: CopyStep) =>
    runUnlessUnlisted(step, async () => ((await isChecking(step)) ? checkStep(step) : updateStep(step)));
  await repeatAmong(copying, { listWaiting, work: updateCollection });
}

async function rereadTogether(copying: Copying, together: readonly Collection[]): Promise<void> {
  const listWaiting = async () => {
    const names = await listRereadNames(copying.database);
    return together.filter(({ name }) => names.has(name));
  };
  const rereadCollection = async (step: CopyStep) =>
    rereadStep(step, await listWaitingRereads(step.database, step.collection.name));
  await repeatAmong(copying, { listWaiting, work: rereadCollection });
}

interface Among {
  /** Lists the collections that still need work. */
  readonly listWaiting: () => Promise<readonly Collection[]>;
  /** Does the work of one collection, in parallel with the others. */
  readonly work: (step: CopyStep) => Promise<void>;
}

async function repeatAmong(copying: Copying, { listWaiting, work }: Among): Promise<void> {
  await repeat(copying, {
    isPatient: false,
    isDone: async () => (await listWaiting()).length === 0,
    work: async (turn) => awaitAll((await listWaiting()).map((collection) => work({ ...turn, collection }))),
  });
}

interface Repeated {
  readonly isPatient: boolean;
  readonly isDone: () => Promise<boolean>;
  readonly work: (turn: Omit<CopyStep, 'collection'>) => Promise<void>;
}

async function repeat(copying: Copying, { isPatient, isDone, work }: Repeated): Promise<void> {
  const { database, source, lease, signal, log } = copying;
  const runTurn = (heldLease: HeldLease) => work({ database, source, heldLease, signal, log });
  while (!(await isDone()))
    await runWhenAllowed(source, signal, () => ignoreLostLease(lease.hold({ isPatient, isDone, signal }, runTurn)));
}

/** Awaits all works even if one fails, so that none runs after its turn. */
async function awaitAll(works: readonly Promise<void>[]): Promise<void> {
  const reasons = (await Promise.allSettled(works)).flatMap((result) =>
    result.status === 'rejected' ? [result.reason] : [],
  );
  if (reasons.length > 0) throw reasons.find((reason) => !(reason instanceof LeaseLost)) ?? reasons[0];
}

/**
 * Ignores a lost lease: the page was not written, and the next round starts from the records that the other process
 * wrote.
 */
async function ignoreLostLease(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
  }
}

export interface BackfillOptions {
  /** Returns the collections that questions wait for. It is called after each page, and they are read first. */
  readonly getPriorityNames?: (() => ReadonlySet<string>) | undefined;
  readonly onPage: () => Promise<void>;
}

/**
 * Number of shipments to collect before their facts are computed, because pages of orders, loads and bills affect the
 * same shipments.
 */
const staleMax = 2_000;

const noNames: ReadonlySet<string> = new Set();

/**
 * Reads older records until all are there: first the records that others refer to, then those that questions wait for,
 * and among these the collection that reaches back least.
 */
export async function backfill(
  copying: Copying,
  { getPriorityNames = () => noNames, onPage }: BackfillOptions,
): Promise<void> {
  await fillFromExport(copying, { onPage });
  for (;;) {
    if (copying.source.mayReadPast?.() === false) return updateFacts(copying);
    const collection = await findLeastComplete(copying.database, getPriorityNames());
    if (collection === undefined) return updateFacts(copying);
    await readOlder(copying, collection);
    if ((await countStaleFacts(copying.database, staleMax)) === staleMax) await updateFacts(copying);
    await onPage();
    await pauseFor(copying.source, computeGapMs(copying.source), copying.signal);
  }
}

async function readOlder(copying: Copying, collection: Collection): Promise<void> {
  let isRead = false;
  const backfillCollection = async (turn: Omit<CopyStep, 'collection'>) => {
    const step = { ...turn, collection };
    await runUnlessUnlisted(step, () => backfillStep(step));
    isRead = true;
  };
  await repeat(copying, { isPatient: true, isDone: async () => isRead, work: backfillCollection });
}

/** Finds the collection to go on with; undefined when all are whole. */
async function findLeastComplete(
  database: CopyDatabase,
  priorityNames: ReadonlySet<string>,
): Promise<Collection | undefined> {
  const states = await listStates(database, allNames);
  const embedded = await listEmbeddedNames(database);
  const [leastComplete] = collections
    .flatMap((collection, place) => {
      const state = states[place];
      const isLeft = state?.is_whole === 0 && !embedded.has(collection.name);
      return isLeft ? [{ collection, from: rank(state, collection, priorityNames) }] : [];
    })
    .toSorted((candidate, other) => (candidate.from < other.from ? 1 : -1));
  return leastComplete?.collection;
}

const rank = (
  { since, complete_from: from }: CopyTables['copied_collection'],
  { name, isReferredTo }: Collection,
  priorityNames: ReadonlySet<string>,
): string => `${isReferredTo ? 1 : 0} ${priorityNames.has(name) ? 1 : 0} ${since === null ? '9' : (from ?? '')}`;

export const allNames: readonly string[] = collections.map(({ name }) => name);
