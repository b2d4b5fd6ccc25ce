import type { BrokerageDatabase } from '../../store/connection.ts';
import { WaybillError } from '../../errors.ts';
import { listMissingMigrations } from '../../store/migrate.ts';
import { brokerageMigrations } from '../../store/migrations/brokerage/index.ts';

/** Fails with what keeps the service from serving requests: a store that is out of reach or not of this version. */
export async function requireStore(database: BrokerageDatabase): Promise<void> {
  const damage = database.damage();
  if (damage) throw damage;
  database.requireInPlace();
  const [missing] = await listMissingMigrations(database, brokerageMigrations);
  if (missing === undefined) return;
  throw new WaybillError(
    'SERVICE_UNAVAILABLE',
    `The database lacks the migration ${missing}; start the service again to bring it up to date.`,
  );
}
