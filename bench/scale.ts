import { headersFor, type Headers, type Ready, startService } from './api.ts';
import { endChild, firstLine, peakMemory } from './children.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import type { Cell, Section } from './report.ts';
import { runLoad, startBareServer } from './run-load.ts';
import { type Case, widths } from './scale-cases.ts';
import { ratio, rounded } from './stats.ts';

const seconds = 2;
const requestsMax = 200_000;
/** Connections: one waiting client, a desk, and enough to keep a process busy. */

export interface Store {
  readonly title: string;
  readonly databaseUrl: string;
  readonly home: string;
}

type CasesOf = (ready: Ready, headers: Headers) => Promise<readonly Case[]> | readonly Case[];

/** Every case at each width, beside a bare route of the service's framework in the same minute. */
export async function measureScale({ title, databaseUrl, home }: Store, casesOf: CasesOf): Promise<Section> {
  const bare = startBareServer();
  const service = startService(databaseUrl, home);
  try {
    // Both print one line of JSON in this form.
    const { url: bareUrl } = JSON.parse(await firstLine(bare)) as Ready;
    const ready = JSON.parse(await firstLine(service)) as Ready;
    const headers = await headersFor(ready);
    const cases = await casesOf(ready, headers);
    const base = await atEachWidth({ url: bareUrl, headers: {} }, bareRoute);
    const rows = [row(bareRoute.title, base, base)];
    for (const each of cases)
      rows.push(row(each.title, await atEachWidth({ url: ready.authUrl, headers }, each), base));
    return {
      title,
      columns: scaleColumns,
      rows,
      notes: [
        `Peak memory of the service: ${peakMemory(service.pid) ?? 'unknown'} MB; of the bare server: ${peakMemory(bare.pid) ?? 'unknown'} MB.`,
      ],
    };
  } finally {
    await Promise.all([service, bare].map((child) => endChild(child)));
  }
}

const bareRoute: Case = { title: 'bare hono route', method: 'GET', targets: [{ path: '/' }] };

export const scaleColumns = [
  '',
  ...widths.flatMap((width) => [`${width}: req/s`, 'p50 ms', 'p99 ms', 'to bare']),
  'failed',
];

type Measured = LoadResult | undefined;

/** What is to be asked once only is shared out between the widths; undefined where a width would meet itself. */
export async function atEachWidth(
  target: Pick<LoadOrder, 'url' | 'headers'>,
  { method, targets, isOnce, isApart }: Case,
): Promise<Measured[]> {
  const results: Measured[] = [];
  for (const [at, connections] of widths.entries()) {
    const share = isOnce || isApart ? targets.filter((_, index) => index % widths.length === at) : targets;
    const max = isOnce ? share.length : requestsMax;
    const order = { ...target, method, targets: share, connections, seconds, requestsMax: max };
    results.push(isApart && share.length <= 2 * connections ? undefined : await runLoad(order));
  }
  return results;
}

export function row(title: string, results: readonly Measured[], base: readonly Measured[]): readonly Cell[] {
  const failures = results.reduce((sum, result) => sum + (result?.failures ?? 0), 0);
  return [title, ...results.flatMap((result, at) => cells(result, base[at])), failures];
}

const cells = (result: Measured, base: Measured): readonly Cell[] =>
  result
    ? [
        Math.round(result.perSecond),
        rounded(result.p50Ms),
        rounded(result.p99Ms),
        ratio(result.perSecond, base?.perSecond ?? Number.NaN),
      ]
    : ['-', '-', '-', '-'];
