import { type Argument, type Command, InvalidArgumentError, type Option } from 'commander';
import { formatNearestNames, suggestName } from '../../domain/text/nearest-names.ts';

export const helpName = 'help';

/** Makes an argument or an option accept these words only, and name the nearest one for any other. */
export function withChoices<Declared extends Argument | Option>(
  declared: Declared,
  names: readonly string[],
): Declared {
  declared.choices(names);
  declared.argParser((text: string) => {
    if (names.includes(text)) return text;
    const nearest = formatNearestNames(text, names);
    throw new InvalidArgumentError(
      `${nearest === '' ? '' : `Did you mean ${nearest}? `}Allowed choices are ${names.join(', ')}.`,
    );
  });
  return declared;
}

/** Gives a command that only groups others, and each such command below it, its help and its answer to unknown names. */
export function completeGroups(group: Command): void {
  if (group.commands.length === 0) return;
  for (const command of group.commands) completeGroups(command);
  refuseUnknownCommands(group);
  addHelp(group);
}

/** Refuses a word that names no command; a default command would be given it as an argument of its own. */
function refuseUnknownCommands(group: Command): void {
  group.on('command:*', ([word = '']: readonly string[]) => requireCommand(group, word));
  group.hook('preSubcommand', (parent) => {
    const [word] = parent.args;
    if (word !== undefined && !word.startsWith('-')) requireCommand(parent, word);
  });
}

/** Adds `help`, which shows the help of a command at any depth. Only the one of the program is listed. */
function addHelp(group: Command): void {
  group
    .helpCommand(false)
    .command(helpName, { hidden: group.parent !== null })
    .description('show the help of a command')
    .argument('[command...]', 'such as `approvals passkeys`')
    .action((names: readonly string[]) => {
      const command = names.reduce(requireCommand, group);
      command.outputHelp();
    });
}

function requireCommand(group: Command, name: string): Command {
  const command = group.commands.find((candidate) => candidate.name() === name);
  if (command !== undefined) return command;
  const names = group.createHelp().visibleCommands(group);
  return group.error(
    `error: unknown command '${name}'${suggestName(
      name,
      names.map((candidate) => candidate.name()),
    )}`,
  );
}
