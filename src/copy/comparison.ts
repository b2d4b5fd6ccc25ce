import type { Kysely } from 'kysely';
import type { CopyDatabase, CopyTables } from './state/tables.ts';

/** The latest comparison of the copy with the API. */
export interface Comparison {
  /** Time of the comparison by the API's clock. */
  readonly at: string;
  readonly compared: number;
  readonly different: number;
  /** True if the records that differed were read again. */
  readonly isRepaired: boolean;
}

const name = 'latest';

const findRow = (db: Kysely<CopyTables>) =>
  db.selectFrom('comparison').selectAll().where('name', '=', name).executeTakeFirst();

/** Returns the latest comparison; undefined if there was none. */
export async function findLatestComparison({ reader }: Pick<CopyDatabase, 'reader'>): Promise<Comparison | undefined> {
  const row = await findRow(reader);
  if (row === undefined || row.at === null) return undefined;
  return { at: row.at, compared: row.compared, different: row.different, isRepaired: row.is_repaired === 1 };
}

export async function keepComparison(
  database: CopyDatabase,
  { at, compared, different, isRepaired }: Comparison,
): Promise<void> {
  const resultRow = { at, compared, different, is_repaired: isRepaired ? 1 : 0 };
  await database.transaction(async (tx) => {
    const begun = (await findRow(tx))?.begun_day ?? null;
    await tx
      .replaceInto('comparison')
      .values({ name, begun_day: begun, ...resultRow })
      .execute();
  });
}

/** Returns true for one of the processes that request the comparison of a day: that one compares. */
export async function beginDay(database: CopyDatabase, day: string): Promise<boolean> {
  const isBegun = async (db: Kysely<CopyTables>) => ((await findRow(db))?.begun_day ?? '') >= day;
  if (await isBegun(database.reader)) return false;
  return database.transaction(async (tx) => {
    if (await isBegun(tx)) return false;
    const row = (await findRow(tx)) ?? { name, at: null, compared: 0, different: 0, is_repaired: 0 };
    await tx
      .replaceInto('comparison')
      .values({ ...row, begun_day: day })
      .execute();
    return true;
  });
}
