import { formatExamples } from '../command-text.ts';
import type { Run } from '../session.ts';

/** The parts that declarations of commands share. */
export interface CommandSetup {
  readonly run: Run;
  readonly perform: Run['perform'];
  /** Formats examples for a help text. */
  readonly examples: (lines: readonly string[]) => string;
  /** Option that names the database of a command. */
  readonly storeFlag: readonly [flags: string, description: string, parse: (url: string) => string];
}

const sqlite = 'sqlite:';

export function createSetup(run: Run): CommandSetup {
  const { resolvePath } = run.context;
  return {
    run,
    perform: (command) => run.perform(command),
    examples: (lines) => formatExamples(lines, run.commandText),
    storeFlag: [
      '--database <url>',
      'sqlite:PATH or postgres://... (default: the database in your settings, or the sandbox)',
      (url) => (/^sqlite:./.test(url) ? sqlite + resolvePath(url.slice(sqlite.length)) : url),
    ],
  };
}
