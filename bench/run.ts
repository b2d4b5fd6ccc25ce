import { measureCalls } from './calls.ts';
import { buildBundle } from './children.ts';
import { runToTheEnd } from './lifecycle.ts';
import { measureMorning } from './morning.ts';
import { measureReads } from './reads/measure.ts';
import { measureStartup } from './startup.ts';
import { findKinds, buildSeedingTable, seedStore, type MeasuredStore } from './store.ts';

/** The whole run ends by itself, whatever hangs. */
const overallMaxMs = 170_000;
const startupRuns = 15;
/** Enough that no read meets a shipment of another. */
const shipments = 7000;

await runToTheEnd(overallMaxMs, async (run) => {
  buildBundle();
  run.show(await measureStartup(run.home(), startupRuns));
  run.show(await measureMorning(run.home()));
  const stores: MeasuredStore[] = [];
  for (const kind of findKinds()) {
    const store = await seedStore(run, kind, shipments);
    stores.push(store);
    if (kind === 'SQLite') run.show(await measureCalls(run.copyOf(store.home)));
    run.show(await measureReads(store));
  }
  run.show(buildSeedingTable(stores));
});
