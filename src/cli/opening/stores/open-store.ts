import type { BrokerageDatabase } from '../../../store/connection.ts';
import { type DatabaseOptions, openBrokerage } from '../../../store/database.ts';
import { buildOpenError } from './store-address.ts';

/** Opens a database; what is wrong with it is said in one sentence that names it. */
export async function openStore(databaseUrl: string, options: DatabaseOptions = {}): Promise<BrokerageDatabase> {
  try {
    return await openBrokerage(databaseUrl, options);
  } catch (error) {
    throw buildOpenError(error, databaseUrl);
  }
}
