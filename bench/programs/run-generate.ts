import { parseArgs } from 'node:util';
import { buildBundle } from '../children.ts';
import { measureGeneration } from '../generate/measure.ts';
import { runToTheEnd } from '../lifecycle.ts';
import { findKinds } from '../store.ts';

/** Processor time of generating brokerages. Flag: --shipments 1000,10000,100000 (sizes; 10000 when left out). */
const { values } = parseArgs({ options: { shipments: { type: 'string', default: '10000' } } });
const sizes = values.shipments.split(',').map(Number);
if (!sizes.every((size) => Number.isSafeInteger(size) && size > 0))
  throw new Error('--shipments takes whole numbers with commas between them.');

const overallMaxMs = 60 * 60_000;

await runToTheEnd(overallMaxMs, async (run) => {
  buildBundle();
  run.show(await measureGeneration(run, findKinds(), sizes));
});
