import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { v7 } from 'uuid';
import { tools } from '../../../tools/index.ts';
import { WaybillError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { Notify } from '../../mcp/tool/notification.ts';
import { type Bookkeeping, createBookkeeping } from '../../mcp/tool/bookkeeping.ts';
import { createFileAccess } from '../../mcp/tool/files.ts';
import type { GateOptions } from '../../mcp/run/run.ts';
import type { Runner } from '../../mcp/run/runner.ts';
import type { DeciderApi } from '../../mcp/approvals/freshness.ts';
import type { PageExecutor } from '../../mcp/approvals/page-executor.ts';
import { createPageExecutor, createRunner } from '../../mcp/gate/gate.ts';
import { createPlanAgain } from '../../mcp/gate/plan-again.ts';
import { listMissingTools, type Selection, selectTools } from '../../mcp/server/selection.ts';
import type { ToolMemoryStore } from '../../store/memory/tool-memory.ts';
import { version } from '../../version.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { findHomeFolder } from '../home-folder.ts';
import { openCapabilities } from './writes/capability-memory.ts';
import { openEntrySpool } from './writes/entry-spool.ts';
import { watchExpiry } from './notifications/expiry.ts';
import { describeOrganization, type NotifierOptions, openNotifier } from './notifications/notifier.ts';
import { formatDeskName, type NotifiedOrganization } from '../../mcp/approvals/notifications.ts';
import { whenNeeded, type WhenNeeded } from './stores/when-needed.ts';
import { createDeskReadiness } from './desk-readiness.ts';
import type { Desk, DeskOptions } from './desk-shape.ts';
import type { OpenPage, RunningPage } from './running-page.ts';
import { openApi, openMemory } from './desk-api.ts';

/** Client that the audit log names for what is executed from the approvals page. */
const pageClient = { name: 'waybill-approvals-page', version };

export async function openDesk(
  config: Config,
  { policy, principalOf, now, log, openPage, usesFiles, filesAt, commandText, copyThread }: DeskOptions,
): Promise<Desk> {
  const memory = await openMemory(config, log);
  makeFilesFolder(config);
  const capabilitiesFor = openCapabilities({ policy, memory: memory.capabilities, now });
  const apiOptions = { filesAt, capabilitiesFor, prepare: copyThread?.prepare };
  const { api, apiOfCopy, name, serveFile, ...opened } = openApi(config, now, log, apiOptions);
  const bookkeeping = createBookkeeping({ memory, log, spool: openEntrySpool(config.home, { id: v7() }) });
  const notifier = openNotifier(config, { now, log, organization: api.organization });
  const expiry = config.approvalWebhook && watchExpiry({ memory, now, notify: notifier.notify }, log);
  const copyOptions = { log, checksDaily: openPage !== undefined, ...listThreadWork(copyThread) };
  const copy = whenNeeded(async () =>
    (await import('./copies/records-copy.ts')).openRecordsCopy(config, apiOfCopy, copyOptions),
  );
  const page = whenNeeded(async () => {
    if (!openPage) throw new WaybillError('CONFIGURATION', 'this process serves no approvals page');
    return openExecutingPage(config, openPage, { ...options, memory, api, notify: notifier.notify });
  });
  const closeAll = async () => {
    await runners.close();
    await expiry?.stop();
    await (await page.opened())?.close();
    await (await copy.opened())?.close();
    await notifier.close();
    await opened.close();
    await bookkeeping.close();
    await memory.close();
  };
  const options: Omit<GateOptions, 'tools' | 'missingTools'> = {
    apiOf: () => api,
    apiName: name,
    readDeskName: readDeskNameOnce(config, api.organization),
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
    notify: notifier.notify,
    ...(openPage && { approvalsPage: () => findPageAddress(page, log) }),
  };
  const runners = createRunners(options, principalOf);
  return {
    runnerFor: (selection) => runners.create(selection),
    api,
    page: page.get,
    checkReadiness: createDeskReadiness({ memory, copy, askApi: () => apiOfCopy.users.filter({ pageSize: 1 }) }),
    serveFile,
    close: closeAll,
  };
}

interface PageParts extends Omit<GateOptions, 'tools' | 'missingTools'> {
  readonly memory: ToolMemoryStore;
  readonly api: DeciderApi['api'];
  readonly notify: Notify;
}

/**
 * Opens the approvals page with all tools, whichever are offered to assistants: it plans again and executes what others
 * planned. Closing it lets plans finish that are being executed.
 */
async function openExecutingPage(config: Config, openPage: OpenPage, parts: PageParts): Promise<RunningPage> {
  const { api, memory, policy, now, log, notify, apiName: name } = parts;
  const options = { ...parts, tools, missingTools: [] };
  const executor = config.readOnly ? undefined : createPageExecutor(options, pageClient);
  const records = { api, name, planAgain: createPlanAgain(options) };
  const page = await openPage({ memory, policy, now, log, notify, records, executor });
  return {
    ...page,
    async close() {
      await executor?.close();
      await page.close();
    },
  };
}

/** Creates what runs the tools of each selection; closing it lets approved plans that are being carried out finish. */
function createRunners(options: Omit<GateOptions, 'tools' | 'missingTools'>, principalOf: DeskOptions['principalOf']) {
  const runners: Runner[] = [];
  return {
    create(selection: Selection): Runner {
      const runner = createRunner({ ...options, ...buildOffer(selection) }, principalOf);
      runners.push(runner);
      return runner;
    },
    async close(): Promise<void> {
      await Promise.all(runners.map(async ({ tasks }) => tasks?.close()));
    },
  };
}

/** Reads the name of the desk once it is needed; one that the API didn't tell in time is asked for again. */
function readDeskNameOnce(config: Config, ask: NotifierOptions['organization']): () => Promise<string> {
  let organization: NotifiedOrganization | undefined;
  return async () => {
    organization ??= await describeOrganization(config, ask);
    const name = formatDeskName(organization);
    if (organization.id === null) organization = undefined;
    return name;
  };
}

/** Lists the work on the copy that the thread does. */
const listThreadWork = (thread: DeskOptions['copyThread']) => ({
  compareElsewhere: thread?.compareDay,
  filling: thread?.filling,
});

const openFiles = (config: Config) => createFileAccess(config.fileRoots, () => findHomeFolder(config.environment));

interface DeciderOptions {
  readonly memory: ToolMemoryStore;
  readonly policy: GateOptions['policy'];
  readonly now: Clock;
  readonly log: Log;
}

/**
 * Opens the records for a command that decides about plans; the API and the copy are read only when a plan needs them.
 */
export function openDecider(config: Config, { memory, policy, now, log }: DeciderOptions): OpenDecider {
  const capabilitiesFor = openCapabilities({ policy, memory: memory.capabilities, now });
  const { api, apiOfCopy, name, hasFileAddresses, close } = openApi(config, now, log, { capabilitiesFor });
  const copy = whenNeeded(async () =>
    (await import('./copies/records-copy.ts')).openRecordsCopy(config, apiOfCopy, { log, checksDaily: false }),
  );
  const options: GateOptions = {
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
  };
  let bookkeepingOfPage: Bookkeeping | undefined;
  return {
    records: { api, name, timeZone: config.timeZone, planAgain: createPlanAgain(options) },
    openExecutor(notify) {
      if (config.readOnly) return undefined;
      bookkeepingOfPage = createBookkeeping({ memory, log, spool: openEntrySpool(config.home, { id: v7() }) });
      const noteWrite = () => void copy.opened().then((openedCopy) => openedCopy?.noteWrite());
      return createPageExecutor({ ...options, bookkeeping: bookkeepingOfPage, notify, noteWrite }, pageClient);
    },
    async close() {
      await bookkeepingOfPage?.close();
      await (await copy.opened())?.close();
      await close();
    },
  };
}

interface OpenDecider {
  readonly records: DeciderApi;
  /** Opens what executes approved plans from a page of this process; undefined if the process only reads. */
  readonly openExecutor: (notify: Notify) => PageExecutor | undefined;
  readonly close: () => Promise<void>;
}

/** Makes a folder for files, so that there is one even without a folder for downloads. */
function makeFilesFolder({ home }: Config): void {
  mkdirSync(path.join(home, 'files'), { recursive: true, mode: 0o700 });
}

/** Builds the list of available tools. A plan of a tool that is no longer available is not executed. */
const buildOffer = (selection: Selection): Pick<GateOptions, 'tools' | 'missingTools'> => ({
  tools: selectTools(tools, selection),
  missingTools: listMissingTools(tools, selection),
});

/**
 * Finds the address of the approvals page. A plan waits even without a page: it can be approved on the command line.
 */
async function findPageAddress(page: WhenNeeded<RunningPage>, log: Log): Promise<string | undefined> {
  try {
    return `${(await page.get()).origin}/approvals`;
  } catch (error) {
    log('warn', 'The approvals page could not be opened.', { cause: String(error) });
    return undefined;
  }
}
