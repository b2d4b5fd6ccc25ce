import path from 'node:path';
import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { readNow } from '../../src/cli/clock.ts';
import { formatCommandName } from '../../src/cli/command-text.ts';
import { createProgram } from '../../src/cli/program/program.ts';
import { startRun } from '../../src/cli/session.ts';

/** Creates the command line as it is declared, with examples as they read on any machine. Nothing of it reaches this process. */
export function declareProgram(): Command {
  const run = startRun({
    streams: { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() },
    env: {},
    now: readNow,
    resolvePath: (file) => path.resolve(file),
    waitForStop: () => Promise.resolve(),
  });
  return createProgram({ ...run, commandText: (words) => formatCommandName(words) });
}
