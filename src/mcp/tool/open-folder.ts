import { constants } from 'node:fs';
import { type FileHandle, open, readlink, realpath, rm, stat } from 'node:fs/promises';
import path from 'node:path';

// Between a look at a path and its use somebody may put a link in its place. What counts is therefore what was opened:
// Linux tells where an open file lies and reaches a folder's entries through its handle, macOS can refuse links on the whole path.

const isLinux = process.platform === 'linux';
const noLinkOnPath = process.platform === 'darwin' ? 0x2000_0000 : 0;
// A pipe must not hold the opening up until somebody writes to it: O_NONBLOCK.
const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** Opens for reading without following a link; the path has none, because it was resolved before. */
export const openExisting = (resolved: string): Promise<FileHandle> =>
  open(resolved, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | noLinkOnPath);

/** Returns the true path of an open file, or undefined if `resolved` does not lead to it any more. */
export async function readTruePath(handle: FileHandle, resolved: string): Promise<string | undefined> {
  if (isLinux) return readlink(`/proc/self/fd/${handle.fd}`);
  const [real, opened] = [await realpath(resolved), await handle.stat({ bigint: true })];
  const current = await stat(real, { bigint: true });
  return current.ino === opened.ino && current.dev === opened.dev ? real : undefined;
}

/** Open folder in which files are created, whatever happens to its path meanwhile. */
export interface HeldFolder extends AsyncDisposable {
  /** True path of the folder. */
  readonly path: string;
  /** Creates a new file. It never opens an existing one, and never follows a link. */
  create(name: string): Promise<FileHandle>;
  remove(name: string): Promise<void>;
}

export async function holdFolder(resolved: string): Promise<HeldFolder> {
  // Elsewhere a folder has no handle that leads to its entries.
  const handle = isLinux ? await open(resolved, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) : undefined;
  const toEntryPath = (name: string) => (handle ? `/proc/self/fd/${handle.fd}/${name}` : path.join(resolved, name));
  return {
    path: handle ? ((await readTruePath(handle, resolved)) ?? resolved) : resolved,
    create: (name) => open(toEntryPath(name), O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY | noLinkOnPath, 0o600),
    remove: (name) => rm(toEntryPath(name), { force: true }),
    [Symbol.asyncDispose]: async () => handle?.close(),
  };
}
