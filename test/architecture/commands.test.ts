import { expect, test } from 'vitest';
import { listDeclaredCommands } from '../cli/support/in-process.ts';
import { readSourceFiles } from './source-files.ts';

/** File that alone formats commands for this machine. */
const place = 'src/cli/command-text.ts';

const names = listDeclaredCommands().map((command) => command.name());
const written = new RegExp(String.raw`waybill (?:(?:${names.join('|')}|help)\b|\$\{).*`, 'g');

test.each(readSourceFiles('src/**/*.ts', 'tools/**/*.ts').filter(({ file }) => file !== place))(
  '$file writes no command as it is typed on some machines only',
  ({ text }) => {
    const withoutComments = text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');

    expect(withoutComments.match(written) ?? []).toEqual([]);
  },
);
