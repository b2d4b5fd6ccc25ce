import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { inject } from 'vitest';
import { openCopy } from '../../src/copy/copy.ts';
import type { GateOptions } from '../../src/mcp/tool/run.ts';
import { listTool } from '../../src/mcp/server/list-tool.ts';
import { tools as productTools } from '../../tools/index.ts';
import { createRunner } from '../../src/mcp/gate/gate.ts';
import { selectTools } from '../../src/mcp/server/selection.ts';
import { createToolServer, type ToolServer, type ToolServerOptions } from '../../src/mcp/server/server.ts';

/** Of the server and of what runs its tools. */
export type ToolServerSettings = Omit<GateOptions, 'missingTools' | 'copy'> &
  Omit<ToolServerOptions, 'tools' | 'runner'> &
  Partial<Pick<GateOptions, 'copy'>>;

/** A tool server whose tools are there from the start. */
export async function makeToolServer(settings: ToolServerSettings): Promise<ToolServer> {
  const tools = selectTools(settings.tools, settings);
  const offered = new Set(tools.map(({ name }) => name));
  const missingTools = productTools.filter(({ name }) => !offered.has(name)).map(({ name }) => name);
  const copy = settings.copy ?? ownCopy(settings);
  const runner = createRunner({ ...settings, copy, tools, missingTools }, settings.principalOf);
  return createToolServer({ ...settings, tools: settings.tools.map(listTool), runner: async () => runner });
}

/** A copy in a file of its own, filled with the first question that reads it, however long that takes on a busy machine. */
function ownCopy({ apiOf, principalOf }: ToolServerSettings): GateOptions['copy'] {
  let opening: ReturnType<typeof filledCopy> | undefined;
  return () => (opening ??= filledCopy({ api: apiOf(principalOf(undefined)), isEmbedded: true }));
}

async function filledCopy(source: Parameters<typeof openCopy>[1]) {
  const copy = await openCopy(`sqlite:${path.join(inject('runFolder'), `copy-${randomUUID()}.db`)}`, source);
  await copy.complete(new AbortController().signal);
  return copy;
}
