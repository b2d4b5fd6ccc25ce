import type { GateOptions } from '../../src/mcp/tool/run.ts';
import { listTool } from '../../src/mcp/server/list-tool.ts';
import { tools as productTools } from '../../tools/index.ts';
import { createRunner } from '../../src/mcp/gate/gate.ts';
import { selectTools } from '../../src/mcp/server/selection.ts';
import { createToolServer, type ToolServer, type ToolServerOptions } from '../../src/mcp/server/server.ts';

/** Of the server and of what runs its tools. */
export type ToolServerSettings = Omit<GateOptions, 'missingTools'> & Omit<ToolServerOptions, 'tools' | 'runner'>;

/** A tool server whose tools are there from the start. */
export async function makeToolServer(settings: ToolServerSettings): Promise<ToolServer> {
  const tools = selectTools(settings.tools, settings);
  const offered = new Set(tools.map(({ name }) => name));
  const missingTools = productTools.filter(({ name }) => !offered.has(name)).map(({ name }) => name);
  const runner = createRunner({ ...settings, tools, missingTools }, settings.principalOf);
  return createToolServer({ ...settings, tools: settings.tools.map(listTool), runner: async () => runner });
}
