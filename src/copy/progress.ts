import type { UnsentField } from '../contract/kit/sent-fields.ts';
import type { IncompleteCollection } from '../copy-tables/records.ts';
import { collections } from './collections/index.ts';
import { type Comparison, findLatestComparison } from './comparison.ts';
import { type CopyStatus, readCopyStatus } from './copy-status.ts';
import type { UnknownStatus } from '../domain/shipments/unknown-statuses.ts';
import { readCount, countUnknownStatuses } from './state/counts.ts';
import { formatCollectionName } from './state/requests.ts';
import { listStates, pickStates, type CollectionState } from './state/state.ts';
import type { CopyDatabase } from './state/tables.ts';

const collectionNames: readonly string[] = collections.map(({ name }) => name);

/** Progress of copying one collection. */
export interface CollectionProgress {
  /** Name of the collection in plain words. */
  readonly name: string;
  readonly records: number;
  readonly isWhole: boolean;
  /** ISO 8601: every record created since then is there; null when all are, or none. */
  readonly completeFrom: string | null;
  /** Time of the API's clock before which every change is in the copy; null if the collection was never read. */
  readonly asOf: string | null;
  /** Requests for its pages since the copy was made or emptied. */
  readonly requests: number;
  /** Seconds that its first fill has taken so far. */
  readonly fillSeconds: number;
}

export interface CopyProgress {
  readonly isWhole: boolean;
  /** Requests of all collections, and seconds of their first fill. */
  readonly requests: number;
  readonly fillSeconds: number;
  /** Every record created since then is there, of whatever kind; null when all are. */
  readonly completeFrom: string | null;
  /** Oldest `asOf` of the collections; null while one was never read. */
  readonly asOf: string | null;
  readonly collections: readonly CollectionProgress[];
  /** Fields that no record ever carried. */
  readonly unsentFields: readonly UnsentField[];
  /** Records with a status that Waybill doesn't know. */
  readonly unknownStatuses: readonly UnknownStatus[];
  /** The latest comparison with the API; undefined if there was none. */
  readonly comparison: Comparison | undefined;
}

/** Extent of the copy of some collections, without a count of their records. */
export interface CopiedExtent {
  readonly isWhole: boolean;
  /** Every record created since then is there; null when all are, or none. */
  readonly completeFrom: string | null;
  /** Oldest `asOf` of the collections; null while one was never read. */
  readonly asOf: string | null;
  /** Collections with missing records. */
  readonly incomplete: readonly IncompleteCollection[];
}

export async function describeExtent(
  database: Pick<CopyDatabase, 'reader'>,
  status: CopyStatus,
  names: readonly string[],
): Promise<CopiedExtent> {
  const states = pickStates(status.states, names);
  const incomplete = states.filter(({ is_whole: isWhole }) => isWhole === 0);
  const asOfMoments = states.map(({ as_of: asOf }) => asOf).filter((asOf) => asOf !== null);
  const isAnyUnread = states.some(({ is_whole: isWhole, since }) => isWhole === 0 && since === null);
  return {
    isWhole: states.every(({ is_whole: isWhole }) => isWhole === 1),
    completeFrom: isAnyUnread ? null : findLatest(states.map(({ complete_from: from }) => from)),
    asOf: asOfMoments.length === states.length ? (asOfMoments.toSorted()[0] ?? null) : null,
    incomplete: await Promise.all(incomplete.map((state) => describeIncomplete(database, state))),
  };
}

async function describeIncomplete(
  database: Pick<CopyDatabase, 'reader'>,
  { name, complete_from: from }: CollectionState,
): Promise<IncompleteCollection> {
  const unordered = await database.reader
    .selectFrom('pass')
    .select('collection')
    .where('collection', '=', name)
    .where('kind', '=', 'backfill')
    .where('is_ordered', '=', 0)
    .executeTakeFirst();
  return { name, completeFrom: unordered ? null : from, records: await readCount(database, name) };
}

/** Lists the collections of which records are missing, as people call them, without counting any records. */
export async function listIncomplete(database: Pick<CopyDatabase, 'reader'>): Promise<readonly string[]> {
  const states = await listStates(database, collectionNames);
  return states.filter(({ is_whole: isWhole }) => isWhole !== 1).map(({ name }) => formatCollectionName(name));
}

/** Finds the differences between the records of this API and the contract. */
export async function findPeculiarities(
  database: Pick<CopyDatabase, 'reader'>,
  { unsentFields, unknownStatuses }: CopyStatus,
  names: readonly string[],
) {
  const isNamed = ({ collection }: { readonly collection: string }) => names.includes(collection);
  return {
    unsentFields: unsentFields.filter(isNamed).map(({ field, absent }) => ({ field, absent })),
    unknownStatuses: await countUnknownStatuses(database, unknownStatuses.filter(isNamed)),
  };
}

export async function readProgress(database: Pick<CopyDatabase, 'reader' | 'readTogether'>): Promise<CopyProgress> {
  const collectionProgress: CollectionProgress[] = [];
  const status = await readCopyStatus(database);
  for (const state of pickStates(status.states, collectionNames)) {
    collectionProgress.push({
      name: formatCollectionName(state.name),
      records: await readCount(database, state.name),
      isWhole: state.is_whole === 1,
      completeFrom: state.complete_from,
      asOf: state.as_of,
      requests: state.requests,
      fillSeconds: toSeconds(state.fill_ms),
    });
  }
  const asOfMoments = collectionProgress.map(({ asOf }) => asOf).filter((asOf) => asOf !== null);
  return {
    isWhole: collectionProgress.every(({ isWhole }) => isWhole),
    completeFrom: findLatest(collectionProgress.map(({ completeFrom }) => completeFrom)),
    asOf: asOfMoments.length === collectionProgress.length ? (asOfMoments.toSorted()[0] ?? null) : null,
    requests: collectionProgress.reduce((sum, { requests }) => sum + requests, 0),
    fillSeconds: toSeconds(collectionProgress.reduce((sum, { fillSeconds }) => sum + fillSeconds, 0) * 1000),
    collections: collectionProgress,
    ...(await findPeculiarities(database, status, collectionNames)),
    comparison: await findLatestComparison(database),
  };
}

const toSeconds = (ms: number): number => Math.round(ms / 100) / 10;

const findLatest = (instants: readonly (string | null)[]): string | null =>
  instants
    .filter((instant) => instant !== null)
    .toSorted()
    .at(-1) ?? null;
