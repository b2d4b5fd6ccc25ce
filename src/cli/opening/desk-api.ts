import path from 'node:path';
import { sha256 } from '../../contract/kit/canonical.ts';
import type { ApiClient } from '../../client/calls/api-client.ts';
import { createClient } from '../../client/client.ts';
import { type ApiCapabilities, completeCapabilities } from '../../client/capabilities/api-capabilities.ts';
import { WaybillError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { isEndSigned } from '../../mcp/audit/verify.ts';
import type { Cipher } from '../../store/cipher.ts';
import type { BrokerageDatabase } from '../../store/connection.ts';
import type { KeyCheck } from '../../store/encryption.ts';
import { prepareInTurn } from '../../store/preparing.ts';
import { openToolMemory, type ToolMemoryStore } from '../../store/memory/tool-memory.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { type EmbeddedOptions, createEmbeddedService, type ServeFile } from './stores/embedded.ts';
import { openBrokerageCipher, openStoreCipher } from './stores/encryption-key.ts';
import type { OpenedApi } from './writes/capability-memory.ts';
import { findMissingFile, storeUrl, withStore } from './stores/operator-store.ts';
import { buildOpenError, sayWaiting } from './stores/store-address.ts';
import { formatAddress } from '../../store/shown-address.ts';

/** Catalogues that hardly ever change: kept for some minutes. */
const cachedOperations = [
  'referenceData.equipment',
  'referenceData.chargeCodes',
  'referenceData.specialRequirements',
  'referenceData.cities',
] as const;

/**
 * Limits of a client whose service is in this process. A request to it can't be lost, and making a sandbox or a large
 * report takes as long as it takes: only the caller's deadline ends it. The service has waited for its store already:
 * more attempts would outlast the host's patience.
 */
export const embeddedLimits = { retriesMax: 1, attemptTimeoutMs: Infinity, overallTimeoutMs: Infinity };

export interface OpenApi {
  readonly api: ApiClient;
  /**
   * Client for the copy of the records: the same API, but without using up its limit if the service is in this process.
   */
  readonly apiOfCopy: ApiClient;
  /** The same for every process that works with the same API. */
  readonly name: string;
  /** Undefined where the files are not served by this process. */
  readonly serveFile: ServeFile | undefined;
  /** True if the addresses of files can be opened outside this process. */
  readonly hasFileAddresses: boolean;
  /** Opens the service in this process, and makes its sandbox where there is none. */
  readonly prepare: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface ApiOptions extends EmbeddedOptions {
  /** Returns the registry of what the API has and lacks; left out where nothing that is learned is kept. */
  readonly capabilitiesFor?: ((api: OpenedApi) => ApiCapabilities) | undefined;
}

/** Opens the API that the configuration names: a remote one, or the service in this process. */
export function openApi(
  config: Config,
  now: Clock,
  log: Log,
  { capabilitiesFor, ...options }: ApiOptions = {},
): OpenApi {
  const embedded = config.api.kind === 'embedded' ? createEmbeddedService(config, now, log, options) : undefined;
  const target = config.api.kind === 'embedded' ? embedded : config.api;
  if (!target) throw new WaybillError('CONFIGURATION', 'no API is configured');
  // A data folder that is moved keeps its approvals and its store together.
  const embeddedStore = storeUrl({}, config).replace(config.home, '');
  const place = config.api.kind === 'embedded' ? embeddedStore : `${target.baseUrl} ${target.clientId}`;
  // An address may have a password in it.
  const name = sha256(`${config.api.kind} ${place}`);
  const clientOptions = {
    baseUrl: target.baseUrl,
    authUrl: target.authUrl,
    clientId: target.clientId,
    clientSecret: target.clientSecret,
    currency: embedded ? undefined : config.currency,
    limits: embedded && embeddedLimits,
    log,
    cached: cachedOperations,
    capabilities: capabilitiesFor?.({ name, isEmbedded: embedded !== undefined }) ?? (embedded && completeCapabilities),
  };
  const api = createClient({ ...clientOptions, fetch: embedded?.fetch });
  const apiOfCopy = embedded ? createClient({ ...clientOptions, fetch: embedded.fetchUncounted }) : api;
  return {
    api,
    apiOfCopy,
    name,
    serveFile: options.filesAt && embedded?.serveFile,
    hasFileAddresses: embedded === undefined || options.filesAt !== undefined,
    prepare: async () => embedded?.open(),
    async close() {
      await Promise.all([api.close(), apiOfCopy.close()]);
      await embedded?.close();
    },
  };
}

/**
 * Opens the store of approvals, audit and single-use records: beside the sandbox, or in the PostgreSQL that several
 * machines share.
 */
export async function openMemory(config: Config, log?: Log): Promise<ToolMemoryStore> {
  const url = getMemoryUrl(config);
  const openKey = (check: KeyCheck) => openMemoryCipher(check, url, config, log);
  try {
    const threads = await config.databaseThreads?.();
    const memory = await openToolMemory(url, openKey, { onWait: sayWaiting(url, log ?? config), threads });
    if (log && !(await isEndSigned(memory.audit)))
      log('error', `The audit log is NOT whole: \`${config.commandText('audit verify')}\` says what is wrong with it.`);
    return memory;
  } catch (error) {
    throw buildOpenError(error, url);
  }
}

/**
 * Opens the cipher of a memory. The first key that a memory sees becomes its own, so it has to be the one that the
 * brokerage is encrypted with.
 */
async function openMemoryCipher(check: KeyCheck, url: string, config: Config, log?: Log): Promise<Cipher> {
  if ((await check.find()) === undefined && config.api.kind === 'embedded') await requireBrokerageKey(config, log);
  return openStoreCipher(check, url, config);
}

/** Requires the key of the brokerage. Another process may be filling it for the first time. */
async function requireBrokerageKey(config: Config, log: Log | undefined): Promise<void> {
  const url = storeUrl({}, config);
  if (findMissingFile(url) !== undefined) return;
  const onWait = sayWaiting(url, log ?? config);
  const readKey = (database: BrokerageDatabase) =>
    prepareInTurn(() => openBrokerageCipher(database, url, config), onWait);
  await withStore({}, config, readKey, { onWait });
}

/** Opens the memory for one piece of work. */
export async function withMemory<Result>(
  config: Config,
  work: (memory: ToolMemoryStore) => Promise<Result>,
): Promise<Result> {
  const memory = await openMemory(config);
  try {
    return await work(memory);
  } catch (cause) {
    if (!(cause instanceof WaybillError) || cause.code !== 'APPROVAL_UNKNOWN') throw cause;
    throw new WaybillError('APPROVAL_UNKNOWN', `${cause.message} ${describeLookup(config)}`, {
      cause,
      command: { words: 'approvals list', does: 'shows what waits' },
    });
  } finally {
    await memory.close();
  }
}

/** Describes where records were looked for: another data folder may have what is missing here. */
export const describeLookup = (config: Config): string =>
  `This looked in ${formatAddress(getMemoryUrl(config))}; a tool server with another WAYBILL_HOME keeps its own.`;

export function getMemoryUrl({ home, databaseUrl }: Pick<Config, 'home' | 'databaseUrl'>): string {
  return databaseUrl?.startsWith('postgres') ? databaseUrl : `sqlite:${path.join(home, 'waybill.db')}`;
}
