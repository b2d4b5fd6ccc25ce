import { sql } from 'kysely';
import { members } from './kit/write-rows.ts';
import type { CopyDatabase, Tx } from './tables.ts';

/** Runs what writes or removes these records, and keeps how many there are: counting a large copy takes seconds. */
export async function keepingCount(
  tx: Tx,
  { name, ids }: { readonly name: string; readonly ids: readonly string[] },
  write: () => Promise<void>,
): Promise<void> {
  const before = await countAmong(tx, name, ids);
  await write();
  const change = (await countAmong(tx, name, ids)) - before;
  if (change === 0) return;
  await tx
    .insertInto('record_count')
    .values({ name, records: change })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ records: eb('record_count.records', '+', change) })),
    )
    .execute();
}

async function countAmong(tx: Tx, name: string, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ records: number }>`select count(*) as records from ${sql.table(name)}
    where id in ${members(ids)}`.execute(tx);
  return rows[0]?.records ?? 0;
}

export async function countOf({ reader }: Pick<CopyDatabase, 'reader'>, name: string): Promise<number> {
  const row = await reader.selectFrom('record_count').select('records').where('name', '=', name).executeTakeFirst();
  return row?.records ?? 0;
}
