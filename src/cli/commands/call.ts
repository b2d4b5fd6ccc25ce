import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { toolList } from '../../../tools/list.ts';
import { suggestName } from '../../domain/text/nearest-names.ts';
import { version } from '../../version.ts';
import { configProblem } from '../config-problem.ts';
import type { Config } from '../config.ts';
import { patienceMs } from '../http/patience.ts';
import type { Session } from '../session.ts';
import type { Streams } from '../program-context.ts';
import { toolsets } from '../../mcp/policy/toolsets.ts';
import { askVisibly } from '../terminal.ts';
import { startToolServers } from '../opening/tool-server.ts';

/** Never resolved: requests are handed to the server in this process. */
const address = new URL('http://waybill.invalid/mcp');
const exitApprovalRequired = 3;

export interface CallFlags {
  readonly json?: boolean | undefined;
}

/** Runs one tool through a real MCP client and prints its answer; the result is the exit code. */
export async function runCall(
  name: string,
  argumentsText: string | undefined,
  flags: CallFlags,
  { config, now, log, streams, print }: Session,
): Promise<number> {
  requireOffered(name, config);
  const toolArguments = parseArguments(argumentsText);
  const tools = await startToolServers(withEveryToolset(config), now, log);
  // What cannot be opened is said to the person at the terminal, not to the client.
  await tools.desk();
  const handler = createMcpHandler(tools.serverFor().buildServer);
  const client = createCaller(streams);
  try {
    await client.connect(
      new StreamableHTTPClientTransport(address, { fetch: (url, init) => handler.fetch(new Request(url, init)) }),
      { timeout: patienceMs },
    );
    const result = await client.callTool({ name, arguments: toolArguments }, { timeout: patienceMs });
    print(flags.json ? JSON.stringify(result, null, 2) : formatResult(result));
    return chooseExitCode(result);
  } finally {
    await client.close();
    await handler.close();
    await tools.close();
  }
}

/** Selects every toolset if none was chosen: tools cost a model context, but a person at a terminal nothing. */
const withEveryToolset = (config: Config): Config =>
  config.areToolsetsNamed ? config : { ...config, toolsets: [...toolsets] };

/** Refuses a tool that does not exist or is left out, before anything is opened. */
function requireOffered(name: string, { areToolsetsNamed, toolsets: selectedToolsets, commandText }: Config): void {
  const toolset = toolList.find((tool) => tool.name === name)?.toolset;
  if (toolset === undefined) {
    const names = toolList.map((tool) => tool.name);
    throw configProblem(
      JSON.stringify(name),
      `is not a tool${suggestName(name, names)}. \`${commandText('tools')}\` lists the tools.`,
    );
  }
  if (areToolsetsNamed && !selectedToolsets.includes(toolset))
    throw configProblem('WAYBILL_TOOLSETS', `leaves out ${name}. Add its toolset, ${toolset}.`);
}

/**
 * Creates a client that asks the person at a terminal. Without one it cannot ask, and a plan that needs a confirmation
 * becomes an approval.
 */
function createCaller(streams: Streams): Client {
  const isInteractive = streams.stdin.isTTY && streams.stderr.isTTY;
  const capabilities = isInteractive ? { elicitation: { form: {} } } : {};
  const client = new Client({ name: 'waybill-call', version }, { capabilities, versionNegotiation: { mode: 'auto' } });
  if (isInteractive) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const confirm = await ask(streams, params.message);
      return confirm ? { action: 'accept', content: { confirm } } : { action: 'decline' };
    });
  }
  return client;
}

async function ask(streams: Streams, question: string): Promise<boolean> {
  const answer = await askVisibly(streams, `${question}\n\nDo exactly this? Type yes: `);
  return answer.trim().toLowerCase() === 'yes';
}

function parseArguments(text: string | undefined): Record<string, unknown> {
  if (text === undefined || text.trim() === '') return {};
  try {
    const parsed: unknown = JSON.parse(text);
    if (parsed === null) return {};
    // Only a JSON object passes.
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>;
  } catch {
    // The sentence below says what is wanted, whatever the parser found.
  }
  throw configProblem('JSON', `must be one object with the tool's arguments, such as '{"query":"PO 4500123"}'.`);
}

function formatResult(result: CallToolResult): string {
  return result.content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n');
}

function chooseExitCode({ isError, structuredContent }: CallToolResult): number {
  if (isError === true) return 1;
  const status: unknown = Reflect.get(structuredContent ?? {}, 'status');
  return status === 'approval_required' ? exitApprovalRequired : 0;
}
