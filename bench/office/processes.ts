import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { type IssuerAccount, startIssuer } from '../../test/support/sign-in/issuer.ts';
import { bundledCommand, endChild, readFirstLine, processCpuMs, startNode } from '../children.ts';
import type { BenchRun } from '../lifecycle.ts';
import { findPostmaster, readFamilyCpu } from '../process-families.ts';
import { createDatabase, type MeasuredStore } from '../store.ts';

/** Tool server, service and database of an office, and what they have used so far. */
export interface Office {
  readonly url: string;
  /** Header of each person who has signed in. */
  readonly authorizations: readonly string[];
  /** Processor time in ms so far. */
  readonly readCpu: () => Cpu;
  /** Counts the requests that the API has answered so far, by method and route. */
  readonly countRequests: () => ReadonlyMap<string, number>;
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

export interface OfficeOptions {
  readonly people: number;
  /** Folder for a CPU profile of each process; undefined for none. */
  readonly profileFolder: string | undefined;
}

/** Starts `waybill service` on the store and `waybill http` beside it, both on one PostgreSQL server. */
export async function openOffice(
  run: BenchRun,
  store: MeasuredStore,
  { people: peopleCount, profileFolder }: OfficeOptions,
): Promise<Office> {
  const requests = new Map<string, number>();
  const service = startNode(
    [
      ...listProfileFlags(profileFolder, 'service'),
      bundledCommand,
      'service',
      '--port',
      '0',
      '--database',
      store.databaseUrl,
    ],
    {
      environment: { WAYBILL_HOME: store.home, WAYBILL_LOG: 'info' },
      onErrors: (text) => {
        for (const [, method = '', route = ''] of text.matchAll(requestLine)) {
          const name = `${method} ${route}`;
          requests.set(name, (requests.get(name) ?? 0) + 1);
        }
      },
    },
  );
  // The line that the command prints when it answers.
  const api = JSON.parse(await readFirstLine(service)) as Record<
    'url' | 'authUrl' | 'clientId' | 'clientSecret',
    string
  >;
  const people = Array.from({ length: peopleCount }, (_, nth) => `person${nth}`);
  const accounts = people.map((name): [string, IssuerAccount] => [
    name,
    { email: `${name}@example.com`, email_verified: true, roles: ['admin'] },
  ]);
  const issuer = await startIssuer(`${origin}/mcp`, Object.fromEntries(accounts));
  const stateUrl = await createDatabase(run);
  const home = run.home();
  const signInFile = path.join(home, 'sign-in.json');
  writeFileSync(signInFile, JSON.stringify({ issuer: issuer.url, client: { id: 'desktop' } }));
  const toolServer = startNode(
    [...listProfileFlags(profileFolder, 'tool-server'), bundledCommand, 'http', '--port', String(port)],
    {
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
    },
  );
  await readFirstLine(toolServer);
  const tokens = await Promise.all(people.map((name) => issuer.token(name, { livesFor: 3600 })));
  const postmaster = await findPostmaster(store.databaseUrl);
  return {
    url: `${origin}/mcp`,
    authorizations: tokens.map((token) => `Bearer ${token}`),
    readCpu: () => ({
      toolServer: processCpuMs(toolServer.pid) ?? Number.NaN,
      service: processCpuMs(service.pid) ?? Number.NaN,
      database: readFamilyCpu(postmaster),
    }),
    countRequests: () => new Map(requests),
    countStateWrites: () => countWrites(stateUrl),
    async end() {
      await endChild(toolServer);
      await endChild(service);
      await issuer[Symbol.asyncDispose]();
    },
  };
}

/** A line of the service's log, as far as it names what was requested. */
const requestLine = /"message":"request","method":"([^"]*)"[^\n]*?"route":"([^"]*)"/g;

const listProfileFlags = (folder: string | undefined, process: string): readonly string[] =>
  folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${path.join(folder, process)}`];

async function countWrites(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ writes: string }>(
    'select sum(n_tup_ins + n_tup_upd + n_tup_del) as writes from pg_stat_user_tables',
  );
  await client.end();
  return Number(rows[0]?.writes ?? 0);
}
