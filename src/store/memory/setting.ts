import type { Kysely, Transaction } from 'kysely';
import type { ToolMemoryTables } from './tables.ts';

export async function readSetting(db: Kysely<ToolMemoryTables>, name: string): Promise<string | undefined> {
  return (await db.selectFrom('tool_setting').select('value').where('name', '=', name).executeTakeFirst())?.value;
}

export async function writeSetting(tx: Transaction<ToolMemoryTables>, name: string, value: string): Promise<void> {
  await tx
    .insertInto('tool_setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
