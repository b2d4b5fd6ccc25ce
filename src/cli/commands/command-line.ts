import { WaybillError } from '../../errors.ts';
import { now } from '../clock.ts';
import { sentenceOf } from '../sentence.ts';
import { openSession } from '../session.ts';
import { stopSignal } from '../stop.ts';

type ExitCode = typeof process.exitCode;

const exitFailed = 1;
const exitWrongUsage = 2;

/** Runs the command of these words to its end; what went wrong is said on stderr. Returns the exit code. */
export async function runCommandLine(words: readonly string[]): Promise<ExitCode> {
  try {
    return await run(words);
  } catch (error) {
    return explain(error);
  }
}

/** A chat client starts the tool server and waits for its list of tools: no other command is loaded for it. */
async function run(words: readonly string[]): Promise<ExitCode> {
  if (words.length === 0 || (words.length === 1 && words[0] === 'stdio')) {
    const { config, log } = await openSession();
    const { runStdio } = await import('./servers/stdio.ts');
    await runStdio(config, now, log, stopSignal());
    return process.exitCode;
  }
  const { runProgram } = await import('./program.ts');
  return await runProgram(words);
}

/** Says on stderr what went wrong, in one sentence where it can, and returns the exit code. */
function explain(error: unknown): ExitCode {
  process.stderr.write(`${sentenceOf(error)}\n`);
  return error instanceof WaybillError && error.code === 'CONFIGURATION' ? exitWrongUsage : exitFailed;
}
