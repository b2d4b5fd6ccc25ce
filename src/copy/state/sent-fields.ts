import { sql } from 'kysely';
import { countFields, isIncomplete, type UnsentField } from '../../contract/kit/sent-fields.ts';
import type { Collection, CopiedRecord } from '../kit/collection.ts';
import { members } from '../kit/members.ts';
import type { CopyTransaction } from './tables.ts';

/**
 * Counts how many records of a page carried each field and how many did not, before the page is written. A record that is
 * read again counts once among those without a field. A collection of which every record was whole is not counted, so that
 * our own service costs nothing.
 */
export async function countSentFields(
  tx: CopyTransaction,
  { name }: Collection,
  records: readonly CopiedRecord[],
): Promise<void> {
  const read = records.filter(({ isDeleted, source }) => !isDeleted && source !== undefined);
  const counted = await tx.selectFrom('copied_field').select('field').where('collection', '=', name).limit(1).execute();
  const sources = read.flatMap(({ source }) => source ?? []);
  if (sources.length === 0 || (counted.length === 0 && !sources.some(isIncomplete))) return;
  // Earlier pages that were not counted carried every field.
  const before = counted.length === 0 && (await hasOthers(tx, name, records)) ? 1 : 0;
  const copiedIds = await listCopied(tx, name, read);
  const newSources = read.flatMap(({ id, source }) => (copiedIds.has(id) ? [] : (source ?? [])));
  const absentFrom = countFields(newSources);
  const rows = [...countFields(sources)].map(([field, { sent }]) => ({
    field,
    absent: absentFrom.get(field)?.absent ?? 0,
    sent: sent + before,
  }));
  await sql`insert into copied_field (collection, field, absent, sent)
    select ${name}, value ->> 'field', value ->> 'absent', value ->> 'sent' from json_each(${JSON.stringify(rows)}) where true
    on conflict (collection, field) do update set absent = absent + excluded.absent, sent = sent + excluded.sent`.execute(
    tx,
  );
}

async function listCopied(
  tx: CopyTransaction,
  name: string,
  records: readonly CopiedRecord[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(name)}
    where id in ${members(records.map(({ id }) => id))}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

async function hasOthers(tx: CopyTransaction, name: string, records: readonly CopiedRecord[]): Promise<boolean> {
  const ids = members(records.map(({ id }) => id));
  const { rows } = await sql`select 1 from ${sql.table(name)} where id not in ${ids} limit 1`.execute(tx);
  return rows.length > 0;
}

/** A field that no record of a collection has carried so far. */
export interface NotedField extends UnsentField {
  readonly collection: string;
}
