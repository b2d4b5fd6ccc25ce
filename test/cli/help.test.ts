import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { formatCommandPath } from '../../src/cli/program/administration.ts';
import { listDeclaredCommands, runWaybill } from './support/in-process.ts';
import { createTemporaryFolder } from './support/waybill.ts';

const columns = 80;

const listCommands = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(listCommands)];
const commands = listDeclaredCommands()
  .flatMap(listCommands)
  .filter((command) => command.name() !== 'help');
const paths = commands.map(formatCommandPath);

const folder = createTemporaryFolder();
const readHelp = async (words: readonly string[]) => {
  const { code, stdout, stderr } = await runWaybill(words, { home: folder.path });
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
};

/** Removes the line that says how this machine starts the program, because its length varies. */
const removeLauncher = (help: string) => help.replace(/(Here, type this in place of `waybill`:\n).*/, '$1');

test('the commands are grouped by what they are for, each on one line', async () => {
  const help = await readHelp(['--help']);

  const headings = [...help.matchAll(/^(\w[\w ]*):$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual(['Options', 'Start', 'Decide', 'Look', 'Check', 'Set up', 'Run the service', 'Examples']);
  for (const name of listDeclaredCommands().map((command) => command.name()))
    expect(help).toMatch(new RegExp(`^  ${name} {2,}\\w.*$`, 'm'));
});

test.each(['', ...paths])('the help of "%s" fits 80 columns and is the same however it is asked for', async (path) => {
  const words = path.split(' ').filter(Boolean);
  const help = await readHelp(['help', ...words]);

  expect(
    removeLauncher(help)
      .split('\n')
      .filter((line) => line.length > columns),
  ).toEqual([]);
  expect(await readHelp([...words, '--help'])).toBe(help);
});

test.each(commands.filter(({ commands: below }) => below.length > 0).map(formatCommandPath))(
  '"%s help" shows the help of what is below it',
  async (path) => {
    expect(await readHelp([...path.split(' '), 'help'])).toBe(await readHelp(['help', ...path.split(' ')]));
  },
);

test('every example is a command with options that exist', async () => {
  const helps = await Promise.all(['', ...paths].map((path) => readHelp(['help', ...path.split(' ').filter(Boolean)])));
  const examples = new Set(helps.flatMap((help) => help.match(/^ {2}waybill (.*)$/gm) ?? []));

  expect(examples.size).toBeGreaterThan(40);
  for (const example of examples) {
    const words = example.trim().split(' ').slice(1);
    const command = commands.findLast((candidate) => isBegun(words, formatCommandPath(candidate)));
    const flags = words.filter((word) => word.startsWith('--') && word !== '--env-file');
    const declared = command?.options.map(({ long }) => long) ?? [];
    const below = command?.commands.flatMap(({ options }) => options.map(({ long }) => long)) ?? [];
    expect([example, command === undefined, flags.filter((flag) => ![...declared, ...below].includes(flag))]).toEqual([
      example,
      false,
      [],
    ]);
  }
});

function isBegun(words: readonly string[], path: string): boolean {
  const [first, ...rest] = words.filter((word, index) => word !== '--env-file' && words[index - 1] !== '--env-file');
  return `${[first, ...rest].join(' ')} `.startsWith(`${path} `);
}
