import { headersFor, type Ready, startService } from './api.ts';
import { endChild, firstLine, peakMemory } from './children.ts';
import type { LoadResult } from './load.ts';
import type { Section } from './report.ts';
import { runLoad } from './run-load.ts';
import type { Store } from './scale.ts';
import { type Case, everydayCases } from './scale-cases.ts';
import { ratio, rounded } from './stats.ts';

const counts = [1, 2, 4] as const;
const connectionsInAll = 16;
const seconds = 3;
const requestsMax = 200_000;

interface Sum {
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly failures: number;
}

/** The same load on one, two and four processes of the service over one database. */
export async function measureProcesses({ title, databaseUrl, home }: Store): Promise<Section> {
  const rows: (string | number)[][] = [];
  const first = new Map<string, number>();
  let peakMb = 0;
  for (const count of counts) {
    const services = Array.from({ length: count }, () => startService(databaseUrl, home));
    try {
      // Each prints one line of JSON in this form.
      const readies = await Promise.all(services.map(async (child) => JSON.parse(await firstLine(child)) as Ready));
      for (const each of await casesFor(readies)) {
        const { perSecond, p99Ms, failures } = await shared(readies, each);
        if (count === 1) first.set(each.title, perSecond);
        const toOne = ratio(perSecond, first.get(each.title) ?? Number.NaN);
        rows.push([each.title, count, Math.round(perSecond), rounded(p99Ms), toOne, failures]);
      }
      for (const { pid } of services) peakMb = Math.max(peakMb, peakMemory(pid) ?? 0);
    } finally {
      await Promise.all(services.map((child) => endChild(child)));
    }
  }
  rows.sort((a, b) => String(a[0]).localeCompare(String(b[0])) || Number(a[1]) - Number(b[1]));
  return {
    title,
    columns: [`${connectionsInAll} connections in all`, 'processes', 'requests/s', 'p99 ms', 'to one', 'failed'],
    rows,
    notes: [`Most memory of one process: ${peakMb} MB. The load comes from as many processes on the same machine.`],
  };
}

const wanted = ['shipment, first read', 'page of 50 shipments, first', 'track 100 references', 'create a quote'];

async function casesFor([ready]: readonly Ready[]): Promise<readonly Case[]> {
  if (!ready) return [];
  const cases = await everydayCases(ready, await headersFor(ready));
  return cases.filter(({ title }) => wanted.includes(title));
}

/** Each process gets its part of the connections and of the requests. */
async function shared(readies: readonly Ready[], { method, targets }: Case): Promise<Sum> {
  const results: LoadResult[] = await Promise.all(
    readies.map(async (ready, at) =>
      runLoad({
        url: ready.authUrl,
        headers: await headersFor(ready),
        method,
        targets:
          targets.length < readies.length ? targets : targets.filter((_, index) => index % readies.length === at),
        connections: connectionsInAll / readies.length,
        seconds,
        requestsMax,
      }),
    ),
  );
  return {
    perSecond: results.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p99Ms: Math.max(...results.map(({ p99Ms }) => p99Ms)),
    failures: results.reduce((sum, { failures }) => sum + failures, 0),
  };
}
