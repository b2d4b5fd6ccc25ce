import { sql } from 'kysely';
import { collections } from './collections/index.ts';
import { trackCount, noteUnknownStatuses } from './state/counts.ts';
import { noteAbsent } from './expected-changes.ts';
import { readEmbedded } from './embedded.ts';
import { queueConcerned } from './facts/concerned.ts';
import type { Collection, CopiedRecord } from './kit/collection.ts';
import { members } from './kit/members.ts';
import { hasSameRows, readStoredRows } from './kit/stored-rows.ts';
import { removeRecords, writeRecords } from './kit/write-rows.ts';
import { countSentFields } from './state/sent-fields.ts';
import { subtractMs, listEmbedded, overlapMs, type CollectionState } from './state/state.ts';
import type { CopyTransaction } from './state/tables.ts';

interface PageRecords {
  readonly records: readonly CopiedRecord[];
  /** Ids of records that the API doesn't have any more. */
  readonly goneIds?: readonly string[];
}

/**
 * Writes the records that differ from the copy, and queues the shipments whose facts depend on them. An update requests
 * the changes of the last minutes again, most of which are stored already. The received values decide, because some
 * amounts change without a new time of change.
 */
export async function writePage(
  tx: CopyTransaction,
  collection: Collection,
  { records, goneIds = [] }: PageRecords,
): Promise<void> {
  const changed = await listUnstored(tx, collection, records);
  const ids = [...changed.map(({ id }) => id), ...goneIds];
  await queueConcerned(tx, collection.name, ids);
  await countSentFields(tx, collection, records);
  if (ids.length > 0)
    await trackCount(tx, { name: collection.name, ids }, async () => {
      await writeRecords(tx, collection, changed);
      await removeRecords(tx, collection, goneIds);
    });
  await noteUnknownStatuses(tx, collection.name, records);
  await noteAbsent(tx, collection, records);
  await queueConcerned(tx, collection.name, ids);
  for (const name of await listEmbedded(tx, collection.name)) {
    const embeddedCollection = collections.find((other) => other.name === name);
    if (embeddedCollection)
      await writePage(
        tx,
        embeddedCollection,
        await readEmbedded(tx, embeddedCollection, { host: collection.name, records, goneIds }),
      );
  }
}

/**
 * Lists the records that are missing in the copy or have other rows there; of deleted records, those that the copy
 * still has.
 */
async function listUnstored(
  tx: CopyTransaction,
  collection: Collection,
  records: readonly CopiedRecord[],
): Promise<readonly CopiedRecord[]> {
  const ids = records.map(({ id }) => id);
  const stored = await readStoredRows(tx, collection, ids);
  return records.filter(({ id, isDeleted, rows }) =>
    isDeleted ? stored.has(id) : !hasSameRows(collection, rows, stored.get(id)),
  );
}

interface FollowedRecords extends PageRecords {
  readonly state: CollectionState;
}

/** Queues the records that show these records, before these are written: only records that really changed count. */
export async function queueFollowers(
  tx: CopyTransaction,
  { name }: Collection,
  { records, goneIds = [], state: { as_of: asOf } }: FollowedRecords,
): Promise<void> {
  const following = collections.flatMap((follower) => follower.follows.map((follow) => ({ follower, follow })));
  const matchingFollows = following.filter(({ follow }) => follow.collectionName === name);
  if (matchingFollows.length === 0) return;
  const changed = await findChanged(tx, name, { records, since: asOf === null ? '' : subtractMs(asOf, overlapMs) });
  for (const { follower, follow } of matchingFollows) {
    const keys = changed.flatMap(({ rows }) => rows[name]?.[0]?.[follow.key] ?? []);
    const owner = follower.tables[follow.table]?.owner ?? 'id';
    await sql`insert or ignore into reread (collection, id)
      select ${follower.name}, ${sql.ref(owner)} from ${sql.table(follow.table)}
      where ${sql.ref(follow.column)} in ${members(keys)}
        or ${sql.ref(follow.column)} in (select ${sql.ref(follow.key)} from ${sql.table(name)} where id in ${members(goneIds)})`.execute(
      tx,
    );
  }
}

interface ShownRecords {
  readonly records: readonly CopiedRecord[];
  readonly since: string;
}

/**
 * Finds the records that differ from the copy. One that was created and deleted between two updates was never in the
 * copy and counts by the time of its deletion.
 */
async function findChanged(
  tx: CopyTransaction,
  name: string,
  { records, since }: ShownRecords,
): Promise<CopiedRecord[]> {
  const ids = records.map(({ id }) => id);
  const { rows } = await sql<{ id: string; at: string }>`select id, coalesce(updated_at, created_at) as at
    from ${sql.table(name)} where id in ${members(ids)}`.execute(tx);
  const copiedAt = new Map(rows.map(({ id, at }) => [id, at]));
  return records.filter(({ id, changedAt, isDeleted }) =>
    isDeleted ? copiedAt.has(id) || changedAt >= since : copiedAt.get(id) !== changedAt,
  );
}
