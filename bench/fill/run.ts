import path from 'node:path';
import { parseArgs } from 'node:util';
import { mkdirSync } from 'node:fs';
import { getSandboxDatabase } from '../../src/cli/opening/stores/store-address.ts';
import { runToTheEnd } from '../lifecycle.ts';
import { runProgram, sourceCommand } from '../children.ts';
import { fillTable, fillWays, measureFill } from './measure.ts';

/** First fills. Flags: --sizes 2000,100000, --ways pages,export,export-one-thread, --home a data folder whose sandbox is copied, --minutes 40. */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '2000' },
    ways: { type: 'string', default: fillWays.join(',') },
    home: { type: 'string' },
    minutes: { type: 'string', default: '40' },
  },
});
const minuteMs = 60_000;

await runToTheEnd(Number(values.minutes) * minuteMs, async (run) => {
  const fills = [];
  for (const size of values.sizes.split(',').map(Number)) {
    const home = values.home === undefined ? await seed(run.home(), size) : path.resolve(values.home);
    for (const way of fillWays) {
      if (!values.ways.split(',').includes(way)) continue;
      const copiedHome = run.copyOf(home);
      fills.push(await measureFill(copiedHome, size, way));
      run.remove(copiedHome);
    }
  }
  run.show(fillTable(fills));
});

/** Generates a brokerage in a data folder. */
async function seed(home: string, shipments: number): Promise<string> {
  mkdirSync(home, { recursive: true });
  const words = ['seed', '--shipments', String(shipments), '--seed', '1', '--database', getSandboxDatabase(home)];
  const code = await runProgram(process.execPath, [sourceCommand, ...words], { WAYBILL_HOME: home });
  if (code !== 0) throw new Error(`seed ended with ${code}`);
  return home;
}
