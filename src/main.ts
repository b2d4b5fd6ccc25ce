import { runCommandLine } from './cli/commands/command-line.ts';

const exitFailed = 1;

// A reader that stopped reading, such as `| head`, wants no more; a log that nobody reads must not end the work.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) =>
  process.exit(code === 'EPIPE' ? process.exitCode : exitFailed),
);
process.stderr.on('error', () => {});

process.exitCode = await runCommandLine(process.argv.slice(2));
