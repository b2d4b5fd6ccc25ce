import type { Command, Option } from 'commander';

/** What can be typed at one command. */
export interface CommandWords {
  /** The words that lead to it, such as `approvals list`; empty for the program. */
  readonly path: string;
  readonly options: readonly OptionWord[];
  /** What its first word may be: a command below it, or a value of its first argument. */
  readonly first: readonly Word[];
}

export interface Word {
  readonly text: string;
  readonly does: string;
}

export interface OptionWord extends Word {
  /** With its dashes; undefined where it has none. */
  readonly short: string | undefined;
  /** What follows it, if anything. */
  readonly value: 'file' | 'text' | undefined;
}

/** Every command of the program with its words. `values` holds those of first arguments that commander does not know, by the argument's name. */
export function wordsOf(
  program: Command,
  values: Readonly<Record<string, readonly Word[]>>,
  path = '',
): readonly CommandWords[] {
  const help = program.createHelp();
  const below = help.visibleCommands(program);
  const [argument] = program.registeredArguments;
  const choices = argument?.argChoices?.map((text) => ({ text, does: '' })) ?? values[argument?.name() ?? ''] ?? [];
  const commands = below.map((command) => ({ text: command.name(), does: command.description() }));
  const options = help.visibleOptions(program).flatMap(optionWord);
  return [
    { path, options, first: [...commands, ...choices] },
    ...below.flatMap((command) => wordsOf(command, values, `${path} ${command.name()}`.trim())),
  ];
}

function optionWord({ long, short, description, required, optional, flags }: Option): readonly OptionWord[] {
  if (!long) return [];
  const value = /<(?:file|dir)>/.test(flags) ? 'file' : 'text';
  return [{ text: long, short, does: description, value: required || optional ? value : undefined }];
}
