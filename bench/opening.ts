import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { endChild, peakMemory, startNode } from './children.ts';
import type { Section } from './report.ts';
import { least, median, ratio, rounded } from './stats.ts';

const runs = 15;
const answerMaxMs = 10_000;

export const sourceCommand = fileURLToPath(new URL('../bin/waybill.mjs', import.meta.url));
export const bundledCommand = fileURLToPath(new URL('../dist/waybill.mjs', import.meta.url));

interface Opening {
  readonly name: string;
  readonly args: readonly string[];
  /** What a client of that era says before it has the list of tools; none: the time until the process ends. */
  readonly era: 'legacy' | 'modern' | 'none';
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

/** From starting the process to its list of tools, over stdio; the variants take turns so that the machine's mood hits all. */
export async function measureOpening(home: string): Promise<Section> {
  const variants: readonly Opening[] = [
    { name: 'node -e 0 (to its end)', args: ['-e', '0'], era: 'none' },
    { name: 'server-everything, legacy client', args: [everythingCommand(), 'stdio'], era: 'legacy' },
    { name: 'waybill (published bundle), legacy client', args: [bundledCommand, 'stdio'], era: 'legacy' },
    { name: 'waybill (published bundle), 2026-07-28 client', args: [bundledCommand, 'stdio'], era: 'modern' },
    { name: 'waybill (checkout), 2026-07-28 client', args: [sourceCommand, 'stdio'], era: 'modern' },
  ];
  // The first start fills the compile cache, which is not what somebody meets on the second day.
  for (const variant of variants) await openOnce(variant, home);
  const times = variants.map(() => [] as number[]);
  const memory = variants.map(() => 0);
  for (let run = 0; run < runs; run += 1) {
    for (const [at, variant] of variants.entries()) {
      const { ms, peakMb } = await openOnce(variant, home);
      times[at]?.push(ms);
      memory[at] = Math.max(memory[at] ?? 0, peakMb ?? 0);
    }
  }
  const [bare = [], everything = []] = times;
  return {
    title: `Start to tools/list over stdio, ${runs} interleaved runs`,
    columns: ['', 'median ms', 'least ms', 'to bare node', 'to everything', 'peak MB'],
    rows: variants.map(({ name }, at) => {
      const own = times[at] ?? [];
      return [
        name,
        rounded(median(own)),
        rounded(least(own)),
        ratio(median(own), median(bare)),
        ratio(median(own), median(everything)),
        memory[at] || 'unknown',
      ];
    }),
  };
}

function everythingCommand(): string {
  const manifest = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/package.json'));
  // The package's own manifest, with a single command.
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<string, string> };
  return path.join(path.dirname(manifest), Object.values(bin)[0] ?? 'dist/index.js');
}

async function openOnce({ args, era }: Opening, home: string): Promise<{ ms: number; peakMb: number | null }> {
  const startedAt = performance.now();
  const child = startNode(args, { environment: { WAYBILL_HOME: home }, cwd: home });
  const say = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  try {
    await new Promise<void>((resolve, reject) => {
      const overdue = setTimeout(() => reject(new Error(`${args[0]} did not answer`)), answerMaxMs);
      child.once('exit', () => {
        clearTimeout(overdue);
        if (era === 'none') resolve();
        else reject(new Error(`${args[0]} ended before it answered`));
      });
      if (era === 'none') return;
      if (era === 'modern') say({ id: 2, method: 'tools/list', params: envelope });
      else say({ id: 1, method: 'initialize', params: initialize });
      onLines(child.stdout, (line) => {
        const { id, result } = JSON.parse(line) as { id?: number; result?: { tools?: unknown[] } };
        if (id === 1) {
          say({ method: 'notifications/initialized' });
          say({ id: 2, method: 'tools/list', params: {} });
        }
        if (id !== 2) return;
        clearTimeout(overdue);
        if (result?.tools && result.tools.length > 0) resolve();
        else reject(new Error(`${args[0]} listed no tools: ${line.slice(0, 200)}`));
      });
    });
    const ms = performance.now() - startedAt;
    return { ms, peakMb: peakMemory(child.pid) };
  } finally {
    await endChild(child);
  }
}

function onLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  let text = '';
  stream.on('data', (chunk: Buffer) => {
    const lines = (text + chunk.toString()).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') onLine(line);
  });
}
