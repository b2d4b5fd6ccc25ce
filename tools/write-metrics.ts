// Writes docs/reference/metrics.md from the tables of measures and dimensions: `npm run list-metrics`, after a change of one.
import { writeFileSync } from 'node:fs';
import { renderMetricsPage } from '../src/metrics/reference.ts';

writeFileSync(new URL('../docs/reference/metrics.md', import.meta.url), renderMetricsPage());
