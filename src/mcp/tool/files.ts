import type { Stats } from 'node:fs';
import { type FileHandle, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { buildTooLargeError, documentBytesMax } from '../../domain/freight/document.ts';
import { createFieldError, WaybillError } from '../../errors.ts';
import { recordText } from '../text/text.ts';
import { holdFolder, openExisting, readTruePath } from './open-folder.ts';

/** Open file. Reading it returns the file that was checked, whatever happens to its path meanwhile. */
export interface LocalFile extends AsyncDisposable {
  readonly fileName: string;
  /** After symbolic links were resolved. */
  readonly path: string;
  readonly size: number;
  /** Reads the file from its beginning, as often as needed; fails when it changes meanwhile. */
  read(): AsyncIterable<Uint8Array>;
}

/** Local files, as far as a tool may touch them. */
export interface FileAccess {
  /** Opens a file. `file` is a path inside a root, or relative to any of them. */
  open(file: string): Promise<LocalFile>;
  /** Writes a new file, never over an old one. `file` is a path inside a root, or relative to the first that is there. */
  save(file: string, chunks: AsyncIterable<Uint8Array>): Promise<{ readonly path: string; readonly size: number }>;
}

/**
 * Access limited to the given folders: symbolic links are resolved first, hidden files and folders refused. What may not
 * be touched and what is not there read alike, so that nobody learns which files a machine has.
 */
export function createFileAccess(roots: readonly string[], findUserHome: () => string = homedir): FileAccess {
  const expandHome = (file: string) => (file.startsWith('~/') ? path.join(findUserHome(), file.slice(2)) : file);
  return {
    async open(file) {
      const real = await findFile(expandHome(file), roots);
      const handle = await openExisting(real).catch((cause: unknown) =>
        Promise.reject(buildNotThereError(roots, cause)),
      );
      try {
        await requireInside(await readTruePath(handle, real), roots);
        return toLocalFile(handle, real, await readStats(handle, recordText(path.basename(real))));
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
    async save(file, chunks) {
      const requestedPath = await resolveNewPath(expandHome(file), roots);
      const parent = await resolvePath(path.dirname(requestedPath));
      const name = path.basename(requestedPath);
      await requireInside(parent && path.join(parent, name), roots);
      await using folder = await holdFolder(parent ?? '').catch((cause: unknown) =>
        Promise.reject(buildNotThereError(roots, cause)),
      );
      const target = path.join(folder.path, name);
      await requireInside(target, roots);
      const handle = await folder.create(name).catch((cause: unknown) => Promise.reject(buildNotCreatedError(cause)));
      try {
        await requireInside(await readTruePath(handle, target), roots);
        return { path: target, size: await writeAll(handle, chunks, recordText(name)) };
      } catch (error) {
        await folder.remove(name);
        throw error;
      } finally {
        await handle.close();
      }
    },
  };
}

async function readStats(handle: FileHandle, name: string): Promise<Stats> {
  const stats = await handle.stat();
  if (!stats.isFile()) throw createFieldError('BAD_REQUEST', 'path', 'is not a file');
  if (stats.size === 0) throw createFieldError('BAD_REQUEST', 'path', 'is an empty file');
  if (stats.size > documentBytesMax) throw buildTooLargeError({ field: 'path', name, bytes: stats.size });
  return stats;
}

function toLocalFile(handle: FileHandle, real: string, { size, mtimeMs }: Stats): LocalFile {
  return {
    fileName: path.basename(real),
    path: real,
    size,
    async *read() {
      yield* handle.createReadStream({ start: 0, autoClose: false });
      const now = await handle.stat();
      if (now.size !== size || now.mtimeMs !== mtimeMs)
        throw new WaybillError('CONFLICT', 'the file changed while it was read');
    },
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

/** Finds a file and resolves its links. A relative path is searched in every root. */
async function findFile(file: string, roots: readonly string[]): Promise<string> {
  const realPaths = new Set<string>();
  for (const place of listPlaces(file, roots)) {
    const real = await resolvePath(place);
    if (real !== undefined && (await isInside(real, roots))) realPaths.add(real);
  }
  const [first, second] = realPaths;
  if (first === undefined) throw buildNotThereError(roots);
  if (second !== undefined)
    throw createFieldError('BAD_REQUEST', 'path', `is ${first} or ${second}; give the full path`);
  return first;
}

async function resolveNewPath(file: string, roots: readonly string[]): Promise<string> {
  for (const root of roots) if (await resolvePath(root)) return listPlaces(file, [root])[0] ?? file;
  throw buildNotThereError(roots);
}

function listPlaces(file: string, roots: readonly string[]): readonly string[] {
  if (file.includes('\0')) throw createFieldError('BAD_REQUEST', 'path', 'is not a path');
  return path.isAbsolute(file) ? [file] : roots.map((root) => path.resolve(root, file));
}

/** Resolves a path, or returns undefined if there is nothing that this user may see. */
const resolvePath = (file: string): Promise<string | undefined> => realpath(file).catch(() => undefined);

async function requireInside(real: string | undefined, roots: readonly string[]): Promise<void> {
  if (real === undefined || !(await isInside(real, roots))) throw buildNotThereError(roots);
}

/** Returns true if a path is below a root, and on no hidden path in it. */
async function isInside(real: string, roots: readonly string[]): Promise<boolean> {
  for (const root of roots) {
    // A root that does not exist holds nothing.
    const realRoot = await resolvePath(root);
    const parts = realRoot === undefined ? [] : path.relative(realRoot, real).split(path.sep);
    if (parts.length > 0 && !path.isAbsolute(parts.join(path.sep)) && parts.every(isPlainName)) return true;
  }
  return false;
}

const isPlainName = (part: string) => part !== '' && !part.startsWith('.');

const buildNotThereError = (roots: readonly string[], cause?: unknown) =>
  createFieldError(
    'BAD_REQUEST',
    'path',
    `is not there, or may not be touched: only files in ${roots.join(', ')} (WAYBILL_FILE_ROOTS) may be, hidden ones and links to elsewhere never`,
    cause,
  );

function buildNotCreatedError(cause: unknown): WaybillError {
  const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
  return createFieldError(
    'BAD_REQUEST',
    'path',
    isTaken ? 'exists already; choose another name' : 'cannot be written there',
    cause,
  );
}

async function writeAll(handle: FileHandle, chunks: AsyncIterable<Uint8Array>, name: string): Promise<number> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > documentBytesMax) throw buildTooLargeError({ field: 'saveTo', name });
    await handle.writeFile(chunk);
  }
  return size;
}
