import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { v7 } from 'uuid';
import { tools } from '../../../tools/index.ts';
import { sha256 } from '../../contract/kit/canonical.ts';
import type { ApiClient } from '../../client/calls/api-client.ts';
import { createClient } from '../../client/client.ts';
import { type ApiCapabilities, completeCapabilities } from '../../client/capabilities/api-capabilities.ts';
import { WaybillError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { isEndSigned } from '../../mcp/audit/verify.ts';
import { createBookkeeping } from '../../mcp/tool/bookkeeping.ts';
import { createFileAccess } from '../../mcp/tool/files.ts';
import type { GateOptions } from '../../mcp/run/run.ts';
import type { DeciderApi } from '../../mcp/approvals/freshness.ts';
import { createRunner } from '../../mcp/gate/gate.ts';
import { createPlanAgain } from '../../mcp/gate/plan-again.ts';
import { missingTools, type Selection, selectTools } from '../../mcp/server/selection.ts';
import type { Cipher } from '../../store/cipher.ts';
import type { BrokerageDatabase } from '../../store/connection.ts';
import type { KeyCheck } from '../../store/encryption.ts';
import { prepareInTurn } from '../../store/preparing.ts';
import { openToolMemory, type ToolMemoryStore } from '../../store/memory/tool-memory.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { homeFolder } from '../home-folder.ts';
import { embeddedService, type ServeFile } from './embedded.ts';
import { brokerageCipher, cipherOf } from './encryption-key.ts';
import { openCapabilities, type OpenedApi } from './writes/capability-memory.ts';
import { openEntrySpool } from './writes/entry-spool.ts';
import { missingFile, storeUrl, withStore } from './operator-store.ts';
import { openNotices, watchExpiry } from './notices.ts';
import { openFailure, sayWaiting } from './store-address.ts';
import { shownAddress } from '../../store/shown-address.ts';
import { whenNeeded, type WhenNeeded } from './when-needed.ts';
import { createDeskReadiness } from './desk-readiness.ts';
import type { Desk, DeskOptions } from './desk-shape.ts';
import type { RunningPage } from './running-page.ts';

/** Catalogues that hardly ever change: kept for some minutes. */
const cachedOperations = [
  'referenceData.equipment',
  'referenceData.chargeCodes',
  'referenceData.specialRequirements',
  'referenceData.cities',
] as const;

export async function openDesk(
  config: Config,
  { policy, principalOf, now, log, openPage, usesFiles, filesAt, commandText }: DeskOptions,
): Promise<Desk> {
  const memory = await openMemory(config, log);
  makeFilesFolder(config);
  const capabilitiesFor = openCapabilities({ policy, memory: memory.capabilities, now });
  const { api, apiOfCopy, name, serveFile, ...opened } = openApi(config, now, log, { filesAt, capabilitiesFor });
  const bookkeeping = createBookkeeping({ memory, log, spool: openEntrySpool(config.home, { id: v7() }) });
  const notices = openNotices(config, { now, log, organization: api.organization });
  const expiry = config.approvalWebhook && watchExpiry({ memory, now, notify: notices.notify }, log);
  const copyOptions = { log, checksDaily: openPage !== undefined };
  const copy = whenNeeded(async () =>
    (await import('./records-copy.ts')).openRecordsCopy(config, apiOfCopy, copyOptions),
  );
  const page = whenNeeded(async () => {
    if (!openPage) throw new WaybillError('CONFIGURATION', 'this process serves no approvals page');
    const planAgain = createPlanAgain({ ...options, tools, missingTools: [] });
    return openPage({ memory, policy, now, log, notify: notices.notify, records: { api, name, planAgain } });
  });
  const closeAll = async () => {
    await expiry?.stop();
    await (await page.opened())?.close();
    await (await copy.opened())?.close();
    await notices.close();
    await opened.close();
    await bookkeeping.close();
    await memory.close();
  };
  const options: Omit<GateOptions, 'tools' | 'missingTools'> = {
    apiOf: () => api,
    apiName: name,
    memory,
    bookkeeping,
    policy,
    now,
    newId: () => v7(),
    log,
    commandText,
    timeZone: config.timeZone,
    hasFileAddresses: opened.hasFileAddresses,
    files: usesFiles ? openFiles(config) : undefined,
    copy: copy.get,
    noteWrite: () => void copy.opened().then((openedCopy) => openedCopy?.noteWrite()),
    notify: notices.notify,
    ...(openPage && { approvalsPage: () => addressOf(page, log) }),
  };
  return {
    runnerFor: (selection) => createRunner({ ...options, ...offerOf(selection) }, principalOf),
    api,
    page: page.get,
    checkReadiness: createDeskReadiness({ memory, copy, askApi: () => apiOfCopy.users.filter({ pageSize: 1 }) }),
    serveFile,
    close: closeAll,
  };
}

const openFiles = (config: Config) => createFileAccess(config.fileRoots, () => homeFolder(config.environment));

interface DeciderOptions {
  readonly memory: ToolMemoryStore;
  readonly policy: GateOptions['policy'];
  readonly now: Clock;
  readonly log: Log;
}

/** Opens what a command that decides about plans looks at them with; the API and the copy are asked only when one is. */
export function openDecider(config: Config, { memory, policy, now, log }: DeciderOptions): OpenDecider {
  const { api, apiOfCopy, name, hasFileAddresses, close } = openApi(config, now, log);
  const copy = whenNeeded(async () =>
    (await import('./records-copy.ts')).openRecordsCopy(config, apiOfCopy, { log, checksDaily: false }),
  );
  const planAgain = createPlanAgain({
    apiOf: () => api,
    apiName: name,
    memory,
    // Planning writes nothing down.
    bookkeeping: createBookkeeping({ memory, log }),
    policy,
    now,
    newId: () => v7(),
    log,
    commandText: config.commandText,
    timeZone: config.timeZone,
    hasFileAddresses,
    files: openFiles(config),
    copy: copy.get,
    tools,
    missingTools: [],
  });
  return {
    records: { api, name, timeZone: config.timeZone, planAgain },
    async close() {
      await (await copy.opened())?.close();
      await close();
    },
  };
}

interface OpenDecider {
  readonly records: DeciderApi;
  readonly close: () => Promise<void>;
}

/** A place for files from the beginning, also where there is no folder for downloads. */
function makeFilesFolder({ home }: Config): void {
  mkdirSync(path.join(home, 'files'), { recursive: true, mode: 0o700 });
}

/** A plan of a tool that is not on offer any more is not executed either. */
const offerOf = (selection: Selection): Pick<GateOptions, 'tools' | 'missingTools'> => ({
  tools: selectTools(tools, selection),
  missingTools: missingTools(tools, selection),
});

/** A plan waits all the same where no page can be opened: there is the command line. */
async function addressOf(page: WhenNeeded<RunningPage>, log: Log): Promise<string | undefined> {
  try {
    return `${(await page.get()).origin}/approvals`;
  } catch (error) {
    log('warn', 'The approvals page could not be opened.', { cause: String(error) });
    return undefined;
  }
}

interface OpenApi {
  readonly api: ApiClient;
  /** What the copy of the records asks: the same API, whose limit it does not use up where the service is in this process. */
  readonly apiOfCopy: ApiClient;
  /** The same for every process that works with the same API. */
  readonly name: string;
  /** Undefined where the files are not served by this process. */
  readonly serveFile: ServeFile | undefined;
  /** Whether the addresses of files lead anywhere outside this process. */
  readonly hasFileAddresses: boolean;
  readonly close: () => Promise<void>;
}

interface ApiOptions {
  readonly filesAt?: (() => Promise<string>) | undefined;
  /** Returns the registry of what the API has and lacks; left out where nothing that is learned is kept. */
  readonly capabilitiesFor?: ((api: OpenedApi) => ApiCapabilities) | undefined;
}

/** The API that the configuration names: a remote one, or the service in this process. */
export function openApi(config: Config, now: Clock, log: Log, { filesAt, capabilitiesFor }: ApiOptions = {}): OpenApi {
  const embedded = config.api.kind === 'embedded' ? embeddedService(config, now, log, filesAt) : undefined;
  const target = config.api.kind === 'embedded' ? embedded : config.api;
  if (!target) throw new WaybillError('CONFIGURATION', 'no API is configured');
  // A data folder that is moved keeps its approvals and its store together.
  const embeddedStore = storeUrl({}, config).replace(config.home, '');
  const place = config.api.kind === 'embedded' ? embeddedStore : `${target.baseUrl} ${target.clientId}`;
  // An address may have a password in it.
  const name = sha256(`${config.api.kind} ${place}`);
  const options = {
    baseUrl: target.baseUrl,
    authUrl: target.authUrl,
    clientId: target.clientId,
    clientSecret: target.clientSecret,
    currency: embedded ? undefined : config.currency,
    // The service in this process has waited for its store already: more attempts would outlast the host's patience.
    limits: embedded && { retriesMax: 1 },
    log,
    cached: cachedOperations,
    capabilities: capabilitiesFor?.({ name, isEmbedded: embedded !== undefined }) ?? (embedded && completeCapabilities),
  };
  const api = createClient({ ...options, fetch: embedded?.fetch });
  const apiOfCopy = embedded ? createClient({ ...options, fetch: embedded.fetchUncounted }) : api;
  return {
    api,
    apiOfCopy,
    name,
    serveFile: filesAt && embedded?.serveFile,
    hasFileAddresses: embedded === undefined || filesAt !== undefined,
    async close() {
      await Promise.all([api.close(), apiOfCopy.close()]);
      await embedded?.close();
    },
  };
}

/** Approvals, audit and single-use records: beside the sandbox, or in the PostgreSQL that several machines share. */
export async function openMemory(config: Config, log?: Log): Promise<ToolMemoryStore> {
  const url = memoryUrl(config);
  const openKey = (check: KeyCheck) => memoryCipher(check, url, config, log);
  try {
    const memory = await openToolMemory(url, openKey, { onWait: sayWaiting(url, log ?? config) });
    if (log && !(await isEndSigned(memory.audit)))
      log('error', `The audit log is NOT whole: \`${config.commandText('audit verify')}\` says what is wrong with it.`);
    return memory;
  } catch (error) {
    throw openFailure(error, url);
  }
}

/** The first key that a memory sees becomes its own, so it has to be the one that the brokerage is encrypted with. */
async function memoryCipher(check: KeyCheck, url: string, config: Config, log?: Log): Promise<Cipher> {
  if ((await check.find()) === undefined && config.api.kind === 'embedded') await requireBrokerageKey(config, log);
  return cipherOf(check, url, config);
}

/** Another process may be filling this very brokerage for the first time. */
async function requireBrokerageKey(config: Config, log: Log | undefined): Promise<void> {
  const url = storeUrl({}, config);
  if (missingFile(url) !== undefined) return;
  const onWait = sayWaiting(url, log ?? config);
  const readKey = (database: BrokerageDatabase) => prepareInTurn(() => brokerageCipher(database, url, config), onWait);
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
    throw new WaybillError('APPROVAL_UNKNOWN', `${cause.message} ${lookedIn(config)}`, {
      cause,
      command: { words: 'approvals list', does: 'shows what waits' },
    });
  } finally {
    await memory.close();
  }
}

/** Why something may not be here though it is somewhere. */
export const lookedIn = (config: Config): string =>
  `This looked in ${shownAddress(memoryUrl(config))}; a tool server with another WAYBILL_HOME keeps its own.`;

export function memoryUrl({ home, databaseUrl }: Pick<Config, 'home' | 'databaseUrl'>): string {
  return databaseUrl?.startsWith('postgres') ? databaseUrl : `sqlite:${path.join(home, 'waybill.db')}`;
}
