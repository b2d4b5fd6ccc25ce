import type { GateOptions } from '../../src/mcp/tool/run.ts';
import { listTool } from '../../src/mcp/server/list-tool.ts';
import { createRunner } from '../../src/mcp/gate/gate.ts';
import { selectTools } from '../../src/mcp/server/selection.ts';
import { createToolServer, type ToolServer, type ToolServerOptions } from '../../src/mcp/server/server.ts';

/** Of the server and of what runs its tools. */
export type ToolServerSettings = GateOptions & Omit<ToolServerOptions, 'tools' | 'runner'>;

/** A tool server whose tools are there from the start. */
export async function makeToolServer(settings: ToolServerSettings): Promise<ToolServer> {
  const tools = selectTools(settings.tools, settings);
  const runner = createRunner({ ...settings, tools }, settings.principalOf);
  return createToolServer({ ...settings, tools: settings.tools.map(listTool), runner: async () => runner });
}
