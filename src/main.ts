import path from 'node:path';
import { readNow } from './cli/clock.ts';
import { runProgram } from './cli/program/run-program.ts';

const exitFailed = 1;

// A reader that stopped reading, such as `| head`, wants no more; a log that nobody reads must not end the work.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) =>
  process.exit(code === 'EPIPE' ? process.exitCode : exitFailed),
);
process.stderr.on('error', () => {});

/** Listens from the first command that ends cleanly at a signal; any other one ends at once. */
function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
}

process.exitCode = await runProgram(process.argv.slice(2), {
  // As it is: a command that reads no input does not open it.
  streams: process,
  env: process.env,
  now: readNow,
  resolvePath: (file) => path.resolve(file),
  waitForStop: waitForSignal,
  hasThreads: true,
});
