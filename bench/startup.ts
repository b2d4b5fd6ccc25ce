import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundledCommand, readCpuMs, endChild, readMemory, sourceCommand, startNode } from './children.ts';
import type { ReportTable } from './report.ts';
import { findLeast, computeMedian, formatRatio, roundValue } from './stats.ts';

const answerMaxMs = 10_000;

interface Command {
  readonly name: string;
  readonly args: readonly string[];
  /** The protocol of the client: the older one greets before it asks for the list of tools. */
  readonly era: 'legacy' | 'modern';
  readonly environment?: Record<string, string>;
}

/** Node alone, which writes a list of one tool at once. */
const bareScript = `process.stdout.write('{"id":2,"result":{"tools":[{}]}}\\n'); setTimeout(() => {}, ${answerMaxMs});`;
const bare: Command = { name: 'bare node, one line to stdout', args: ['-e', bareScript], era: 'modern' };

/**
 * Describes the protocol library's own server with one tool, in a bundle and with a compile cache: the least that a
 * server can do.
 */
const describeBareServer = (home: string): Command => ({
  name: 'bare server of the library, one tool, bundled',
  args: [path.join(home, 'bare', 'bare-stdio.mjs')],
  era: 'legacy',
  environment: { NODE_COMPILE_CACHE: path.join(home, 'bare', 'compile') },
});

async function buildBareServer(home: string): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL('./start/bare-stdio.ts', import.meta.url))],
    outdir: path.join(home, 'bare'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    minifyWhitespace: true,
    minifySyntax: true,
  });
}

const waybillCommands: readonly Command[] = [
  { name: 'waybill (published bundle), legacy client', args: [bundledCommand, 'stdio'], era: 'legacy' },
  { name: 'waybill (published bundle), 2026-07-28 client', args: [bundledCommand, 'stdio'], era: 'modern' },
  { name: 'waybill (checkout), legacy client', args: [sourceCommand, 'stdio'], era: 'legacy' },
];

/** Public servers with credentials that are none: they list their tools without reaching their service. */
const peers: readonly Command[] = [
  {
    name: '@hubspot/mcp-server',
    args: [getPeerFile('@hubspot/mcp-server/dist/index.js')],
    era: 'legacy',
    environment: { PRIVATE_APP_ACCESS_TOKEN: 'pat-na1-00000000' },
  },
  {
    name: '@notionhq/notion-mcp-server',
    args: [getPeerFile('@notionhq/notion-mcp-server/bin/cli.mjs')],
    era: 'legacy',
    environment: { NOTION_TOKEN: 'ntn_00000000' },
  },
  {
    name: '@modelcontextprotocol/server-everything',
    args: [getPeerFile('@modelcontextprotocol/server-everything/dist/index.js'), 'stdio'],
    era: 'legacy',
  },
];

function getPeerFile(file: string): string {
  return path.join(import.meta.dirname, 'peers', 'node_modules', file);
}

const client = { name: 'bench', version: '1' };
const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: client };
const envelope = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': client,
    'io.modelcontextprotocol/clientCapabilities': {},
  },
};

/** Resources that a process has used when its list of tools has arrived. */
interface Start {
  readonly ms: number;
  readonly cpuMs: number | null;
  readonly memoryMb: number | null;
  /** Size of the line with the list. */
  readonly bytes: number;
}

/** From starting a process to its list of tools, over stdio; the commands take turns, so that load of the machine slows all of them. */
export async function measureStartup(home: string, runs: number): Promise<ReportTable> {
  const installed = peers.filter(({ args: [file = ''] }) => existsSync(file));
  const missing = peers.filter((peer) => !installed.includes(peer));
  await buildBareServer(home);
  const commands = [bare, describeBareServer(home), ...installed, ...waybillCommands];
  const starts = new Map<Command, Start[]>(commands.map((command) => [command, []]));
  // The first start fills the compile cache, so it is not counted.
  for (const command of commands) await startOnce(command, home);
  for (let run = 0; run < runs; run += 1)
    for (const command of commands) starts.get(command)?.push(await startOnce(command, home));
  const getMedianMs = (command: Command) => computeMedian(listValues(starts.get(command), 'ms'));
  const bestPeer = findLeast(installed.map(getMedianMs));
  return {
    title: `Start to tools/list over stdio, ${runs} interleaved runs`,
    columns: ['', 'median ms', 'least ms', 'to bare node', 'to best peer', 'CPU ms', 'RSS MB', 'list kB'],
    rows: commands.map((command) => {
      const commandStarts = starts.get(command);
      const ms = getMedianMs(command);
      return [
        command.name,
        roundValue(ms),
        roundValue(findLeast(listValues(commandStarts, 'ms'))),
        formatRatio(ms, getMedianMs(bare)),
        installed.length === 0 ? 'unknown' : formatRatio(ms, bestPeer),
        formatMedian(listValues(commandStarts, 'cpuMs')),
        formatMedian(listValues(commandStarts, 'memoryMb')),
        roundValue(computeMedian(listValues(commandStarts, 'bytes')) / 1000),
      ];
    }),
    notes: missing.length === 0 ? [] : [formatMissingNote(missing)],
  };
}

const formatMissingNote = (missing: readonly Command[]) =>
  `Not measured: ${missing.map(({ name }) => name).join(', ')}. Run \`npm run bench:peers\` once to install them in bench/peers, then this again.`;

function listValues(starts: readonly Start[] = [], member: keyof Start): number[] {
  return starts.flatMap((start) => start[member] ?? []);
}

const formatMedian = (values: readonly number[]) =>
  values.length === 0 ? 'unknown' : roundValue(computeMedian(values));

async function startOnce({ args, era, environment = {} }: Command, home: string): Promise<Start> {
  const startedAt = performance.now();
  const child = startNode(args, { environment: { WAYBILL_HOME: home, ...environment }, cwd: home });
  const say = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  try {
    return await new Promise<Start>((resolve, reject) => {
      const overdue = setTimeout(() => reject(new Error(`${args[0]} did not answer`)), answerMaxMs);
      const finish = (bytes: number) => {
        const ms = performance.now() - startedAt;
        clearTimeout(overdue);
        resolve({ ms, cpuMs: readCpuMs(child.pid), memoryMb: readMemory(child.pid), bytes });
      };
      child.once('exit', () => reject(new Error(`${args[0]} ended before it answered`)));
      if (era === 'modern') say({ id: 2, method: 'tools/list', params: envelope });
      else say({ id: 1, method: 'initialize', params: initialize });
      readLines(child.stdout, (line) => {
        const { id, result } = JSON.parse(line) as { id?: number; result?: { tools?: unknown[] } };
        if (id === 1) {
          say({ method: 'notifications/initialized' });
          say({ id: 2, method: 'tools/list', params: {} });
        }
        if (id !== 2) return;
        if (result?.tools && result.tools.length > 0) finish(Buffer.byteLength(line));
        else reject(new Error(`${args[0]} listed no tools: ${line.slice(0, 200)}`));
      });
    });
  } finally {
    await endChild(child);
  }
}

function readLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  let text = '';
  stream.on('data', (chunk: Buffer) => {
    const lines = (text + chunk.toString()).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') onLine(line);
  });
}
