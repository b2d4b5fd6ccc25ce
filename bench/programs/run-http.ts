import { parseArgs } from 'node:util';
import { buildBundle } from '../children.ts';
import { measureCallsOverHttp, measureGrowth, measureProcesses } from '../http/measure.ts';
import { removeRateLimit } from '../http/servers.ts';
import { runToTheEnd } from '../lifecycle.ts';
import { findKinds, seedStore } from '../store.ts';

/** Many clients over HTTP. Flags: --clients 64, --calls 2000 (of each kind), --memory-calls 100000, --processes 1,2,4. */
const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '64' },
    calls: { type: 'string', default: '2000' },
    'memory-calls': { type: 'string', default: '100000' },
    processes: { type: 'string', default: '1,2,4' },
  },
});
const [clients, calls, memoryCalls] = [values.clients, values.calls, values['memory-calls']].map(Number);
const counts = values.processes.split(',').map(Number);
if (![clients, calls, memoryCalls, ...counts].every((count) => Number.isSafeInteger(count) && Number(count) > 0))
  throw new Error('The flags take whole numbers.');
const sizes = { clients: Number(clients), calls: Number(calls) };

const shipments = 2000;
const overallMaxMs = 60 * 60_000;

await runToTheEnd(overallMaxMs, async (run) => {
  buildBundle();
  for (const kind of findKinds()) {
    const store = await seedStore(run, kind, shipments);
    await removeRateLimit(store.databaseUrl);
    if (kind === 'PostgreSQL') run.show(await measureProcesses(store, { ...sizes, counts }));
    else {
      run.show(await measureCallsOverHttp(store, sizes));
      run.show(await measureGrowth(store, { ...sizes, calls: Number(memoryCalls) }));
    }
    await store.drop();
  }
});
