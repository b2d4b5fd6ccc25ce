import { defineConfig } from 'vitest/config';

/** Longer than any machine takes, also beside other work: it only ends a test that would hang for ever. */
const guardMs = 600_000;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: guardMs,
    hookTimeout: guardMs,
    teardownTimeout: guardMs,
    pool: 'forks',
    maxWorkers: '100%',
    // Importing the product takes longer than most files' tests. No module of it keeps anything from test to test.
    isolate: false,
  },
});
