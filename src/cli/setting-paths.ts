import { accessSync, constants, lstatSync, statSync } from 'node:fs';
import path from 'node:path';

// A problem follows the name of the setting, as every error of a setting does.

/** Returns what keeps a folder from being used, or from being made where it does not exist yet. */
export function findFolderProblem(folder: string, rights: 'read' | 'write'): string | undefined {
  const existing = findExisting(folder);
  if (existing.kind !== 'folder')
    return existing.place === folder
      ? `names ${folder}, which is a ${existing.kind}; name a folder`
      : `names the folder ${folder}, but ${existing.place} is a ${existing.kind}; name a folder that can be made`;
  if (existing.place !== folder)
    return rights === 'read' || hasRights(existing.place, constants.W_OK)
      ? undefined
      : `names the folder ${folder}, which can't be made: ${existing.place} can't be written; name a folder that you own`;
  if (!hasRights(folder, constants.R_OK | constants.X_OK))
    return `names the folder ${folder}, which can't be read; name a folder that you own`;
  return rights === 'read' || hasRights(folder, constants.W_OK)
    ? undefined
    : `names the folder ${folder}, which can't be written; name a folder that you own`;
}

/** Returns what keeps a database file from being used, or from being made where it does not exist yet. */
export function findDatabaseFileProblem(file: string): string | undefined {
  const existing = findExisting(file);
  if (existing.place !== file)
    return existing.kind === 'folder'
      ? undefined
      : `names the file ${file}, but ${existing.place} is a ${existing.kind} and no folder; name a file that can be made`;
  if (existing.kind === 'folder') return `names ${file}, which is a folder; name a database file`;
  // The database makes the file that a link leads to.
  return existing.kind === 'link to nothing' || hasRights(file, constants.R_OK | constants.W_OK)
    ? undefined
    : `names the file ${file}, which can't be read and written; give your user both rights`;
}

/** Returns why a file could not be read, from the error of reading it. */
export function describeUnreadable(file: string, error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return `names the file ${file}, which does not exist`;
  if (code === 'EISDIR') return `names ${file}, which is a folder; name a file`;
  return `names the file ${file}, which cannot be read`;
}

interface ExistingPlace {
  readonly place: string;
  readonly kind: 'folder' | 'file' | 'link to nothing';
}

/** Returns the place itself, or the nearest place above it that exists. */
function findExisting(place: string): ExistingPlace {
  try {
    return { place, kind: statSync(place).isDirectory() ? 'folder' : 'file' };
  } catch {
    if (isLink(place)) return { place, kind: 'link to nothing' };
    const parent = path.dirname(place);
    return parent === place ? { place, kind: 'folder' } : findExisting(parent);
  }
}

function isLink(place: string): boolean {
  try {
    return lstatSync(place).isSymbolicLink();
  } catch {
    return false;
  }
}

function hasRights(place: string, mode: number): boolean {
  try {
    accessSync(place, mode);
    return true;
  } catch {
    return false;
  }
}
