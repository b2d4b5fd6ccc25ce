import type { Argument, Command, Option } from 'commander';
import { formatTable, joinLines } from './markdown.ts';

/** The reference of the command line as a page of Markdown. */
export function buildCommandsPage(program: Command): string {
  const commands = program.commands.filter((command) => command.name() !== 'help');
  const groups = Map.groupBy(commands, (command) => command.helpGroup().replace(/:$/, '') || 'Commands');
  return joinLines([
    '# Commands',
    '',
    'Look up any command here, with its options and examples. `npm run list-tools` writes this page from the command line itself;',
    '`waybill help COMMAND` prints the same in a terminal. In a checkout, type `npm run -s waybill -- COMMAND` in place of',
    '`waybill COMMAND`; without installing anything, `npx -y waybill COMMAND`.',
    '',
    ...formatTable(
      ['command', 'what it does'],
      commands.map((command) => [
        `[\`${command.name()}\`](#waybill-${command.name()})`,
        toSentence(command.description()),
      ]),
    ),
    '',
    '## For every command',
    '',
    'These come before the name of the command: `waybill --home /srv/desk doctor`.',
    '',
    ...formatOptions(program),
    '',
    ...formatTable(
      ['exit code', 'meaning'],
      [
        ['0', 'Done.'],
        ['1', 'It failed, or was refused.'],
        ['2', 'Wrong usage, or a wrong setting. Nothing was done.'],
        ['3', 'A person has to approve first (`waybill call`).'],
      ],
    ),
    ...[...groups].flatMap(([title, members]) => [
      '',
      `## ${title}`,
      ...members.flatMap((command) => formatCommand(command)),
    ]),
    '',
  ]);
}

function formatCommand(command: Command, path = ''): readonly string[] {
  const name = `${path}${command.name()}`;
  const children = command.commands.filter((child) => child.name() !== 'help');
  const options = command.options.filter(({ hidden }) => !hidden);
  const described = command.registeredArguments.filter(
    (argument) => argument.description !== '' || argument.argChoices,
  );
  return [
    '',
    `${path === '' ? '###' : '####'} waybill ${name}`,
    '',
    toSentence(command.description()),
    '',
    ...(children.length > 0 ? [] : ['```text', formatUsage(command, name), '```', '']),
    ...(described.length > 0 ? [...formatTable(['argument', 'meaning'], described.map(toArgumentRow)), ''] : []),
    ...(options.length > 0 ? [...formatOptions(command), ''] : []),
    ...formatExamples(command),
    ...children.flatMap((child) => formatCommand(child, `${name} `)),
  ];
}

function formatUsage({ registeredArguments, options }: Command, name: string): string {
  const words = registeredArguments.map((argument) => {
    const word = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? `<${word}>` : `[${word}]`;
  });
  const required = options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags);
  return ['waybill', name, ...words, ...required, ...(options.length > required.length ? ['[options]'] : [])].join(' ');
}

function toArgumentRow(argument: Argument): readonly string[] {
  const choices = argument.argChoices?.map((choice) => `\`${choice}\``).join(', ');
  return [`\`${argument.name()}\``, [argument.description, choices].filter(Boolean).join(': ')];
}

const formatOptions = ({ options }: Command): readonly string[] =>
  formatTable(['option', 'meaning', 'default'], options.filter(({ hidden }) => !hidden).map(toOptionRow));

function toOptionRow({ flags, description, defaultValue, argChoices }: Option): readonly string[] {
  const choices = argChoices?.map((choice) => `\`${choice}\``).join(', ');
  return [
    `\`${flags}\``,
    [description, choices].filter(Boolean).join(': '),
    defaultValue === undefined ? '' : `\`${String(defaultValue)}\``,
  ];
}

/** Examples as the command's own help shows them. */
function formatExamples(command: Command): readonly string[] {
  let text = '';
  command.configureOutput({ writeOut: (more) => (text += more) });
  command.outputHelp();
  const lines =
    text
      .split('\nExamples:\n')[1]
      ?.split('\n')
      .map((line) => line.trim()) ?? [];
  return lines.some((line) => line !== '') ? ['```sh', ...lines.filter((line) => line !== ''), '```', ''] : [];
}

/** A description as a sentence of its own. */
function toSentence(text: string): string {
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
