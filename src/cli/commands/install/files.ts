import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isPlainRecord } from '../../../domain/kit/plain-record.ts';
import type { WaybillError } from '../../../errors.ts';
import { configProblem } from '../../config-problem.ts';

const privateMode = 0o600;

/** Writes a file in one step: a reader finds the old contents or the new ones. A new file is the user's alone. */
export function replaceFile(file: string, contents: string | Buffer): void {
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, contents, { mode: existsSync(file) ? statSync(file).mode : privateMode });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw buildFileProblem(file, "can't be written", error);
  }
}

/** Makes a folder and those that lead to it. Returns the ones that were not there, the innermost first. */
export function makeFolders(folder: string): readonly string[] {
  const missing: string[] = [];
  for (let current = folder; !existsSync(current); current = path.dirname(current)) missing.push(current);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw buildFileProblem(folder, "can't be written", error);
  }
  return missing;
}

/** Builds the sentence about a file that the operating system refuses. */
export function buildFileProblem(file: string, problem: string, error: unknown): WaybillError {
  const code = isPlainRecord(error) && typeof error['code'] === 'string' ? error['code'] : String(error);
  return configProblem(file, `${problem} (${code}). Fix it, then run this again. Nothing was changed.`);
}
