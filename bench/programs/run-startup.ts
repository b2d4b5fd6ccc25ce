import { parseArgs } from 'node:util';
import { buildBundle } from '../children.ts';
import { runToTheEnd } from '../lifecycle.ts';
import { measureStartup } from '../startup.ts';

/** The start alone. Flag: --runs 30. */
const { values } = parseArgs({ options: { runs: { type: 'string', default: '15' } } });
const overallMaxMs = 600_000;

await runToTheEnd(overallMaxMs, async (run) => {
  buildBundle();
  run.show(await measureStartup(run.home(), Number(values.runs)));
});
