import { readMemory, processCpuMs } from '../children.ts';
import { type LoadCall, listTools, runLoad } from './load.ts';
import { echo, type HttpServer, listReadCalls, startBareHttp, startWaybillHttp } from './servers.ts';
import type { ReportCell, ReportTable } from '../report.ts';
import { computeMedian, computePercentile, formatRatio, roundValue } from '../stats.ts';
import type { MeasuredStore } from '../store.ts';

interface Sizes {
  readonly clients: number;
  readonly calls: number;
}

interface HttpMeasurement {
  readonly name: string;
  readonly perSecond: number;
  readonly times: readonly number[];
  readonly cpu: ReportCell;
  readonly memory: ReportCell;
}

/** Many clients at once, at a server of the library with one tool and at Waybill; first each call by itself. */
export async function measureCallsOverHttp(store: MeasuredStore, { clients, calls }: Sizes): Promise<ReportTable> {
  const [bare, waybill] = [await startBareHttp(), await startWaybillHttp(store)];
  try {
    const measured = [await measure('bare server, one tool', bare, { clients, calls, asked: echo })];
    for (const loadCall of [listTools, ...(await listReadCalls(store))])
      measured.push(await measure(`waybill, ${loadCall.tool}`, waybill, { clients, calls, asked: loadCall }));
    const [first] = measured;
    return {
      title: `${clients} clients over HTTP, ${calls} calls of each kind, brokerage on ${store.title}`,
      columns: ['', 'calls/s', 'p50 ms', 'p95 ms', 'CPU ms per call', 'to bare', 'RSS MB'],
      rows: measured.map(({ name, perSecond, times, cpu, memory }) => [
        name,
        roundValue(perSecond),
        roundValue(computeMedian(times)),
        roundValue(computePercentile(times, 0.95)),
        cpu,
        typeof cpu === 'number' && typeof first?.cpu === 'number' ? formatRatio(cpu, first.cpu) : 'unknown',
        memory,
      ]),
      notes: ['The clients run on the same machine. CPU is that of the server alone.'],
    };
  } finally {
    await Promise.all([bare.end(), waybill.end()]);
  }
}

async function measure(
  name: string,
  { url, pid }: HttpServer,
  { clients, calls, asked: loadCall }: Sizes & { readonly asked: LoadCall },
): Promise<HttpMeasurement> {
  // The code is compiled while it is first used.
  await runLoad({ urls: [url], clients, calls: Math.ceil(calls / 10), loadCalls: [loadCall], from: calls });
  const before = processCpuMs(pid);
  const { seconds, times } = await runLoad({ urls: [url], clients, calls, loadCalls: [loadCall] });
  const after = processCpuMs(pid);
  return {
    name,
    perSecond: calls / seconds,
    times,
    cpu: before === null || after === null ? 'unknown' : roundValue((after - before) / calls),
    memory: readMemory(pid) ?? 'unknown',
  };
}

/** Measures the memory of the processes while they are called again and again: it must not go on growing. */
export async function measureGrowth(
  store: MeasuredStore,
  { clients, calls, parts = 10 }: Sizes & { readonly parts?: number },
): Promise<ReportTable> {
  const [bare, waybill] = [await startBareHttp(), await startWaybillHttp(store)];
  const part = Math.ceil(calls / parts);
  const rows: ReportCell[][] = [];
  try {
    const loadCalls = await listReadCalls(store);
    const buildRow = (done: number) => [done, readMemory(bare.pid) ?? 'unknown', readMemory(waybill.pid) ?? 'unknown'];
    rows.push(buildRow(0));
    for (let from = 0; from < calls; from += part) {
      await runLoad({ urls: [bare.url], clients, calls: part, loadCalls: [echo], from });
      await runLoad({ urls: [waybill.url], clients, calls: part, loadCalls: loadCalls, from });
      rows.push(buildRow(from + part));
    }
  } finally {
    await Promise.all([bare.end(), waybill.end()]);
  }
  return {
    title: `Memory over ${calls} calls by ${clients} clients, brokerage on ${store.title}`,
    columns: ['calls', 'bare server RSS MB', 'waybill RSS MB'],
    rows,
    notes: ['Waybill is asked in turns for a list of metrics, one shipment and a list of quotes.'],
  };
}

/** The same calls at one process and at several that share one database. */
export async function measureProcesses(
  store: MeasuredStore,
  { clients, calls, counts }: Sizes & { readonly counts: readonly number[] },
): Promise<ReportTable> {
  const loadCalls = await listReadCalls(store);
  const rows: ReportCell[][] = [];
  for (const count of counts) {
    const servers: HttpServer[] = [];
    try {
      for (let place = 0; place < count; place += 1) servers.push(await startWaybillHttp(store));
      const urls = servers.map(({ url }) => url);
      await runLoad({ urls, clients, calls: Math.ceil(calls / 10), loadCalls: loadCalls, from: calls });
      const { seconds, times } = await runLoad({ urls, clients, calls, loadCalls: loadCalls });
      const memory = servers.reduce((sum, { pid }) => sum + (readMemory(pid) ?? 0), 0);
      rows.push([
        count,
        roundValue(calls / seconds),
        roundValue(computeMedian(times)),
        roundValue(computePercentile(times, 0.95)),
        memory,
      ]);
    } finally {
      await Promise.all(servers.map((server) => server.end()));
    }
  }
  return {
    title: `Processes on one database, ${clients} clients, ${calls} calls, brokerage on ${store.title}`,
    columns: ['processes', 'calls/s', 'p50 ms', 'p95 ms', 'RSS MB of all'],
    rows,
    notes: [
      'Clients, processes and PostgreSQL share the cores of this machine: more processes than cores gain nothing.',
    ],
  };
}
