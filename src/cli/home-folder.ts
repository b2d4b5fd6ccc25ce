import { userInfo } from 'node:os';
import path from 'node:path';
import { configProblem } from './config-problem.ts';
import type { Variables } from './program-context.ts';

/** Returns the path functions of a system. */
const getPaths = (platform: NodeJS.Platform) => (platform === 'win32' ? path.win32 : path.posix);

/** An absolute path, or undefined: a relative one would lie in the working folder, and the XDG standard says to pass it over. */
export function absolute(folder: string | undefined, platform: NodeJS.Platform = process.platform): string | undefined {
  return folder !== undefined && getPaths(platform).isAbsolute(folder) ? folder : undefined;
}

/** The home of the operating system's user; `HOME` counts only where it is absolute. */
export function homeFolder(environment: Variables, platform: NodeJS.Platform = process.platform): string {
  const named = environment[platform === 'win32' ? 'USERPROFILE' : 'HOME'];
  return absolute(named, platform) ?? absolute(accountHome(), platform) ?? noHome();
}

/** Returns where the operating system keeps a user's application data. */
export function getDefaultDataFolder(environment: Variables, platform: NodeJS.Platform = process.platform): string {
  const paths = getPaths(platform);
  const home = () => homeFolder(environment, platform);
  if (platform === 'darwin') return paths.join(home(), 'Library', 'Application Support', 'Waybill');
  if (platform === 'win32')
    return paths.join(
      absolute(environment['LOCALAPPDATA'], platform) ?? paths.join(home(), 'AppData', 'Local'),
      'Waybill',
    );
  return paths.join(
    absolute(environment['XDG_DATA_HOME'], platform) ?? paths.join(home(), '.local', 'share'),
    'waybill',
  );
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
