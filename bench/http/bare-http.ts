import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { listenOnLoopback } from '../../src/cli/opening/loopback.ts';

/**
 * Minimum cost of an MCP call over HTTP: the library's own server with one tool. Prints its address as `waybill http`
 * does.
 */
const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'bare', version: '1' }, { capabilities: { tools: {} } });
  const config = { description: 'Says it again', inputSchema: z.object({ text: z.string() }) };
  server.registerTool('echo', config, ({ text }) => ({ content: [{ type: 'text', text }] }));
  return server;
});
const { port } = await listenOnLoopback((request) => handler.fetch(request), 0, { replacesGlobals: true });
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}/mcp` })}\n`);
