import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildBundle } from '../children.ts';
import { buildCallsTable, chooseCases, measureProcess, measureWorld, processTable } from '../insight/calls.ts';
import { findRepeatedWorld, findWorld, parseSize, buildWorldsTable } from '../insight/worlds.ts';
import { runToTheEnd } from '../lifecycle.ts';

/** Questions over small and large brokerages. Flags: --folder where worlds are kept, --sizes 2000,100000 (a larger desk) or 7000@90,100000@1400 (an older one), --calls 20, --only lane_history,get_customer (cases whose title begins so), --million, --minutes 40. */
const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    sizes: { type: 'string', default: '2000,100000' },
    calls: { type: 'string', default: '20' },
    only: { type: 'string' },
    million: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '40' },
  },
});
const minuteMs = 60_000;

await runToTheEnd(Number(values.minutes) * minuteMs, async (run) => {
  buildBundle();
  const folder = path.resolve(values.folder ?? mkdtempSync(path.join(tmpdir(), 'waybill-insight-')));
  const calls = Number(values.calls);
  const chosen = chooseCases(values.only);
  const worlds = [];
  for (const size of values.sizes.split(',')) worlds.push(await findWorld(folder, parseSize(size)));
  const largest = worlds.at(-1);
  if (values.million && largest) worlds.push(await findRepeatedWorld(folder, largest));
  run.show(buildWorldsTable(worlds, folder));
  const measured = [];
  for (const world of worlds) measured.push(await measureWorld(world, chosen, calls));
  run.show(buildCallsTable(worlds, chosen, measured, calls));
  const processes = [];
  for (const world of worlds) processes.push(await measureProcess(world));
  run.show(processTable(processes));
});
