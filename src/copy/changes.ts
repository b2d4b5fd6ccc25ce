import { sql } from 'kysely';
import type { Collection, CopyFilter } from './kit/collection.ts';
import type { ApiSource } from './state/requests.ts';
import { changedAtText, type CopyDatabase, firstMoment } from './state/tables.ts';

/**
 * Returns true if the API can't list the changes since a moment, so that the copy requests all records that may change.
 */
export const isUpdateFilterMissing = ({ api }: Pick<ApiSource, 'api'>, { resource }: Collection): Promise<boolean> =>
  api.capabilities.isMissing(`filter ${resource}.updatedAt`);

interface ChangesOf {
  readonly database: Pick<CopyDatabase, 'reader'>;
  readonly source: Pick<ApiSource, 'api'>;
  readonly collection: Collection;
}

/**
 * Builds the filter for the changes since this moment, and for the witnesses. If the API can't filter by the time of
 * change, it matches new records and those that may still change.
 */
export async function filterChanges({ database, source, collection }: ChangesOf, at: string): Promise<CopyFilter> {
  const isWithoutUpdates = await isUpdateFilterMissing(source, collection);
  const showsOthers = await isHost(database, collection);
  const since = { greaterThanOrEqualTo: at };
  const witnessIds = await listWitnesses(database, collection);
  const control =
    isWithoutUpdates || source.api.capabilities.isComplete ? [] : await listControls(database, collection, at);
  return {
    or: [
      // A record that was never changed has no time of change. Deleted ones are found only by a condition that names theirs.
      ...(isWithoutUpdates ? [] : [{ updatedAt: since }]),
      { createdAt: since },
      { deletedAt: since },
      ...(isWithoutUpdates || showsOthers ? filterOpen(collection) : []),
      ...(witnessIds.length === 0 ? [] : [{ id: { in: witnessIds } }]),
      ...control.map((id) => ({ id: { in: [id] }, updatedAt: { lessThan: firstMoment } })),
    ],
  };
}

async function listWitnesses({ reader }: ChangesOf['database'], { name }: Collection): Promise<readonly string[]> {
  const witnesses = await reader
    .selectFrom('expected_change')
    .select('id')
    .where('collection', '=', name)
    .where('is_witness', '=', 1)
    .orderBy('id')
    .execute();
  return witnesses.map(({ id }) => id);
}

/** Returns an old record. An API that shows it under an impossible time of change ignores that filter in silence. */
async function listControls(
  { reader }: ChangesOf['database'],
  { name }: Collection,
  at: string,
): Promise<readonly string[]> {
  const changedAt = sql.raw(changedAtText);
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(name)} where ${changedAt} < ${at}
    and id not in (select id from expected_change where collection = ${name})
    order by ${changedAt} limit 1`.execute(reader);
  return rows.map(({ id }) => id);
}

/** Returns true if records of another collection are taken from this one. */
export async function isHost({ reader }: ChangesOf['database'], { name }: Collection): Promise<boolean> {
  const rows = await reader.selectFrom('embedded_host').select('host').where('host', '=', name).limit(1).execute();
  return rows.length > 0;
}

function filterOpen({ open }: Collection): readonly CopyFilter[] {
  if (open === undefined) return [];
  // They are statuses of this very collection.
  if ('final' in open) return [{ status: { notIn: open.final as readonly never[] } }];
  return [{ [open.balance]: { greaterThan: 0 } }];
}
