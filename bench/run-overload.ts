import { parseArgs } from 'node:util';
import { bundle } from './children.ts';
import { liftRateLimit } from './http/servers.ts';
import { runToTheEnd } from './lifecycle.ts';
import { measureBeside, measureUnread } from './overload/measure.ts';
import { seedStore } from './store.ts';

/** Servers with more to do than they can. Flags: --connections 20,40, --seconds 20 (of each), --shipments 2000, --only unread|beside. */
const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '20,40' },
    seconds: { type: 'string', default: '20' },
    shipments: { type: 'string', default: '2000' },
    only: { type: 'string' },
  },
});
const counts = values.connections.split(',').map(Number);
const [seconds, shipments] = [Number(values.seconds), Number(values.shipments)];
if (![...counts, seconds, shipments].every((count) => Number.isSafeInteger(count) && count > 0))
  throw new Error('The flags take whole numbers.');

const overallMaxMs = 40 * 60_000;

await runToTheEnd(overallMaxMs, async (run) => {
  bundle();
  const store = await seedStore(run, 'SQLite', shipments);
  await liftRateLimit(store.databaseUrl);
  if (values.only !== 'beside') run.show(await measureUnread(store, counts, seconds * 1000));
  if (values.only !== 'unread') run.show(await measureBeside(store));
});
