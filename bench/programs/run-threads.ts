import { parseArgs } from 'node:util';
import { buildBundle } from '../children.ts';
import { runToTheEnd } from '../lifecycle.ts';
import { seedStore } from '../store.ts';
import { measureServiceThread, measureThreads } from '../threads/measure.ts';

/** Costs of SQLite and of the service in threads, compared with the same work in the caller's thread. Flags: --shipments 2000, --rounds 200 calls of each kind in a block. */
const { values } = parseArgs({
  options: { shipments: { type: 'string', default: '2000' }, rounds: { type: 'string', default: '200' } },
});
const overallMaxMs = 15 * 60_000;

await runToTheEnd(overallMaxMs, async (run) => {
  buildBundle();
  const store = await seedStore(run, 'SQLite', Number(values.shipments));
  run.show(await measureThreads(store.home, Number(values.rounds)));
  run.show(await measureServiceThread(store.home, Number(values.rounds)));
});
