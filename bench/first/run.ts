import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildBundle } from '../children.ts';
import { type FirstQuestion, measureFirstAnswers } from './measure.ts';
import { findWorld } from '../insight/worlds.ts';
import { runToTheEnd } from '../lifecycle.ts';

/** First answers. Flags: --folder with worlds of bench:insight, --sizes 2000,100000 of those to ask, --minutes 20. */
const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    sizes: { type: 'string', default: '2000,100000' },
    minutes: { type: 'string', default: '20' },
  },
});
const minuteMs = 60_000;
const idleMs = 15_000;

await runToTheEnd(Number(values.minutes) * minuteMs, async (run) => {
  buildBundle();
  const [empty, idle] = [run.home(), run.home()];
  const { folder } = values;
  const sizes = folder === undefined ? [] : values.sizes.split(',').map(Number);
  const questions: FirstQuestion[] = [
    { title: 'new data folder, right away', home: empty, idleMs: 0 },
    { title: 'new data folder, up for 15 s', home: idle, idleMs },
    { title: 'data folder as it was left', home: idle, idleMs: 0 },
  ];
  for (const size of sizes) {
    const { home } = await findWorld(path.resolve(folder ?? ''), { shipments: size });
    questions.push({ title: `${size} shipments, as they were left`, home, idleMs: 0 });
  }
  run.show(await measureFirstAnswers(questions));
});
