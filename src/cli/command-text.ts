import { realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Variables } from './program-context.ts';

const programName = 'waybill';

/** Settings that a command needs to work on the same records. */
interface Launch {
  readonly env: Variables;
  /** Set where it is not the default one. */
  readonly home?: string | undefined;
  /** An absolute path. */
  readonly envFile?: string | undefined;
  /** The database that a flag named, without its password. */
  readonly database?: string | undefined;
}

/** Commands that work on the database that a flag names; the others find theirs in the settings. */
const ofDatabase = /^(?:backup|clients|doctor|events|keys|org|sandbox|service)\b/;

/** A command as a person can type it in any folder; `words` begin after the name of the program. */
export type LocalCommandText = (words: string, home?: string) => string;

export function createCommandText({ env, home: launchHome, envFile, database }: Launch): LocalCommandText {
  return (words, home = launchHome) =>
    [
      chooseLauncher(env['PATH']),
      // An option, because a setting before a command is written differently in each shell.
      ...(home === undefined ? [] : ['--home', quoteShellWord(home)]),
      ...(envFile === undefined ? [] : ['--env-file', quoteShellWord(envFile)]),
      words,
      ...(database === undefined || !ofDatabase.test(words) ? [] : ['--database', quoteShellWord(database)]),
    ].join(' ');
}

/** Formats commands for a help text: short ones, and what to type in place of the name where it is not on the path. */
export function formatExamples(lines: readonly string[], commandText: LocalCommandText): string {
  const examples = lines.map((line) => `  ${formatCommandName(line)}`);
  const launch = commandText('').trim();
  const note = launch === programName ? [] : ['', `Here, type this in place of \`${programName}\`:`, `  ${launch}`];
  return ['', 'Examples:', ...examples, ...note, ''].join('\n');
}

/**
 * Formats the name of a command, the same on every machine: in the audit log, and where a sentence is about the
 * command.
 */
export const formatCommandName = (words: string): string => `${programName} ${words}`;

/** A program and its arguments. */
interface StartCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** Builds the command with which another program starts a server on the same records, from any folder and with any Node in its path. */
export function buildServerCommand(launch: Pick<Launch, 'home' | 'envFile'>): StartCommand {
  const { checkout, file } = findProgram();
  const program = checkout === undefined ? file : path.join(checkout, 'bin', 'waybill.mjs');
  return { command: process.execPath, args: [program, ...listPlaceOptions(launch), 'stdio'] };
}

/** Builds the command with which npx starts a server on the same records, where nothing is installed. */
export const buildNpxCommand = (launch: Pick<Launch, 'home' | 'envFile'>): StartCommand => ({
  command: 'npx',
  args: ['-y', 'waybill', ...listPlaceOptions(launch)],
});

/** Returns whether this program lies in the cache of npx, which npm empties: its path may not be written down. */
export const isInNpxCache = (): boolean => isNpxCachePath(findProgram().file);

export const isNpxCachePath = (file: string): boolean => /[\\/]_npx[\\/]/.test(file);

const listPlaceOptions = ({ home, envFile }: Pick<Launch, 'home' | 'envFile'>): readonly string[] => [
  ...(home === undefined ? [] : ['--home', home]),
  ...(envFile === undefined ? [] : ['--env-file', envFile]),
];

function chooseLauncher(searchPath: string | undefined): string {
  const { checkout, file } = findProgram();
  if (checkout !== undefined) return `npm run -s waybill --prefix ${quoteShellWord(checkout)} --`;
  if (isOnPath(file, searchPath)) return programName;
  if (isNpxCachePath(file)) return 'npx -y waybill';
  // A host that is built with Electron runs servers in its own program, which starts as the host when a person types it.
  const node = process.versions['electron'] === undefined ? quoteShellWord(process.execPath) : 'node';
  return `${node} ${quoteShellWord(file)}`;
}

/** Finds the file of the published command; in a checkout its folder. */
function findProgram(): { readonly checkout: string | undefined; readonly file: string } {
  const modulePath = fileURLToPath(import.meta.url);
  // In the published command this is one of the files of the bundle.
  const checkout = modulePath.endsWith('.ts') ? path.resolve(modulePath, '../../..') : undefined;
  return { checkout, file: path.join(path.dirname(modulePath), 'waybill.mjs') };
}

function isOnPath(file: string, searchPath = ''): boolean {
  const folders = searchPath.split(path.delimiter);
  // npm adds such folders for the one command that it starts; the person's own shell does not look there.
  const lasting = folders.filter((folder) => path.isAbsolute(folder) && path.basename(folder) !== '.bin');
  const installedFile = lasting
    .map((folder) => findRealPath(path.join(folder, 'waybill')))
    .find((real) => real !== undefined);
  return installedFile !== undefined && installedFile === findRealPath(file);
}

function findRealPath(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}

/** Formats one word for a shell, quoted only where it must be. */
function quoteShellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
