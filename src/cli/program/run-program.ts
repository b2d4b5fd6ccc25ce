import { WaybillError } from '../../errors.ts';
import { formatErrorSentence } from '../sentence.ts';
import { type Run, startRun } from '../session.ts';
import type { ProgramContext } from '../program-context.ts';

const exitFailed = 1;
const exitWrongUsage = 2;

/**
 * Runs the command of these words to its end, with nothing of the process but what is passed in: several may run in one
 * process at a time. Writes what went wrong to stderr. Returns the exit code.
 */
export async function runProgram(words: readonly string[], context: ProgramContext): Promise<number> {
  const run = startRun(context);
  try {
    return await runWords(words, run);
  } catch (error) {
    context.streams.stderr.write(`${formatErrorSentence(error, run.commandText)}\n`);
    return error instanceof WaybillError && error.code === 'CONFIGURATION' ? exitWrongUsage : exitFailed;
  } finally {
    await run.end();
  }
}

/** A chat client starts the tool server and waits for its list of tools: no other command is loaded for it. */
async function runWords(words: readonly string[], run: Run): Promise<number> {
  if (words.length === 0 || (words.length === 1 && words[0] === 'stdio')) {
    run.usePlaces({ isServer: true });
    const session = await run.openSession();
    return (await import('../commands/servers/stdio.ts')).runStdio(session);
  }
  return (await import('./program.ts')).runCommand(words, run);
}
