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

/** Where an open file truly lies; undefined when `resolved` does not lead to it any more. */
export async function truePath(handle: FileHandle, resolved: string): Promise<string | undefined> {
  if (isLinux) return readlink(`/proc/self/fd/${handle.fd}`);
  const [real, opened] = [await realpath(resolved), await handle.stat({ bigint: true })];
  const there = await stat(real, { bigint: true });
  return there.ino === opened.ino && there.dev === opened.dev ? real : undefined;
}

/** A folder in which files are made, whatever happens to its path meanwhile. */
export interface HeldFolder extends AsyncDisposable {
  /** Where it truly lies. */
  readonly path: string;
  /** A new file: never an old one, and never through a link. */
  create(name: string): Promise<FileHandle>;
  remove(name: string): Promise<void>;
}

export async function holdFolder(resolved: string): Promise<HeldFolder> {
  // Elsewhere a folder has no handle that leads to its entries.
  const handle = isLinux ? await open(resolved, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) : undefined;
  const entry = (name: string) => (handle ? `/proc/self/fd/${handle.fd}/${name}` : path.join(resolved, name));
  return {
    path: handle ? ((await truePath(handle, resolved)) ?? resolved) : resolved,
    create: (name) => open(entry(name), O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY | noLinkOnPath, 0o600),
    remove: (name) => rm(entry(name), { force: true }),
    [Symbol.asyncDispose]: async () => handle?.close(),
  };
}
