import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { sandboxDatabase } from '../src/cli/opening/store-address.ts';
import { postgresMissing } from '../test/support/stores/postgres.ts';
import { bundle } from './children.ts';
import { newDatabase, vacuum } from './databases.ts';
import { fillLedger, ledgerSize } from './ledger.ts';
import { type Run, runToTheEnd } from './lifecycle.ts';
import { measurePeers, peersMissing } from './peers.ts';
import { measureProcesses } from './processes.ts';
import type { Cell } from './report.ts';
import { removeHome, seedSandbox } from './sandbox.ts';
import { measureScale, type Store } from './scale.ts';
import { everydayCases, ledgerCases } from './scale-cases.ts';

/** Load and scale of the service. Flags: --sizes 10000,100000 | --full (also a million), --only sqlite|postgres. */
const { values } = parseArgs({
  options: { sizes: { type: 'string' }, full: { type: 'boolean' }, only: { type: 'string' } },
});
const ordinarySizes = [10_000, 100_000];
const sizes = (
  values.sizes?.split(',').map(Number) ?? [...ordinarySizes, ...(values.full ? [1_000_000] : [])]
).toSorted((a, b) => a - b);
if (!sizes.every((size) => Number.isSafeInteger(size) && size > 0)) throw new Error('--sizes takes whole numbers.');

/** One shipment with all that belongs to it, with room to work in. */
const bytesPerShipment = 32_000;
const fixedMs = 15 * 60_000;
const msPerShipment = 6;
const overallMaxMs = fixedMs + sizes.reduce((sum, size) => sum + size, 0) * msPerShipment;

type Kind = 'SQLite' | 'PostgreSQL';
const kinds = (['SQLite', 'PostgreSQL'] as const).filter((kind) => {
  if (kind === 'PostgreSQL' && postgresMissing !== null) console.log(`Not measured on PostgreSQL: ${postgresMissing}.`);
  const isWanted = values.only === undefined || values.only === kind.toLowerCase().replace('postgresql', 'postgres');
  return isWanted && (kind === 'SQLite' || postgresMissing === null);
});
const fsyncNote = 'PostgreSQL runs with fsync off here, as in the tests: compare its reads, not its writes.';

await runToTheEnd(overallMaxMs, async (run) => {
  bundle();
  const seeding: (readonly Cell[])[] = [];
  for (const kind of kinds) for (const size of sizes) await measureSize(run, kind, size, seeding);
  run.show({
    title: 'Seeding an empty database with the published command',
    columns: ['', 'shipments', 'rows', 'seconds', 'rows/s'],
    rows: seeding,
    notes: [fsyncNote],
  });
});

async function measureSize(run: Run, kind: Kind, size: number, seeding: (readonly Cell[])[]): Promise<void> {
  const { bavail, bsize } = statfsSync(tmpdir());
  if (bavail * bsize < size * bytesPerShipment) {
    const [free, needed] = [bavail * bsize, size * bytesPerShipment].map((bytes) => Math.round(bytes / 1e9));
    console.log(
      `${size} shipments on ${kind} not measured: ${free} GB are free in ${tmpdir()}, ${needed} GB are needed.`,
    );
    return;
  }
  const home = run.home();
  const own = kind === 'SQLite' ? undefined : await newDatabase(await run.postgres());
  const store: Store = { title: `${kind}, ${size} shipments`, databaseUrl: own?.url ?? sandboxDatabase(home), home };
  const { ms, rows } = await seedSandbox(store.databaseUrl, home, size);
  seeding.push([kind, size, rows, Math.round(ms / 100) / 10, Math.round((rows / ms) * 1000)]);
  if (own) await vacuum(own.url);
  run.show(await measureScale(store, everydayCases));
  if (size === sizes[0]) await measureOnce(run, kind, store);
  await own?.drop();
  removeHome(home);
}

/** What does not depend on the number of shipments is measured on the smallest store. */
async function measureOnce(run: Run, kind: Kind, store: Store): Promise<void> {
  if (kind === 'PostgreSQL')
    run.show(await measureProcesses({ ...store, title: `${store.title}, processes of the service` }));
  if (kind === kinds[0]) {
    if (peersMissing === null) run.show(await measurePeers({ ...store, title: 'Peers, each with what it can do' }));
    else console.log(peersMissing);
  }
  await fillLedger(store.databaseUrl);
  if (kind === 'PostgreSQL') await vacuum(store.databaseUrl);
  const title = `${kind}, ${ledgerSize.carriers} more carriers and ${ledgerSize.openInvoices} more open invoices`;
  run.show(await measureScale({ ...store, title }, ledgerCases));
}
