import { prompts } from '../../../prompts/index.ts';
import { toolList } from '../../../tools/list.ts';
import type { Config } from '../config.ts';
import type { Log } from '../../log.ts';
import type { Policy } from '../../mcp/policy/policy.ts';
import type { PersonAccess } from '../../mcp/policy/roles.ts';
import { toolsets } from '../../mcp/policy/toolsets.ts';
import type { Selection } from '../../mcp/server/selection.ts';
import type { ToolServer } from '../../mcp/server/tool-server.ts';
import { createToolServer, type ToolServerOptions } from '../../mcp/server/server.ts';
import type { PrincipalOf } from '../../mcp/tool/context.ts';
import { description, homepage, version } from '../../version.ts';
import type { Clock } from '../clock.ts';
import type { Desk, DeskOptions } from './desk-shape.ts';
import { describeLoosenings, readPolicy } from './policy.ts';
import type { CopyThread } from './copies/copy-thread.ts';
import { openToolTelemetry } from './tool-telemetry.ts';
import { whenNeeded } from './stores/when-needed.ts';

/** The tool servers of one desk in this process: they greet and list at once, and the desk opens at the first call. */
export interface ToolServers {
  readonly policy: Policy;
  /** Returns the server for this access, or for a person of this machine, who has all. */
  serverFor(access?: PersonAccess): ToolServer;
  readonly desk: () => Promise<Desk>;
  /** Fills the copy before the first question, where threads are to be had. */
  readonly fillAhead: () => void;
  readonly close: () => Promise<void>;
}

export interface ToolServersOptions
  extends
    Pick<ToolServerOptions, 'writeScope'>,
    Partial<Pick<DeskOptions, 'openPage' | 'usesFiles' | 'filesAt' | 'commandText'>> {
  /** True in a server whose copy is filled by a thread of its own. */
  readonly hasThreads?: boolean | undefined;
  /** Left out: the user of this machine. */
  readonly principalOf?: PrincipalOf;
}

function callOnce(work: () => void): () => void {
  let isCalled = false;
  return () => {
    if (isCalled) return;
    isCalled = true;
    work();
  };
}

/** A client has its list of tools by then, which nothing may delay. */
const fillAfterMs = 1000;

/** Loads the code that the first answer needs, and compiles its checks of texts. */
async function prepareAnswers(): Promise<void> {
  const [{ prepareOrderChecks }] = await Promise.all([
    import('../../mcp/text/instruction-like.ts'),
    import('./copies/records-copy.ts'),
  ]);
  await prepareOrderChecks();
}

/** Starts the thread of the service ahead. Where that fails, the first request meets the fault again and names it. */
async function startServiceThread({ serviceThread }: Config): Promise<void> {
  try {
    (await serviceThread?.())?.start();
  } catch {
    // The first request tries again.
  }
}

async function openCopyThread(config: Config, log: Log): Promise<CopyThread> {
  const [{ createCopyThread }, { isSandboxMade }] = await Promise.all([
    import('./copies/copy-thread.ts'),
    import('./stores/store-address.ts'),
  ]);
  const isElsewhere = config.api.kind === 'remote' || config.databaseUrl !== undefined;
  return createCopyThread(config, { log, isPrepared: () => isElsewhere || isSandboxMade(config.home) });
}

/** Creates the work that a server does before its first question; without threads there is none. */
function createWorkAhead(config: Config, log: Log, hasThreads: boolean) {
  const copyThread = whenNeeded(async () => (hasThreads ? openCopyThread(config, log) : undefined));
  const answers = whenNeeded(async () => (hasThreads ? prepareAnswers() : undefined));
  const fillAhead = callOnce(() => {
    void copyThread.get().then((thread) => thread?.fillAhead());
    void answers.get();
  });
  if (hasThreads) setTimeout(fillAhead, fillAfterMs).unref();
  return { copyThread, answers, fillAhead };
}

export async function startToolServers(
  config: Config,
  now: Clock,
  log: Log,
  {
    openPage,
    usesFiles = true,
    filesAt,
    principalOf = () => ({ name: config.userName, kind: 'person' }),
    writeScope,
    commandText = config.commandText,
    hasThreads = false,
  }: ToolServersOptions = {},
): Promise<ToolServers> {
  const { policy, loosenings } = await readPolicy(config);
  if (loosenings.length > 0) log('warn', describeLoosenings(loosenings));
  const { copyThread, answers, fillAhead } = createWorkAhead(config, log, hasThreads);
  const desk = whenNeeded(async () => {
    if (config.api.kind === 'embedded') void startServiceThread(config);
    const { openDesk } = await import('./desk.ts');
    const shape = { policy, principalOf, now, log, openPage, usesFiles, filesAt, commandText };
    const opening = openDesk(config, { ...shape, copyThread: await copyThread.get() });
    const [opened] = await Promise.all([opening, answers.get()]);
    return opened;
  });
  const telemetry = openToolTelemetry(config, log);
  const shared = {
    tools: toolList,
    prompts,
    product: { version, description, homepage },
    brokerage: config.api.kind === 'embedded' ? 'sandbox brokerage' : new URL(config.api.baseUrl).host,
    principalOf,
    log,
    commandText,
    writeScope,
    telemetry: telemetry.get,
  };
  const startServer = (access: PersonAccess | undefined): ToolServer => {
    const selection = buildSelection(config, policy, access);
    const runner = whenNeeded(async () => (await desk.get()).runnerFor(selection));
    return createToolServer({ ...shared, ...selection, runner: runner.get });
  };
  const servers = new Map<string, ToolServer>();
  return {
    policy,
    serverFor(access) {
      const key = access === undefined ? '' : access.roles.join('\0');
      const server = servers.get(key) ?? startServer(access);
      servers.set(key, server);
      return server;
    },
    desk: desk.get,
    fillAhead,
    async close() {
      await (await copyThread.opened())?.close();
      await (await desk.opened())?.close();
      await telemetry.close();
    },
  };
}

/** Builds the selection of tools. A role chooses among all toolsets, unless the settings limit them for all roles. */
const buildSelection = (config: Config, policy: Policy, access: PersonAccess | undefined): Selection => ({
  toolsets: access !== undefined && !config.areToolsetsNamed ? toolsets : config.toolsets,
  isReadOnly: config.readOnly,
  policy,
  access,
});
