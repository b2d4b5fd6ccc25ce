import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import type { Log } from '../../../log.ts';
import { SANDBOX_CLIENT_ID, SANDBOX_CLIENT_SECRET } from '../../../sandbox/kit/credentials.ts';
import { ensureOrganization } from '../../../service/organization/organization.ts';
import type { Telemetry } from '../../../service/request/telemetry.ts';
import { isLoopbackHost } from '../../../service/webhooks/address.ts';
import { version } from '../../../version.ts';
import { parseInput } from '../../config-problem.ts';
import type { Config } from '../../config.ts';
import { readDatabase, readWhole } from '../../flags.ts';
import { formatHealthUrl, recordHealth } from '../../health-record.ts';
import { createApiServer } from '../../http/api-server.ts';
import { createServerTurns, serviceLimits } from '../../http/server-turns.ts';
import { drain, listen } from '../../http/listen.ts';
import { type Brokerage, openService } from '../../opening/stores/brokerage.ts';
import { getDocumentPlace, getSandboxDatabase } from '../../opening/stores/store-address.ts';
import { startServing, type Session } from '../../session.ts';

export interface ServiceFlags {
  readonly host: string;
  readonly port: string;
  readonly database?: string | undefined;
  readonly seed?: string | undefined;
}

/** Contents of a new store. */
const SeedChoice = z.enum(['small', 'none']);

interface ServiceReadyFields {
  readonly url: string;
  readonly authUrl: string;
  readonly clientId: string | null;
  readonly clientSecret: string | null;
  readonly organization: string;
}

/** Serves the API until a signal ends it; prints its one line when it is ready. */
export async function runService(flags: ServiceFlags, session: Session): Promise<void> {
  const { now, log, print, waitForStop } = session;
  const stopped = waitForStop();
  const config = startServing(session);
  const port = readWhole('--port', flags.port, { min: 0, max: 65_535 });
  const databaseAddress = flags.database === undefined ? config.databaseUrl : readDatabase(flags.database);
  const seed = parseInput(SeedChoice, flags.seed ?? (databaseAddress === undefined ? 'small' : 'none'), '--seed');
  const telemetry = await openTelemetry(config, log);
  let boundUrl = '';
  const brokerage = await openService({
    databaseUrl: databaseAddress ?? getSandboxDatabase(config.home),
    documents: getDocumentPlace(config),
    encryption: config,
    mail: config.mail,
    seed,
    publicUrl: () => config.publicUrl ?? boundUrl,
    // A public address means a proxy, and others behind it.
    isBoundToLoopback: isLoopbackHost(flags.host) && config.publicUrl === undefined,
    now,
    log,
    requestLog: 'info',
    telemetry,
    databaseThreads: config.databaseThreads,
  });
  try {
    const identity = await identify(brokerage, now());
    if (identity.clientSecret === null) log('info', describeLostSecret(config, identity.clientId));
    const server = createApiServer(brokerage.service.fetch, {
      turns: createServerTurns(serviceLimits, log),
      log,
      replacesGlobals: true,
    });
    await listen(server, { port, host: flags.host });
    try {
      // A listening TCP server always has an address object.
      const { port: bound } = server.address() as AddressInfo;
      const removeHealth = recordHealth(config, { healthUrl: formatHealthUrl(flags.host, bound) });
      const host = flags.host.includes(':') ? `[${flags.host}]` : flags.host;
      boundUrl = `http://${host}:${bound}`;
      const line: ServiceReadyFields = { url: `${boundUrl}/v1`, authUrl: boundUrl, ...identity };
      print(JSON.stringify(line));
      await stopped;
      removeHealth();
    } finally {
      // After a start that failed, too: a process that listens does not end.
      brokerage.service.drain();
      await drain(server);
    }
  } finally {
    await brokerage.close();
    await telemetry?.close();
  }
}

/** Starts the telemetry. Its exporters are loaded only if a collector is configured. */
async function openTelemetry(config: Config, log: Log): Promise<Telemetry | undefined> {
  if (!config.telemetry) return undefined;
  const { startTelemetry } = await import('../../../service/request/telemetry-otlp.ts');
  return startTelemetry({ version, log });
}

const describeLostSecret = ({ commandText }: Config, clientId: string | null) =>
  clientId === null
    ? `This organization has no API client; \`${commandText('clients add NAME')}\` makes one.`
    : `The secret of ${clientId} was shown only once. If it is lost, \`${commandText(`clients rotate ${clientId}`)}\` makes a new one.`;

/**
 * Identifies the organization of this store. A store without an organization gets one; a secret is shown only now or
 * when it is the sandbox's.
 */
async function identify(
  { database, newId }: Brokerage,
  now: string,
): Promise<Pick<ServiceReadyFields, 'clientId' | 'clientSecret' | 'organization'>> {
  const { id, created } = await ensureOrganization(database, { name: 'My brokerage', now, newId });
  const row = await database.reader
    .selectFrom('organization')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (created) return { clientId: created.clientId, clientSecret: created.clientSecret, organization: row.name };
  if (row.is_sandbox === 1)
    return { clientId: SANDBOX_CLIENT_ID, clientSecret: SANDBOX_CLIENT_SECRET, organization: row.name };
  const client = await database.reader
    .selectFrom('api_client')
    .select('id')
    .where('organization_id', '=', row.id)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return { clientId: client?.id ?? null, clientSecret: null, organization: row.name };
}
