import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { startToolServers } from '../src/cli/opening/tool-server.ts';
import { loadConfig } from '../src/cli/config.ts';
import { getSandboxDatabase } from '../src/cli/opening/stores/store-address.ts';
import { bundledCommand, buildEnvironment, readPeakMemory } from './children.ts';
import type { ReportTable } from './report.ts';
import { computeMedian, computePercentile, formatRatio, roundValue } from './stats.ts';
import { readShipmentIds } from './store.ts';

const warmUp = 50;
const calls = 200;

type BenchCall = (id: string) => Promise<unknown>;

/** Shipments read three ways: by the API client alone, by a tool in this process, and by the same tool over stdio. */
export async function measureCalls(home: string): Promise<ReportTable> {
  const config = loadConfig({ WAYBILL_HOME: home, WAYBILL_LOG: 'error' });
  const local = await startToolServers(
    config,
    () => new Date().toISOString(),
    () => {},
  );
  const handler = createMcpHandler(local.serverFor().buildServer);
  const inProcess = createClient();
  const fetch = (url: string | URL, init?: RequestInit) => handler.fetch(new Request(url, init));
  await inProcess.connect(new StreamableHTTPClientTransport(new URL('http://bench.invalid/mcp'), { fetch }));
  const wire = createStdioTransport(bundledCommand, home);
  const overStdio = createClient();
  await overStdio.connect(wire);
  try {
    const { api } = await local.desk();
    const read = (id: string) => ({ name: 'api_read', arguments: { operation: 'shipments.get', input: { id } } });
    const ways: readonly (readonly [string, BenchCall])[] = [
      ['API client alone, service in process', (id) => api.shipments.get({ id })],
      ['tool through an MCP client in process', async (id) => requireSuccess(await inProcess.callTool(read(id)))],
      ['tool over stdio, another process', async (id) => requireSuccess(await overStdio.callTool(read(id)))],
    ];
    const ids = await readShipmentIds(getSandboxDatabase(home), ways.length * (warmUp + calls));
    const times = await timeCalls(
      ways.map(([, call]) => call),
      ids,
    );
    const [alone = []] = times;
    return {
      title: `First reads of one shipment on SQLite, ${calls} calls each, taking turns`,
      columns: ['', 'p50 ms', 'p95 ms', 'to the client alone'],
      rows: ways.map(([name], at) => {
        const wayTimes = times[at] ?? [];
        return [
          name,
          roundValue(computeMedian(wayTimes)),
          roundValue(computePercentile(wayTimes, 0.95)),
          formatRatio(computeMedian(wayTimes), computeMedian(alone)),
        ];
      }),
      notes: [`Peak memory of the stdio process afterwards: ${readPeakMemory(wire.pid ?? undefined) ?? 'unknown'} MB.`],
    };
  } finally {
    await overStdio.close();
    await inProcess.close();
    await handler.close();
    await local.close();
  }
}

export function createStdioTransport(command: string, home: string): StdioClientTransport {
  const env = buildEnvironment({ WAYBILL_HOME: home, WAYBILL_FILE_ROOTS: home, WAYBILL_TOOLSETS: 'all' });
  return new StdioClientTransport({
    command: process.execPath,
    args: [command, 'stdio'],
    env,
    cwd: home,
    stderr: 'ignore',
  });
}

const createClient = () =>
  new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });

/** Times the calls; every call takes the next id. */
async function timeCalls(ways: readonly BenchCall[], ids: readonly string[]): Promise<number[][]> {
  const next = ids.values();
  const times = ways.map(() => [] as number[]);
  for (let round = 0; round < warmUp + calls; round += 1) {
    for (const [at, call] of ways.entries()) {
      const { value: id, done } = next.next();
      if (done) throw new Error('There are fewer shipments than calls.');
      const startedAt = performance.now();
      await call(id);
      if (round >= warmUp) times[at]?.push(performance.now() - startedAt);
    }
  }
  return times;
}

function requireSuccess<Result extends { readonly isError?: boolean | undefined }>(result: Result): Result {
  if (result.isError === true) throw new Error(`a measured call failed: ${JSON.stringify(result).slice(0, 300)}`);
  return result;
}
