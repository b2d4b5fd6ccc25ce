import { parseArgs } from 'node:util';
import { buildBundle } from '../children.ts';
import { removeRateLimit } from '../http/servers.ts';
import { runToTheEnd } from '../lifecycle.ts';
import { measureOffice } from '../office/measure.ts';
import { findKinds, seedStore } from '../store.ts';

/**
 * Cost of a call for an office of signed-in people on PostgreSQL: processor time of tool server, service and database, and
 * API requests. Flags: --people 64, --calls 320 (of each kind), --shipments 2000, --mix 640 (calls of all kinds in turns),
 * --only get_shipment,list_quotes (kinds to measure), --profile FOLDER (a CPU profile of each process).
 */
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '64' },
    calls: { type: 'string', default: '320' },
    mix: { type: 'string', default: '640' },
    shipments: { type: 'string', default: '2000' },
    only: { type: 'string' },
    profile: { type: 'string' },
  },
});
const [people, calls, mixedCalls, shipments] = [values.people, values.calls, values.mix, values.shipments].map(
  Number,
) as [number, number, number, number];
if (![people, calls, mixedCalls, shipments].every((count) => Number.isSafeInteger(count) && count > 0))
  throw new Error('The flags take whole numbers.');

const overallMaxMs = 60 * 60_000;

await runToTheEnd(overallMaxMs, async (run) => {
  if (!findKinds().includes('PostgreSQL')) return;
  buildBundle();
  const store = await seedStore(run, 'PostgreSQL', shipments);
  await removeRateLimit(store.databaseUrl);
  const only = values.only?.split(',');
  run.show(await measureOffice(run, store, { people, calls, mixedCalls, only, profileFolder: values.profile }));
  await store.drop();
});
