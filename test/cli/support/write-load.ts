import type { BrokerageDatabase } from '../../../src/store/connection.ts';
import { insertBill, insertCustomer, insertInvoice } from '../../support/records/fixtures.ts';
import { listBrokenSums, readStored } from '../../support/records/ledger.ts';
import { order } from './freight.ts';
import type { ServiceReadyLine } from './service.ts';

/** Records that the load writes to: made past the API, before it begins. */
export interface LoadedDesk {
  readonly database: BrokerageDatabase;
  readonly organizationId: string;
  readonly token: string;
  readonly customerId: string;
  readonly billId: string;
  readonly invoiceId: string;
}

/** One write, which is repeated under its key until it is acknowledged. */
interface Job {
  readonly kind: keyof typeof kinds;
  /** Idempotency-Key and client key. */
  readonly key: string;
  /** Id of the record that the service says it created. */
  id?: string;
}

export interface WriteLoad {
  readonly acknowledged: () => number;
  /** Writes over several connections until the service is gone. */
  write(origin: string): Promise<void>;
  /** Writes a number of records as `write` does, and repeats each while the service says that it is unavailable. */
  writeThrough(origin: string, count: number): Promise<void>;
  /** Repeats every write that was not acknowledged, under its own key. */
  finish(origin: string): Promise<void>;
  /**
   * Lists what is wrong after every write was acknowledged: each record must be stored once, and its effects must fit.
   */
  contradictions(origin: string): Promise<string[]>;
}

/** Number of each status besides success that the load got, and of `OUTCOME_UNKNOWN`. */
export type Refusals = Map<number | 'OUTCOME_UNKNOWN', number>;

/** Answers after which a write is repeated. */
const pausesMs: Readonly<Record<number, number>> = {
  // What the killed process had begun is still being undone.
  409: 20,
  // Each killed process took a twentieth of the minute's requests with it.
  429: 500,
  503: 20,
  // Writers that wait for one another's locks in a row.
  504: 20,
};
const usualConnections = 6;
const brokenMax = 10;
const cent = 100;

const kinds = {
  quote: { path: '/quotes', table: 'quote', event: 'QUOTE_CREATED' },
  billPayment: { path: '/bill-payments', table: 'bill_payment', event: 'CARRIER_PAYMENT_CREATED' },
  payment: { path: '/payments', table: 'payment', event: 'CUSTOMER_PAYMENT_CREATED' },
  document: { path: '/documents', table: 'document', event: 'DOCUMENT_UPLOADED' },
} as const;

const kindNames = ['quote', 'billPayment', 'payment', 'document'] as const;

/** Builds content big enough that a process dies in the middle of some uploads. */
const buildContent = ({ key }: Job) => Buffer.from(`${key}\n`.repeat(20_000));

