import { runToTheEnd } from '../lifecycle.ts';
import { measurePatterns } from '../patterns/measure.ts';

/** Regular expressions of the product on long runs of one separator. It has no flags. */
const overallMaxMs = 10 * 60_000;

await runToTheEnd(overallMaxMs, async (run) => {
  for (const section of await measurePatterns()) run.show(section);
});
