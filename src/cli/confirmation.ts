import { createInterface } from 'node:readline/promises';
import { configProblem } from './config-problem.ts';
import type { Session } from './session.ts';
import type { Streams } from './program-context.ts';

/** Asks the person at the terminal; only "yes" or "y" is a yes, and a terminal that ends says no. */
export async function confirmAt({ stdin, stderr }: Streams, question: string): Promise<boolean> {
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    const answer = await Promise.race([lines.question(`${question} [yes/no] `), ended]);
    return ['yes', 'y'].includes(answer.trim().toLowerCase());
  } finally {
    lines.close();
  }
}

/** Asks before a command that cannot be taken back, unless `--yes` was given. */
export async function isConfirmed(
  { streams, print }: Pick<Session, 'streams' | 'print'>,
  command: string,
  { yes }: { readonly yes?: boolean | undefined },
  question: string,
): Promise<boolean> {
  if (yes) return true;
  if (!streams.stdin.isTTY) throw configProblem(command, `asks: ${question} Add --yes to confirm.`);
  const isYes = await confirmAt(streams, question);
  if (!isYes) print('Nothing was changed.');
  return isYes;
}
