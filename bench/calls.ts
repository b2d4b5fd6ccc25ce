import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { startToolServer } from '../src/cli/opening/tool-server.ts';
import { loadConfig } from '../src/cli/config.ts';
import { environmentOf, peakMemory } from './children.ts';
import { bundledCommand } from './startup.ts';
import type { Section } from './report.ts';
import { median, percentile, ratio, rounded } from './stats.ts';

const warmUp = 50;
const calls = 300;

type Call = () => Promise<unknown>;

/** One record read three ways: by the API client alone, by a tool in this process, and by the same tool over stdio. */
export async function measureCalls(home: string): Promise<Section> {
  const config = loadConfig({ WAYBILL_HOME: home, WAYBILL_LOG: 'error' }, home);
  const local = await startToolServer(
    config,
    () => new Date().toISOString(),
    () => {},
  );
  const handler = createMcpHandler(local.server.buildServer);
  const inProcess = client();
  const fetch = (url: string | URL, init?: RequestInit) => handler.fetch(new Request(url, init));
  await inProcess.connect(new StreamableHTTPClientTransport(new URL('http://bench.invalid/mcp'), { fetch }));
  const wire = stdioTransport(bundledCommand, home);
  const overStdio = client();
  await overStdio.connect(wire);
  try {
    const { api } = await local.desk();
    const { data } = await api.shipments.filter({ pageSize: 1 });
    const id = data[0]?.id ?? '';
    const tool = { name: 'api_read', arguments: { operation: 'shipments.get', input: { id } } };
    const ways: readonly (readonly [string, Call])[] = [
      ['API client alone, service in process', () => api.shipments.get({ id })],
      ['tool through an MCP client in process', async () => checked(await inProcess.callTool(tool))],
      ['tool over stdio, another process', async () => checked(await overStdio.callTool(tool))],
    ];
    const times = await timed(ways.map(([, call]) => call));
    const [alone = []] = times;
    return {
      title: `One shipment read, ${calls} calls each, taking turns`,
      columns: ['', 'median ms', 'p99 ms', 'to the client alone'],
      rows: ways.map(([name], at) => {
        const own = times[at] ?? [];
        return [name, rounded(median(own)), rounded(percentile(own, 0.99)), ratio(median(own), median(alone))];
      }),
      notes: [`Peak memory of the stdio process afterwards: ${peakMemory(wire.pid ?? undefined) ?? 'unknown'} MB.`],
    };
  } finally {
    await overStdio.close();
    await inProcess.close();
    await handler.close();
    await local.close();
  }
}

export function stdioTransport(command: string, home: string): StdioClientTransport {
  const env = environmentOf({ WAYBILL_HOME: home, WAYBILL_FILE_ROOTS: home });
  return new StdioClientTransport({
    command: process.execPath,
    args: [command, 'stdio'],
    env,
    cwd: home,
    stderr: 'ignore',
  });
}

const client = () =>
  new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });

async function timed(ways: readonly Call[]): Promise<number[][]> {
  const times = ways.map(() => [] as number[]);
  for (let round = 0; round < warmUp + calls; round += 1) {
    for (const [at, call] of ways.entries()) {
      const startedAt = performance.now();
      await call();
      if (round >= warmUp) times[at]?.push(performance.now() - startedAt);
    }
  }
  return times;
}

function checked<Result extends { readonly isError?: boolean | undefined }>(result: Result): Result {
  if (result.isError === true) throw new Error(`a measured call failed: ${JSON.stringify(result).slice(0, 300)}`);
  return result;
}
