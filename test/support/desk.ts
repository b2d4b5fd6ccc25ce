import { createCapabilitiesWithKeys } from '../../src/client/capabilities/api-capabilities.ts';
import { randomUUID } from 'node:crypto';
import type { ApiClient } from '../../src/client/calls/api-client.ts';
import { createClient } from '../../src/client/client.ts';
import { decideApproval } from '../../src/mcp/approvals/approvals.ts';
import { readEntry } from '../../src/mcp/audit/audit.ts';
import { builtInPolicy } from '../../src/mcp/policy/policy.ts';
import { toolsets } from '../../src/mcp/policy/toolsets.ts';
import type { Tool } from '../../src/mcp/tool/tool.ts';
import type { Credentials } from '../../src/service/organization/organization.ts';
import type { ToolMemoryStore } from '../../src/store/memory/tool-memory.ts';
import { tools as productTools } from '../../tools/index.ts';
import { type CallAnswer, callTool, type Connect, createConnect, type FormPerson } from './desk/clients.ts';
import { isDeep } from './depth.ts';
import { makeFilledCopy, prepareSandboxCredentials } from './filled-copy.ts';
import { type ApiCaller, createRequester, startOfTest, startService, type TestService } from './service/service.ts';
import { readCommits } from './stores/commits.ts';
import type { DatabaseName } from './stores/databases.ts';
import { lendToolMemory } from './stores/lent-stores.ts';
import type { WorldSettings } from './stores/seeded-databases.ts';
import { type MadeToolServer, makeToolServer, type ToolServerSettings } from './tool-server.ts';

export interface TestDeskOptions {
  /** Tools that the test is about; all other tools of the product are offered as well, because answers name them. */
  readonly tools: readonly Tool[];
  /** No other tools are offered. */
  readonly offersNoOthers?: boolean;
  /** Database of the brokerage, the approvals and the audit. */
  readonly database?: DatabaseName;
  /**
   * `small`: the sandbox brokerage; `another`: a second one of its size; `few`: one with a third of the freight; `none`: an
   * empty organization.
   */
  readonly seed?: keyof typeof worlds | 'none';
  /** Set by a test that looks at the bytes of the brokerage's store, which may hold what an earlier test deleted. */
  readonly hasOwnStore?: boolean;
  /** The person's answer unless a call says otherwise. */
  readonly person?: FormPerson;
  /** Time of the clock at the start, ISO 8601. */
  readonly now?: string;
  /** Further settings of the tool server, such as the policy. */
  readonly server?: Partial<ToolServerSettings>;
}

/** Answers a request to the API in the test's stead; undefined lets it through. */
type Interception = (request: Request) => Promise<Response | undefined>;

export interface TestDesk extends AsyncDisposable {
  /** The API client of the tools, for what a test sets up or looks up. */
  readonly api: ApiClient;
  /** Credentials of that client. */
  readonly credentials: Credentials;
  readonly service: TestService;
  readonly memory: ToolMemoryStore;
  /** Address of the store that `memory` has open. */
  readonly memoryUrl: string;
  readonly options: ToolServerSettings;
  readonly server: MadeToolServer;
  /** Assign `now` to move every clock. */
  readonly clock: { now: string };
  /** Questions shown to the person. */
  readonly shownForms: string[];
  readonly logged: string[];
  /** Every request that reached the API, as `POST /v1/shipments/track`. */
  readonly requests: string[];
  /** Assign `intercept` to answer requests of the tools before they reach the API. */
  readonly wire: { intercept: Interception };
  /** Opens another client of the API, which shares no access token with the tools. */
  openApi(): ApiClient;
  readonly connect: Connect;
  callTool(name: string, input?: Record<string, unknown>, person?: FormPerson): Promise<CallAnswer>;
  /** The tools as a client lists them. */
  describedTools(): Promise<readonly { readonly name: string; readonly description: string }[]>;
  /** A plain HTTP call to the API as the same organization. */
  readonly request: ApiCaller['request'];
  /** Starts another tool server on the same stores and the same API; closing it leaves these open. */
  restart(changes?: Partial<ToolServerSettings>): Promise<TestDesk>;
  /** A person's yes, in the channel that no model reaches, to all lines but those left out. */
  approve(id: string, approver?: string, leftOut?: readonly string[], reason?: string): Promise<void>;
  deny(id: string, reason?: string): Promise<void>;
  auditStatuses(): Promise<string[]>;
  auditSummaries(): Promise<readonly (string | null)[]>;
  close(): Promise<void>;
}

const worlds = {
  small: { seed: 1, size: 'small' },
  another: { seed: 2, size: 'small' },
  few: { seed: 2, size: { shipments: 400 } },
} as const satisfies Record<string, Omit<WorldSettings, 'now'>>;

/** The brokerages whose reports are compared with their records; outside a deep run the second one has little freight. */
export const reportedWorlds = [
  { now: startOfTest, seed: 'small' },
  { now: '2026-10-14T20:30:00.000Z', seed: isDeep ? 'small' : 'few' },
] as const;

const toWorld = (name: keyof typeof worlds, now = startOfTest): WorldSettings => ({ ...worlds[name], now });

const origin = 'http://service.test';

