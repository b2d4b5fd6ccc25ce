import { startNode } from './children.ts';
import { bundledCommand } from './startup.ts';

/** The line that a service prints when it answers. */
export interface Ready {
  readonly url: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export type Headers = Record<string, string>;

/** What the benchmarks use of a record. */
export interface Known {
  readonly id: string;
  readonly friendlyId: string;
}

interface Page<Item> {
  readonly data: readonly Item[];
  readonly pagination?: { readonly endCursor: string | null };
  readonly pageInfo?: { readonly endCursor: string | null };
}

const pageSizeMax = 250;

export const startService = (databaseUrl: string, home: string) =>
  startNode([bundledCommand, 'service', '--port', '0', '--database', databaseUrl], {
    environment: { WAYBILL_HOME: home },
    cwd: home,
    showErrors: true,
  });

export async function headersFor(ready: Ready): Promise<Headers> {
  return { authorization: `Bearer ${await tokenOf(ready)}`, 'content-type': 'application/json' };
}

async function tokenOf({ authUrl, clientId, clientSecret }: Ready): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const response = await fetch(`${authUrl}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return token;
}

/** One page of a filter operation. */
export async function readPage<Item = Known>(
  { url }: Ready,
  headers: Headers,
  path: string,
  request: { readonly pageSize?: number; readonly cursor?: string | null; readonly filter?: object } = {},
): Promise<{ data: readonly Item[]; endCursor: string | null }> {
  const body = JSON.stringify({ pageSize: pageSizeMax, ...request });
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
  // The API's own answer.
  const { data, pagination, pageInfo } = (await response.json()) as Page<Item>;
  return { data, endCursor: (pagination ?? pageInfo)?.endCursor ?? null };
}

/** Up to so many records of a collection, newest first, and the cursors that were met on the way. */
export async function readMany<Item = Known>(
  ready: Ready,
  headers: Headers,
  path: string,
  countMax: number,
): Promise<{ records: Item[]; cursors: string[] }> {
  const records: Item[] = [];
  const cursors: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { data: readonly Item[]; endCursor: string | null } = await readPage<Item>(ready, headers, path, {
      cursor,
    });
    for (const record of page.data) records.push(record);
    cursor = page.endCursor;
    if (cursor !== null) cursors.push(cursor);
  } while (cursor !== null && records.length < countMax);
  return { records, cursors };
}
