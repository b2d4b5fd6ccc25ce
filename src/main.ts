import { now } from './cli/clock.ts';
import { sentenceOf } from './cli/sentence.ts';
import { openSession } from './cli/session.ts';
import { stopSignal } from './cli/stop.ts';
import { WaybillError } from './errors.ts';

const exitFailed = 1;
const exitWrongUsage = 2;

// A reader that stopped reading, such as `| head`, wants no more; a log that nobody reads must not end the work.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) =>
  process.exit(code === 'EPIPE' ? process.exitCode : exitFailed),
);
process.stderr.on('error', () => {});

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.exitCode = explain(error);
}

/** A chat client starts the tool server and waits for its list of tools: no other command is loaded for it. */
async function run(words: readonly string[]): Promise<void> {
  if (words.length === 0 || (words.length === 1 && words[0] === 'stdio')) {
    const { config, log } = await openSession();
    const { runStdio } = await import('./cli/commands/stdio.ts');
    return runStdio(config, now, log, stopSignal());
  }
  const { runProgram } = await import('./cli/commands/program.ts');
  process.exitCode = await runProgram();
}

/** Says on stderr what went wrong, in one sentence where it can, and returns the exit code. */
function explain(error: unknown): number {
  process.stderr.write(`${sentenceOf(error)}\n`);
  return error instanceof WaybillError && error.code === 'CONFIGURATION' ? exitWrongUsage : exitFailed;
}
