import { randomUUID } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { type ApiClient, createClient } from '../../src/client/client.ts';
import { decideApproval } from '../../src/mcp/approvals/approvals.ts';
import { readEntry } from '../../src/mcp/audit/audit.ts';
import { builtInPolicy } from '../../src/mcp/policy/policy.ts';
import type { ToolServer } from '../../src/mcp/server/server.ts';
import { toolsets } from '../../src/mcp/policy/toolsets.ts';
import type { Tool } from '../../src/mcp/tool/tool.ts';
import { tools as productTools } from '../../tools/index.ts';
import type { Credentials } from '../../src/service/organization/organization.ts';
import { hashSecret } from '../../src/service/shared/secrets.ts';
import type { ToolMemoryStore } from '../../src/store/memory/tool-memory.ts';
import { answerOf, type CallAnswer } from '../mcp/support/desk.ts';
import { filledCopy, sandboxCredentials } from './filled-copy.ts';
import { makeToolServer, type ToolServerSettings } from './tool-server.ts';
import type { DatabaseName } from './stores/databases.ts';
import { lendToolMemory } from './stores/lent-stores.ts';
import type { World } from './stores/seeded-databases.ts';
import { type ApiAnswer, startOfTest, startService, type TestService, tokenOf } from './service/service.ts';

/** What the person does when the client asks; `none` is a client that cannot show a form. */
export type Person = 'accept' | 'decline' | 'cancel' | 'none';

export interface DeskOptions {
  /** What the test is about; all other tools of the product are offered as well, because answers name them. */
  readonly tools: readonly Tool[];
  /** No other tools are offered. */
  readonly offersNoOthers?: boolean;
  /** Where the brokerage, the approvals and the audit are kept. */
  readonly database?: DatabaseName;
  /** `small`: the sandbox brokerage; `another`: a second one of its size; `none`: an empty organization. */
  readonly seed?: keyof typeof worldSeeds | 'none';
  /** For a test that looks at the bytes of the brokerage's store, which may hold what an earlier test deleted. */
  readonly hasOwnStore?: boolean;
  /** What the person answers unless a call says otherwise. */
  readonly person?: Person;
  /** Where the clock stands, ISO 8601. */
  readonly now?: string;
  /** Further settings of the tool server, such as the policy. */
  readonly server?: Partial<ToolServerSettings>;
}

export interface Desk extends AsyncDisposable {
  /** The API client of the tools, for what a test sets up or looks up. */
  readonly api: ApiClient;
  /** Of that client. */
  readonly credentials: Credentials;
  readonly service: TestService;
  readonly memory: ToolMemoryStore;
  readonly options: ToolServerSettings;
  readonly server: ToolServer;
  /** Assign `now` to move every clock. */
  readonly clock: { now: string };
  /** Questions shown to the person. */
  readonly shown: string[];
  readonly logged: string[];
  /** Every request that reached the API, as `POST /v1/shipments/track`. */
  readonly requests: string[];
  callTool(name: string, input?: Record<string, unknown>, person?: Person): Promise<CallAnswer>;
  /** The tools as a client lists them. */
  describedTools(): Promise<readonly { readonly name: string; readonly description: string }[]>;
  /** A plain HTTP call to the API as the same organization. */
  request(method: string, path: string, body?: unknown): Promise<ApiAnswer>;
  /** A person's yes, in the channel that no model reaches, to all lines but those left out. */
  approve(id: string, approver?: string, leftOut?: readonly string[], reason?: string): Promise<void>;
  deny(id: string, reason?: string): Promise<void>;
  auditStatuses(): Promise<string[]>;
  auditSummaries(): Promise<readonly (string | null)[]>;
  close(): Promise<void>;
}

const worldSeeds = { small: 1, another: 2 } as const;

const worldOf = (seed: keyof typeof worldSeeds, now = startOfTest): World => ({
  seed: worldSeeds[seed],
  now,
  size: 'small',
});

const address = new URL('http://desk.test/mcp');
const origin = 'http://service.test';

