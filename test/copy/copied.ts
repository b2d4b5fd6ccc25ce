import { createCapabilitiesWithKeys } from '../../src/client/capabilities/api-capabilities.ts';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { inject } from 'vitest';
import type { ApiClient } from '../../src/client/calls/api-client.ts';
import { type ClientOptions, createClient } from '../../src/client/client.ts';
import type { Fetch } from '../../src/client/transport/network.ts';
import { type CopyOptions, openCopy, type LocalCopy } from '../../src/copy/copy.ts';
import { SANDBOX_CLIENT_ID, SANDBOX_CLIENT_SECRET } from '../../src/sandbox/kit/credentials.ts';
import type { Credentials } from '../../src/service/organization/organization.ts';
import { hashSecret } from '../../src/service/secrets/secrets.ts';
import { tables } from '../../src/store/schema.ts';
import { makeFilledCopy } from '../support/filled-copy.ts';
import { removeExport } from '../support/remove-export.ts';
import type { DatabaseName } from '../support/stores/databases.ts';
import { startOfTest, startService, type TestService } from '../support/service/service.ts';

const origin = 'http://service.test';
export const signal = new AbortController().signal;

interface CopiedOptions {
  readonly database?: DatabaseName;
  /** Left out: an organization without any record. */
  readonly shipments?: number;
  /** Seed of the generated brokerage. */
  readonly seed?: number;
  /** The copy that `open` finds was filled before: for tests that begin with a whole one. */
  readonly isFilled?: boolean;
}

/** The real service, and copies of it in a folder of their own. */
export interface CopiedService extends AsyncDisposable {
  readonly service: TestService;
  readonly credentials: Credentials;
  readonly url: string;
  readonly api: ApiClient;
  /** Assign a function to stand between the copy's client and the service. */
  readonly between: { fetch: (request: Request, next: Fetch) => Response | Promise<Response> };
  /** Requests of the copy, as paths and bodies. */
  readonly requests: { readonly path: string; readonly body: RequestBody }[];
  /** Assign a function to say what this machine's clock says. */
  readonly machine: { now: () => number };
  /** Assign a function to say whether copies may read older records. */
  readonly past: { mayRead: () => boolean };
  /** Length of each wait of the copy, in milliseconds. */
  readonly waits: number[];
  /** Opens the copy as another process would. */
  open(isEmbedded?: boolean, options?: CopyOptions): Promise<LocalCopy>;
  /** Opens the copy as a process that reads exports where the API has them. */
  openWithExport(options?: CopyOptions): Promise<LocalCopy>;
  /** Opens a separate copy and fills it now. */
  fill(): Promise<LocalCopy>;
}

// Tests read requests freely; each assertion says what it expects.
type RequestBody = any; // eslint-disable-line typescript/no-explicit-any

export async function startCopied({
  database = 'SQLite',
  shipments,
  seed = 3,
  isFilled = false,
}: CopiedOptions = {}): Promise<CopiedService> {
  const world = shipments === undefined ? undefined : { seed, now: startOfTest, size: { shipments } };
  const service = await startService(database, { ...(world && { world }), hasOwnStore: world !== undefined });
  const credentials = shipments === undefined ? await createCredentials(service) : await removeRateLimit(service);
  const folder = mkdtempSync(path.join(inject('runFolder'), 'copy-'));
  const between: CopiedService['between'] = { fetch: (request, next) => next(request) };
  const machine: CopiedService['machine'] = { now: Date.now };
  const past: CopiedService['past'] = { mayRead: () => true };
  const requests: CopiedService['requests'] = [];
  const waits: number[] = [];
  const next: Fetch = (request) => service.service.fetch(request);
  const clientOptions = {
    baseUrl: `${origin}/v1`,
    authUrl: origin,
    ...credentials,
    // Waiting takes no time here, and is over afterwards all the same.
    now: () => Date.now() + waits.reduce((sum, ms) => sum + ms, 0),
    async fetch(request: Request) {
      const { pathname } = new URL(request.url);
      if (pathname.endsWith('/filter')) requests.push({ path: pathname, body: await request.clone().json() });
      return between.fetch(request, next);
    },
  } satisfies Omit<ClientOptions, 'capabilities'>;
  const capabilities = createCapabilitiesWithKeys('proven');
  const api = createClient({ ...clientOptions, capabilities });
  const pagesApi = createClient({ ...clientOptions, capabilities: removeExport(capabilities) });
  const opened: LocalCopy[] = [];
  const buildUrl = (name: string) => `sqlite:${path.join(folder, name)}`;
  const url = buildUrl('copy.db');
  if (isFilled) await copyFile(await makeFilledCopy(world), url.slice('sqlite:'.length));
  const openAt = async (address: string, isEmbedded = true, options: CopyOptions = {}, readsExports = false) => {
    const pause = async (ms: number) => void (ms > 0 && waits.push(ms));
    const copy = await openCopy(
      address,
      {
        api: readsExports ? api : pagesApi,
        isEmbedded,
        pause,
        machineNow: () => machine.now(),
        mayReadPast: () => past.mayRead(),
      },
      options,
    );
    opened.push(copy);
    return copy;
  };
  return {
    service,
    credentials,
    url,
    api,
    between,
    machine,
    past,
    requests,
    waits,
    open: (isEmbedded, options) => openAt(url, isEmbedded, options),
    openWithExport: (options) => openAt(url, true, options, true),
    async fill() {
      const copy = await openAt(buildUrl(`copy-${opened.length}.db`));
      await copy.complete(signal);
      return copy;
    },
    async [Symbol.asyncDispose]() {
      for (const copy of opened) await copy.close();
      await Promise.all([api.close(), pagesApi.close()]);
      rmSync(folder, { recursive: true });
      await service[Symbol.asyncDispose]();
    },
  };
}

