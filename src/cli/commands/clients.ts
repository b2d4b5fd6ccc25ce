import type { Queries } from '../../store/connection.ts';
import {
  type ClientScope,
  clientScopes,
  type ClientCredentials,
  insertClient,
  listClients,
  revokeClient,
  rotateClient,
} from '../../service/organization/api-clients.ts';
import { createIds } from '../../service/identifiers/ids.ts';
import { listOrganizations, requireOrganization } from '../../service/organization/settings.ts';
import type { Row } from '../../store/schema.ts';
import { configProblem } from '../config-problem.ts';
import type { Config } from '../config.ts';
import { type StoreFlags, withStore } from '../opening/stores/operator-store.ts';
import { toOneLine } from '../output.ts';
import type { Session } from '../session.ts';
import { formatShownTime } from '../shown-time.ts';

interface ClientFlags extends StoreFlags {
  readonly json?: boolean | undefined;
}

interface OrganizationFlags extends ClientFlags {
  /** Id of the organization; may be left out while there is only one. */
  readonly org?: string | undefined;
}

interface AddClientFlags extends OrganizationFlags {
  readonly scopes: string;
}

const nameMax = 100;

export async function runClientsAdd(name: string, flags: AddClientFlags, session: Session): Promise<void> {
  const { config, now } = session;
  const scopes = readScopes(flags.scopes);
  if (name.trim() === '' || name.length > nameMax)
    throw configProblem('The name of a client', `must have 1 to ${nameMax} characters.`);
  await withStore(flags, config, async (database) => {
    const organizationId = await resolveOrganization(database.reader, flags, config);
    const client = { organizationId, name: name.trim(), scopes, now: now(), newId: createIds(now) };
    printSecret(session, await database.transaction((tx) => insertClient(tx, client)), flags);
  });
}

export async function runClientsList(flags: OrganizationFlags, { config, print }: Session): Promise<void> {
  await withStore(flags, config, async (database) => {
    if (flags.org !== undefined) await requireOrganization(database.reader, flags.org);
    const rows = await listClients(database.reader, flags.org);
    if (flags.json) return print(JSON.stringify(rows.map(toClientView), null, 2));
    if (rows.length === 0) print(`No API client yet; \`${config.commandText('clients add NAME')}\` makes one.`);
    for (const row of rows) print(formatClient(row, config));
  });
}

export async function runClientsRotate(id: string, flags: ClientFlags, session: Session): Promise<void> {
  const { config, print } = session;
  await withStore(flags, config, async (database) => {
    printSecret(session, await database.transaction((tx) => rotateClient(tx, id)), flags);
    if (!flags.json) print('The old secret is refused from now on, tokens it was exchanged for within 5 seconds.');
  });
}

export async function runClientsRevoke(id: string, flags: ClientFlags, { config, now, print }: Session): Promise<void> {
  await withStore(flags, config, async (database) => {
    const revokedAt = now();
    await database.transaction((tx) => revokeClient(tx, id, revokedAt));
    if (flags.json) return print(JSON.stringify({ id, revokedAt }, null, 2));
    print(`${id} is revoked: its secret is refused from now on, its tokens within 5 seconds.`);
  });
}

/** Returns the id of the named organization, or of the only one. */
export async function resolveOrganization(
  db: Queries,
  { org }: Pick<OrganizationFlags, 'org'>,
  { commandText }: Pick<Config, 'commandText'>,
): Promise<string> {
  if (org !== undefined) return (await requireOrganization(db, org)).id;
  const [only, ...otherOrganizations] = await listOrganizations(db);
  if (!only)
    throw configProblem(
      '--org',
      `cannot be found: there is no organization yet; \`${commandText('org add NAME')}\` makes one.`,
    );
  if (otherOrganizations.length === 0) return only.id;
  throw configProblem(
    '--org',
    `is needed, because there are several organizations; \`${commandText('org list')}\` shows them.`,
  );
}

function readScopes(text: string): ClientScope[] {
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  const unknown = names.find((name) => !clientScopes.some((scope) => scope === name));
  if (names.length > 0 && unknown === undefined) return clientScopes.filter((scope) => names.includes(scope));
  throw configProblem('--scopes', `must be read, or read,write; it is ${JSON.stringify(text)}.`);
}

function printSecret({ print }: Session, { clientId, clientSecret }: ClientCredentials, { json }: ClientFlags): void {
  if (json) return print(JSON.stringify({ clientId, clientSecret }, null, 2));
  print(`client id      ${clientId}\nclient secret  ${clientSecret}`);
  print('The secret is shown this once; keep it now.');
}

const toClientView = (row: Row<'api_client'>) => ({
  id: row.id,
  organizationId: row.organization_id,
  name: row.name,
  scopes: row.scopes.split(' '),
  createdAt: row.created_at,
  revokedAt: row.revoked_at,
});

function formatClient(row: Row<'api_client'>, config: Config): string {
  const { created_at: createdAt, revoked_at: revokedAt } = row;
  const state =
    revokedAt === null
      ? `since ${formatShownTime(createdAt, config)}`
      : `revoked on ${formatShownTime(revokedAt, config)}`;
  return `${row.id}  ${toOneLine(row.name)}  ${row.scopes.replace(' ', ',')}  ${state}  (organization ${row.organization_id})`;
}
