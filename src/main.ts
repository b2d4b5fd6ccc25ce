import { CommanderError } from 'commander';
import { createProgram } from './cli/commands/program.ts';
import { sentenceOf } from './cli/sentence.ts';
import { WaybillError } from './errors.ts';

const exitFailed = 1;
const exitWrongUsage = 2;

const program = createProgram();
for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)])
  command.exitOverride();

// A reader that stopped reading, such as `| head`, wants no more; a log that nobody reads must not end the work.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) =>
  process.exit(code === 'EPIPE' ? process.exitCode : exitFailed),
);
process.stderr.on('error', () => {});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = explain(error);
}

/** Says on stderr what went wrong, in one sentence where it can, and answers the exit code. */
function explain(error: unknown): number {
  // Commander has already written its own sentence, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitWrongUsage;
  process.stderr.write(`${sentenceOf(error)}\n`);
  return error instanceof WaybillError && error.code === 'CONFIGURATION' ? exitWrongUsage : exitFailed;
}
