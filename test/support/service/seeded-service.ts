import { SANDBOX_CLIENT_ID, SANDBOX_CLIENT_SECRET } from '../../../src/sandbox/kit/credentials.ts';
import type { DatabaseName } from '../stores/databases.ts';
import { tableByKind } from './kinds.ts';
import { type CreatedKind, kinds, createEverything } from './one-of-everything.ts';
import { startOfTest, startService, type TestService } from './service.ts';

/** Ids of some records of each kind. */
export type KnownIds = Readonly<Record<CreatedKind, readonly string[]>>;

export interface SeededService extends TestService {
  readonly ids: KnownIds;
}

const idsOfKind = 20;

/** The service on a small generated brokerage: records of every kind in every state, and its organization's caller. */
export async function startSeededService(database: DatabaseName, shipments = 60): Promise<SeededService> {
  const service = await startService(database, { world: { seed: 3, now: startOfTest, size: { shipments } } });
  await service.database.transaction((tx) =>
    tx.updateTable('organization').set({ rate_limit_per_minute: 1_000_000 }).execute(),
  );
  const caller = await service.callerWith({ clientId: SANDBOX_CLIENT_ID, clientSecret: SANDBOX_CLIENT_SECRET });
  await createEverything(caller, 'Late Addition');
  return { ...service, ...caller, ids: await readIds(service, caller.organizationId) };
}

async function readIds({ database }: TestService, organizationId: string): Promise<KnownIds> {
  const idsByKind = kinds.map(async (kind) => {
    const rows = await database.reader
      // All of these tables have both columns.
      .selectFrom(tableByKind[kind] as 'shipment')
      .select('id')
      .where('organization_id', '=', organizationId)
      .orderBy('id', 'desc')
      .limit(idsOfKind)
      .execute();
    return [kind, rows.map(({ id }) => id)] as const;
  });
  // One entry for each kind.
  return Object.fromEntries(await Promise.all(idsByKind)) as unknown as KnownIds;
}
