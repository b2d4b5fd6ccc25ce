import { completeCapabilities } from '../../src/client/capabilities/api-capabilities.ts';
import { createBookkeeping } from '../../src/mcp/tool/bookkeeping.ts';
import { randomUUID } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createClient } from '../../src/client/client.ts';
import { loadConfig } from '../../src/cli/config.ts';
import { openMemory } from '../../src/cli/opening/desk-api.ts';
import { createEmbeddedService } from '../../src/cli/opening/stores/embedded.ts';
import { openRecordsCopy } from '../../src/cli/opening/copies/records-copy.ts';
import { createRunner } from '../../src/mcp/gate/gate.ts';
import { createToolServer } from '../../src/mcp/server/server.ts';
import { builtInPolicy } from '../../src/mcp/policy/policy.ts';
import { toolsets } from '../../src/mcp/policy/toolsets.ts';
import { prompts } from '../../prompts/index.ts';
import { tools } from '../../tools/index.ts';
import { toolList } from '../../tools/list.ts';

/** A real client of a desk in this process, whose requests to the API are counted. */
export interface CountingDesk extends AsyncDisposable {
  readonly client: Client;
  readonly requests: () => number;
}

const now = () => new Date().toISOString();
const log = () => {};
const getPrincipal = () => ({ name: 'bench', kind: 'person' }) as const;

export async function openCountingDesk(home: string): Promise<CountingDesk> {
  const config = loadConfig({ WAYBILL_HOME: home, WAYBILL_LOG: 'error' });
  const embedded = createEmbeddedService(config, now, log);
  let requests = 0;
  const api = createClient({
    capabilities: completeCapabilities,
    ...embedded,
    fetch(request) {
      requests += 1;
      return embedded.fetch(request);
    },
    log,
  });
  const memory = await openMemory(config);
  const copy = await openRecordsCopy(config, api, { log });
  const selection = { toolsets, isReadOnly: false, policy: builtInPolicy };
  const bookkeeping = createBookkeeping({ memory, log });
  const gateOptions = {
    memory,
    bookkeeping,
    now,
    newId: randomUUID,
    log,
    commandText: config.commandText,
    hasFileAddresses: false,
  };
  const gate = { tools, missingTools: [], apiOf: () => api, ...gateOptions };
  const runner = createRunner({ ...gate, policy: builtInPolicy, copy: async () => copy }, getPrincipal);
  const server = createToolServer({
    ...selection,
    tools: toolList,
    prompts,
    product: { version: '0' },
    brokerage: 'bench',
    principalOf: getPrincipal,
    runner: async () => runner,
    log,
    commandText: config.commandText,
  });
  const handler = createMcpHandler(server.buildServer);
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  const fetch = (url: string | URL, init?: RequestInit) => handler.fetch(new Request(url, init));
  await client.connect(new StreamableHTTPClientTransport(new URL('http://bench.invalid/mcp'), { fetch }));
  return {
    client,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      await client.close();
      await handler.close();
      await copy[Symbol.asyncDispose]();
      await api.close();
      await embedded.close();
      await bookkeeping.close();
      await memory.close();
    },
  };
}
