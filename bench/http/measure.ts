import { memoryMb, processCpuMs } from '../children.ts';
import { type Asked, listTools, runLoad } from './load.ts';
import { echo, type HttpServer, readsOf, startBareHttp, startWaybillHttp } from './servers.ts';
import type { Cell, Section } from '../report.ts';
import { median, percentile, ratio, rounded } from '../stats.ts';
import type { Store } from '../store.ts';

interface Sizes {
  readonly clients: number;
  readonly calls: number;
}

interface Measured {
  readonly name: string;
  readonly perSecond: number;
  readonly times: readonly number[];
  readonly cpu: Cell;
  readonly memory: Cell;
}

/** Many clients at once, at a server of the library with one tool and at Waybill; first each call by itself. */
export async function measureCallsOverHttp(store: Store, { clients, calls }: Sizes): Promise<Section> {
  const [bare, waybill] = [await startBareHttp(), await startWaybillHttp(store)];
  try {
    const measured = [await measure('bare server, one tool', bare, { clients, calls, asked: echo })];
    for (const asked of [listTools, ...(await readsOf(store))])
      measured.push(await measure(`waybill, ${asked.tool}`, waybill, { clients, calls, asked }));
    const [first] = measured;
    return {
      title: `${clients} clients over HTTP, ${calls} calls of each kind, brokerage on ${store.title}`,
      columns: ['', 'calls/s', 'p50 ms', 'p95 ms', 'CPU ms per call', 'to bare', 'RSS MB'],
      rows: measured.map(({ name, perSecond, times, cpu, memory }) => [
        name,
        rounded(perSecond),
        rounded(median(times)),
        rounded(percentile(times, 0.95)),
        cpu,
        typeof cpu === 'number' && typeof first?.cpu === 'number' ? ratio(cpu, first.cpu) : 'unknown',
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
  { clients, calls, asked }: Sizes & { readonly asked: Asked },
): Promise<Measured> {
  // The code is compiled while it is first used.
  await runLoad({ urls: [url], clients, calls: Math.ceil(calls / 10), asked: [asked], from: calls });
  const before = processCpuMs(pid);
  const { seconds, times } = await runLoad({ urls: [url], clients, calls, asked: [asked] });
  const after = processCpuMs(pid);
  return {
    name,
    perSecond: calls / seconds,
    times,
    cpu: before === null || after === null ? 'unknown' : rounded((after - before) / calls),
    memory: memoryMb(pid) ?? 'unknown',
  };
}

/** What the processes hold while they are called again and again: it must not go on growing. */
export async function measureGrowth(
  store: Store,
  { clients, calls, parts = 10 }: Sizes & { readonly parts?: number },
): Promise<Section> {
  const [bare, waybill] = [await startBareHttp(), await startWaybillHttp(store)];
  const part = Math.ceil(calls / parts);
  const rows: Cell[][] = [];
  try {
    const asked = await readsOf(store);
    const row = (done: number) => [done, memoryMb(bare.pid) ?? 'unknown', memoryMb(waybill.pid) ?? 'unknown'];
    rows.push(row(0));
    for (let from = 0; from < calls; from += part) {
      await runLoad({ urls: [bare.url], clients, calls: part, asked: [echo], from });
      await runLoad({ urls: [waybill.url], clients, calls: part, asked, from });
      rows.push(row(from + part));
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
  store: Store,
  { clients, calls, counts }: Sizes & { readonly counts: readonly number[] },
): Promise<Section> {
  const asked = await readsOf(store);
  const rows: Cell[][] = [];
  for (const count of counts) {
    const servers: HttpServer[] = [];
    try {
      for (let place = 0; place < count; place += 1) servers.push(await startWaybillHttp(store));
      const urls = servers.map(({ url }) => url);
      await runLoad({ urls, clients, calls: Math.ceil(calls / 10), asked, from: calls });
      const { seconds, times } = await runLoad({ urls, clients, calls, asked });
      const memory = servers.reduce((sum, { pid }) => sum + (memoryMb(pid) ?? 0), 0);
      rows.push([count, rounded(calls / seconds), rounded(median(times)), rounded(percentile(times, 0.95)), memory]);
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
