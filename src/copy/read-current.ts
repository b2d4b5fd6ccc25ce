import { sql } from 'kysely';
import type { FreshRecord } from '../copy-tables/records.ts';
import { waitOrAbort } from '../client/transport/abort.ts';
import { isUpdateFilterMissing } from './changes.ts';
import { collections } from './collections/index.ts';
import { isEmbedded } from './embedded.ts';
import { type Collection, toCopiedRecord } from './kit/collection.ts';
import { members } from './kit/members.ts';
import type { SharedUpdates } from './shared-updates.ts';
import type { Copying } from './state/copying.ts';
import { readState } from './state/state.ts';
import { listBelongingIds } from './step.ts';
import { readAgain, type IdsByCollection, type RecordsAgain, toOwners } from './update.ts';

/** Records of which the copy has to be current. */
export interface ReadCurrentRequest {
  /** Records that were just read, by collection. Those that the copy has in the same state aren't read again. */
  readonly freshRecords: Readonly<Record<string, readonly FreshRecord[]>>;
  /**
   * Owners whose records all have to be current, by collection. `freshRecords` holds all of them where it names the
   * collection.
   */
  readonly belongings: RecordsAgain['belongings'];
  /** Records beside them, such as the carrier of a load: an update of the last minute is enough. */
  readonly linked: IdsByCollection;
}

const linkedLagMs = 60_000;

/**
 * Brings these records up to date with as few requests as possible: with updates that all questions share, and by
 * reading changed records again. Returns the collections of which all of them are current.
 */
export async function readCurrent(
  copying: Copying,
  updates: SharedUpdates,
  { freshRecords, belongings, linked }: ReadCurrentRequest,
): Promise<readonly string[]> {
  const ids = new Map<string, readonly string[]>();
  for (const [name, records] of Object.entries(freshRecords)) ids.set(name, await listChanged(copying, name, records));
  const again = new Map<string, IdsByCollection>();
  const shared: string[] = [];
  for (const [name, owners] of Object.entries(belongings)) {
    if (freshRecords[name] === undefined && (await canShare(copying, name))) shared.push(name);
    else if (
      freshRecords[name] === undefined ||
      (await hasOtherRecords(copying, name, { owners, freshRecords: freshRecords[name], ids }))
    )
      again.set(name, owners);
  }
  const slow: string[] = [];
  for (const [name, linkedIds] of Object.entries(linked)) {
    if (await canShare(copying, name)) slow.push(name);
    else ids.set(name, linkedIds);
  }
  await waitOrAbort(Promise.all([updates.bring(shared), updates.bring(slow, { lagMs: linkedLagMs })]), copying.signal);
  const read = await readAgain(copying, { ids: Object.fromEntries(ids), belongings: Object.fromEntries(again) });
  return [...read, ...shared, ...slow];
}

const findCollection = (name: string): Collection | undefined =>
  collections.find((collection) => collection.name === name);

/** Tells if an update brings all that has changed of a collection. */
async function canShare({ database, source }: Copying, name: string): Promise<boolean> {
  const collection = findCollection(name);
  if (collection === undefined || (await isEmbedded(database, name))) return false;
  const { is_whole: isWhole, is_missing: isMissing } = await readState(database, name);
  return isWhole === 1 && isMissing === 0 && !(await isUpdateFilterMissing(source, collection));
}

/** Lists the records that the copy has in another state. */
async function listChanged(
  { database, source }: Copying,
  name: string,
  records: readonly FreshRecord[],
): Promise<readonly string[]> {
  const ids = records.map(({ id }) => id);
  const collection = findCollection(name);
  // Without the time of a change nothing tells that there was none.
  if (collection === undefined || ids.length === 0 || (await isUpdateFilterMissing(source, collection))) return ids;
  if (await isEmbedded(database, name)) return ids;
  const { rows } = await sql<{ id: string; at: string }>`select id, coalesce(updated_at, created_at) as at
    from ${sql.table(name)} where id in ${members(ids)}`.execute(database.reader);
  const copiedAt = new Map(rows.map(({ id, at }) => [id, at]));
  return records
    .filter((record) => toCopiedRecord({ ...record, deletedAt: null }, {}).changedAt !== copiedAt.get(record.id))
    .map(({ id }) => id);
}

interface FreshBelongings {
  readonly owners: IdsByCollection;
  readonly freshRecords: readonly FreshRecord[];
  /** Those to read again, by collection. */
  readonly ids: ReadonlyMap<string, readonly string[]>;
}

/** Returns true if the copy has other records than these for their owners, or has them in another state. */
async function hasOtherRecords(
  { database }: Copying,
  name: string,
  { owners, freshRecords, ids }: FreshBelongings,
): Promise<boolean> {
  const collection = findCollection(name);
  if (collection === undefined || (ids.get(name) ?? []).length > 0) return true;
  const shownIds = new Set(freshRecords.map(({ id }) => id));
  const copied = await listBelongingIds(database, collection, toOwners(collection, owners));
  return copied.some((id) => !shownIds.has(id));
}
