import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';

/** Minimum cost of a start over stdio: the library's own server with one tool. */
serveStdio(() => {
  const server = new McpServer({ name: 'bare', version: '1' }, { capabilities: { tools: {} } });
  const config = { description: 'Says it again', inputSchema: z.object({ text: z.string() }) };
  server.registerTool('echo', config, ({ text }) => ({ content: [{ type: 'text', text }] }));
  return server;
});
// The compile cache is written at the end of a process that ends by itself.
process.once('SIGTERM', () => process.exit());
