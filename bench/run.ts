import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { sandboxDatabase } from '../src/cli/store-address.ts';
import { postgresMissing, type PostgresServer, startPostgres } from '../test/support/postgres.ts';
import { killChildren } from './children.ts';
import { measureCalls } from './calls.ts';
import { measureMorning } from './morning.ts';
import { measureOpening } from './opening.ts';
import { type Cell, printSection, type Section, writeReport } from './report.ts';
import { copyHome, type Made, makeSandbox, newHome, removeHome } from './sandbox.ts';
import { measureService } from './service.ts';
import { rounded } from './stats.ts';

/** The whole run ends by itself, whatever hangs. */
const overallMaxMs = 170_000;

const startedAt = new Date();
const homes: string[] = [];
let postgres: Promise<PostgresServer> | undefined;
const overdue = setTimeout(
  () => void endEarly(`The run took longer than ${overallMaxMs / 1000} s and was ended.`),
  overallMaxMs,
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void endEarly(`Ended by ${signal}.`));
// A reader such as `| head` that went away must not leave children behind.
process.stdout.on('error', () => {});

try {
  await run();
} finally {
  clearTimeout(overdue);
  await cleanUp();
}

async function endEarly(reason: string): Promise<void> {
  console.error(reason);
  await cleanUp();
  process.exit(1);
}

async function cleanUp(): Promise<void> {
  killChildren();
  const server = await postgres;
  postgres = undefined;
  await server?.stop();
  for (const home of homes) removeHome(home);
}

async function run(): Promise<void> {
  execFileSync(process.execPath, ['build.mjs'], { cwd: path.join(import.meta.dirname, '..'), stdio: 'inherit' });
  const sections: Section[] = [];
  const show = (section: Section) => {
    sections.push(section);
    printSection(section);
  };
  const home = track(newHome());
  const made = await makeSandbox(sandboxDatabase(home));
  show(await measureOpening(track(newHome())));
  show(await measureCalls(track(copyHome(home))));
  show(await measureMorning());
  const serviceHome = track(copyHome(home));
  show(await measureService('SQLite', sandboxDatabase(serviceHome), serviceHome));
  show(await onPostgres(made, show));
  const seconds = rounded((Date.now() - startedAt.getTime()) / 1000);
  console.log(`\n${seconds} s in all; kept in ${writeReport(sections, startedAt, seconds)}`);
}

/** The service on PostgreSQL where there is one, and how long making the sandbox took on each database. */
async function onPostgres(sqlite: Made, show: (section: Section) => void): Promise<Section> {
  const rows = [makingRow('SQLite', sqlite)];
  const table = {
    title: 'Making the sandbox brokerage in an empty database',
    columns: ['', 'ms', 'rows', 'rows/s'],
    rows,
  };
  if (postgresMissing !== null) return { ...table, notes: [`Not measured on PostgreSQL: ${postgresMissing}.`] };
  postgres = startPostgres();
  const { url } = await postgres;
  rows.push(makingRow('PostgreSQL', await makeSandbox(url)));
  show(await measureService('PostgreSQL', url, track(newHome())));
  return {
    ...table,
    notes: ['PostgreSQL runs with fsync off here, as in the tests: compare its reads, not its writes.'],
  };
}

function makingRow(name: string, { ms, rows }: Made): readonly Cell[] {
  return [name, rounded(ms), rows, Math.round((rows / ms) * 1000)];
}

function track(home: string): string {
  homes.push(home);
  return home;
}
