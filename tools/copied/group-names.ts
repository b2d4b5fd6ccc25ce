import { isAmongValues } from '../../src/copy-tables/conditions.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';

/** Records that groups are named after. */
export type NamedKind = 'customer' | 'carrier' | 'person';

/** Finds the names of groups by the ids of their records: joined to every row that is counted, it would take longer than all else. */
export async function findNames(
  db: CopiedRecords['db'],
  kind: NamedKind,
  ids: readonly string[],
): Promise<(id: string) => string | null> {
  const rows = kind === 'person' ? await findPeople(db, ids) : await findParties(db, kind, ids);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? null;
}

const findPeople = async (db: CopiedRecords['db'], ids: readonly string[]) => {
  const people = await db
    .selectFrom('user_account')
    .select(['id', 'name', 'email'])
    .where(isAmongValues('id', ids))
    .execute();
  return people.map(({ id, name, email }) => ({ id, name: name ?? email }));
};

const findParties = async (db: CopiedRecords['db'], kind: 'customer' | 'carrier', ids: readonly string[]) => {
  const parties = await db
    .selectFrom(kind)
    .select(['id', 'name', 'friendly_id'])
    .where(isAmongValues('id', ids))
    .execute();
  return parties.map(({ id, name, friendly_id: number }) => ({ id, name: `${name} (${number})` }));
};
