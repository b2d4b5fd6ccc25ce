import type { Log } from '../../../log.ts';
import { ensureOrganization } from '../../../service/organization/organization.ts';
import { hashSecret } from '../../../service/secrets/secrets.ts';
import { type Brokerage, openService } from './brokerage.ts';
import type { Config } from '../../config.ts';
import type { EmbeddedCredentials } from './embedded-credentials.ts';
import { getDocumentPlace, getSandboxDatabase } from './store-address.ts';

/** Settings of the embedded store, and the start of the addresses of its files. */
interface EmbeddedConfig extends Pick<
  Config,
  'home' | 'databaseUrl' | 'encryptionKey' | 'commandText' | 'documentBucket' | 'mail'
> {
  readonly publicUrl: string;
  /** True where the service only reads: it sends no mail and no events then. */
  readonly isForReading?: boolean | undefined;
}

/** Opens the store of this process's own service: the sandbox, or a named database that admits these credentials. */
export async function openEmbedded(
  config: EmbeddedConfig,
  credentials: EmbeddedCredentials | undefined,
  now: () => string,
  log: Log,
): Promise<Brokerage> {
  const brokerage = await openService({
    databaseUrl: config.databaseUrl ?? getSandboxDatabase(config.home),
    documents: getDocumentPlace(config),
    encryption: config,
    mail: config.mail,
    seed: credentials === undefined ? 'small' : 'none',
    publicUrl: () => config.publicUrl,
    isBoundToLoopback: true,
    hasWorkers: !config.isForReading,
    now,
    log,
  });
  if (credentials) await admit(brokerage, credentials, now());
  return brokerage;
}

/** Makes the credentials known to the store, and an organization when it has none. */
async function admit(
  { database, newId }: Brokerage,
  { clientId, clientSecret }: EmbeddedCredentials,
  now: string,
): Promise<void> {
  const { id: organizationId } = await ensureOrganization(database, { name: 'My brokerage', now, newId });
  await database.transaction((tx) =>
    tx
      .insertInto('api_client')
      .values({
        id: clientId,
        organization_id: organizationId,
        secret_hash: hashSecret(clientSecret),
        name: 'embedded tool server',
        scopes: 'read write',
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute(),
  );
}
