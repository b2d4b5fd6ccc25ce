import { randomUUID } from 'node:crypto';
import { McpServer, type McpServerFactory, type ServerContext } from '@modelcontextprotocol/server';
import { loadConfig } from '../../src/cli/config.ts';
import { listenOnLoopback } from '../../src/cli/opening/loopback.ts';
import { startToolServers } from '../../src/cli/opening/tool-server.ts';
import { createEndpoint } from '../../src/mcp/http/endpoint.ts';
import { createMessageHandler } from '../../src/mcp/http/message-handler.ts';
import { createTemporaryFolder } from '../cli/support/waybill.ts';
import { addAskingTools } from './fixtures/asking.ts';
import { addContentTools } from './fixtures/content.ts';
import { addPrompts, addResources } from './fixtures/resources.ts';

export interface ServedFixtures extends AsyncDisposable {
  readonly url: string;
}

/**
 * Serves the stack of `waybill http` on a free port, with the product's tools and those that the suite needs by name.
 */
export async function serveFixtures(): Promise<ServedFixtures> {
  const folder = createTemporaryFolder();
  const config = loadConfig({ WAYBILL_HOME: folder.path, WAYBILL_DATABASE_URL: `sqlite:${folder.path}/desk.db` });
  const getNow = () => new Date().toISOString();
  const tools = await startToolServers(config, getNow, () => {}, { usesFiles: false });
  const { runnerFor, checkReadiness } = await tools.desk();
  const productServer = tools.serverFor();
  const { codec } = runnerFor({ toolsets: config.toolsets, isReadOnly: config.readOnly, policy: tools.policy });
  const nothing = { tool: '', args: '', plan: '', askedAt: '', expiresAt: '', atStake: '' };
  const mint = (ctx: ServerContext) => codec.mint({ ...nothing, id: randomUUID() }, ctx);
  const buildServer: McpServerFactory = async (request) => {
    const server = await productServer.buildServer(request);
    if (!(server instanceof McpServer)) throw new Error('the product builds another kind of server');
    server.server.registerCapabilities({ logging: {}, resources: { subscribe: true } });
    addContentTools(server);
    addAskingTools(server, mint);
    addResources(server);
    addPrompts(server);
    return server;
  };
  const handler = createMessageHandler(
    { buildServer, watch: productServer.watch, countMessage: productServer.countMessage },
    () => {},
  );
  let port = 0;
  const endpoint = createEndpoint({
    admit: async () => ({ handler }),
    origins: async () => ['127.0.0.1', 'localhost'].map((name) => `http://${name}:${port}`),
    checkReadiness,
    page: async () => new Response('', { status: 404 }),
    toolNames: new Set(),
    log: () => {},
  });
  const listening = await listenOnLoopback(endpoint.fetch);
  ({ port } = listening);
  return {
    url: `http://localhost:${port}/mcp`,
    async [Symbol.asyncDispose]() {
      await handler.close();
      await listening.close();
      await tools.close();
      folder[Symbol.dispose]();
    },
  };
}
