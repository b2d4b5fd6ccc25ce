import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openStore } from '../../src/cli/opening/stores/open-store.ts';
import type { LoadCall } from './load.ts';
import { bundledCommand, endChild, readFirstLine, startNode } from '../children.ts';
import { readShipmentIds, type MeasuredStore } from '../store.ts';

const askAgainMs = 200;

const bareScript = fileURLToPath(new URL('./bare-http.ts', import.meta.url));

export interface HttpServer {
  readonly url: string;
  readonly pid: number | undefined;
  end(): Promise<void>;
}

/** The published command over HTTP, on the brokerage of a store. Several of one store share all that they keep. */
export async function startWaybillHttp(
  { home, databaseUrl }: Pick<MeasuredStore, 'home'> & Partial<Pick<MeasuredStore, 'databaseUrl'>>,
  { isFilled = true } = {},
): Promise<HttpServer> {
  const server = await startServer([bundledCommand, 'http', '--port', '0'], {
    WAYBILL_HOME: home,
    ...(databaseUrl !== undefined && { WAYBILL_DATABASE_URL: databaseUrl }),
    WAYBILL_TOOLSETS: 'all',
  });
  if (isFilled) await waitForCopy(server.url);
  return server;
}

/** Waits until the copy is filled, which happens beside the first calls and would be counted as theirs. */
export async function waitForCopy(url: string): Promise<void> {
  const ready = new URL('/readyz?wait=copy', url);
  while (!(await fetch(ready)).ok) await setTimeout(askAgainMs);
}

export const startBareHttp = (): Promise<HttpServer> => startServer([bareScript]);

async function startServer(args: readonly string[], environment: Record<string, string> = {}): Promise<HttpServer> {
  const child = startNode(args, { environment, showErrors: true });
  // The line that either server prints when it answers.
  const { url } = JSON.parse(await readFirstLine(child)) as { url: string };
  return { url, pid: child.pid, end: () => endChild(child) };
}

/**
 * Lifts the rate limit of the sandbox, which is that of a usual brokerage: fewer requests in a minute than are measured
 * here.
 */
export async function removeRateLimit(databaseUrl: string): Promise<void> {
  const database = await openStore(databaseUrl);
  await database.transaction((tx) =>
    tx.updateTable('organization').set({ rate_limit_per_minute: 100_000_000 }).execute(),
  );
  await database.close();
}

/** The echo of the bare server, which no brokerage is asked for. */
export const echo: LoadCall = { tool: 'echo', input: (place) => ({ text: `call ${place}` }) };

/** Lists calls of Waybill: one without a request to the brokerage, one record, and a list. */
export async function listReadCalls({ databaseUrl }: MeasuredStore): Promise<readonly LoadCall[]> {
  const ids = await readShipmentIds(databaseUrl, 1000);
  return [
    { tool: 'describe_metrics', input: () => ({}) },
    {
      tool: 'api_read',
      input: (place) => ({ operation: 'shipments.get', input: { id: ids[place % ids.length] } }),
    },
    { tool: 'list_quotes', input: (place) => ({ limit: 5 + (place % 5) }) },
  ];
}
