import { sql } from 'kysely';
import type { Collection, CopiedRecord, HostCollection } from './kit/collection.ts';
import { members } from './kit/members.ts';

import type { CopyDatabase, CopyTransaction } from './state/tables.ts';

/**
 * Records of a collection that the API doesn't list, taken from others that show them in full: orders from their
 * shipments. As long as `embedded_host` names the hosts, every page of theirs writes those records too.
 */

export async function isEmbedded({ reader }: Pick<CopyDatabase, 'reader'>, name: string): Promise<boolean> {
  const rows = await reader
    .selectFrom('embedded_host')
    .select('host')
    .where('collection', '=', name)
    .limit(1)
    .execute();
  return rows.length > 0;
}

/** Lists the collections whose records are taken from others. */
export async function listEmbeddedNames({ reader }: Pick<CopyDatabase, 'reader'>): Promise<ReadonlySet<string>> {
  const rows = await reader.selectFrom('embedded_host').select('collection').distinct().execute();
  return new Set(rows.map(({ collection }) => collection));
}

/** Makes the hosts of a collection the source of its records from now on. */
export async function adoptHosts(tx: CopyTransaction, { name, hosts }: Collection): Promise<void> {
  for (const { collectionName } of hosts)
    await tx.replaceInto('embedded_host').values({ collection: name, host: collectionName }).execute();
}

export async function releaseHosts(tx: CopyTransaction, { name }: Pick<Collection, 'name'>): Promise<void> {
  await tx.deleteFrom('embedded_host').where('collection', '=', name).execute();
}

interface HostPage {
  readonly host: string;
  readonly records: readonly CopiedRecord[];
  readonly goneIds: readonly string[];
}

/** Returns the records that a page of the host shows, and the ids of those that it shows no longer. */
export async function readEmbedded(tx: CopyTransaction, collection: Collection, { host, records, goneIds }: HostPage) {
  const declared = collection.hosts.find(({ collectionName }) => collectionName === host);
  const hostIds = [...records.map(({ id }) => id), ...goneIds];
  if (declared === undefined) return { records: [], goneIds: [] };
  // They are records of this very host.
  const shownRecords = records.flatMap(({ isDeleted, source }) => (isDeleted ? [] : declared.read(source as never)));
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(collection.name)}
    where ${sql.ref(declared.column)} in ${members(hostIds)} and ${matchShown(declared)}
      and id not in ${members(shownRecords.map(({ id }) => id))}`.execute(tx);
  return { records: shownRecords, goneIds: rows.map(({ id }) => id) };
}

const matchShown = ({ except }: HostCollection) => (except === undefined ? sql`1` : sql`${sql.ref(except)} is null`);

/** Lists the ids of the host records that show these records. */
export async function listHostIds(
  { reader }: Pick<CopyDatabase, 'reader'>,
  { name }: Collection,
  host: HostCollection,
  ids: readonly string[],
): Promise<readonly string[]> {
  const column = sql.ref(host.column);
  const { rows } = await sql<{ id: string }>`select distinct ${column} as id from ${sql.table(name)}
    where id in ${members(ids)} and ${column} is not null and ${matchShown(host)}`.execute(reader);
  return rows.map(({ id }) => id);
}
