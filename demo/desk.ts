import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { randomUUID } from 'node:crypto';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { decideApproval } from '../src/mcp/approvals/approvals.ts';
import { builtInPolicy } from '../src/mcp/policy/policy.ts';
import { loadConfig } from '../src/cli/config.ts';
import { openMemory } from '../src/cli/opening/desk.ts';

interface DemoOptions {
  readonly home: string;
  /** Path of the waybill command. */
  readonly command: string;
}

export interface ToolAnswer {
  readonly text: string;
  // The story reads members that the tools document; a missing one stops the demo with its name.
  readonly data: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

/** A real MCP client that talks over stdio to the real command, and a person beside it. */
export interface Demo {
  readonly home: string;
  heading(text: string): void;
  note(text: string): void;
  call(tool: string, input: Record<string, unknown>): Promise<ToolAnswer>;
  /** What a person types in a terminal of their own. */
  terminal(...args: string[]): Promise<string>;
  /** The person's yes. The command asks for a secret at a terminal; in this play the person says yes through the library. */
  approve(id: string, approver: string): Promise<void>;
  close(): Promise<void>;
}

const linesShown = 18;
const run = promisify(execFile);

/** Of a desk with all tools, whatever the settings of the machine are. */
const environmentOf = (home: string) => ({
  ...ownEnvironment(),
  WAYBILL_HOME: home,
  WAYBILL_TOOLSETS: 'all',
  WAYBILL_FILE_ROOTS: path.join(home, 'files'),
  WAYBILL_LOG: 'error',
});

export async function createDemo({ home, command }: DemoOptions): Promise<Demo> {
  const environment = environmentOf(home);
  mkdirSync(path.join(home, 'files'), { recursive: true });
  const client = new Client(
    { name: 'demo-desk', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'auto' } },
  );
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    print(indent(`The person is asked:\n${params.message}`));
    print(indent('The person ticks "Yes, do exactly this" and accepts.'));
    return { action: 'accept', content: { confirm: true } };
  });
  const startedAt = performance.now();
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [command, 'stdio'], env: environment, cwd: home }),
  );
  const { tools } = await client.listTools();
  print(
    `Connected over stdio (protocol ${client.getNegotiatedProtocolVersion() ?? 'unknown'}): ${tools.length} tools, ${elapsed(startedAt)}.`,
  );
  return {
    home,
    heading: (text) => print(`\n${bold(`== ${text}`)}`),
    note: (text) => print(text),
    async call(tool, input) {
      print(`\n> ${tool} ${JSON.stringify(input)}`);
      const calledAt = performance.now();
      const result = await client.callTool({ name: tool, arguments: input });
      const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      print(indent(shortened(text)));
      print(dim(`  (${elapsed(calledAt)})`));
      return { text, data: membersOf(result.structuredContent), isError: result.isError === true };
    },
    async terminal(...args) {
      print(`\n$ waybill ${args.join(' ')}`);
      const { stdout } = await run(process.execPath, [command, ...args], { env: environment, cwd: home });
      print(indent(shortened(stdout.trimEnd())));
      return stdout;
    },
    async approve(id, approver) {
      print(`\n$ waybill approvals approve ${id} --as "${approver}"`);
      print(
        indent(
          "The command asks a person at a terminal for the approver's secret. Nobody sits here: the play says yes itself.",
        ),
      );
      await using memory = await openMemory(loadConfig({ WAYBILL_HOME: home }));
      const now = () => new Date().toISOString();
      const desk = { memory, policy: builtInPolicy, now, newId: randomUUID, log: () => {} };
      const { plan } = await decideApproval(desk, { id, decision: 'approve', approver, user: userInfo().username });
      print(indent(`Approved by ${approver}: ${plan.title}.`));
    },
    close: () => client.close(),
  };
}

/** Settings of the machine's own desk stay out of the demo. */
function ownEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith('WAYBILL_'),
    ),
  );
}

const membersOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
const elapsed = (since: number) => `${Math.round(performance.now() - since)} ms`;
const print = (text: string) => void process.stdout.write(`${text}\n`);
const indent = (text: string) =>
  text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
const isTerminal = process.stdout.isTTY;
const bold = (text: string) => (isTerminal ? `\u001B[1m${text}\u001B[0m` : text);
const dim = (text: string) => (isTerminal ? `\u001B[2m${text}\u001B[0m` : text);

function shortened(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length <= linesShown
    ? lines.join('\n')
    : [...lines.slice(0, linesShown), `... ${lines.length - linesShown} more lines`].join('\n');
}
