import { userInfo } from 'node:os';
import path from 'node:path';
import { configProblem } from './config-problem.ts';
import type { Variables } from './program-context.ts';

/** Returns the path functions of a system. */
const getPaths = (platform: NodeJS.Platform) => (platform === 'win32' ? path.win32 : path.posix);

/**
 * Returns an absolute path as it is, and undefined for any other: a relative one would lie in the working folder, and
 * the XDG standard says to pass it over.
 */
export function keepIfAbsolute(
  folder: string | undefined,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  return folder !== undefined && getPaths(platform).isAbsolute(folder) ? folder : undefined;
}

/** Finds the home of the operating system's user; `HOME` counts only where it is absolute. */
export function findHomeFolder(environment: Variables, platform: NodeJS.Platform = process.platform): string {
  const homeVariable = environment[platform === 'win32' ? 'USERPROFILE' : 'HOME'];
  return keepIfAbsolute(homeVariable, platform) ?? keepIfAbsolute(findAccountHome(), platform) ?? throwNoHome();
}

/** Returns where the operating system keeps a user's application data. */
export function getDefaultDataFolder(environment: Variables, platform: NodeJS.Platform = process.platform): string {
  const paths = getPaths(platform);
  const getHome = () => findHomeFolder(environment, platform);
  if (platform === 'darwin') return paths.join(getHome(), 'Library', 'Application Support', 'Waybill');
  if (platform === 'win32')
    return paths.join(
      keepIfAbsolute(environment['LOCALAPPDATA'], platform) ?? paths.join(getHome(), 'AppData', 'Local'),
      'Waybill',
    );
  return paths.join(
    keepIfAbsolute(environment['XDG_DATA_HOME'], platform) ?? paths.join(getHome(), '.local', 'share'),
    'waybill',
  );
}

function findAccountHome(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    // A container may run under a user id without an entry.
    return undefined;
  }
}

function throwNoHome(): never {
  throw configProblem('HOME', 'must be an absolute path: this user has no other home folder.');
}
