import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { awaitPoints } from './test/support/await-points.ts';
import { SlowFilesFirst } from './test/support/slow-files-first.ts';

/** Longer than any machine takes, also beside other work: it only ends a test that would hang for ever. */
const guardMs = 600_000;

export default defineConfig({
  plugins: [awaitPoints(import.meta.dirname)],
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: guardMs,
    hookTimeout: guardMs,
    teardownTimeout: guardMs,
    pool: 'forks',
    // More than cores, because much of the time of a test is waiting: for a command, a database or a pause to end.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Importing the product takes longer than most files' tests. No module of it keeps anything from test to test.
    isolate: false,
    sequence: { sequencer: SlowFilesFirst },
  },
});
