import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const privateMode = 0o600;

/** Writes a file in one step: a reader finds the old contents or the new ones. A new file is the user's alone. */
export function replaceFile(file: string, contents: string | Buffer): void {
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, contents, { mode: existsSync(file) ? statSync(file).mode : privateMode });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Makes a folder and those that lead to it. Returns the ones that were not there, the innermost first. */
export function makeFolders(folder: string): readonly string[] {
  const missing: string[] = [];
  for (let current = folder; !existsSync(current); current = path.dirname(current)) missing.push(current);
  mkdirSync(folder, { recursive: true });
  return missing;
}
