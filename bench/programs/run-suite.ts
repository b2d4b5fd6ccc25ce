import { runToTheEnd } from '../lifecycle.ts';
import { measureSuite } from '../suite/measure.ts';

/** The tests themselves. Arguments are those of Vitest, such as the files to run: `npm run bench:suite -- test/domain`. */
const args = process.argv.slice(2);
const overallMaxMs = 4 * 60 * 60_000;

await runToTheEnd(overallMaxMs, async (run) => {
  const { sections, code } = await measureSuite({ args, home: run.home() });
  for (const section of sections) run.show(section);
  process.exitCode = code;
});
