import { type Kysely, sql, type Transaction } from 'kysely';
import type { Migration } from './migrations/migration.ts';
import type { DatabaseKind } from './migrations/table.ts';
import { lockPreparing } from './preparing.ts';
import { StoreFailed } from './store-error.ts';

/** The parts of a database that migrations use. */
interface MigratedDatabase<Schema> {
  readonly kind: DatabaseKind;
  readonly reader: Kysely<Schema>;
  transaction(work: (tx: Transaction<Schema>) => Promise<void>): Promise<void>;
}

interface MigrationTable {
  migration: { name: string; applied_at: string };
}

/** Applies what is missing, all in one transaction, so that several processes may start at once. */
export async function runMigrations<Schema>(
  database: MigratedDatabase<Schema>,
  migrations: readonly Migration[],
): Promise<void> {
  // Fast path: nothing to lock when the last migration is there.
  if (await isCurrent(database, migrations)) return;
  await database.transaction(async (tx) => {
    await lockPreparing(database.kind, tx, 'waybill:migrations');
    await sql`create table if not exists migration (name text primary key, applied_at text not null)`.execute(tx);
    const applied = await readAppliedNames(tx);
    for (const migration of migrations) {
      if (applied.has(migration.name)) continue;
      // A migration knows the tables by name only: the schema type describes the end, not this point.
      await migration.up(tx as unknown as Kysely<unknown>, database.kind);
      await sql`insert into migration (name, applied_at) values (${migration.name}, ${new Date().toISOString()})`.execute(
        tx,
      );
    }
  });
}

/** Lists the names of the migrations that have not been applied to the database. */
export async function listMissingMigrations<Schema>(
  database: MigratedDatabase<Schema>,
  migrations: readonly Migration[],
): Promise<string[]> {
  const applied = await readAppliedNames(database.reader);
  return migrations.map(({ name }) => name).filter((name) => !applied.has(name));
}

/** Throws where a newer version of the program has changed the tables: this one would misread them. */
export async function requireKnownMigrations<Schema>(
  { reader }: Pick<MigratedDatabase<Schema>, 'reader'>,
  migrations: readonly Migration[],
  where: string,
): Promise<void> {
  const names = new Set(migrations.map(({ name }) => name));
  const unknown = [...(await readAppliedNames(reader))].find((name) => !names.has(name));
  if (unknown === undefined) return;
  throw new StoreFailed(
    'version',
    `The database ${where} belongs to a newer version of Waybill (it has the migration ${unknown}), so nothing was changed; start that version, or restore a backup from before the upgrade.`,
  );
}

async function isCurrent<Schema>(
  database: MigratedDatabase<Schema>,
  migrations: readonly Migration[],
): Promise<boolean> {
  try {
    return (await listMissingMigrations(database, migrations)).length === 0;
  } catch {
    // No table yet, or no database: the transaction that follows finds out which and says so.
    return false;
  }
}

async function readAppliedNames<Schema>(db: Kysely<Schema>): Promise<Set<string>> {
  const rows = await (db as unknown as Kysely<MigrationTable>).selectFrom('migration').select('name').execute();
  return new Set(rows.map(({ name }) => name));
}