/** The whole product in one process: real protocol client, tool server, API client, service and stores. */
export async function startDesk({
  database = 'SQLite',
  seed = 'none',
  person = 'none',
  now,
  hasOwnStore = false,
  ...options
}: DeskOptions): Promise<Desk> {
  const world = seed === 'none' ? undefined : worldOf(seed, now);
  const service = await startService(database, { hasOwnStore, ...(world && { world }) });
  if (now !== undefined) service.clock.now = now;
  const credentials = world ? await sandboxCredentials(service) : await admitted(service);
  const lent = await lendToolMemory(database);
  const memory = lent.store;
  const requests: string[] = [];
  const api = createClient({
    baseUrl: `${origin}/v1`,
    authUrl: origin,
    ...credentials,
    now: () => Date.parse(service.clock.now),
    sleep: async () => {},
    fetch(request) {
      requests.push(`${request.method} ${new URL(request.url).pathname}`);
      return service.service.fetch(request);
    },
  });
  const logged: string[] = [];
  const settings = {
    ...serverOptions(service, api, memory, logged, options),
    filledCopy: () => filledCopy(database, world),
  };
  const server = await makeToolServer(settings);
  const shown: string[] = [];
  const connect = connector(server, shown);
  const close = async () => {
    await server[Symbol.asyncDispose]();
    await api.close();
    await lent[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  };
  return {
    api,
    credentials,
    service,
    memory,
    options: settings,
    server,
    clock: service.clock,
    shown,
    logged,
    requests,
    async callTool(name, input = {}, as = person) {
      const client = await connect(as);
      const result = await client.callTool({ name, arguments: input });
      await client.close();
      return answerOf(result);
    },
    async describedTools() {
      const client = await connect('none');
      const listed = await client.listTools();
      await client.close();
      return listed.tools.map(({ name, description = '' }) => ({ name, description }));
    },
    request: requester(service, await tokenOf(service.service, credentials)),
    async approve(id, approver = 'morgan', leftOut = [], reason) {
      await decideApproval(settings, { id, decision: 'approve', approver, user: approver, leftOut, reason });
    },
    async deny(id, reason = 'no') {
      await decideApproval(settings, { id, decision: 'deny', approver: 'morgan', user: 'morgan', reason });
    },
    async auditSummaries() {
      return (await memory.audit.after(0, 100)).map(readEntry).map(({ summary }) => summary);
    },
    async auditStatuses() {
      return (await memory.audit.after(0, 100)).map(readEntry).map(({ kind, status }) => `${kind}: ${status}`);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A client of the tests in the organization that `startService` made. */
async function admitted({ database, organizationId, clock }: TestService): Promise<Credentials> {
  const credentials = { clientId: 'wb_desk', clientSecret: randomUUID() };
  await database.transaction((tx) =>
    tx
      .insertInto('api_client')
      .values({
        id: credentials.clientId,
        organization_id: organizationId,
        secret_hash: hashSecret(credentials.clientSecret),
        name: 'desk of the tests',
        scopes: 'read write',
        created_at: clock.now,
      })
      .execute(),
  );
  return credentials;
}

function serverOptions(
  { clock }: TestService,
  api: ApiClient,
  memory: ToolMemoryStore,
  logged: string[],
  { tools, offersNoOthers = false, server }: Pick<DeskOptions, 'tools' | 'offersNoOthers' | 'server'>,
): ToolServerSettings {
  const named = new Set(tools.map(({ name }) => name));
  const others = offersNoOthers ? [] : productTools.filter(({ name }) => !named.has(name));
  return {
    tools: [...tools, ...others],
    apiOf: () => api,
    memory,
    policy: builtInPolicy,
    now: () => clock.now,
    newId: randomUUID,
    log: (_level, message, facts) => logged.push(`${message} ${JSON.stringify(facts ?? {})}`),
    timeZone: 'America/Chicago',
    commandText: (words) => `waybill ${words}`,
    version: '0.0.0',
    toolsets,
    isReadOnly: false,
    brokerage: 'test brokerage',
    principalOf: () => ({ name: 'dana' }),
    ...server,
  };
}

/** Clients of a tool server, each with a person who answers its forms. */
export function connector(server: ToolServer, shown: string[]) {
  const handler = createMcpHandler(server.buildServer);
  return async (person: Person): Promise<Client> => {
    const client = new Client(
      { name: 'test client', version: '1' },
      {
        capabilities: person === 'none' ? {} : { elicitation: {} },
        versionNegotiation: { mode: { pin: '2026-07-28' } },
        inputRequired: { autoFulfill: true },
      },
    );
    if (person !== 'none') {
      client.setRequestHandler('elicitation/create', async ({ params }) => {
        shown.push(params.message);
        return person === 'accept' ? { action: 'accept', content: { confirm: true } } : { action: person };
      });
    }
    await client.connect(
      new StreamableHTTPClientTransport(address, { fetch: (url, init) => handler.fetch(new Request(url, init)) }),
    );
    return client;
  };
}

function requester({ service }: TestService, token: string): Desk['request'] {
  return async (method, path, body) => {
    const response = await service.fetch(
      new Request(`${origin}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== '' ? JSON.parse(text) : text,
    };
  };
}
