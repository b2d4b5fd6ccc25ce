// Plain JavaScript, because it runs before the code that it makes quicker to start.
import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
// The default export: a name that an old Node lacks would fail before its version is looked at.
import nodeModule from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';

/** A host may kill the process, so the cache is written soon after the start. */
const flushAfterMs = 3000;

/**
 * Makes the second start quicker. What lies in the cache is run as our code, so it is kept only where nobody else can
 * write: not in the shared temporary folder, which is where Node would put it.
 */
export function useCompileCache(words) {
  // A service starts seldom, and often as a user who has no home.
  if (words.includes('service') || !nodeModule.enableCompileCache) return;
  const folder = ownFolder();
  if (folder === undefined) return;
  nodeModule.enableCompileCache(folder);
  setTimeout(() => nodeModule.flushCompileCache?.(), flushAfterMs).unref();
}

/** The folder in the user's cache; undefined where somebody else could put a file or a folder in its place. */
function ownFolder() {
  const cache = userCache();
  // A relative one would lie in the working folder, which may be a project of somebody else's.
  if (!path.isAbsolute(cache)) return undefined;
  const folder = path.join(cache, 'waybill', 'compile');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return isOwn(folder) ? folder : undefined;
  } catch {
    // A home that is missing or full costs a slower start and nothing else.
    return undefined;
  }
}

function userCache() {
  const { XDG_CACHE_HOME = '', LOCALAPPDATA } = process.env;
  if (process.platform === 'darwin') return path.join(homedir(), 'Library', 'Caches');
  if (process.platform === 'win32') return LOCALAPPDATA ?? path.join(homedir(), 'AppData', 'Local');
  // A relative one would lie in the working folder; the standard says to pass it over.
  return path.isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : path.join(homedir(), '.cache');
}

/** The user's alone, and in no folder that another user could move it out of. */
function isOwn(folder) {
  // Windows keeps a user's folders apart by itself.
  if (!process.getuid) return true;
  const { uid, mode } = lstatSync(folder);
  return uid === process.getuid() && (mode & 0o777) === 0o700 && parentsOf(realpathSync(folder)).every(isKept);
}

function isKept(folder) {
  const { uid, mode } = lstatSync(folder);
  const isTrusted = uid === 0 || uid === process.getuid();
  const isSticky = (mode & 0o1000) !== 0;
  return isTrusted && ((mode & 0o022) === 0 || isSticky);
}

function parentsOf(folder) {
  const parent = path.dirname(folder);
  return parent === folder ? [] : [parent, ...parentsOf(parent)];
}