/** The whole product in one process: real protocol client, tool server, API client, service and stores. */
export async function startDesk({
  database = 'SQLite',
  seed = 'none',
  person = 'none',
  now,
  hasOwnStore = false,
  server = {},
  ...selection
}: TestDeskOptions): Promise<TestDesk> {
  const world = seed === 'none' ? undefined : toWorld(seed, now);
  const service = await startService(database, { hasOwnStore, ...(world && { world }) });
  if (now !== undefined) service.clock.now = now;
  // Its token is of the time that the clock stands at now.
  const caller = await service.callerWith(world ? await prepareSandboxCredentials(service) : service.credentials);
  const lent = await lendToolMemory(database);
  const { store: memory, url: memoryUrl } = lent;
  const brokerage = { service, caller, memory, memoryUrl, person, ...connectApi(service, caller.credentials) };
  const settings = {
    tools: listTools(selection),
    filledCopy: () => makeFilledCopy(world),
    apiVersion: () => readApiVersion(brokerage),
    ...server,
  };
  const desk = await openDesk(brokerage, settings);
  const close = async () => {
    await desk.close();
    await brokerage.api.close();
    await lent[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  };
  return { ...desk, close, [Symbol.asyncDispose]: close };
}

/** The parts of a desk that stay when its tool server is started again. */
interface LastingDesk extends Pick<TestDesk, 'api' | 'service' | 'memory' | 'memoryUrl' | 'requests' | 'wire'> {
  readonly caller: ApiCaller;
  readonly person: FormPerson;
}

const passOn: Interception = async () => undefined;

function connectApi(
  { service, clock }: TestService,
  credentials: Credentials,
): Pick<LastingDesk, 'api' | 'requests' | 'wire'> {
  const requests: string[] = [];
  const wire: TestDesk['wire'] = { intercept: passOn };
  const api = createClient({
    capabilities: createCapabilitiesWithKeys('proven'),
    baseUrl: `${origin}/v1`,
    authUrl: origin,
    ...credentials,
    now: () => Date.parse(clock.now),
    sleep: async () => {},
    async fetch(request) {
      const answer = await wire.intercept(request);
      if (answer) return answer;
      requests.push(`${request.method} ${new URL(request.url).pathname}`);
      return service.fetch(request);
    },
  });
  return { api, requests, wire };
}

function listTools({
  tools,
  offersNoOthers = false,
}: Pick<TestDeskOptions, 'tools' | 'offersNoOthers'>): readonly Tool[] {
  const names = new Set(tools.map(({ name }) => name));
  return offersNoOthers ? tools : [...tools, ...productTools.filter(({ name }) => !names.has(name))];
}

/** Changes with each commit to the store and with the clock; undefined where the answers may come from elsewhere. */
async function readApiVersion({ service, wire }: Pick<LastingDesk, 'service' | 'wire'>): Promise<string | undefined> {
  if (wire.intercept !== passOn || service.database.kind !== 'sqlite') return undefined;
  return `${await readCommits(service.database)} at ${service.clock.now}`;
}

type DeskSettings = Pick<ToolServerSettings, 'tools' | 'filledCopy' | 'apiVersion'> & Partial<ToolServerSettings>;

async function openDesk(brokerage: LastingDesk, settings: DeskSettings): Promise<TestDesk> {
  const { api, service, memory, memoryUrl, requests, wire, caller, person } = brokerage;
  const { clock } = service;
  const logged: string[] = [];
  const options: ToolServerSettings = {
    apiOf: () => api,
    memory,
    policy: builtInPolicy,
    now: () => clock.now,
    newId: randomUUID,
    log: (_level, message, facts) => logged.push(`${message} ${JSON.stringify(facts ?? {})}`),
    timeZone: 'America/Chicago',
    commandText: (words) => `waybill ${words}`,
    product: { version: '0.0.0' },
    toolsets,
    isReadOnly: false,
    brokerage: 'test brokerage',
    principalOf: () => ({ name: 'dana', kind: 'person' }),
    ...settings,
  };
  const server = await makeToolServer(options);
  const close = async () => {
    await server[Symbol.asyncDispose]();
  };
  const shownForms: string[] = [];
  const connect = createConnect(server, shownForms);
  const listEntries = async () => (await memory.audit.after(0, 100)).map(readEntry);
  return {
    api,
    credentials: caller.credentials,
    service,
    memory,
    memoryUrl,
    options,
    server,
    clock,
    shownForms: shownForms,
    logged,
    requests,
    wire,
    openApi: () => connectApi(service, caller.credentials).api,
    connect,
    async callTool(name, input = {}, as = person) {
      const client = await connect(as);
      const answer = await callTool(client, name, input);
      await client.close();
      return answer;
    },
    async describedTools() {
      const client = await connect('none');
      const listed = await client.listTools();
      await client.close();
      return listed.tools.map(({ name, description = '' }) => ({ name, description }));
    },
    request: createRequester(service.service, caller.token, caller.credentials),
    restart: (changes = {}) => openDesk(brokerage, { ...settings, ...changes }),
    async approve(id, approver = 'morgan', leftOut = [], reason) {
      await decideApproval(options, { id, decision: 'approve', approver, user: approver, leftOut, reason });
    },
    async deny(id, reason = 'no') {
      await decideApproval(options, { id, decision: 'deny', approver: 'morgan', user: 'morgan', reason });
    },
    async auditSummaries() {
      return (await listEntries()).map(({ summary }) => summary);
    },
    async auditStatuses() {
      return (await listEntries()).map(({ kind, status }) => `${kind}: ${status}`);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
