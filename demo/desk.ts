import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { patienceMs } from '../src/cli/http/patience.ts';
import type { AnswerView } from './answer.ts';
import { enterAtTerminal } from './person.ts';
import type { Screen } from './screen.ts';

interface DemoOptions {
  readonly home: string;
  /** Path of the waybill command. */
  readonly command: string;
  readonly screen: Screen;
}

export interface ToolAnswer {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

interface DemoQuestion extends AnswerView {
  /** The words of a person. */
  readonly ask: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A real MCP client that talks over stdio to the real command, and a person at a terminal beside it. */
export interface DemoDesk extends AsyncDisposable {
  /** Calls a tool, prints what it answers, and waits until the local copy holds all that the answer needs. */
  call(question: DemoQuestion): Promise<ToolAnswer>;
  /** Runs a command as another process and prints its output. */
  runCommand(words: readonly string[], view?: AnswerView): Promise<string>;
  /** Runs a command that asks a person at a terminal for the approver's secret. */
  decide(words: readonly string[], view?: AnswerView): Promise<void>;
  /** Calls a tool without printing anything. */
  peek(tool: string, input: Readonly<Record<string, unknown>>): Promise<ToolAnswer>;
}

const askAgainMs = 1000;
const wait = 'Waiting for the answer';
const firstWait = 'First question: making the sandbox and a copy of its records';
const run = promisify(execFile);

export async function openDesk({ home, command, screen }: DemoOptions): Promise<DemoDesk> {
  const env = buildEnvironment(home);
  mkdirSync(path.join(home, 'files'), { recursive: true });
  const client = createClient(screen);
  const startedAt = performance.now();
  const { tools } = await screen.waitFor('Starting the MCP server', async () => {
    const transport = new StdioClientTransport({ command: process.execPath, args: [command, 'stdio'], env, cwd: home });
    await client.connect(transport, { timeout: patienceMs });
    return client.listTools(undefined, { timeout: patienceMs });
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  screen.print(`An MCP client is connected over stdio: ${tools.length} tools in ${seconds} s.`);
  const ended = Promise.withResolvers<void>();
  const enterCommand = (words: readonly string[], secret = '') =>
    enterAtTerminal(words, { env, cwd: home, secret, waitForStop: () => ended.promise });
  let approverSecret: string | undefined;
  let isFirst = true;
  return {
    async call({ ask, tool, input, ...view }) {
      screen.printQuestion(ask, tool, input);
      const answer = await screen.waitFor(isFirst ? firstWait : wait, (report) =>
        callUntilWhole(client, { tool, input, report }),
      );
      isFirst = false;
      screen.printAnswer(answer.text, view);
      return answer;
    },
    async runCommand(words, view = {}) {
      screen.printCommand(formatWords(words));
      const { stdout } = await screen.waitFor('Running', () =>
        run(process.execPath, [command, ...words], { env, cwd: home }),
      );
      screen.printAnswer(stdout.trimEnd(), view);
      return stdout;
    },
    async decide(words, view = {}) {
      approverSecret ??= readSecret(
        await screen.waitFor("Making the approver's secret", () => enterCommand(['approvals', 'secret'])),
      );
      const secret = approverSecret;
      screen.printCommand(formatWords(words));
      screen.print("The approver's secret: (typed at the terminal; no tool can read it)");
      screen.printAnswer(await screen.waitFor('Running', () => enterCommand(words, secret)), view);
    },
    peek: (tool, input) => callUntilWhole(client, { tool, input, report: () => {} }),
    async [Symbol.asyncDispose]() {
      ended.resolve();
      await client.close();
    },
  };
}

/** Builds an environment without this machine's settings: the demo has all tools and its own folder. */
function buildEnvironment(home: string): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith('WAYBILL_'),
  );
  return {
    ...Object.fromEntries(inherited),
    WAYBILL_HOME: home,
    WAYBILL_TOOLSETS: 'all',
    WAYBILL_FILE_ROOTS: path.join(home, 'files'),
    WAYBILL_DESKTOP_NOTICES: 'false',
    WAYBILL_LOG: 'error',
  };
}

/** Lines of a form that a person checks first before a booking is made or undone. */
const formLines = /^- (?:Equipment|Insurance|Margin of|Lane|Verdict|LD-|.*agreed)/;

function createClient(screen: Screen): Client {
  const client = new Client(
    { name: 'demo', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'auto' } },
  );
  client.setRequestHandler('elicitation/create', ({ params }) =>
    screen.showForm(async () => {
      screen.print('\nYour assistant shows you this form:');
      screen.printAnswer(params.message, { keep: formLines });
      await screen.pause('Press Enter to tick "Yes, do exactly this" and accept.');
      screen.print('\n  [x] Yes, do exactly this   (accepted)');
      return { action: 'accept' as const, content: { confirm: true } };
    }),
  );
  return client;
}

interface DemoCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly report: (text: string) => void;
}

/** Calls again while the answer says that a slow machine is not ready: that the copy is being filled, or the sandbox was late. */
async function callUntilWhole(client: Client, { tool, input, report }: DemoCall): Promise<ToolAnswer> {
  while (true) {
    const result = await client.callTool(
      { name: tool, arguments: { ...input } },
      { timeout: patienceMs, onprogress: ({ message = '' }) => message.startsWith('filling') && report(message) },
    );
    const data = toMembers(result.structuredContent);
    const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    const delay = findDelay(data);
    if (delay === undefined) return { text, data, isError: result.isError === true };
    report(delay);
    await new Promise((resolve) => {
      setTimeout(resolve, askAgainMs);
    });
  }
}

/** Errors that say nothing but that the sandbox was too slow. */
const slowCodes: readonly unknown[] = ['TIMEOUT', 'SERVICE_UNAVAILABLE', 'STILL_RUNNING'];

function findDelay({ completeness, error, status }: Readonly<Record<string, unknown>>): string | undefined {
  // The sandbox moves on by itself, so a plan may be out of date when the person says yes.
  if (status === 'changed') return 'Records changed since the plan; planning again';
  if (isBeingRead(completeness)) return 'Filling the local copy';
  return slowCodes.includes(toMembers(error)['code']) ? 'This machine is busy; asking again' : undefined;
}

/** Gaps of an answer that a later one doesn't have, because records are still being read. */
function isBeingRead(completeness: unknown): boolean {
  const { gaps } = toMembers(completeness);
  return Array.isArray(gaps) && gaps.some((gap) => / reading$|^copy update$/.test(String(toMembers(gap)['key'])));
}

const toMembers = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

const formatWords = (words: readonly string[]): string =>
  words.map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(' ');

function readSecret(output: string): string {
  const [, secret] = /secret of this desk is ([0-9A-Z-]+)/.exec(output) ?? [];
  if (secret === undefined) throw new Error("the approver's secret could not be made");
  return secret;
}