async function createCredentials({ database, organizationId, clock }: TestService): Promise<Credentials> {
  const credentials = { clientId: `wb_${randomUUID()}`, clientSecret: randomUUID() };
  const client = {
    id: credentials.clientId,
    organization_id: organizationId,
    secret_hash: hashSecret(credentials.clientSecret),
    name: 'copy of the tests',
    scopes: 'read write',
    created_at: clock.now,
  };
  await database.transaction((tx) => tx.insertInto('api_client').values(client).execute());
  return credentials;
}

async function removeRateLimit({ database }: TestService): Promise<Credentials> {
  await database.transaction((tx) =>
    tx.updateTable('organization').set({ rate_limit_per_minute: 1_000_000 }).execute(),
  );
  return { clientId: SANDBOX_CLIENT_ID, clientSecret: SANDBOX_CLIENT_SECRET };
}

/** Reads the id of the generated brokerage's organization. */
export async function readSandboxId({ service }: { readonly service: Pick<TestService, 'database'> }): Promise<string> {
  const organizations = service.database.reader.selectFrom('organization').select('id').where('is_sandbox', '=', 1);
  return (await organizations.executeTakeFirstOrThrow()).id;
}

type StoreRow = Readonly<Record<string, unknown>>;

/** Tables that the copy and the service's own store both have, with a row for each live record. */
const sharedTables = [
  'shipment',
  'freight_order',
  'load',
  'load_carrier',
  'service',
  'quote',
  'bill',
  'bill_payment',
  'invoice',
  'payment',
  'credit_memo',
  'carrier',
  'customer',
  'vendor',
  'location',
  'document',
  'user_account',
] as const;

/** Children without a time of deletion, and the record that they live with. */
const childTables = [
  ['bill_payment_application', 'bill_payment', 'bill_payment_id'],
  ['payment_application', 'payment', 'payment_id'],
  ['credit_application', 'credit_memo', 'credit_memo_id'],
  ['load_stop', 'load', 'load_id'],
] as const;

/** Columns that the API shows in another form than the store holds. */
const shownOtherwise: readonly string[] = [
  'equipment',
  'equipments',
  'type document',
  'status vendor',
  'status carrier',
  'type carrier',
];

/** Compares the rows of the copy with those of the service's store, in the columns that both have, without the API. */
export async function compareWithStore(
  copy: LocalCopy,
  service: Pick<TestService, 'database'>,
  organizationId: string,
) {
  const differences: Record<string, readonly unknown[]> = {};
  for (const table of sharedTables) {
    const copied = table === 'document' ? "type = 'PROOF_OF_DELIVERY' and" : '';
    const condition = `${copied} organization_id = '${organizationId}' and deleted_at is null`;
    Object.assign(differences, await compare(copy, service, table, condition));
  }
  for (const [table, parent, column] of childTables) {
    const parents = `select id from ${parent} where organization_id = '${organizationId}' and deleted_at is null`;
    Object.assign(differences, await compare(copy, service, table, `${column} in (${parents})`));
  }
  return differences;
}

async function compare(
  copy: LocalCopy,
  { database }: Pick<TestService, 'database'>,
  table: keyof typeof tables,
  condition: string,
): Promise<Record<string, readonly unknown[]>> {
  const storeColumns = new Set(Object.keys(tables[table].columns));
  const columns = (await copy.read(`pragma table_info(${table})`))
    .map(({ name }) => String(name))
    .filter(
      (name) =>
        storeColumns.has(name) && !shownOtherwise.some((column) => column === name || column === `${name} ${table}`),
    );
  const text = `select ${columns.join(', ')} from ${table}`;
  const { rows: stored } = await sql<StoreRow>`${sql.raw(`${text} where ${condition}`)}`.execute(database.reader);
  const copied = await copy.read(text);
  const [copiedRows, storedRows] = [copied, stored].map((rows) => new Set(rows.map((row) => JSON.stringify(row))));
  const more = [...(copiedRows?.difference(storedRows ?? new Set()) ?? [])].map((row) => `copy: ${row}`);
  const missing = [...(storedRows?.difference(copiedRows ?? new Set()) ?? [])].map((row) => `store: ${row}`);
  return more.length + missing.length === 0 ? {} : { [table]: [...more, ...missing].slice(0, 6) };
}
