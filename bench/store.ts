import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { openStore } from '../src/cli/opening/stores/open-store.ts';
import { getSandboxDatabase } from '../src/cli/opening/stores/store-address.ts';
import { postgresMissing } from '../test/support/stores/postgres.ts';
import { bundledCommand, waitForEnd, readFirstLine, startNode } from './children.ts';
import type { BenchRun } from './lifecycle.ts';
import type { ReportCell, ReportTable } from './report.ts';

export type StoreKind = 'SQLite' | 'PostgreSQL';

/** A generated brokerage that is measured. */
export interface MeasuredStore {
  readonly title: string;
  readonly kind: StoreKind;
  readonly databaseUrl: string;
  readonly home: string;
  readonly shipments: number;
  /** Its row of the table of seeding. */
  readonly seeding: readonly ReportCell[];
  /** Gives its disk space back before the end of the run. */
  drop(): Promise<void>;
}

/** The summary that `waybill seed` prints. */
interface SeedSummary {
  readonly seconds: number;
  readonly rows: number;
}

/** Fills an empty database with the published command. */
export async function runSeed(home: string, databaseUrl: string, shipments: number): Promise<SeedSummary> {
  const args = ['seed', '--shipments', String(shipments), '--seed', '1', '--database', databaseUrl];
  const child = startNode([bundledCommand, ...args], { environment: { WAYBILL_HOME: home }, cwd: home });
  // What the command prints.
  const summary = JSON.parse(await readFirstLine(child)) as SeedSummary;
  await waitForEnd(child);
  return summary;
}

export const createEmptyStore = async (run: BenchRun, kind: StoreKind, home: string): Promise<string> =>
  kind === 'SQLite' ? getSandboxDatabase(home) : createDatabase(run);

/** Seeds an empty database with the published command. */
export async function seedStore(run: BenchRun, kind: StoreKind, shipments: number): Promise<MeasuredStore> {
  const home = run.home();
  const databaseUrl = await createEmptyStore(run, kind, home);
  const { seconds, rows } = await runSeed(home, databaseUrl, shipments);
  if (kind === 'PostgreSQL') await runVacuum(databaseUrl);
  return {
    title: `${kind}, ${shipments} shipments`,
    kind,
    databaseUrl,
    home,
    shipments,
    seeding: [kind, shipments, rows, seconds, Math.round(rows / seconds)],
    async drop() {
      if (kind === 'PostgreSQL') await dropDatabase(run, databaseUrl);
      run.remove(home);
    },
  };
}

export const buildSeedingTable = (stores: readonly MeasuredStore[]): ReportTable => ({
  title: 'Seeding an empty database with the published command',
  columns: ['', 'shipments', 'rows', 'seconds', 'rows/s'],
  rows: stores.map(({ seeding }) => seeding),
  notes: ['PostgreSQL runs with fsync off here, as in the tests: compare its reads, not its writes.'],
});

/** The databases of this machine. */
export function findKinds(): readonly StoreKind[] {
  if (postgresMissing === null) return ['SQLite', 'PostgreSQL'];
  console.log(`Not measured on PostgreSQL: ${postgresMissing}.`);
  return ['SQLite'];
}

/** Ids of so many shipments, read past the service. */
export async function readShipmentIds(databaseUrl: string, count: number): Promise<string[]> {
  const database = await openStore(databaseUrl);
  const rows = await database.reader.selectFrom('shipment').select('id').orderBy('id').limit(count).execute();
  await database.close();
  return rows.map(({ id }) => id);
}

/** Creates an empty database on the run's own server. */
export async function createDatabase(run: BenchRun): Promise<string> {
  const { url } = await run.postgres();
  const name = `bench_${randomBytes(6).toString('hex')}`;
  await execute(url, `create database ${name}`);
  return url.replace(/\/[^/]*$/, `/${name}`);
}

async function dropDatabase(run: BenchRun, databaseUrl: string): Promise<void> {
  const { url } = await run.postgres();
  await execute(url, `drop database ${databaseUrl.split('/').at(-1)} with (force)`);
}

/** Vacuums the database, which PostgreSQL would do by itself a minute after the writes, during the measured reads. */
export const runVacuum = (url: string): Promise<void> => execute(url, 'vacuum analyze');

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
