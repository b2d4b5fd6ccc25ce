import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { runProgram } from '../../src/cli/program/run-program.ts';
import { morning, clockVariable, timeZone } from './fixed-run-settings.ts';

/** The published command on a new sandbox, at an instant of its own. */
export interface RunningProduct extends AsyncDisposable {
  /** Runs a command to its end, as a person types it in a terminal; returns what it printed. */
  run(args: readonly string[]): Promise<string>;
  /** Starts a server; returns the line that it prints when it is ready. */
  serve<Ready>(args: readonly string[]): Promise<Ready>;
  /** Calls a tool as the assistant's host does. */
  call(tool: string, input: Readonly<Record<string, unknown>>): Promise<CallToolResult>;
  /** Reads the card that a host shows for the answers of a tool. */
  readCard(tool: string): Promise<string>;
  /** Makes the approver's secret, as a person does at a terminal. */
  makeSecret(): Promise<string>;
  /** Lets minutes pass for all servers. */
  passMinutes(minutes: number): void;
  /** Address of the approvals page, such as `http://localhost:3333/approvals`. */
  readonly approvalsUrl: string;
}

const usualPort = 3333;

export async function startProduct(commandFile: string): Promise<RunningProduct> {
  const command = path.resolve(commandFile);
  const open = new AsyncDisposableStack();
  const home = mkdtempSync(path.join(tmpdir(), 'waybill-pictures-'));
  open.defer(() => rmSync(home, { recursive: true, force: true }));
  const environment = { ...makeEnvironment(home, command), [clockVariable]: morning };
  const servers: ChildProcess[] = [];
  let instant = morning;
  const start = (args: readonly string[]) =>
    spawn(process.execPath, ['--import', fixedRunModule, command, ...args], {
      env: { ...environment, [clockVariable]: instant },
      cwd: home,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
  const serve = async <Ready>(args: readonly string[]): Promise<Ready> => {
    const server = start(args);
    servers.push(server);
    open.defer(() => end(server));
    // The ready line is JSON; its form belongs to the command.
    return JSON.parse(await readFirstLine(server)) as Ready;
  };
  // Answers of a copy that is still being filled would name that.
  await readOutput(start(['sync']));
  const { url, approvalsUrl } = await serve<HttpReady>(['http', '--port', String(await choosePort())]);
  const client = await connect(url);
  open.defer(() => client.close());
  return {
    approvalsUrl,
    serve,
    run: async (args) => readOutput(start(args)),
    call: (name, input) => client.callTool({ name, arguments: input }),
    readCard: async (tool) => readCard(client, tool),
    makeSecret: async () => makeSecret(environment, instant),
    passMinutes(minutes) {
      instant = new Date(Date.parse(instant) + minutes * 60_000).toISOString();
      for (const server of servers) server.send(instant);
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

interface HttpReady {
  readonly url: string;
  readonly approvalsUrl: string;
}

const fixedRunModule = new URL('fixed-run.ts', import.meta.url).href;

/** Builds an environment without this machine's own desk. `waybill` is in the path, so that printed commands are short. */
function makeEnvironment(home: string, command: string): Record<string, string> {
  const programs = path.join(home, 'programs');
  mkdirSync(programs);
  symlinkSync(command, path.join(programs, 'waybill'));
  return {
    PATH: [programs, process.env['PATH'] ?? ''].join(path.delimiter),
    HOME: home,
    WAYBILL_LOG: 'error',
    WAYBILL_TOOLSETS: 'all',
    WAYBILL_TIME_ZONE: timeZone,
    WAYBILL_DESKTOP_NOTICES: 'false',
  };
}

/** The port that the docs name, or a free one where another program has it. */
async function choosePort(): Promise<number> {
  const probe = createServer();
  try {
    probe.listen(usualPort, '127.0.0.1');
    await once(probe, 'listening');
    probe.close();
    await once(probe, 'close');
    return usualPort;
  } catch {
    process.stderr.write(`Port ${usualPort} is taken: the pictures show another one.\n`);
    return 0;
  }
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ name: 'pictures', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

async function readCard(client: Client, tool: string): Promise<string> {
  const { tools } = await client.listTools();
  // Where the extension puts the address of a tool's card.
  const { _meta: meta } = tools.find(({ name }) => name === tool) ?? {};
  const ui = meta?.['ui'] as { readonly resourceUri?: string } | undefined;
  if (ui?.resourceUri === undefined) throw new Error(`${tool} has no card`);
  const { contents } = await client.readResource({ uri: ui.resourceUri });
  const [card] = contents;
  if (card === undefined || !('text' in card)) throw new Error(`the card of ${tool} is not text`);
  return card.text;
}

/** The command makes it at a terminal only, which a process without one cannot have. */
async function makeSecret(env: Readonly<Record<string, string>>, instant: string): Promise<string> {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const output = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true });
  const streams = { stdin, stdout: output, stderr: output };
  const waitForStop = () => Promise.resolve();
  await runProgram(['approvals', 'secret'], {
    streams,
    env,
    now: () => instant,
    resolvePath: (file) => path.resolve(file),
    waitForStop,
  });
  const [secret] = /[0-9A-Z]{5}(?:-[0-9A-Z]{5}){3}/.exec(String(output.read())) ?? [];
  if (secret === undefined) throw new Error("`approvals secret` printed no approver's secret");
  return secret;
}

async function readOutput(child: ChildProcess): Promise<string> {
  const texts = collect(child);
  await once(child, 'close');
  // A plan that waits for a person is no failure.
  if (child.exitCode !== 0 && child.exitCode !== 3) throw new Error(`${child.spawnargs.join(' ')}: ${texts.stderr}`);
  return texts.stdout;
}

async function readFirstLine(server: ChildProcess): Promise<string> {
  const texts = collect(server);
  while (!texts.stdout.includes('\n')) {
    if (server.exitCode !== null) throw new Error(`${server.spawnargs.join(' ')} did not start: ${texts.stderr}`);
    await Promise.race([once(server.stdout as NodeJS.ReadableStream, 'data'), once(server, 'close')]);
  }
  return texts.stdout.split('\n')[0] ?? '';
}

function collect(child: ChildProcess) {
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => (texts[name] += text));
  return texts;
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'close');
}
