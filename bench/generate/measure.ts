import { generateBrokerage } from '../../src/sandbox/generate.ts';
import type { BenchRun } from '../lifecycle.ts';
import { findPostmaster, readEndedChildrenCpu, readFamilyCpu } from '../process-families.ts';
import type { ReportCell, ReportTable } from '../report.ts';
import { roundValue } from '../stats.ts';
import { createEmptyStore, type StoreKind, runSeed } from '../store.ts';

/** A Friday morning at the desk. */
const madeAt = '2026-11-20T15:00:00.000Z';

/** Processor time of generating brokerages of several sizes: the rows alone, and with the database that holds them. */
export async function measureGeneration(
  run: BenchRun,
  kinds: readonly StoreKind[],
  sizes: readonly number[],
): Promise<ReportTable> {
  const rows: ReportCell[][] = [];
  for (const shipments of sizes) {
    rows.push(measureRows(shipments));
    for (const kind of kinds) rows.push(await measureSeeding(run, kind, shipments));
  }
  return {
    title: 'Generating a brokerage',
    columns: ['', 'shipments', 'program, CPU s', 'database server, CPU s', 'CPU s per 1,000 shipments'],
    rows,
    notes: [
      'SQLite and PostgreSQL: the published command `waybill seed`, from its start to its end, indexes and search included.',
    ],
  };
}

function measureRows(shipments: number): ReportCell[] {
  const before = process.cpuUsage();
  for (const batch of generateBrokerage({ seed: '1', now: madeAt, size: { shipments } })) void batch;
  const { user, system } = process.cpuUsage(before);
  return buildRow('rows alone', shipments, (user + system) / 1000, 0);
}

async function measureSeeding(run: BenchRun, kind: StoreKind, shipments: number): Promise<ReportCell[]> {
  const postmaster = kind === 'PostgreSQL' ? await findPostmaster((await run.postgres()).url) : undefined;
  const readServer = () => (postmaster === undefined ? 0 : readFamilyCpu(postmaster));
  const home = run.home();
  const databaseUrl = await createEmptyStore(run, kind, home);
  const [programBefore, serverBefore] = [readEndedChildrenCpu() ?? Number.NaN, readServer()];
  await runSeed(home, databaseUrl, shipments);
  const programMs = (readEndedChildrenCpu() ?? Number.NaN) - programBefore;
  const serverMs = readServer() - serverBefore;
  run.remove(home);
  return buildRow(kind, shipments, programMs, serverMs);
}

const buildRow = (title: string, shipments: number, programMs: number, serverMs: number): ReportCell[] => [
  title,
  shipments,
  roundValue(programMs / 1000),
  serverMs === 0 ? '-' : roundValue(serverMs / 1000),
  roundValue((programMs + serverMs) / shipments),
];
