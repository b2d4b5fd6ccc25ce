import type { Command } from 'commander';
import type { Run } from '../../session.ts';
import { toolList } from '../../../../tools/list.ts';
import { bashScript, fishScript, zshScript } from './scripts.ts';
import { wordsOf } from './words.ts';

/** The shells that a script can be made for. */
const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** Prints what a shell has to read so that it completes the commands of this program. */
export function runCompletion(shell: keyof typeof scripts, program: Command, { context, commandText }: Run): void {
  const tool = toolList.map(({ name, title }) => ({ text: name, does: title }));
  context.streams.stdout.write(scripts[shell](wordsOf(program, { tool }), commandText));
}
