import { sandboxDatabase } from '../src/cli/opening/store-address.ts';
import { postgresMissing } from '../test/support/stores/postgres.ts';
import { measureCalls } from './calls.ts';
import { bundle } from './children.ts';
import { type Run, runToTheEnd } from './lifecycle.ts';
import { measureMorning } from './morning.ts';
import type { Cell, Section } from './report.ts';
import { type Made, makeSandbox } from './sandbox.ts';
import { measureService } from './service.ts';
import { measureStartup } from './startup.ts';
import { rounded } from './stats.ts';

/** The whole run ends by itself, whatever hangs. */
const overallMaxMs = 170_000;
const startupRuns = 15;

await runToTheEnd(overallMaxMs, async (run) => {
  bundle();
  const home = run.home();
  const made = await makeSandbox(sandboxDatabase(home), home);
  run.show(await measureStartup(run.home(), startupRuns));
  run.show(await measureCalls(run.copyOf(home)));
  run.show(await measureMorning());
  const serviceHome = run.copyOf(home);
  run.show(await measureService('SQLite', sandboxDatabase(serviceHome), serviceHome));
  run.show(await onPostgres(run, made));
});

/** The service on PostgreSQL where there is one, and how long making the sandbox took on each database. */
async function onPostgres(run: Run, sqlite: Made): Promise<Section> {
  const rows = [makingRow('SQLite', sqlite)];
  const table = {
    title: 'Making the sandbox brokerage in an empty database',
    columns: ['', 'ms', 'rows', 'rows/s'],
    rows,
  };
  if (postgresMissing !== null) return { ...table, notes: [`Not measured on PostgreSQL: ${postgresMissing}.`] };
  const { url } = await run.postgres();
  const home = run.home();
  rows.push(makingRow('PostgreSQL', await makeSandbox(url, home)));
  run.show(await measureService('PostgreSQL', url, home));
  return {
    ...table,
    notes: ['PostgreSQL runs with fsync off here, as in the tests: compare its reads, not its writes.'],
  };
}

function makingRow(name: string, { ms, rows }: Made): readonly Cell[] {
  return [name, rounded(ms), rows, Math.round((rows / ms) * 1000)];
}
