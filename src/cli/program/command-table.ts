import { checkCommands } from './check-commands.ts';
import type { AnyCommandRow, Heading } from './command-row.ts';
import { decideCommands } from './decide-commands.ts';
import { lookCommands } from './look-commands.ts';
import { serviceCommands } from './service-commands.ts';
import { setUpCommands } from './set-up-commands.ts';
import { startCommands } from './start-commands.ts';

/** Every command of the program, under the heading that the list of commands shows it with. */
export const commandTable: Readonly<Record<Heading, readonly AnyCommandRow[]>> = {
  Start: startCommands,
  Decide: decideCommands,
  Look: lookCommands,
  Check: checkCommands,
  'Set up': setUpCommands,
  'Run the service': serviceCommands,
};

const rowsByWords = new Map(
  Object.values(commandTable)
    .flat()
    .map((row) => [row.words, row]),
);

export const findCommandRow = (words: string): AnyCommandRow | undefined => rowsByWords.get(words);
