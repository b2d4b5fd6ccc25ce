import { Argument, Command, CommanderError, Option } from 'commander';
import { version } from '../../version.ts';
import { formatExamples } from '../command-text.ts';
import type { OutputStream, ProgramContext } from '../program-context.ts';
import type { Run } from '../session.ts';
import { getErrorStatus } from '../commands/command-entry.ts';
import { type Administration, beginAdministration, formatCommandPath } from './administration.ts';
import { completeGroups, withChoices } from './command-names.ts';
import type { AnyCommandRow, ArgumentRow, OptionRow } from './command-row.ts';
import { commandTable, findCommandRow } from './command-table.ts';

const exitWrongUsage = 2;

/** Runs the command that the words name. Returns the exit code. */
export async function runCommand(words: readonly string[], run: Run): Promise<number> {
  const program = createProgram(run);
  let administration: Administration | undefined;
  program.hook('preAction', async (_program, command) => {
    administration = await beginAdministration(command, run);
  });
  try {
    await program.parseAsync(words, { from: 'user' });
    await administration?.end(run.exitCode() === 0 ? 'done' : 'NOT_DONE');
    return run.exitCode();
  } catch (error) {
    await administration?.end(getErrorStatus(error));
    // Commander has already written its own sentence, or the requested help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitWrongUsage;
    throw error;
  }
}

/** Builds the program from the table of commands. A command loads its modules when it runs, so that each starts quickly. */
export function createProgram(run: Run): Command {
  const { stdout, stderr } = run.context.streams;
  const program = new Command('waybill')
    // Every command takes these two over from the program, so they come first.
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => computeWidth(stdout),
      getErrHelpWidth: () => computeWidth(stderr),
    })
    .description(
      'Waybill lets an AI assistant run a freight brokerage desk. You approve the changes that count. A sandbox brokerage is built in, so you can try everything.',
    )
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .option('--env-file <file>', 'read settings from this file too')
    .option('--home <dir>', 'keep data in this folder (default: WAYBILL_HOME)')
    .hook('preAction', (program, command) => {
      const row = findCommandRow(formatCommandPath(command));
      const isServer = row !== undefined && !row.isGroup && row.isServer;
      run.usePlaces({ ...program.opts(), database: command.opts()['database'], isServer });
    })
    // Names alone leave room for the description of each command.
    .configureHelp({ subcommandTerm: (command) => command.name(), commandDescription: formatDescription })
    .showSuggestionAfterError()
    .showHelpAfterError(`(${run.commandText('help COMMAND')} shows examples)`)
    .addHelpText(
      'after',
      formatExamples(
        ['install claude-desktop', 'approvals list', 'call find \'{"query":"SHP-1042"}\'', 'doctor'],
        run.commandText,
      ),
    );
  for (const [heading, rows] of Object.entries(commandTable)) {
    program.commandsGroup(`${heading}:`);
    for (const row of rows) addCommand(program, row, run);
  }
  program.commandsGroup('Check:');
  completeGroups(program);
  return program;
}

function addCommand(program: Command, row: AnyCommandRow, run: Run): void {
  const path = row.words.split(' ');
  const name = path.pop() ?? '';
  const command = findGroup(program, path).command(name, { isDefault: 'isDefault' in row });
  command.description(row.description);
  if (row.summary !== undefined) command.summary(row.summary);
  if (row.examples) command.addHelpText('after', formatExamples(row.examples, run.commandText));
  if (row.isGroup) return;
  for (const argument of row.arguments ?? []) command.addArgument(toArgument(argument));
  for (const option of row.options ?? []) command.addOption(toOption(option, run.context));
  if ('runBare' in row) command.action((...parsed) => row.runBare(run, program, ...parsed));
  else command.action((...parsed) => run.perform((session) => row.run(session, ...parsed)));
}

/** Finds the command that holds others. Its row must come before theirs. */
function findGroup(program: Command, path: readonly string[]): Command {
  return path.reduce((parent, name) => {
    const group = parent.commands.find((command) => command.name() === name);
    if (!group) throw new Error(`The table of commands has no group "${path.join(' ')}".`);
    return group;
  }, program);
}

function toArgument({ name, description, choices }: ArgumentRow): Argument {
  const argument = new Argument(name, description);
  return choices ? withChoices(argument, choices) : argument;
}

function toOption(row: OptionRow, { resolvePath }: ProgramContext): Option {
  const option = new Option(row.flags, row.description);
  if (row.default !== undefined) option.default(row.default);
  if (row.isRequired) option.makeOptionMandatory();
  if (row.isRepeatable) option.argParser(appendValue);
  if (row.isDatabase) option.argParser((url: string) => resolveDatabase(url, resolvePath));
  return row.choices ? withChoices(option, row.choices) : option;
}

const appendValue = (value: string, earlier: readonly string[] = []): readonly string[] => [...earlier, value];

const sqlite = 'sqlite:';

/** Resolves the path in the address of a SQLite file. Leaves every other address as it is. */
function resolveDatabase(url: string, resolvePath: ProgramContext['resolvePath']): string {
  return /^sqlite:./.test(url) ? sqlite + resolvePath(url.slice(sqlite.length)) : url;
}

function formatDescription(command: Command): string {
  const text = command.description();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}

const usualColumns = 80;

const computeWidth = ({ isTTY, columns }: OutputStream) => (isTTY ? (columns ?? usualColumns) : usualColumns);
