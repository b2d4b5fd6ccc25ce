import type { Queries, Tx } from '../../store/connection.ts';
import { WaybillError } from '../../errors.ts';
import type { Row } from '../../store/schema.ts';
import { hashSecret, createClientSecret } from '../secrets/secrets.ts';

/** Permissions that a client can have; `write` covers everything that isn't a read. */
export const clientScopes = ['read', 'write'] as const;
export type ClientScope = (typeof clientScopes)[number];

export interface ClientCredentials {
  readonly clientId: string;
  /** Shown once: only its hash is stored. */
  readonly clientSecret: string;
}

export interface NewClient {
  readonly organizationId: string;
  readonly name: string;
  readonly scopes: readonly ClientScope[];
  readonly now: string;
  readonly newId: () => string;
}

export async function insertClient(
  tx: Tx,
  { organizationId, name, scopes, now, newId }: NewClient,
): Promise<ClientCredentials> {
  const clientId = `wb_${newId().replaceAll('-', '')}`;
  const clientSecret = createClientSecret();
  await tx
    .insertInto('api_client')
    .values({
      id: clientId,
      organization_id: organizationId,
      secret_hash: hashSecret(clientSecret),
      name,
      scopes: scopes.join(' '),
      created_at: now,
    })
    .execute();
  return { clientId, clientSecret };
}

export async function listClients(db: Queries, organizationId: string | undefined): Promise<Row<'api_client'>[]> {
  let query = db.selectFrom('api_client').selectAll().orderBy('created_at').orderBy('id');
  if (organizationId !== undefined) query = query.where('organization_id', '=', organizationId);
  return query.execute();
}

/** Gives a client a new secret; the old one and the tokens it was exchanged for are good no longer. */
export async function rotateClient(tx: Tx, clientId: string): Promise<ClientCredentials> {
  const clientSecret = createClientSecret();
  await changeClient(tx, clientId, { secret_hash: hashSecret(clientSecret) });
  return { clientId, clientSecret };
}

/** Ends a client for good, with the tokens that it was given. */
export const revokeClient = (tx: Tx, clientId: string, now: string): Promise<void> =>
  changeClient(tx, clientId, { revoked_at: now });

async function changeClient(tx: Tx, clientId: string, change: Partial<Row<'api_client'>>): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('api_client')
    .set(change)
    .where('id', '=', clientId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (Number(numUpdatedRows) > 0) return;
  throw new WaybillError('NOT_FOUND', `There is no API client ${JSON.stringify(clientId)} that is not revoked.`, {
    command: { words: 'clients list', does: 'shows them' },
  });
}