export async function prepareDesk(
  database: BrokerageDatabase,
  { url, authUrl, clientId, clientSecret }: ServiceReadyLine,
): Promise<LoadedDesk> {
  const { id: organizationId } = await database.reader
    .selectFrom('organization')
    .select('id')
    .executeTakeFirstOrThrow();
  // Before the first request: the service remembers the limit for a while.
  await database.transaction((tx) =>
    tx.updateTable('organization').set({ rate_limit_per_minute: 1_000_000 }).execute(),
  );
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret ?? '' };
  const response = await fetch(`${authUrl}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: token } = (await response.json()) as { access_token: string };
  const home = { database, organizationId };
  const events = Object.values(kinds).map(({ event }) => event);
  const subscription = { url: 'https://hooks.example/in', events, token: 'a-token-of-the-subscriber' };
  const subscribed = await send(url, token, { path: '/webhook-subscriptions', body: subscription });
  if (subscribed.status !== 201) throw new Error(JSON.stringify(subscribed.body));
  const { id: customerId } = await insertCustomer(home);
  const invoice = await insertInvoice(home, { customer_id: customerId, amount_cents: 100_000_000 });
  const bill = await insertBill(home, { status: 'APPROVED_TO_PAY', amount_cents: 100_000_000 });
  return { ...home, token, customerId, billId: bill.id, invoiceId: invoice.id };
}

export function createWriteLoad(
  desk: LoadedDesk,
  refusals: Refusals = new Map(),
  connections = usualConnections,
): WriteLoad {
  const count = (refusal: number | 'OUTCOME_UNKNOWN') => refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1);
  const jobs: Job[] = [];
  const createJob = (): Job => {
    const job = {
      kind: kindNames[jobs.length % kindNames.length] ?? 'quote',
      key: `write-${jobs.length}`,
    } satisfies Job;
    jobs.push(job);
    return job;
  };

  async function tryJob(origin: string, job: Job): Promise<void> {
    for (;;) {
      const { status, isUnknown } = await sendJob(origin, desk, job);
      if (status < 300) return;
      count(status);
      if (isUnknown) count('OUTCOME_UNKNOWN');
      const pauseMs = pausesMs[status];
      if (pauseMs === undefined) throw new Error(`${job.kind} ${job.key} was answered ${status}`);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  /**
   * Tries a job at a service that stays up: an upload that is refused before it is read may still lose its connection.
   */
  async function retryJob(origin: string, job: Job): Promise<void> {
    for (let broken = 1; ; broken += 1) {
      try {
        return await tryJob(origin, job);
      } catch (error) {
        if (!isGone(error) || broken === brokenMax) throw error;
      }
    }
  }

  async function runInParallel(work: () => Promise<boolean>): Promise<void> {
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (await work());
      }),
    );
  }

  return {
    acknowledged: () => jobs.filter(({ id }) => id !== undefined).length,
    write: (origin) =>
      runInParallel(async () => {
        try {
          await tryJob(origin, createJob());
          return true;
        } catch (error) {
          if (isGone(error)) return false;
          throw error;
        }
      }),
    async writeThrough(origin, count) {
      const end = jobs.length + count;
      await runInParallel(async () => {
        if (jobs.length >= end) return false;
        await retryJob(origin, createJob());
        return true;
      });
    },
    async finish(origin) {
      const open = jobs.filter(({ id }) => id === undefined);
      await runInParallel(async () => {
        const job = open.pop();
        if (!job) return false;
        await retryJob(origin, job);
        return true;
      });
    },
    contradictions: (origin) => listContradictions(origin, desk, jobs),
  };
}

const isGone = (error: unknown) => error instanceof TypeError && /fetch failed|terminated/.test(error.message);

interface Performed {
  readonly status: number;
  readonly isUnknown: boolean;
}

/** Sends one write, returns the status, and notes the record. */
async function sendJob(origin: string, desk: LoadedDesk, job: Job): Promise<Performed> {
  const { path } = kinds[job.kind];
  const headers = { 'idempotency-key': job.key };
  const { status, body } = await send(`${origin}/v1`, desk.token, { path, body: buildBody(desk, job), headers });
  if (status >= 300) return { status, isUnknown: JSON.stringify(body).includes('OUTCOME_UNKNOWN') };
  if (job.kind === 'document') {
    const uploaded = await upload(origin, body.uploadUrl, buildContent(job));
    if (uploaded >= 300) return { status: uploaded, isUnknown: false };
  }
  job.id = body.id;
  return { status, isUnknown: false };
}

const buildBody = ({ customerId, billId, invoiceId }: LoadedDesk, { kind, key }: Job): object =>
  ({
    quote: { key, customer: { id: customerId }, order, amount: 1500 },
    billPayment: { key, paymentDate: '2026-11-20', applications: [{ billId, amount: 1 }] },
    payment: { key, customerId, paymentDate: '2026-11-20', applications: [{ invoiceId, amount: 1 }] },
    document: { key, type: 'OTHER', fileName: 'load.txt', contentType: 'text/plain' },
  })[kind];

/** The address was made for the process that is gone: its path is good at the next one, too. */
async function upload(origin: string, address: string, content: Buffer): Promise<number> {
  const { pathname } = new URL(address);
  const headers = { 'content-type': 'text/plain' };
  const response = await fetch(`${origin}${pathname}`, { method: 'PUT', body: new Uint8Array(content), headers });
  const text = await response.text();
  return response.status === 409 && text.includes('already uploaded') ? 200 : response.status;
}

interface SentWrite {
  readonly path: string;
  readonly body?: object;
  readonly headers?: Record<string, string>;
}

async function send(url: string, token: string, { path, body, headers }: SentWrite) {
  const response = await fetch(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  // Tests read answers freely; each assertion says what it expects.
  return { status: response.status, body: (await response.json()) as any }; // eslint-disable-line typescript/no-explicit-any
}

async function listContradictions(origin: string, desk: LoadedDesk, jobs: readonly Job[]): Promise<string[]> {
  const faults = [...(await listBrokenSums(desk)), ...(await listWrongBalances(desk, jobs))];
  for (const kind of kindNames) {
    const written = jobs.filter((job) => job.kind === kind);
    faults.push(...(await listWrongRecords(desk, kind, written)));
  }
  for (const job of jobs) {
    if (job.kind === 'document' && !(await isWhole(origin, desk, job)))
      faults.push(`${job.key} lost bytes of its file`);
  }
  return faults;
}

async function listWrongBalances(desk: LoadedDesk, jobs: readonly Job[]): Promise<string[]> {
  const faults = [];
  for (const [kind, table, id] of [
    ['billPayment', 'bill', desk.billId],
    ['payment', 'invoice', desk.invoiceId],
  ] as const) {
    const expectedCents = jobs.filter((job) => job.kind === kind).length * cent;
    const paid = (await readStored(desk, table, id))?.paid_cents;
    if (paid !== expectedCents) faults.push(`the ${table} has ${paid} paid instead of ${expectedCents}`);
  }
  return faults;
}

/**
 * Lists records that are missing, or stored without an acknowledgment, and numbers and notifications that came twice.
 */
async function listWrongRecords(
  { database }: LoadedDesk,
  kind: Job['kind'],
  written: readonly Job[],
): Promise<string[]> {
  const { table, event } = kinds[kind];
  // The four tables share the columns used here.
  const rows = await database.reader
    .selectFrom(table as 'quote')
    .select(['id', 'key'])
    .where('key', 'like', 'write-%')
    .execute();
  const storedRecords = new Set(rows.map((row) => `${row.key} ${row.id}`));
  const lost = written.filter(({ key, id }) => !storedRecords.has(`${key} ${id}`)).map(({ key }) => `${key} is lost`);
  const notifications = await database.reader
    .selectFrom('webhook_delivery')
    .select('id')
    .where('event', '=', event)
    .execute();
  const isNumbered = kind !== 'document';
  const numbers = isNumbered ? await listNumbers(database, table) : [];
  return [
    ...lost,
    ...(rows.length === written.length ? [] : [`there are ${rows.length} of ${written.length} ${table}`]),
    ...(notifications.length === written.length
      ? []
      : [`${event} was told ${notifications.length} times for ${written.length}`]),
    ...(new Set(numbers).size === numbers.length ? [] : [`two ${table} have one number`]),
  ];
}

async function listNumbers(database: BrokerageDatabase, table: string): Promise<string[]> {
  // Only for the tables whose records have numbers.
  const rows = await database.reader
    .selectFrom(table as 'quote')
    .select('friendly_id')
    .execute();
  return rows.map((row) => row.friendly_id);
}

async function isWhole(origin: string, { token }: LoadedDesk, job: Job): Promise<boolean> {
  const { body } = await send(`${origin}/v1`, token, { path: `/documents/${job.id}` });
  const response = await fetch(body.downloadUrl);
  return response.status === 200 && Buffer.from(await response.arrayBuffer()).equals(buildContent(job));
}
