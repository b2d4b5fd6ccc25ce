import type { Command, Option } from 'commander';

/** Words that can be typed at one command. */
export interface CommandWords {
  /** The words that lead to it, such as `approvals list`; empty for the program. */
  readonly path: string;
  readonly options: readonly OptionWord[];
  /** Choices for its first word: a command below it, or a value of its first argument. */
  readonly first: readonly CompletionWord[];
}

export interface CompletionWord {
  readonly text: string;
  readonly does: string;
}

export interface OptionWord extends CompletionWord {
  /** With its dashes; undefined where it has none. */
  readonly short: string | undefined;
  /** Kind of value that follows it, if any. */
  readonly value: 'file' | 'text' | undefined;
}

/**
 * Lists every command of the program with its words. `values` holds those of first arguments that commander does not
 * know, by the argument's name.
 */
export function listCommandWords(
  program: Command,
  values: Readonly<Record<string, readonly CompletionWord[]>>,
  path = '',
): readonly CommandWords[] {
  const help = program.createHelp();
  const below = help.visibleCommands(program);
  const [argument] = program.registeredArguments;
  const choices = argument?.argChoices?.map((text) => ({ text, does: '' })) ?? values[argument?.name() ?? ''] ?? [];
  const commands = below.map((command) => ({ text: command.name(), does: command.description() }));
  const options = help.visibleOptions(program).flatMap(toOptionWords);
  return [
    { path, options, first: [...commands, ...choices] },
    ...below.flatMap((command) => listCommandWords(command, values, `${path} ${command.name()}`.trim())),
  ];
}

function toOptionWords({ long, short, description, required, optional, flags }: Option): readonly OptionWord[] {
  if (!long) return [];
  const value = /<(?:file|dir)>/.test(flags) ? 'file' : 'text';
  return [{ text: long, short, does: description, value: required || optional ? value : undefined }];
}
