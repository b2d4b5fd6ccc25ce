import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { type Account, startIssuer } from '../../test/support/sign-in/issuer.ts';
import { bundledCommand, cpuMs, endChild, firstLine, startNode } from '../children.ts';
import type { Run } from '../lifecycle.ts';
import { createDatabase, type Store } from '../store.ts';

/** Tool server, service and database of an office, and what they have used so far. */
export interface Office {
  readonly url: string;
  /** Header of each person who has signed in. */
  readonly authorizations: readonly string[];
  /** Processor time in ms so far. */
  readonly readCpu: () => Cpu;
  /** Requests that the API has answered so far. */
  readonly countRequests: () => number;
  /** Rows of the tool server's own database that were written so far. */
  readonly countStateWrites: () => Promise<number>;
  end(): Promise<void>;
}

export interface Cpu {
  readonly toolServer: number;
  readonly service: number;
  readonly database: number;
}

const port = 39_373;
const origin = `http://localhost:${port}`;

/** Starts `waybill service` on the store and `waybill http` beside it, both on one PostgreSQL server. */
export async function openOffice(run: Run, store: Store, peopleCount: number): Promise<Office> {
  let requests = 0;
  const service = startNode([bundledCommand, 'service', '--port', '0', '--database', store.databaseUrl], {
    environment: { WAYBILL_HOME: store.home, WAYBILL_LOG: 'info' },
    onErrors: (text) => {
      requests += text.split('"message":"request"').length - 1;
    },
  });
  // The line that the command prints when it answers.
  const api = JSON.parse(await firstLine(service)) as Record<'url' | 'authUrl' | 'clientId' | 'clientSecret', string>;
  const people = Array.from({ length: peopleCount }, (_, nth) => `person${nth}`);
  const accounts = people.map((name): [string, Account] => [
    name,
    { email: `${name}@example.com`, email_verified: true, roles: ['admin'] },
  ]);
  const issuer = await startIssuer(`${origin}/mcp`, Object.fromEntries(accounts));
  const stateUrl = await createDatabase(run);
  const home = run.home();
  const signInFile = path.join(home, 'sign-in.json');
  writeFileSync(signInFile, JSON.stringify({ issuer: issuer.url, client: { id: 'desktop' } }));
  const toolServer = startNode([bundledCommand, 'http', '--port', String(port)], {
    environment: {
      WAYBILL_HOME: home,
      WAYBILL_API_URL: api.url,
      WAYBILL_AUTH_URL: api.authUrl,
      WAYBILL_CLIENT_ID: api.clientId,
      WAYBILL_CLIENT_SECRET: api.clientSecret,
      WAYBILL_DATABASE_URL: stateUrl,
      WAYBILL_SIGN_IN: signInFile,
      WAYBILL_PUBLIC_URL: origin,
      WAYBILL_TOOLSETS: 'all',
    },
    showErrors: true,
  });
  await firstLine(toolServer);
  const tokens = await Promise.all(people.map((name) => issuer.token(name, { livesFor: 3600 })));
  const postmaster = await findPostmaster(store.databaseUrl);
  return {
    url: `${origin}/mcp`,
    authorizations: tokens.map((token) => `Bearer ${token}`),
    readCpu: () => ({
      toolServer: cpuMs(toolServer.pid) ?? Number.NaN,
      service: cpuMs(service.pid) ?? Number.NaN,
      database: readFamilyCpu(postmaster),
    }),
    countRequests: () => requests,
    countStateWrites: () => countWrites(stateUrl),
    async end() {
      await endChild(toolServer);
      await endChild(service);
      await issuer[Symbol.asyncDispose]();
    },
  };
}

/** Id of the process that has started the backends of a server. */
async function findPostmaster(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = readStat(rows[0]?.pid)?.parent;
  await client.end();
  if (postmaster === undefined) throw new Error('The system does not tell the parent of a process.');
  return postmaster;
}

/** Processor time of a process, of its children and of those that have ended, in ms. */
function readFamilyCpu(pid: number): number {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((child) => child > 0 && readStat(child)?.parent === pid);
  const running = [pid, ...children].reduce((sum, each) => sum + (cpuMs(each) ?? 0), 0);
  return running + (readStat(pid)?.endedChildrenMs ?? 0);
}

const tickMs = 10;

function readStat(pid: number | undefined): { readonly parent: number; readonly endedChildrenMs: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may hold spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), endedChildrenMs: (Number(fields[13]) + Number(fields[14])) * tickMs };
  } catch {
    return undefined;
  }
}

async function countWrites(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ writes: string }>(
    'select sum(n_tup_ins + n_tup_upd + n_tup_del) as writes from pg_stat_user_tables',
  );
  await client.end();
  return Number(rows[0]?.writes ?? 0);
}
