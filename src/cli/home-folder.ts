import { userInfo } from 'node:os';
import path from 'node:path';
import { configProblem } from './config-problem.ts';
import type { Variables } from './program-context.ts';

/** An absolute path, or undefined: a relative one would lie in the working folder, and the XDG standard says to pass it over. */
export const absolute = (folder: string | undefined): string | undefined =>
  folder !== undefined && path.isAbsolute(folder) ? folder : undefined;

/** The home of the operating system's user; `HOME` counts only where it is absolute. */
export function homeFolder(environment: Variables): string {
  const named = environment[process.platform === 'win32' ? 'USERPROFILE' : 'HOME'];
  return absolute(named) ?? absolute(accountHome()) ?? noHome();
}

function accountHome(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    // A container may run under a user id without an entry.
    return undefined;
  }
}

function noHome(): never {
  throw configProblem('HOME', 'must be an absolute path: this user has no other home folder.');
}
