import type { Run } from '../session.ts';

/** The parts that declarations of commands share. */
export interface CommandSetup {
  readonly run: Run;
  readonly perform: Run['perform'];
  /** Help text with commands as a person can type them. */
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
    examples: (lines) => `\nExamples:\n${lines.map((line) => `  ${run.commandText(line)}`).join('\n')}\n`,
    storeFlag: [
      '--database <url>',
      'sqlite:PATH or postgres://… (default: the configured one, else the sandbox)',
      (url) => (/^sqlite:./.test(url) ? sqlite + resolvePath(url.slice(sqlite.length)) : url),
    ],
  };
}
