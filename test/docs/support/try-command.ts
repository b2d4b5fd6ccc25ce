import { type Command, CommanderError } from 'commander';
import { declareProgram } from '../../../packaging/reference/declared-program.ts';
import { tools } from '../../../tools/index.ts';
import type { DocumentedCommand } from './command-lines.ts';

/** Placeholders in documented commands for which only some values are allowed. */
const placeholders: Readonly<Record<string, string>> = {
  CLIENT: 'cursor',
  SHELL: 'bash',
  COMMAND: 'doctor',
  ARGS: 'doctor',
};
const placeholder = /^[A-Z][A-Z_-]*$/;

/** Reads a line as the program does, without running its command; returns the program's error. */
export function findFault({ words, isInText }: DocumentedCommand): string | undefined {
  const filled = words.map((word) => placeholders[word] ?? word);
  const program = declareProgram();
  if (isInText && findCommand(program, filled) !== undefined) return undefined;
  if (filled[0] === 'help') {
    const names = filled.slice(1);
    return findCommand(program, names) ? undefined : `error: there is no command '${names.join(' ')}'`;
  }
  let fault: string | undefined;
  replaceActions(program, (command) => (fault = findExcess(command) ?? findCallFault(command)));
  try {
    program.parse(filled, { from: 'user' });
    return fault;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? undefined : error.message;
    throw error;
  }
}

/** Finds the command, or the group of commands, that exactly these names lead to. */
function findCommand(program: Command, names: readonly string[]): Command | undefined {
  let command: Command | undefined = program;
  for (const name of names) command = command?.commands.find((candidate) => candidate.name() === name);
  return command;
}

function replaceActions(command: Command, judge: (command: Command) => void): void {
  if (command.commands.length === 0) command.action((...args) => judge(args.at(-1) as Command));
  for (const child of command.commands) replaceActions(child, judge);
}

function findExcess({ args, registeredArguments }: Command): string | undefined {
  const extra = args[registeredArguments.length];
  const takesAll = registeredArguments.some(({ variadic }) => variadic);
  return extra === undefined || takesAll ? undefined : `error: there is no command '${extra}'`;
}

/** Checks the name and the arguments of the tool that `call` names. */
function findCallFault(command: Command): string | undefined {
  if (command.name() !== 'call') return undefined;
  const [name = '', json = '{}'] = command.args;
  if (placeholder.test(name)) return undefined;
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool === undefined) return `there is no tool ${name}`;
  if (placeholder.test(json)) return undefined;
  const { error } = tool.input.safeParse(parseJson(json));
  return error && `${name}: ${error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
