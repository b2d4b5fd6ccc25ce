import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildBundle, bundledCommand } from '../children.ts';
import { removeRateLimit } from '../http/servers.ts';
import { runToTheEnd } from '../lifecycle.ts';
import { measureBeside, measureUnread } from '../overload/measure.ts';
import { seedStore } from '../store.ts';

/**
 * Servers with more to do than they can. Flags: --connections 20,40, --seconds 20 (of each), --shipments 2000, --only
 * unread|beside, --rounds 1 and --reads 100 (of what stands beside), and --against NAME=FOLDER, once for each other version to measure in
 * turns with this one: `node build.mjs FOLDER` in its checkout makes the folder.
 */
const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '20,40' },
    seconds: { type: 'string', default: '20' },
    shipments: { type: 'string', default: '2000' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '1' },
    reads: { type: 'string', default: '100' },
    against: { type: 'string', multiple: true, default: [] },
  },
});
const counts = values.connections.split(',').map(Number);
const [seconds, shipments] = [Number(values.seconds), Number(values.shipments)];
const [rounds, reads] = [Number(values.rounds), Number(values.reads)];
const versions = [['this version', bundledCommand], ...values.against.map(readVersion)] as const;
if (![...counts, seconds, shipments, rounds, reads].every((count) => Number.isSafeInteger(count) && count > 0))
  throw new Error('The flags take whole numbers.');

const overallMaxMs = 40 * 60_000;

await runToTheEnd(overallMaxMs, async (run) => {
  buildBundle();
  const store = await seedStore(run, 'SQLite', shipments);
  await removeRateLimit(store.databaseUrl);
  if (values.only !== 'beside') run.show(await measureUnread(store, counts, seconds * 1000));
  if (values.only !== 'unread') run.show(await measureBeside(run, store, { versions, rounds, reads }));
});

function readVersion(text: string): readonly [name: string, command: string] {
  const [name = '', folder] = text.split('=');
  if (folder === undefined) throw new Error('--against takes NAME=FOLDER.');
  return [name, path.join(folder, 'waybill.mjs')];
}
