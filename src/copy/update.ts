import { collections } from './collections/index.ts';
import type { Collection } from './kit/collection.ts';
import { type Held, type Lease, LeaseLost } from './lease.ts';
import { gapMs, pauseFor, type Source, whenAllowed } from './requests.ts';
import {
  backfillStep,
  factStep,
  rereadStep,
  staleFacts,
  stateOf,
  type Step,
  updateStep,
  waitingRereads,
} from './step.ts';
import type { CopyDatabase } from './tables.ts';

export interface Copying {
  readonly database: CopyDatabase;
  readonly source: Source;
  readonly lease: Lease;
  readonly signal: AbortSignal;
}

/** Brings these collections up to date: what was changed before this was called is in the copy when it ends. */
export async function updateCollections(copying: Copying, names: readonly string[]): Promise<void> {
  for (const collection of withSources(names)) await updateCollection(copying, collection);
  await updateFacts(copying);
}

/** Facts are never read between a change and what follows from it. */
export async function updateFacts(copying: Copying): Promise<void> {
  const isDone = async () => (await staleFacts(copying.database, 1)) === 0;
  await repeat(copying, { isPatient: false, isDone, work: factStep });
}

/** With the collections that they follow, these first. */
function withSources(names: readonly string[]): readonly Collection[] {
  const wanted = new Set(names);
  for (const { name, follows } of collections) if (wanted.has(name)) for (const { of } of follows) wanted.add(of);
  return collections.filter(({ name }) => wanted.has(name));
}

async function updateCollection(copying: Copying, collection: Collection): Promise<void> {
  const { updates_begun: begun } = await stateOf(copying.database, collection.name);
  // One that another process has begun already may not have seen the latest change.
  const isUpdated = async () => (await stateOf(copying.database, collection.name)).updates_finished > begun;
  await repeat(copying, {
    isPatient: false,
    isDone: isUpdated,
    work: (turn) => updateStep({ ...turn, collection }),
  });
  const isReread = async () => (await waitingRereads(copying.database, collection.name)).length === 0;
  await repeat(copying, {
    isPatient: false,
    isDone: isReread,
    work: async (turn) => rereadStep({ ...turn, collection }, await waitingRereads(turn.database, collection.name)),
  });
}

interface Repeated {
  readonly isPatient: boolean;
  readonly isDone: () => Promise<boolean>;
  readonly work: (turn: Omit<Step, 'collection'>) => Promise<void>;
}

async function repeat(copying: Copying, { isPatient, isDone, work }: Repeated): Promise<void> {
  const { database, source, lease, signal } = copying;
  const inTurn = (held: Held) => work({ database, source, held, signal });
  while (!(await isDone()))
    await whenAllowed(source, signal, () => unlessLost(lease.hold({ isPatient, isDone, signal }, inTurn)));
}

/** The page was not written; what another process has written meanwhile is looked at first. */
async function unlessLost(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
  }
}

/** Each page of orders, loads, bills concerns the same shipments again: they are computed when a good many wait. */
const staleMax = 2_000;

/** Reads older records until all are there; of all collections those that reach back least come first. */
export async function backfill(copying: Copying, onPage: () => Promise<void>): Promise<void> {
  for (;;) {
    const collection = await leastComplete(copying.database);
    if (collection === undefined) return updateFacts(copying);
    await readOlder(copying, collection);
    if ((await staleFacts(copying.database, staleMax)) === staleMax) await updateFacts(copying);
    await onPage();
    await pauseFor(copying.source, gapMs(copying.source), copying.signal);
  }
}

async function readOlder(copying: Copying, collection: Collection): Promise<void> {
  let isRead = false;
  const work = async (turn: Omit<Step, 'collection'>) => {
    await backfillStep({ ...turn, collection });
    isRead = true;
  };
  await repeat(copying, { isPatient: true, isDone: async () => isRead, work });
}

/** The collection whose records are complete only from the latest moment on; undefined when all are whole. */
async function leastComplete(database: CopyDatabase): Promise<Collection | undefined> {
  const states = await Promise.all(
    collections.map(async (collection) => ({ collection, state: await stateOf(database, collection.name) })),
  );
  const [least] = states
    .filter(({ state }) => state.is_whole === 0)
    .map(({ collection, state }) => ({ collection, from: state.since === null ? '9' : (state.complete_from ?? '') }))
    .toSorted((one, other) => (one.from < other.from ? 1 : -1));
  return least?.collection;
}

export const allNames: readonly string[] = collections.map(({ name }) => name);
