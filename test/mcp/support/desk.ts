import { randomUUID } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { type ApiClient, createClient } from '../../../src/client/client.ts';
import { decideApproval } from '../../../src/mcp/approvals/approvals.ts';
import { readEntry } from '../../../src/mcp/audit/audit.ts';
import type { Policy } from '../../../src/mcp/policy/policy.ts';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import type { ToolServer } from '../../../src/mcp/server/server.ts';
import type { ToolMemoryStore } from '../../../src/store/memory/tool-memory.ts';
import { createOrganization } from '../../../src/service/organization/organization.ts';
import { lendToolMemory } from '../../support/stores/lent-stores.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { filledCopy } from '../../support/filled-copy.ts';
import { makeToolServer, type ToolServerSettings } from '../../support/tool-server.ts';
import { termTools } from './term-tools.ts';

/** What the person does when the client shows a form; `none` is a client without forms. */
export type Person = 'ticks' | 'leaves unticked' | 'declines' | 'closes' | 'none';

export interface CallAnswer {
  readonly isError?: boolean;
  readonly text: string;
  // Tests read results freely; each assertion says what it expects.
  readonly data: any; // eslint-disable-line typescript/no-explicit-any
}

/** Answers a request to the API in the test's stead; undefined lets it through. */
type Interception = (request: Request) => Promise<Response | undefined>;

export interface Desk extends AsyncDisposable {
  readonly service: TestService;
  readonly api: ApiClient;
  readonly memory: ToolMemoryStore;
  readonly options: ToolServerSettings;
  readonly server: ToolServer;
  readonly clock: { now: string };
  /** What was shown to the person. */
  readonly shown: string[];
  readonly logged: string[];
  intercept: Interception;
  call(tool: string, input?: Record<string, unknown>, as?: Person): Promise<CallAnswer>;
  /** A real client of the newest protocol, or of the one before. */
  connect(as: Person, settings?: ConnectSettings): Promise<Client>;
  /** The same store behind a newly started tool server. */
  restarted(changes?: Partial<ToolServerSettings>): Promise<Desk>;
  approve(id: string, approver?: string, leftOut?: readonly string[]): Promise<void>;
  deny(id: string, reason: string): Promise<void>;
  givenTerm(name: string): Promise<string>;
  termNames(): Promise<string[]>;
  auditStatuses(): Promise<string[]>;
}

interface ConnectSettings {
  readonly protocol?: 'modern' | 'legacy';
  readonly autoFulfill?: boolean;
}

const address = new URL('http://desk.test/mcp');

/** The whole product in one process: real client of the protocol, tool server, API client, service and stores. */
export async function startDesk(changes: Partial<ToolServerSettings> & { policy?: Policy } = {}): Promise<Desk> {
  const service = await startService('SQLite');
  const credentials = await createOrganization(service.database, {
    name: 'Desk',
    rateLimitPerMinute: 1_000_000,
    reviewsBills: true,
    now: service.clock.now,
    newId: randomUUID,
  });
  const lent = await lendToolMemory('SQLite');
  const memory = lent.store;
  const shared: Shared = { service, memory, clock: service.clock, wire: { intercept: async () => undefined } };
  const api = createClient({
    baseUrl: 'http://service.test/v1',
    authUrl: 'http://service.test',
    clientId: credentials.clientId,
    clientSecret: credentials.clientSecret,
    now: () => Date.parse(service.clock.now),
    sleep: async () => {},
    fetch: async (request) => (await shared.wire.intercept(request)) ?? service.service.fetch(request),
  });
  const desk = await deskOn(shared, api, changes);
  return {
    ...desk,
    get intercept() {
      return shared.wire.intercept;
    },
    set intercept(interception: Interception) {
      shared.wire.intercept = interception;
    },
    async [Symbol.asyncDispose]() {
      await desk[Symbol.asyncDispose]();
      await api.close();
      await lent[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

interface Shared {
  readonly service: TestService;
  readonly memory: ToolMemoryStore;
  readonly clock: { now: string };
  readonly wire: { intercept: Interception };
}

async function deskOn(shared: Shared, api: ApiClient, changes: Partial<ToolServerSettings>): Promise<Desk> {
  const { memory, clock, service } = shared;
  const shown: string[] = [];
  const logged: string[] = [];
  const options: ToolServerSettings = {
    tools: termTools,
    apiOf: () => api,
    memory,
    policy: builtInPolicy,
    now: () => clock.now,
    newId: randomUUID,
    log: (_level, message, facts) => logged.push(`${message} ${JSON.stringify(facts ?? {})}`),
    timeZone: 'America/Chicago',
    commandText: (words) => `waybill ${words}`,
    version: '0.0.0',
    toolsets: ['desk', 'insight', 'control'],
    isReadOnly: false,
    brokerage: 'test brokerage',
    principalOf: () => ({ name: 'dana' }),
    filledCopy: () => filledCopy('SQLite'),
    ...changes,
  };
  const server = await makeToolServer(options);
  const handler = createMcpHandler(server.buildServer);

  const connect: Desk['connect'] = async (as, { protocol = 'modern', autoFulfill = true } = {}) => {
    const client = new Client(
      { name: 'test client', version: '1' },
      {
        capabilities: as === 'none' ? {} : { elicitation: {} },
        versionNegotiation: { mode: protocol === 'modern' ? { pin: '2026-07-28' } : 'legacy' },
        inputRequired: { autoFulfill },
      },
    );
    if (as !== 'none') {
      client.setRequestHandler('elicitation/create', async ({ params }) => {
        shown.push(params.message);
        if (as === 'declines') return { action: 'decline' };
        if (as === 'closes') return { action: 'cancel' };
        return { action: 'accept', content: { confirm: as === 'ticks' } };
      });
    }
    await client.connect(
      new StreamableHTTPClientTransport(address, { fetch: (url, init) => handler.fetch(new Request(url, init)) }),
    );
    return client;
  };

  return {
    service,
    api,
    memory,
    options,
    server,
    clock,
    shown,
    logged,
    connect,
    intercept: async () => undefined,
    async call(tool, input = {}, as = 'none') {
      const client = await connect(as);
      const result = await client.callTool({ name: tool, arguments: input });
      await client.close();
      return answerOf(result);
    },
    restarted: (more = {}) => deskOn(shared, api, { ...changes, ...more }),
    async approve(id, approver = 'morgan', leftOut = []) {
      await decideApproval(options, { id, decision: 'approve', approver, user: approver, leftOut });
    },
    async deny(id, reason) {
      await decideApproval(options, { id, decision: 'deny', approver: 'morgan', user: 'morgan', reason });
    },
    async givenTerm(name) {
      return (await api.paymentTerms.create({ name })).id;
    },
    async termNames() {
      const { data } = await api.paymentTerms.filter({ pageSize: 100 });
      return data.map(({ name }) => name).sort();
    },
    async auditStatuses() {
      return (await memory.audit.after(0, 100)).map(readEntry).map(({ kind, status }) => `${kind}: ${status}`);
    },
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  };
}

export function answerOf(result: Awaited<ReturnType<Client['callTool']>>): CallAnswer {
  const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  return { text, data: result.structuredContent, ...(result.isError === true && { isError: true }) };
}
