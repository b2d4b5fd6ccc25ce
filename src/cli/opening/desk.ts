import path from 'node:path';
import { v7 } from 'uuid';
import { tools } from '../../../tools/index.ts';
import { type ApiClient, createClient } from '../../client/client.ts';
import { WaybillError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { createFileAccess } from '../../mcp/tool/files.ts';
import type { GateOptions } from '../../mcp/tool/run.ts';
import { knownGates } from '../../mcp/tool/known-gates.ts';
import { loadPolicy, type Policy } from '../../mcp/tool/policy.ts';
import { createToolServer, type ToolServer } from '../../mcp/server/server.ts';
import { openToolMemory, type ToolMemoryStore } from '../../store/memory/tool-memory.ts';
import { version } from '../../version.ts';
import type { Config } from '../config.ts';
import { embeddedService } from './embedded.ts';
import { openFailure } from './store-address.ts';

/** Catalogues that hardly ever change: kept for some minutes. */
const cachedOperations = [
  'referenceData.equipment',
  'referenceData.chargeCodes',
  'referenceData.specialRequirements',
  'referenceData.cities',
] as const;

export interface Clock {
  (): string;
}

/** The tool server with everything behind it, for one process on this machine. */
export interface Desk {
  readonly server: ToolServer;
  readonly api: ApiClient;
  readonly memory: ToolMemoryStore;
  readonly policy: Policy;
  close(): Promise<void>;
}

export async function openDesk(config: Config, now: Clock, log: Log): Promise<Desk> {
  const policy = policyOf(config);
  const memory = await openMemory(config);
  const { api, close } = openApi(config, now, log);
  try {
    const server = await createToolServer({
      ...deskOptions(config, { api, memory, policy, now, log }),
      version,
      toolsets: config.toolsets,
      isReadOnly: config.readOnly,
      brokerage: config.api.kind === 'embedded' ? 'sandbox brokerage' : new URL(config.api.baseUrl).host,
      principalOf: () => ({ name: config.userName }),
    });
    return {
      server,
      api,
      memory,
      policy,
      async close() {
        await close();
        await memory.close();
      },
    };
  } catch (error) {
    await close();
    await memory.close();
    throw error;
  }
}

interface DeskParts {
  readonly api: ApiClient;
  readonly memory: ToolMemoryStore;
  readonly policy: Policy;
  readonly now: Clock;
  readonly log: Log;
}

function deskOptions(config: Config, { api, memory, policy, now, log }: DeskParts): GateOptions {
  return {
    tools,
    apiOf: () => api,
    memory,
    policy,
    now,
    newId: () => v7(),
    log,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    files: createFileAccess(config.fileRoots),
  };
}

/** The API that the configuration names: a remote one, or the service in this process. */
export function openApi(
  config: Config,
  now: Clock,
  log: Log,
): { readonly api: ApiClient; readonly close: () => Promise<void> } {
  const embedded = config.api.kind === 'embedded' ? embeddedService(config, now, log) : undefined;
  const target = config.api.kind === 'embedded' ? embedded : config.api;
  if (!target) throw new WaybillError('CONFIGURATION', 'no API is configured');
  const api = createClient({
    baseUrl: target.baseUrl,
    authUrl: target.authUrl,
    clientId: target.clientId,
    clientSecret: target.clientSecret,
    fetch: embedded?.fetch,
    // The service in this process has waited for its store already: more attempts would outlast the host's patience.
    limits: embedded && { retriesMax: 1 },
    log,
    cached: cachedOperations,
  });
  return {
    api,
    async close() {
      await api.close();
      await embedded?.close();
    },
  };
}

export function policyOf(config: Config): Policy {
  return loadPolicy({ text: config.policyText, known: knownGates(tools), separationOfDuties: false });
}

/** Approvals, audit and single-use records: beside the sandbox, or in the PostgreSQL that several machines share. */
export async function openMemory(config: Config): Promise<ToolMemoryStore> {
  const url = memoryUrl(config);
  try {
    return await openToolMemory(url);
  } catch (error) {
    throw openFailure(error, url);
  }
}

/** Opens the memory for one piece of work. */
export async function withMemory<Result>(
  config: Config,
  work: (memory: ToolMemoryStore) => Promise<Result>,
): Promise<Result> {
  const memory = await openMemory(config);
  try {
    return await work(memory);
  } finally {
    await memory.close();
  }
}

export function memoryUrl({ home, databaseUrl }: Pick<Config, 'home' | 'databaseUrl'>): string {
  return databaseUrl?.startsWith('postgres') ? databaseUrl : `sqlite:${path.join(home, 'waybill.db')}`;
}
