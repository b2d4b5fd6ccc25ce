import type { Command } from 'commander';
import type { Run } from '../../session.ts';
import { toolList } from '../../../../tools/list.ts';
import { buildBashScript, buildFishScript, buildZshScript } from './scripts.ts';
import { listCommandWords } from './words.ts';

/** The shells that a script can be made for. */
const scripts = { bash: buildBashScript, zsh: buildZshScript, fish: buildFishScript } as const;

/** Prints what a shell has to read so that it completes the commands of this program. */
export function runCompletion(shell: keyof typeof scripts, program: Command, { context, commandText }: Run): void {
  const tool = toolList.map(({ name, title }) => ({ text: name, does: title }));
  context.streams.stdout.write(scripts[shell](listCommandWords(program, { tool }), commandText));
}
