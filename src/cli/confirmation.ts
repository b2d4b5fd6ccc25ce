import { configProblem } from './config-problem.ts';
import type { Session } from './session.ts';
import type { Streams } from './program-context.ts';
import { askVisibly } from './terminal.ts';

/** Asks the person at the terminal. Only "yes" or "y" confirms; a terminal that ends does not. */
export async function confirmAt(streams: Streams, question: string): Promise<boolean> {
  const answer = await askVisibly(streams, `${question} [yes/no] `);
  return ['yes', 'y'].includes(answer.trim().toLowerCase());
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
