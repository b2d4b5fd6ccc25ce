import path from 'node:path';
import { mergeConfig } from 'vitest/config';
import config from '../../vitest.config.ts';

/** The usual run, in which each file's processor time is noted too. */
export default mergeConfig(config, {
  test: { setupFiles: [path.join(import.meta.dirname, 'cpu-setup.ts')] },
});
