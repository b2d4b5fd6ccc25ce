import { constants, openAsBlob } from 'node:fs';
import { type FileHandle, open, realpath, stat, unlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { fieldError, WaybillError } from '../../errors.ts';

export const fileBytesMax = 100 * 1024 * 1024;

export interface OpenedFile {
  readonly fileName: string;
  /** After symbolic links were resolved. */
  readonly path: string;
  readonly size: number;
  /** Reads the file as often as needed; fails when it changes meanwhile. */
  readonly content: Blob;
}

/** Local files, as far as a tool may touch them. */
export interface FileAccess {
  open(file: string): Promise<OpenedFile>;
  /** Writes a new file, never over an old one. `file` is a path inside a root, or a plain name in the first root. */
  save(file: string, chunks: AsyncIterable<Uint8Array>): Promise<{ readonly path: string; readonly size: number }>;
}

/** Access limited to the given folders: symbolic links are resolved first, hidden files and folders refused. */
export function createFileAccess(roots: readonly string[]): FileAccess {
  return {
    async open(file) {
      const real = await resolvePath(absolute(file, roots), file);
      await refuseOutside(real, roots);
      const facts = await stat(real);
      if (!facts.isFile()) throw fieldError('BAD_REQUEST', 'path', 'is not a file');
      if (facts.size === 0) throw fieldError('BAD_REQUEST', 'path', 'is an empty file');
      if (facts.size > fileBytesMax) throw tooLarge();
      return { fileName: path.basename(real), path: real, size: facts.size, content: await openAsBlob(real) };
    },
    async save(file, chunks) {
      const wanted = absolute(file, roots);
      const folder = await resolvePath(path.dirname(wanted), file);
      const target = path.join(folder, path.basename(wanted));
      await refuseOutside(target, roots);
      const handle = await create(target);
      try {
        return { path: target, size: await writeAll(handle, chunks) };
      } catch (error) {
        await unlink(target);
        throw error;
      } finally {
        await handle.close();
      }
    },
  };
}

function absolute(file: string, roots: readonly string[]): string {
  if (file.includes('\0')) throw fieldError('BAD_REQUEST', 'path', 'is not a path');
  if (file.startsWith('~/')) return path.join(homedir(), file.slice(2));
  return path.resolve(roots[0] ?? '/', file);
}

async function resolvePath(file: string, asked: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (cause) {
    throw new WaybillError('NOT_FOUND', `There is no file or folder at ${asked}.`, { cause });
  }
}

async function refuseOutside(real: string, roots: readonly string[]): Promise<void> {
  for (const root of roots) {
    const inside = await insideOf(root, real);
    if (inside === null) continue;
    const isHidden = inside.split(path.sep).some((part) => part.startsWith('.'));
    if (isHidden) throw new WaybillError('REFUSED', 'Hidden files and folders are not touched.');
    return;
  }
  throw new WaybillError('REFUSED', `Only these folders may be used: ${roots.join(', ')} (WAYBILL_FILE_ROOTS).`);
}

/** The path below the root, or null when it is elsewhere. */
async function insideOf(root: string, real: string): Promise<string | null> {
  let realRoot: string;
  try {
    realRoot = await realpath(root);
  } catch {
    // A root that does not exist holds nothing.
    return null;
  }
  const relative = path.relative(realRoot, real);
  const isInside = relative !== '' && relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative);
  return isInside ? relative : null;
}

async function create(target: string): Promise<FileHandle> {
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
  try {
    return await open(target, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, 0o600);
  } catch (cause) {
    const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    const reason = isTaken ? 'exists already; choose another name' : 'cannot be written there';
    throw new WaybillError('BAD_REQUEST', `path: ${target} ${reason}`, {
      details: [{ field: 'path', message: reason }],
      cause,
    });
  }
}

async function writeAll(handle: FileHandle, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > fileBytesMax) throw tooLarge();
    await handle.write(chunk);
  }
  return size;
}

const tooLarge = () => new WaybillError('PAYLOAD_TOO_LARGE', 'The file is larger than 100 MB.');
