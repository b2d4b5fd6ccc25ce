import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { buildBundle } from '../children.ts';
import { fillLedger, ledgerSize } from '../ledger.ts';
import { runToTheEnd } from '../lifecycle.ts';
import { measureReads } from '../reads/measure.ts';
import { findKinds, buildSeedingTable, seedStore, type MeasuredStore, runVacuum } from '../store.ts';

/** First reads of large brokerages. Flags: --sizes 10000,100000 | --full (also a million), --only sqlite|postgresql. */
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
const ledgerShipments = 10_000;
const overallMaxMs = fixedMs + sizes.reduce((sum, size) => sum + size, 0) * msPerShipment;

await runToTheEnd(overallMaxMs, async (run) => {
  buildBundle();
  const stores: MeasuredStore[] = [];
  for (const kind of findKinds().filter((each) => (values.only ?? each).toLowerCase() === each.toLowerCase())) {
    for (const size of sizes.filter(hasRoomFor)) {
      const store = await seedStore(run, kind, size);
      stores.push(store);
      run.show(await measureReads(store));
      await store.drop();
    }
    const store = await seedStore(run, kind, ledgerShipments);
    run.show(await measureReads(await addLedger(store)));
    await store.drop();
  }
  run.show(buildSeedingTable(stores));
});

function hasRoomFor(size: number): boolean {
  const { bavail, bsize } = statfsSync(tmpdir());
  const [free, needed] = [bavail * bsize, size * bytesPerShipment];
  if (free >= needed) return true;
  const [freeGb, neededGb] = [free, needed].map((bytes) => Math.round(bytes / 1e9));
  console.log(`${size} shipments not measured: ${freeGb} GB are free in ${tmpdir()}, ${neededGb} GB are needed.`);
  return false;
}

async function addLedger(store: MeasuredStore): Promise<MeasuredStore> {
  await fillLedger(store.databaseUrl);
  if (store.kind === 'PostgreSQL') await runVacuum(store.databaseUrl);
  return {
    ...store,
    title: `${store.kind}, ${ledgerSize.carriers} more carriers and ${ledgerSize.openInvoices} more open invoices`,
  };
}
